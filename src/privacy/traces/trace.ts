/** What a search for traces gives, and how it tells how far it is. */
import type { SpaceId } from '../../memory/ids.ts';

export interface Trace {
  /** Within the home. */
  readonly path: string;
  /** `records.content`, or a byte's place. */
  readonly place: string;
  /** In `Needles.texts`; those after its end are `Needles.terms`. */
  readonly needleIndex: number;
  /** Of one in a row of a database. */
  readonly row?: TracedRow;
}

export interface TracedRow {
  readonly table: string;
  /** Its own, or of the learning it tells of; null when it has none. */
  readonly id: string | null;
  /** Null for the user scope; undefined when the row does not say. */
  readonly workspace: SpaceId | null | undefined;
}

export interface Found {
  readonly files: number;
  readonly bytes: number;
  readonly traces: readonly Trace[];
  /** Files within the home that could not be read. */
  readonly unsearched: readonly string[];
}

/** Long work that can be watched. */
export interface Work {
  step(done: number, total: number): void;
}
