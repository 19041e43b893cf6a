/**
 * Ids of Claude Code's events. The client tells the same thing up to three times: by hook, through the spool, and in its
 * transcript file. Each of these functions uses only what all of them carry, so that the three are one row.
 *
 * Text is compared trimmed: `Stop` trims the last message, the transcript does not.
 */
import { deriveId, type RecordId, type SessionId, type TurnId } from '../../memory/ids.ts';

const CLIENT = 'claude-code';

export function turnIdOf(session: SessionId, promptId: string): TurnId {
  return deriveId<TurnId>(CLIENT, session, 'turn', promptId);
}

/** The text is part of it, because a prompt sent while a turn runs carries that turn's prompt id. */
export function promptRecordId(session: SessionId, promptId: string, text: string): RecordId {
  return deriveId<RecordId>(CLIENT, session, 'prompt', promptId, text.trim());
}

export function toolUseRecordId(session: SessionId, toolUseId: string): RecordId {
  return deriveId<RecordId>(CLIENT, session, 'tool-use', toolUseId);
}

/** A call has one outcome: a result, an error, or a denial. */
export function outcomeRecordId(session: SessionId, toolUseId: string): RecordId {
  return deriveId<RecordId>(CLIENT, session, 'outcome', toolUseId);
}

/** Text before a tool call: only the transcript has it, under its own uuid. */
export function remarkRecordId(session: SessionId, lineUuid: string): RecordId {
  return deriveId<RecordId>(CLIENT, session, 'remark', lineUuid);
}

/** The last text of a turn, which `Stop` reports too, without any id. */
export function answerRecordId(session: SessionId, agentId: string, promptId: string, text: string): RecordId {
  return deriveId<RecordId>(CLIENT, session, 'answer', agentId, promptId, text.trim());
}

export function eventRecordId(session: SessionId, event: string, distinguishing: string): RecordId {
  return deriveId<RecordId>(CLIENT, session, 'event', event, distinguishing);
}
