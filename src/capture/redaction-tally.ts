/**
 * How many secrets were taken out, by kind: each place of a stored record where a stand-in for one is written, counted once
 * when the record is stored, whichever way it came. Kept in a file of the home, so it goes on over restarts; written with a
 * delay, so a crash may cost the last seconds of it. What is emptied or forgotten later stays counted. No text is kept.
 * Limits: an agent that repeats a stand-in is counted again; imports, and what was there before the count, are not.
 */
import { existsSync, readFileSync } from 'node:fs';
import { isObject } from '../memory/json-guards.ts';
import type { MemoryRecord } from '../memory/record.ts';
import { writeFileAtomically } from '../platform/atomic-file.ts';
import type { Clock } from '../platform/clock.ts';
import { mayHoldPlaceholder, placeholderPattern } from '../redaction/placeholder.ts';

export interface RedactionCounts {
  /** When the count began. */
  readonly since: number;
  readonly kinds: Readonly<Record<string, number>>;
}

interface RedactionTallyOptions {
  readonly path: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Whether the rules have found such. Text can hold what only looks like a stand-in, and nothing of text is kept here. */
  isKind(kind: string): boolean;
}

const WRITE_DELAY_MS = 5_000;
/** Of a stand-in that came from elsewhere: a hook that found no daemon, or somebody's text. */
const OTHER = 'other';

export class RedactionTally {
  readonly #path: string;
  readonly #isKind: (kind: string) => boolean;
  readonly #since: number;
  readonly #kinds: Map<string, number>;
  #timer: NodeJS.Timeout | undefined;

  constructor({ path, clock, isKind }: RedactionTallyOptions) {
    this.#path = path;
    this.#isKind = isKind;
    const { since, kinds } = readCounts(path) ?? { since: clock.now(), kinds: {} };
    this.#since = since;
    this.#kinds = new Map(Object.entries(kinds));
  }

  get counts(): RedactionCounts {
    return { since: this.#since, kinds: Object.fromEntries(this.#kinds) };
  }

  stored(records: readonly Pick<MemoryRecord, 'content'>[]): void {
    for (const { content } of records) {
      if (!mayHoldPlaceholder(content)) continue;
      for (const [placeholder] of content.matchAll(placeholderPattern())) this.#count(placeholder.split(':')[1] ?? '');
    }
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      writeFileAtomically(this.#path, JSON.stringify(this.counts));
    } catch {
      // A full or read-only disk: the count is told as long as the daemon runs, and written with the next one.
    }
  }

  #count(named: string): void {
    const kind = this.#kinds.has(named) || this.#isKind(named) ? named : OTHER;
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
    this.#timer ??= setTimeout(() => this.flush(), WRITE_DELAY_MS).unref();
  }
}

function readCounts(path: string): RedactionCounts | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const { since, kinds }: Partial<RedactionCounts> = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof since !== 'number' || !isObject(kinds)) return undefined;
    return {
      since,
      kinds: Object.fromEntries(Object.entries(kinds).filter(([, count]) => Number.isSafeInteger(count))),
    };
  } catch {
    // Damaged: counting begins again, and says since when.
    return undefined;
  }
}
