/**
 * The bytes of one event of Claude Code, by hook or from the spool → what happened, cleaned and small enough for the
 * daemon's thread; only what people and the agent said is kept whole. Runs in a worker for all that is large.
 */

import type { CapturedEvent } from '../../capture/captured-event.ts';
import { type Cleaned, cleanNow } from '../../capture/clean-value.ts';
import { CAPTURE_LIMITS, parseCut } from '../../capture/parse-json.ts';
import type { Findings, Reading, Unread } from '../../capture/reading.ts';
import type { SpoolEntry } from '../../capture/spool.ts';
import { CarryoverError } from '../../memory/error.ts';
import { isOutsideId } from '../../memory/ids.ts';
import { type Fields, isObject, text } from '../../memory/json-guards.ts';
import type { Json } from '../../memory/record.ts';
import { type WindowHashes, windowHashes } from '../../memory/shown-lines.ts';
import { COMMAND_CHANNEL } from '../../memory/telling.ts';
import { isHookPayload, readHookEvent, type Told } from './hook-event.ts';
import { roughCutPayload } from './rough-cut.ts';
import { toolOutputText } from './tool-text.ts';

/** Where the marker lines stand that were in what was left out; our own word, so a payload's is taken away. */
const LEFT_MARKERS = 'carryover_left';
/** What no cut shortens. */
const LONG_CHARS = 16_000;
/** More than clients show their agents. */
const MOST_CHARS = 400_000;

export interface HookContext extends Told {
  readonly at: number;
}

export interface EventRead {
  /** Redacted. */
  readonly payload: Fields;
  /** Undefined for one that carries nothing to keep. */
  readonly event: CapturedEvent | undefined;
  readonly findings: Findings;
  /** Set when the hook is there for a further part of the boot block; see clients/hook. */
  readonly part?: number;
}

export const hookReading: Reading<HookContext, EventRead> = {
  name: 'claude-code-hook',
  read(bytes, context, tools) {
    const { value, markers } = parseCut(bytes);
    if (!isObject(value)) throw notAnObject();
    if (!isHookPayload(value))
      throw refused('not a hook payload of Claude Code: session_id and hook_event_name are needed');
    const { [LEFT_MARKERS]: _, ...payload } = value;
    const cut = roughCutPayload(payload, tools.redactionKey);
    const left = markers.length === 0 ? {} : { [LEFT_MARKERS]: markers.join('\n') };
    const cleaned = cleanNow(tools.redactor, { ...cut, ...left });
    const { carryover_part: part } = payload;
    if (typeof part !== 'number' || part <= 1) return withWords(eventRead(cleaned, context), wordsOf(payload));
    const { found, failed } = cleaned;
    const nothing = { payload: {}, event: undefined, findings: { found, failed } };
    return { ...(isOfUsableSession(cleaned.value) ? eventRead(cleaned, context) : nothing), part };
  },
};

/** An entry of the spool: redacted at the hook, older than now. Redacting again changes nothing. */
export type SpooledRead = HookContext & {
  readonly withheld: SpoolEntry['withheld'];
  readonly read: EventRead | undefined;
};

export const spooledReading: Reading<{ readonly name: string }, SpooledRead> = {
  name: 'claude-code-spooled',
  read(bytes, { name }, { redactor }) {
    // A little more than was written, which stands one level deeper here.
    const { value } = parseCut(bytes, { values: 2 * CAPTURE_LIMITS.values, depth: CAPTURE_LIMITS.depth + 1 });
    if (!isObject(value) || value.version !== 1) throw refused('no reader for this version of a spooled event');
    const { at, app, withheld, payload, channel = COMMAND_CHANNEL, eventId = name } = value as unknown as SpoolEntry;
    const context = { at: Number(at), app, telling: { channel, eventId } };
    const read = withheld === undefined ? eventRead(cleanNow(redactor, payload), context) : undefined;
    return { ...context, withheld, read };
  },
};

/** What is kept of an event that nobody can read: that it was, where it belongs, and how large. */
export function unreadEvent({ reason, bytes, outline }: Unread, context: HookContext): EventRead {
  const known = isObject(outline) ? outline : {};
  const inner = isObject(known.payload) ? known.payload : known;
  const note = `[… not read: its ${bytes} bytes ${reason}]`;
  const said = { tool_response: note, error: note, prompt: note, last_assistant_message: note, compact_summary: note };
  const value = { ...inner, tool_input: note, ...said } as unknown as Json;
  return eventRead({ value, found: {}, failed: false }, context);
}

function eventRead({ value, found, failed }: Cleaned, { at, ...told }: HookContext): EventRead {
  if (!isOfUsableSession(value)) throw refused('the session_id is not usable');
  const { [LEFT_MARKERS]: left, ...payload } = value;
  const event = readHookEvent(payload, at, told);
  const leftOut = text(left);
  return {
    payload: value,
    event:
      event === undefined || leftOut === ''
        ? event
        : { ...event, drafts: event.drafts.map((draft) => ({ ...draft, leftOut })) },
    findings: { found, failed },
  };
}

/** Of a long output, before it is cut: only a worker reads those. */
function wordsOf({ tool_name: tool, tool_response: output }: Fields): WindowHashes | undefined {
  const shown = output === undefined ? '' : toolOutputText(text(tool), output);
  return shown.length > LONG_CHARS ? windowHashes(shown.slice(0, MOST_CHARS)) : undefined;
}

function withWords(read: EventRead, words: WindowHashes | undefined): EventRead {
  if (words === undefined || read.event === undefined) return read;
  const drafts = read.event.drafts.map((draft) => (draft.type === 'tool_result' ? { ...draft, words } : draft));
  return { ...read, event: { ...read.event, drafts } };
}

function isOfUsableSession(value: unknown): value is Fields {
  return isObject(value) && isOutsideId(text(value.session_id));
}

function notAnObject(): CarryoverError {
  return new CarryoverError('a hook payload is a JSON object', {
    code: 'invalid-input',
    hint: 'send what the client gives to its hooks, unchanged',
  });
}

function refused(message: string): CarryoverError {
  return new CarryoverError(message, { code: 'invalid-input', hint: 'see docs/clients.md for what a hook sends' });
}
