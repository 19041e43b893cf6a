/**
 * What is kept of the last looks: what was found, what waits for a person, and whether a sweep came to its end, so that the
 * next one knows what a kill has left. Nothing is destroyed because of what stands here. Where it is lost, everything is
 * looked at anew, and what a kill has left waits for the next sweep that empties something.
 */
import { readFileSync } from 'node:fs';
import { isObject } from '../../memory/json-guards.ts';
import { writeFileAtomically } from '../../platform/atomic-file.ts';
import type { SpaceLook } from './past-time.ts';

export interface SweepNote {
  /** By the wall clock, for people. */
  readonly sweptAt: number | null;
  /** The same moment in measured time. */
  readonly sweptMeasured: number | null;
  /** The last time that there was something to empty. */
  readonly emptiedAt: number | null;
  /** How many records it was then. */
  readonly emptied: number;
  /** False while words of what was emptied may still be in logs or indexes. */
  readonly isFinished: boolean;
  /** False while pieces of it may still lie between the rows of the journal's pages. */
  readonly isCompact?: boolean;
  /** What a sweep would hide, had a person said so. */
  readonly waiting: WaitingSweep | null;
  /** Hidden long enough, and past their time by the wall clock alone. */
  readonly uncertain: number;
  /** The copy of the journal from before the last sweep, and the newest record in it. */
  readonly copy: { readonly name: string; readonly through: number } | null;
  /** What the last whole look has found. */
  readonly spaces: readonly SpaceLook[];
}

interface WaitingSweep {
  readonly records: number;
  /** Of how many with text. */
  readonly of: number;
}

const NOTHING_YET: SweepNote = {
  ...{ sweptAt: null, sweptMeasured: null, emptiedAt: null, emptied: 0, isFinished: true },
  ...{ waiting: null, uncertain: 0, copy: null, spaces: [] },
};

export function readSweepNote(path: string): SweepNote {
  try {
    const note: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isObject(note) && typeof note.emptied === 'number' ? { ...NOTHING_YET, ...note } : NOTHING_YET;
  } catch {
    // Never swept, or lost.
    return NOTHING_YET;
  }
}

export function writeSweepNote(path: string, note: SweepNote): void {
  writeFileAtomically(path, `${JSON.stringify(note)}\n`);
}
