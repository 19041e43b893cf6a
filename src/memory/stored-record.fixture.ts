/** Records for tests of pure functions: all of one session and turn, each a moment after the one before. */
import type { RecordId, SessionId, TurnId } from './ids.ts';
import type { StoredRecord } from './record.ts';

let seq = 0;

export function storedRecord(fields: Partial<StoredRecord>): StoredRecord {
  seq += 1;
  return {
    seq,
    id: `r${seq}` as RecordId,
    ts: seq,
    type: 'prompt',
    sessionId: 's' as SessionId,
    workspace: null,
    turnId: 't' as TurnId,
    source: 'typed',
    tool: null,
    path: null,
    content: '',
    tags: [],
    metadata: {},
    ...fields,
  };
}
