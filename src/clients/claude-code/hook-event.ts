/**
 * A hook payload of Claude Code (already redacted) → what happened. Payload facts are in docs/clients.md.
 *
 * Not taken from hooks, because the transcript tells it better: text before a tool call, denials (a denied call fires
 * neither PostToolUse nor PostToolUseFailure), and what happened while the daemon was away.
 */
import type { CapturedEvent, CaptureSignal, RecordDraft } from '../../capture/captured-event.ts';
import { promptDraft } from '../../capture/prompt-draft.ts';
import type { AppOrigin } from '../../capture/record-input.ts';
import { isOutsideId, type RecordId, type SessionId, type TurnId } from '../../memory/ids.ts';
import { isObject, text } from '../../memory/json-guards.ts';
import type { JsonObject, RecordType } from '../../memory/record.ts';
import type { SourceClass } from '../../memory/source.ts';
import type { Telling } from '../../memory/telling.ts';
import {
  answerRecordId,
  eventRecordId,
  outcomeRecordId,
  promptRecordId,
  toolUseRecordId,
  turnIdOf,
} from './record-ids.ts';
import { commandOf, handlesFileContent, toolInputText, toolOutputText, toolPath } from './tool-text.ts';

export const CLIENT = 'claude-code';

type Payload = Readonly<Record<string, unknown>>;

/** Far longer than it takes to tell an event a second time, far shorter than between two of them. */
const SAME_EVENT_MS = 60_000;

/**
 * Prompts that the client writes itself, such as the news that a background task is done, what another agent says, or what a
 * conversation was about before it was cut: not a person's words.
 */
const CLIENT_MADE_PROMPT =
  /^\s*(?:<(?:task-notification|system-reminder|teammate-message|local-command-|bash-(?:stdout|stderr))|This session is being continued from a previous conversation)/;

export function isClientMadePrompt(prompt: string): boolean {
  return CLIENT_MADE_PROMPT.test(prompt);
}

/** Whose event it is, and how it was told; without the latter, equal words are one event. */
export interface Told {
  readonly app?: AppOrigin | undefined;
  readonly telling?: Telling | undefined;
}

/** Undefined for events that carry nothing to keep. */
export function readHookEvent(payload: Payload, at: number, { app, telling }: Told = {}): CapturedEvent | undefined {
  const event = text(payload.hook_event_name);
  const sessionId = text(payload.session_id) as SessionId;
  const content = contentOf(event, { payload, sessionId, at, telling });
  if (content === undefined) return undefined;
  return {
    client: CLIENT,
    sessionId,
    cwd: text(payload.cwd) || null,
    transcriptPath: text(payload.transcript_path) || null,
    at,
    ...runOf(payload),
    ...(app === undefined ? {} : { app }),
    ...content,
  };
}

/** Set by our own hook, from its environment. */
function runOf({ carryover_run: run, carryover_tier: tier }: Payload): Pick<CapturedEvent, 'run'> {
  const id = text(run);
  return isOutsideId(id) ? { run: { id, tier: typeof tier === 'number' ? tier : 1 } } : {};
}

interface Context {
  readonly payload: Payload;
  readonly sessionId: SessionId;
  readonly at: number;
  readonly telling: Telling | undefined;
}

interface EventContent {
  readonly drafts: readonly RecordDraft[];
  readonly signal: CaptureSignal;
}

const NO_SIGNAL: CaptureSignal = { kind: 'none' };

function contentOf(event: string, context: Context): EventContent | undefined {
  const { payload, sessionId } = context;
  switch (event) {
    case 'SessionStart': {
      const source = text(payload.source) || 'startup';
      return {
        drafts: [
          eventDraft(context, 'session-start', `session started (${source})`, { source, model: text(payload.model) }),
        ],
        signal: { kind: 'session-started', source },
      };
    }
    case 'UserPromptSubmit':
      return promptSubmitted(context);
    case 'PreToolUse':
      return keep(toolUse(context));
    case 'PostToolUse':
      return keep(
        toolUse(context),
        outcome(context, 'tool_result', toolOutputText(toolOf(payload), payload.tool_response)),
      );
    case 'PostToolUseFailure':
      return keep(toolUse(context), outcome(context, 'error', text(payload.error)));
    case 'PermissionRequest':
      return keep({
        ...approval(context, 'asked', eventRecordId(sessionId, 'permission-asked', askedFor(payload))),
        telling: context.telling,
      });
    case 'PermissionDenied':
      return keep({
        ...approval(context, 'denied', denialId(context)),
        ...(text(payload.tool_use_id) === '' ? { telling: context.telling } : {}),
      });
    case 'Stop':
      return turnEnded(context, 'stop');
    case 'StopFailure':
      return turnEnded(context, 'failure');
    case 'SubagentStart':
      return keep(
        eventDraft(context, 'subagent-start', `subagent started (${text(payload.agent_type)})`, agentOf(payload)),
      );
    case 'SubagentStop':
      return subagentStopped(context);
    case 'PreCompact':
      return {
        drafts: [
          eventDraft(
            context,
            'compaction-start',
            `compaction (${text(payload.trigger)}) ${text(payload.custom_instructions)}`.trim(),
            { trigger: text(payload.trigger) },
          ),
        ],
        signal: { kind: 'compacting', trigger: payload.trigger === 'manual' ? 'manual' : 'auto' },
      };
    case 'PostCompact':
      return keep({
        ...eventDraft(context, 'compaction-end', text(payload.compact_summary), { trigger: text(payload.trigger) }),
        source: 'assistant',
      });
    case 'SessionEnd':
      return {
        drafts: [
          eventDraft(context, 'session-end', `session ended (${text(payload.reason)})`, {
            reason: text(payload.reason),
          }),
        ],
        signal: { kind: 'session-ended' },
      };
    default:
      return undefined;
  }
}

function keep(...drafts: readonly (RecordDraft | undefined)[]): EventContent {
  return { drafts: drafts.filter((draft) => draft !== undefined), signal: NO_SIGNAL };
}

function promptSubmitted(context: Context): EventContent {
  const { payload, sessionId } = context;
  const prompt = text(payload.prompt);
  const madeByClient = isClientMadePrompt(prompt);
  const draft = base(context, {
    id: promptRecordId(sessionId, text(payload.prompt_id), prompt),
    ...(madeByClient
      ? { type: 'event', source: 'tool', content: prompt, metadata: { event: 'client-message' } }
      : promptDraft(prompt)),
  });
  const turnId = turnOf(context);
  const isTurn = turnId !== null || !madeByClient;
  return {
    drafts: [{ ...draft, telling: context.telling }],
    signal: isTurn ? { kind: 'turn-started', turnId } : NO_SIGNAL,
  };
}

function toolUse(context: Context): RecordDraft | undefined {
  const { payload, sessionId } = context;
  const toolUseId = text(payload.tool_use_id);
  if (toolUseId === '') return undefined;
  const tool = toolOf(payload);
  return {
    ...base(context, {
      id: toolUseRecordId(sessionId, toolUseId),
      type: 'tool_use',
      source: 'assistant',
      content: toolInputText(tool, payload.tool_input),
      metadata: { tool_use_id: toolUseId },
    }),
    ...toolFields(tool, payload.tool_input),
  };
}

function outcome(context: Context, type: 'tool_result' | 'error', content: string): RecordDraft | undefined {
  const { payload, sessionId } = context;
  const toolUseId = text(payload.tool_use_id);
  if (toolUseId === '') return undefined;
  const tool = toolOf(payload);
  const durationMs = payload.duration_ms;
  return {
    ...base(context, {
      id: outcomeRecordId(sessionId, toolUseId),
      type,
      source: handlesFileContent(tool, payload.tool_input) ? 'file' : 'tool',
      content,
      metadata: {
        tool_use_id: toolUseId,
        ...commandOf(tool, payload.tool_input),
        ...(typeof durationMs === 'number' ? { duration_ms: durationMs } : {}),
      },
    }),
    ...toolFields(tool, payload.tool_input),
  };
}

function approval(context: Context, decision: 'asked' | 'denied', id: RecordId): RecordDraft {
  const { payload } = context;
  const tool = toolOf(payload);
  const toolUseId = text(payload.tool_use_id);
  return {
    ...base(context, {
      id,
      type: 'approval',
      source: 'tool',
      // What was asked for, not the content a call would have written.
      content: `${tool}: ${toolPath(payload.tool_input) ?? toolInputText(tool, payload.tool_input)}`,
      metadata: { decision, ...(toolUseId === '' ? {} : { tool_use_id: toolUseId }) },
    }),
    ...toolFields(tool, payload.tool_input),
  };
}

function denialId({ payload, sessionId }: Context): RecordId {
  const toolUseId = text(payload.tool_use_id);
  return toolUseId === ''
    ? eventRecordId(sessionId, 'permission-denied', askedFor(payload))
    : outcomeRecordId(sessionId, toolUseId);
}

/** PermissionRequest has no tool_use_id: the question itself, within its turn, tells it apart. */
function askedFor(payload: Payload): string {
  return JSON.stringify([text(payload.prompt_id), text(payload.agent_id), toolOf(payload), payload.tool_input ?? null]);
}

function turnEnded(context: Context, reason: 'stop' | 'failure'): EventContent {
  const turnId = turnOf(context);
  const said = text(context.payload.last_assistant_message);
  const drafts = said === '' ? [] : [answerDraft(context, reason === 'stop' ? 'assistant' : 'error', said)];
  return { drafts, signal: { kind: 'turn-ended', turnId, reason } };
}

function subagentStopped(context: Context): EventContent | undefined {
  // The summariser of a compaction is a subagent without a type; its text arrives as PostCompact's summary.
  if (text(context.payload.agent_type) === '') return undefined;
  const said = text(context.payload.last_assistant_message);
  return keep(said === '' ? undefined : answerDraft(context, 'assistant', said));
}

function answerDraft(context: Context, type: 'assistant' | 'error', content: string): RecordDraft {
  const { payload, sessionId } = context;
  return {
    ...base(context, {
      id: answerRecordId(sessionId, text(payload.agent_id), text(payload.prompt_id), content),
      type,
      source: 'assistant',
      content,
      metadata: agentOf(payload),
    }),
    telling: context.telling,
  };
}

function eventDraft(context: Context, event: string, content: string, metadata: JsonObject): RecordDraft {
  const { hook_event_name: _, ...payload } = context.payload;
  // A session may end or be compacted twice with the same words; the same one told twice comes within seconds.
  const distinguishing = [payload, Math.floor(context.at / SAME_EVENT_MS)];
  return {
    ...base(context, {
      id: eventRecordId(context.sessionId, event, JSON.stringify(distinguishing)),
      type: 'event',
      source: 'tool',
      content,
      metadata: { event, ...metadata },
    }),
    // What happens around turns belongs to none; a subagent's life does.
    turnId: event.startsWith('subagent') ? turnOf(context) : null,
  };
}

interface BaseFields {
  readonly id: RecordId;
  readonly type: RecordType;
  readonly source: SourceClass;
  readonly content: string;
  readonly metadata: JsonObject;
}

function base(context: Context, fields: BaseFields): RecordDraft {
  const { payload, at } = context;
  return {
    ...fields,
    ts: at,
    turnId: turnOf(context),
    tool: null,
    path: null,
    tags: [],
    metadata: { ...agentOf(payload), ...fields.metadata },
  };
}

function toolFields(tool: string, input: unknown): Pick<RecordDraft, 'tool' | 'path' | 'fileContent'> {
  return { tool, path: toolPath(input), fileContent: handlesFileContent(tool, input) };
}

function toolOf(payload: Payload): string {
  return text(payload.tool_name) || 'unknown';
}

function turnOf({ payload, sessionId }: Context): TurnId | null {
  const promptId = text(payload.prompt_id);
  return promptId === '' ? null : turnIdOf(sessionId, promptId);
}

function agentOf(payload: Payload): JsonObject {
  const id = text(payload.agent_id);
  return id === '' ? {} : { agent_id: id, agent_type: text(payload.agent_type) };
}

/** What every payload must have before anything is read from it. */
export function isHookPayload(payload: unknown): payload is Payload {
  return isObject(payload) && text(payload.session_id) !== '' && text(payload.hook_event_name) !== '';
}
