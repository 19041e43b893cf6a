/** Turns for tests, as the journal would hand them to a curator. */
import type { RecordId, SessionId, TurnId } from '../../memory/ids.ts';
import type { JsonObject, StoredRecord } from '../../memory/record.ts';
import { segmentedPrompt } from '../../memory/record-segments.ts';
import { assembleTurn } from '../../memory/turn.ts';
import type { CuratedTurn, CuratorInput } from '../curator.ts';

export interface ExampleCall {
  readonly tool?: string;
  readonly input: string;
  readonly outcome?: 'ok' | 'error' | 'unknown';
  readonly output?: string;
  readonly path?: string;
  readonly agent?: string;
}

export interface Example {
  readonly user?: string;
  readonly answer?: string;
  readonly calls?: readonly ExampleCall[];
  readonly session?: string;
}

export function curatorInput(examples: readonly Example[], known: Partial<CuratorInput> = {}): CuratorInput {
  return { files: [], recent: [], actions: [], held: [], root: null, ...known, turns: examples.map(curatedTurn) };
}

function curatedTurn(example: Example, at: number): CuratedTurn {
  const records = recordsOf(example, at);
  return {
    number: at + 1,
    records,
    turn: {
      ...assembleTurn(records),
      id: `t${at}` as TurnId,
      rev: 1,
      sessionId: (example.session ?? 's') as SessionId,
      workspace: null,
      sequenceNum: at + 1,
      timestamp: at,
      closedAt: at,
      closeReason: 'stop',
      lastSeq: at,
    },
  };
}

function recordsOf({ user, answer, calls = [], session = 's' }: Example, at: number): StoredRecord[] {
  const records: StoredRecord[] = [];
  const add = (fields: Partial<StoredRecord>): void => {
    const seq = at * 1_000 + records.length;
    records.push({
      seq,
      id: `r${seq}` as RecordId,
      ts: seq,
      type: 'event',
      sessionId: session as SessionId,
      workspace: null,
      turnId: `t${at}` as TurnId,
      source: 'tool',
      tool: null,
      path: null,
      content: '',
      tags: [],
      metadata: {},
      ...fields,
    });
  };
  if (user !== undefined) add({ type: 'prompt', content: user, ...segmentedPrompt(user) });
  for (const [index, { tool = 'Bash', input, outcome = 'ok', output = '', path = null, agent }] of calls.entries()) {
    const metadata: JsonObject = {
      tool_use_id: `c${at}-${index}`,
      ...(agent === undefined ? {} : { agent_id: agent }),
    };
    add({ type: 'tool_use', source: 'assistant', tool, path, content: input, metadata });
    if (outcome !== 'unknown')
      add({ type: outcome === 'ok' ? 'tool_result' : 'error', tool, path, content: output, metadata });
  }
  if (answer !== undefined) add({ type: 'assistant', source: 'assistant', content: answer });
  return records;
}
