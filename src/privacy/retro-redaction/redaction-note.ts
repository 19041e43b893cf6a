/**
 * Which rules everything in the home was last redacted with, and how far a sweep with newer ones is. Where it is lost, all
 * rows are looked at again.
 */
import { readFileSync } from 'node:fs';
import { isObject } from '../../memory/json-guards.ts';
import { writeFileAtomically } from '../../platform/atomic-file.ts';

export interface RedactionNote {
  /** Of the rules of the last sweep that came to its end; empty when there was none. */
  readonly rules: string;
  readonly underWay?: UnderWay;
}

export interface UnderWay {
  readonly rules: string;
  /** Rows before this place are done; absent at the beginning. */
  readonly from?: string;
  /** Rows were overwritten, or are about to be: what was made from them may still hold a secret. */
  readonly isChanging: boolean;
}

export function readRedactionNote(path: string): RedactionNote | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isRedactionNote(note) ? note : undefined;
  } catch {
    // A new home, or lost.
    return undefined;
  }
}

export function writeRedactionNote(path: string, note: RedactionNote): void {
  writeFileAtomically(path, `${JSON.stringify(note)}\n`);
}

function isRedactionNote(note: unknown): note is RedactionNote {
  if (!isObject(note) || typeof note.rules !== 'string') return false;
  const { underWay } = note;
  if (underWay === undefined) return true;
  if (!isObject(underWay) || typeof underWay.rules !== 'string' || typeof underWay.isChanging !== 'boolean')
    return false;
  return underWay.from === undefined || typeof underWay.from === 'string';
}
