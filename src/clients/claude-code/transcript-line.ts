/**
 * One line of Claude Code's own transcript (already redacted) → records. This is the repair path: whatever the hooks
 * told gets the same ids here, so only what was missed is new.
 *
 * Kept: typed prompts, queued prompts, answers, remarks before tool calls, calls and their outcomes. Dropped: everything
 * the client wrote for itself (attachments, snapshots, caveats, command output, the compaction summary, which PostCompact
 * has told). Limits: a line without a prompt id belongs to the prompt before it, so the reader carries that along.
 */
import type { RecordDraft } from '../../capture/captured-event.ts';
import { promptDraft } from '../../capture/prompt-draft.ts';
import type { RecordId, SessionId, TurnId } from '../../memory/ids.ts';
import { isObject, text } from '../../memory/json-guards.ts';
import type { JsonObject, RecordType } from '../../memory/record.ts';
import type { SourceClass } from '../../memory/source.ts';
import { isClientMadePrompt } from './hook-event.ts';
import {
  answerRecordId,
  eventRecordId,
  outcomeRecordId,
  promptRecordId,
  remarkRecordId,
  toolUseRecordId,
  turnIdOf,
} from './record-ids.ts';
import {
  type CommandFacts,
  commandOf,
  handlesFileContent,
  toolInputText,
  toolOutputText,
  toolPath,
} from './tool-text.ts';

type Line = Readonly<Record<string, unknown>>;

/** What one line leaves behind for the lines after it. */
export interface TranscriptState {
  /** The prompt the lines belong to; empty before the first. */
  readonly promptId: string;
  /** Milliseconds since the epoch: lines from before are not ours to keep. */
  readonly readFrom?: number;
  /** Tool calls without an outcome yet: their name and input are needed to read the result. */
  readonly openCalls: Readonly<Record<string, OpenCall>>;
  /** How often each text without an id of its own was said, of the prompt that the lines belong to. */
  readonly said?: Readonly<Record<string, number>>;
}

/** Where the client gives no prompt ids, all that a session said would be counted: the oldest fall out. */
const MOST_COUNTED = 2_000;

export interface OpenCall extends CommandFacts {
  readonly tool: string;
  readonly path: string | null;
  readonly fileContent: boolean;
}

export const FRESH_TRANSCRIPT: TranscriptState = { promptId: '', openCalls: {} };

export interface LineResult {
  readonly state: TranscriptState;
  readonly drafts: readonly RecordDraft[];
  /** Set when the line is the last thing said in its turn. */
  readonly endedTurn?: TurnId;
}

const LOCAL_COMMAND = /<command-name>\s*(\/[^<\s]+)\s*<\/command-name>/;
const ARGUMENTS_BEGIN = '<command-args>';
const ARGUMENTS_END = '</command-args>';
/** A command of the client itself fires no UserPromptSubmit and starts no turn; one that expands to a prompt is told otherwise. */
const CLIENT_COMMAND = /^\s*<command-name>/;

export function readTranscriptLine(line: unknown, sessionId: SessionId, state: TranscriptState): LineResult {
  const nothing: LineResult = { state, drafts: [] };
  if (!isObject(line)) return nothing;
  const context: LineContext = { line, sessionId, state, at: Date.parse(text(line.timestamp)) };
  if (Number.isNaN(context.at) || context.at < (state.readFrom ?? 0)) return nothing;
  if (line.type === 'assistant') return counted(assistantLine(context));
  if (line.type === 'user') return counted(userLine(context));
  if (line.type === 'attachment') return counted(queuedPrompt(context));
  return nothing;
}

/** Numbers what has no id of its own: the same words again are another event. */
function counted(result: LineResult): LineResult {
  if (result.drafts.every(({ telling }) => telling === undefined)) return result;
  const said = new Map(Object.entries(result.state.said ?? {}));
  const drafts = result.drafts.map((each) => {
    if (each.telling === undefined) return each;
    const occurrence = (said.get(each.id) ?? 0) + 1;
    said.delete(each.id);
    said.set(each.id, occurrence);
    return { ...each, telling: { occurrence } };
  });
  for (const oldest of said.keys()) {
    if (said.size <= MOST_COUNTED) break;
    said.delete(oldest);
  }
  return { ...result, drafts, state: { ...result.state, said: Object.fromEntries(said) } };
}

/** Counted when the line is read. */
const UNCOUNTED = { occurrence: 0 };

interface LineContext {
  readonly line: Line;
  readonly sessionId: SessionId;
  readonly state: TranscriptState;
  readonly at: number;
}

function assistantLine(context: LineContext): LineResult {
  const { line, sessionId, state } = context;
  const message = isObject(line.message) ? line.message : {};
  const drafts: RecordDraft[] = [];
  const openCalls: Record<string, OpenCall> = { ...state.openCalls };
  for (const block of blocksOf(message.content)) {
    if (block.type === 'text' && text(block.text).trim() !== '') drafts.push(said(context, text(block.text), message));
    if (block.type === 'tool_use' && text(block.id) !== '') {
      const tool = text(block.name) || 'unknown';
      const path = toolPath(block.input);
      const fileContent = handlesFileContent(tool, block.input);
      openCalls[text(block.id)] = { tool, path, fileContent, ...commandOf(tool, block.input) };
      drafts.push(
        draft(context, {
          id: toolUseRecordId(sessionId, text(block.id)),
          type: 'tool_use',
          source: 'assistant',
          content: toolInputText(tool, block.input),
          metadata: { tool_use_id: text(block.id) },
          tool,
          path,
          fileContent,
        }),
      );
    }
  }
  const isOver = drafts.length > 0 && isAnswer(message) && agentIdOf(line) === '' && state.promptId !== '';
  return {
    state: { ...state, openCalls },
    drafts,
    ...(isOver ? { endedTurn: turnIdOf(sessionId, state.promptId) } : {}),
  };
}

/** Only the last message of a turn stops for another reason than a tool; that is the one `Stop` reports. */
function isAnswer(message: Line): boolean {
  return message.stop_reason !== 'tool_use';
}

function said(context: LineContext, content: string, message: Line): RecordDraft {
  const { line, sessionId, state } = context;
  const answers = isAnswer(message);
  const record = draft(context, {
    id: answers
      ? answerRecordId(sessionId, agentIdOf(line), state.promptId, content)
      : remarkRecordId(sessionId, text(line.uuid)),
    type: line.isApiErrorMessage === true ? 'error' : 'assistant',
    source: 'assistant',
    content: answers ? content.trim() : content,
    metadata: {},
  });
  return answers ? { ...record, telling: UNCOUNTED } : record;
}

function userLine(context: LineContext): LineResult {
  const { line, state } = context;
  const promptId = text(line.promptId) || state.promptId;
  const { said, ...rest } = state;
  // What is counted is of one prompt, where the client tells them apart.
  const isSame = promptId === state.promptId && said !== undefined;
  const next: LineContext = { ...context, state: { ...rest, promptId, ...(isSame ? { said } : {}) } };
  if (line.isMeta === true || line.isCompactSummary === true) return { state: next.state, drafts: [] };
  const content = isObject(line.message) ? line.message.content : undefined;
  const results = blocksOf(content).filter((block) => block.type === 'tool_result');
  if (results.length > 0) return toolResults(next, results);
  // In a subagent's transcript the "user" is the agent that called it; its words are in the call already.
  if (line.isSidechain === true) return { state: next.state, drafts: [] };
  const prompt = typeof content === 'string' ? content : joinText(content);
  const record = prompt.trim() === '' ? undefined : saidByUser(next, prompt);
  return { state: next.state, drafts: record === undefined ? [] : [record] };
}

function saidByUser(context: LineContext, raw: string): RecordDraft | undefined {
  const { sessionId, state, line } = context;
  const command = LOCAL_COMMAND.exec(raw)?.[1];
  if (command !== undefined) {
    const content = `${command} ${argumentsIn(raw)}`.trim();
    if (CLIENT_COMMAND.test(raw)) {
      return {
        ...draft(context, {
          id: eventRecordId(sessionId, 'command', text(line.uuid)),
          type: 'event',
          source: 'typed',
          content,
          metadata: { event: 'command' },
        }),
        turnId: null,
      };
    }
    return prompt(context, content);
  }
  if (raw.startsWith('<local-command-')) return undefined;
  if (!isClientMadePrompt(raw)) return prompt(context, raw);
  const message = draft(context, {
    id: promptRecordId(sessionId, state.promptId, raw),
    type: 'event',
    source: 'tool',
    content: raw,
    metadata: { event: 'client-message' },
  });
  return { ...message, telling: UNCOUNTED };
}

function argumentsIn(raw: string): string {
  const begin = raw.indexOf(ARGUMENTS_BEGIN);
  const end = begin < 0 ? -1 : raw.indexOf(ARGUMENTS_END, begin);
  return end < 0 ? '' : raw.slice(begin + ARGUMENTS_BEGIN.length, end);
}

function queuedPrompt(context: LineContext): LineResult {
  const { line, state } = context;
  const attachment = isObject(line.attachment) ? line.attachment : {};
  const content = typeof attachment.prompt === 'string' ? attachment.prompt : joinText(attachment.prompt);
  const isPrompt = attachment.type === 'queued_command' && attachment.commandMode === 'prompt' && content.trim() !== '';
  return { state, drafts: isPrompt && !isClientMadePrompt(content) ? [prompt(context, content)] : [] };
}

function prompt(context: LineContext, content: string): RecordDraft {
  const record = draft(context, {
    id: promptRecordId(context.sessionId, context.state.promptId, content),
    ...promptDraft(content),
  });
  return { ...record, telling: UNCOUNTED };
}

function toolResults(context: LineContext, results: readonly Line[]): LineResult {
  const { line, sessionId, state } = context;
  const openCalls: Record<string, OpenCall> = { ...state.openCalls };
  const drafts = results.map((result) => {
    const toolUseId = text(result.tool_use_id);
    const call: OpenCall = openCalls[toolUseId] ?? { tool: 'unknown', path: null, fileContent: false };
    delete openCalls[toolUseId];
    const denied = line.toolDenialKind !== undefined;
    const failed = result.is_error === true;
    // The structured form belongs to the line, so it speaks for a result only when there is one.
    const structured = results.length === 1 && !failed ? line.toolUseResult : undefined;
    return draft(context, {
      id: outcomeRecordId(sessionId, toolUseId),
      type: denied ? 'approval' : failed ? 'error' : 'tool_result',
      source: call.fileContent ? 'file' : 'tool',
      content: toolOutputText(call.tool, structured ?? result.content),
      metadata: {
        tool_use_id: toolUseId,
        ...factsOf(call),
        ...(denied ? { decision: 'denied' } : {}),
      },
      tool: call.tool,
      path: call.path,
      fileContent: call.fileContent,
    });
  });
  return { state: { ...state, openCalls }, drafts };
}

interface DraftFields {
  readonly id: RecordId;
  readonly type: RecordType;
  readonly source: SourceClass;
  readonly content: string;
  readonly metadata: JsonObject;
  readonly tool?: string;
  readonly path?: string | null;
  readonly fileContent?: boolean;
}

function draft(context: LineContext, fields: DraftFields): RecordDraft {
  const { line, sessionId, state, at } = context;
  const agentId = agentIdOf(line);
  return {
    ...fields,
    ts: at,
    turnId: state.promptId === '' ? null : turnIdOf(sessionId, state.promptId),
    tool: fields.tool ?? null,
    path: fields.path ?? null,
    tags: [],
    metadata: { ...(agentId === '' ? {} : { agent_id: agentId }), ...fields.metadata },
    fileContent: fields.fileContent ?? false,
  };
}

function agentIdOf(line: Line): string {
  return line.isSidechain === true ? text(line.agentId) : '';
}

function blocksOf(content: unknown): readonly Line[] {
  return Array.isArray(content) ? content.filter(isObject) : [];
}

/** What a prompt of several parts says. */
export function joinText(content: unknown): string {
  return blocksOf(content)
    .filter((block) => block.type === 'text')
    .map((block) => text(block.text))
    .join('\n');
}

function factsOf({ command, secret_file }: OpenCall): CommandFacts & JsonObject {
  return { ...(command === undefined ? {} : { command }), ...(secret_file === undefined ? {} : { secret_file }) };
}
