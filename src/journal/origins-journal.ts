/** What is read of records to know who said something first. */
import type { RecordId, SessionId, SpaceId } from '../memory/ids.ts';
import type { OriginKey } from '../memory/origins.ts';
import type { StoredRecord } from '../memory/record.ts';

export interface OriginRange {
  readonly workspace: SpaceId | null;
  readonly after: number;
  readonly through: number;
  readonly limit: number;
}

/** In bytes of text: what is longer by itself is passed over. */
export interface SpokenLimits {
  readonly each: number;
  readonly bytes: number;
}

export interface OriginsJournal {
  /** What the digests of this home are made with. */
  readonly key: OriginKey;
  /** Of a space, in their order, after one place and up to another; without the text of those that have digests of it by this key. */
  records(range: OriginRange): Promise<readonly StoredRecord[]>;
  /** Of a space, newest first, before a place: what tools have given back, without reading it. */
  outcomesBefore(workspace: SpaceId | null, before: number, limit: number): Promise<readonly RecordId[]>;
  /** Of a session, newest first, up to a moment: prompts, events and what tools have given back. */
  spokenUntil(session: SessionId, moment: number, most: SpokenLimits): Promise<readonly RecordId[]>;
}
