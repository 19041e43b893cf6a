/** Turns a scripted answer into a message of the API, whole or as the events it is streamed in. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Choice, listOf } from './fake-anthropic-script.ts';

/** Small enough that every answer comes in several parts, as from the real API. */
const PART_CHARS = 24;

export type MessageBlock =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object };

export interface Message {
  readonly id: string;
  readonly type: 'message';
  readonly role: 'assistant';
  readonly model: string;
  readonly content: readonly MessageBlock[];
  readonly stop_reason: string;
  readonly stop_sequence: null;
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
}

let counter = 0;

function nextId(prefix: string): string {
  counter += 1;
  return `${prefix}_fake${String(counter).padStart(6, '0')}`;
}

export function makeMessage({ answer, seen }: Choice): Message {
  const content: MessageBlock[] = [];
  if (answer.thinking !== undefined)
    content.push({ type: 'thinking', thinking: answer.thinking, signature: 'ZmFrZQ==' });
  for (const text of listOf(answer.text ?? [])) content.push({ type: 'text', text });
  for (const { name, input = {}, id = nextId('toolu') } of listOf(answer.toolUse ?? []))
    content.push({ type: 'tool_use', id, name, input });
  const callsTool = content.some((block) => block.type === 'tool_use');
  return {
    id: nextId('msg'),
    type: 'message',
    role: 'assistant',
    model: seen.model,
    content,
    stop_reason: answer.stopReason ?? (callsTool ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20, ...answer.usage },
  };
}

export async function streamMessage(response: ServerResponse, message: Message, chunkMs: number): Promise<void> {
  const send = (event: { readonly type: string; readonly [field: string]: unknown }): void => {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const { output_tokens } = message.usage;
  send({
    type: 'message_start',
    message: { ...message, content: [], stop_reason: null, usage: { ...message.usage, output_tokens: 1 } },
  });
  for (const [index, block] of message.content.entries()) {
    send({ type: 'content_block_start', index, content_block: emptied(block) });
    for (const delta of deltasOf(block)) {
      send({ type: 'content_block_delta', index, delta });
      if (chunkMs > 0) await sleep(chunkMs);
    }
    send({ type: 'content_block_stop', index });
  }
  send({
    type: 'message_delta',
    delta: { stop_reason: message.stop_reason, stop_sequence: null },
    usage: { output_tokens },
  });
  send({ type: 'message_stop' });
  response.end();
}

function emptied(block: MessageBlock): MessageBlock {
  if (block.type === 'text') return { ...block, text: '' };
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' };
  return { ...block, input: {} };
}

function deltasOf(block: MessageBlock): object[] {
  if (block.type === 'text') return parts(block.text).map((text) => ({ type: 'text_delta', text }));
  if (block.type === 'tool_use')
    return parts(JSON.stringify(block.input)).map((partial_json) => ({ type: 'input_json_delta', partial_json }));
  return [
    { type: 'thinking_delta', thinking: block.thinking },
    { type: 'signature_delta', signature: block.signature },
  ];
}

function parts(text: string): string[] {
  const count = Math.ceil(text.length / PART_CHARS);
  return Array.from({ length: count }, (_, index) => text.slice(index * PART_CHARS, (index + 1) * PART_CHARS));
}
