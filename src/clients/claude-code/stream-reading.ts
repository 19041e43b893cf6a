/**
 * The bytes of a batch of messages as a client prints them (stream-json) → those that somebody said, cleaned, in the words of
 * a transcript's line. Runs in a worker for all that is large.
 */
import { cleanNow } from '../../capture/clean-value.ts';
import { CAPTURE_LIMITS, parseCut } from '../../capture/parse-json.ts';
import type { Findings, Reading } from '../../capture/reading.ts';
import { CarryoverError } from '../../memory/error.ts';
import { isOutsideId, type SessionId } from '../../memory/ids.ts';
import { type Fields, isObject, text } from '../../memory/json-guards.ts';
import { roughCutLine } from './rough-cut.ts';

export interface StreamMessageRead {
  readonly type: 'assistant' | 'user';
  readonly sessionId: SessionId;
  /** As a transcript would have it, but for its time. */
  readonly line: Fields;
  readonly findings: Findings;
}

export const streamReading: Reading<null, readonly StreamMessageRead[]> = {
  name: 'stream-json',
  read(bytes, _, { redactor, redactionKey }) {
    const { value } = parseCut(bytes, { ...CAPTURE_LIMITS, values: 5 * CAPTURE_LIMITS.values });
    const messages = isObject(value) && Object.keys(value).length === 1 ? value.messages : undefined;
    if (!Array.isArray(messages)) throw notMessages();
    return messages.filter(isSaid).flatMap((message) => {
      const cleaned = cleanNow(redactor, roughCutLine(asTranscriptLine(message), redactionKey));
      const { found, failed, value: line } = cleaned;
      const sessionId = text(message.session_id) as SessionId;
      return isObject(line) ? [{ type: message.type, sessionId, line, findings: { found, failed } }] : [];
    });
  },
};

function isSaid(message: unknown): message is Fields & Pick<StreamMessageRead, 'type'> {
  if (!isObject(message) || !isOutsideId(text(message.session_id))) return false;
  return message.type === 'assistant' || message.type === 'user';
}

/** The stream tells in its own words what the transcript tells. */
function asTranscriptLine(message: Fields): Fields {
  const { parent_tool_use_id: parent, tool_use_result: toolUseResult, ...rest } = message;
  return {
    ...rest,
    ...(toolUseResult === undefined ? {} : { toolUseResult }),
    ...(text(parent) === '' ? {} : { isSidechain: true, agentId: text(parent) }),
  };
}

function notMessages(): CarryoverError {
  return new CarryoverError('messages: must be a list', { code: 'invalid-input', hint: 'the fields are messages' });
}
