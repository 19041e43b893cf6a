/** What a search for traces gives, and how it tells how far it is. */
import type { InjectionId, LearningId, SpaceId } from '../../memory/ids.ts';

export interface Trace {
  /** Within the home. */
  readonly path: string;
  /** `records.content`, or a byte's place. */
  readonly place: string;
  /** Of those that stand there, in `Needles.texts`; those after its end are `Needles.terms`. */
  readonly needleIndexes: readonly number[];
  /** In rows of a database, which can be deleted; not in bytes that belong to nobody. */
  readonly isInRows: boolean;
}

/** Whose rows they were found in. */
export interface Reached {
  readonly injections: readonly InjectionId[];
  /** By their number. */
  readonly proposals: readonly number[];
  /** By their history. */
  readonly learnings: readonly LearningId[];
  /** Null for the user scope. */
  readonly scopes: readonly (SpaceId | null)[];
}

export interface Found {
  readonly files: number;
  readonly bytes: number;
  readonly traces: readonly Trace[];
  /** Files within the home that could not be read. */
  readonly unsearched: readonly string[];
}

/** The same for people: where, and nothing of what. */
export interface Places {
  readonly files: number;
  readonly bytes: number;
  readonly places: readonly string[];
  readonly unsearched: readonly string[];
}

/** Long work that can be watched. */
export interface Work {
  step(done: number, total: number): void;
}

export function placesOf(traces: readonly Trace[]): readonly string[] {
  return [...new Set(traces.map(({ path, place, isInRows }) => (isInRows ? `${path}: ${place}` : path)))];
}
