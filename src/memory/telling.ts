/**
 * How a client told of an event that has no id of its own (a prompt, an answer, a question for permission). The same words
 * may come again and again, and each time it is another event; and the same event may be told by several channels: two
 * hooks, the spool, the transcript. So an event is known by what its client says of it and by the how-many-eth time a
 * channel says so: the third of one channel is the third of the other.
 */
import { deriveId, type RecordId } from './ids.ts';

export type Telling =
  /** Told now: the journal counts. `eventId` is the same when the same telling is handed in again (a spool read twice). */
  | { readonly channel: string; readonly eventId: string }
  /** Read in a transcript, which holds all of them in order: the reader counts. */
  | { readonly occurrence: number };

/** Our own hook commands: all of them tell the same of a session. */
export const COMMAND_CHANNEL = 'command';

/** Sessions that are marked so count repeated events; those of older versions took equal words for one event, and still do. */
export const COUNTED_SESSION = { record_ids: 2 } as const;

/** The id of the n-th event that would have this id. */
export function occurrenceId(id: RecordId, occurrence: number): RecordId {
  return occurrence <= 1 ? id : deriveId<RecordId>('occurrence', id, String(occurrence));
}
