/**
 * How far each client transcript has been read. Kept in a file beside the journal, not in it: a cursor is no history,
 * and losing it costs only time. Written with a delay, so a busy session does not write it on every line.
 */
import { existsSync, readFileSync } from 'node:fs';
import { writeFileAtomically } from '../platform/atomic-file.ts';

const WRITE_DELAY_MS = 1_000;
/** Old sessions fall out, oldest first; if one comes back it is read again from the start. */
const MAX_CURSORS = 2_000;

export interface Cursor<State> {
  readonly offset: number;
  readonly state: State;
}

export class TranscriptCursors<State> {
  readonly #path: string;
  readonly #cursors: Map<string, Cursor<State>>;
  #timer: NodeJS.Timeout | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#cursors = new Map(Object.entries(readCursors<State>(path)));
  }

  get(transcript: string): Cursor<State> | undefined {
    return this.#cursors.get(transcript);
  }

  set(transcript: string, cursor: Cursor<State>): void {
    this.#cursors.delete(transcript);
    this.#cursors.set(transcript, cursor);
    for (const oldest of this.#cursors.keys()) {
      if (this.#cursors.size <= MAX_CURSORS) break;
      this.#cursors.delete(oldest);
    }
    this.#timer ??= setTimeout(() => this.flush(), WRITE_DELAY_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      writeFileAtomically(this.#path, JSON.stringify(Object.fromEntries(this.#cursors)));
    } catch {
      // A full or read-only disk: reading again later costs time, nothing else.
    }
  }
}

function isCursor(value: unknown): boolean {
  const { offset, state } = (value ?? {}) as Partial<Cursor<unknown>>;
  return Number.isSafeInteger(offset) && Number(offset) >= 0 && typeof state === 'object' && state !== null;
}

function readCursors<State>(path: string): Record<string, Cursor<State>> {
  if (!existsSync(path)) return {};
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const entries = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [];
    return Object.fromEntries(entries.filter(([, cursor]) => isCursor(cursor)));
  } catch {
    // Damaged or half-written by an older version: start over.
    return {};
  }
}
