/**
 * What is kept of the last sweep: when it was, what came of it, and whether it came to its end, so that the next one knows
 * what a kill has left. Where it is lost, what a kill has left waits for the next sweep that empties something.
 */
import { readFileSync } from 'node:fs';
import { isObject } from '../../memory/unknown.ts';
import { writeFileAtomically } from '../../platform/atomic-file.ts';

export interface SweepNote {
  readonly sweptAt: number;
  /** The last time that there was something to empty. */
  readonly emptiedAt: number | null;
  /** How many records it was then. */
  readonly emptied: number;
  /** False while words of what was emptied may still be in logs, indexes or copies. */
  readonly isFinished: boolean;
  /** False while pieces of it may still lie between the rows of the journal's pages. */
  readonly isCompact?: boolean;
}

export function readSweepNote(path: string): SweepNote | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isSweepNote(note) ? note : undefined;
  } catch {
    // Never swept, or lost.
    return undefined;
  }
}

export function writeSweepNote(path: string, note: SweepNote): void {
  writeFileAtomically(path, `${JSON.stringify(note)}\n`);
}

function isSweepNote(note: unknown): note is SweepNote {
  return isObject(note) && typeof note.sweptAt === 'number' && typeof note.emptied === 'number';
}
