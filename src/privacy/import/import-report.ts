/** What an import did, counted as it goes: by kind of line what was new, known, passed over or refused, and why. */
import type { ActId } from '../../memory/ids.ts';

export interface ImportReport {
  readonly mode: 'add' | 'restore';
  readonly dryRun: boolean;
  /** The file's last line was there and its count is right; false for one that was cut off, null when it has no such line. */
  readonly whole: boolean | null;
  readonly added: Counts;
  /** Already here: the same file twice changes nothing. */
  readonly known: Counts;
  /** Of no use here: what is made anew from the rest, and what holds no more. */
  readonly passedOver: Counts;
  /** Refused because it was forgotten here. */
  readonly forgotten: number;
  readonly redactions: number;
  readonly learned: number;
  /** Waits for a person to look at it. */
  readonly held: number;
  /** Statements that were not taken, by reason. */
  readonly dropped: Counts;
  readonly acts: readonly ActId[];
  readonly refused: number;
  /** The first of them. */
  readonly refusals: readonly Refusal[];
}

type Counts = Readonly<Record<string, number>>;

interface Refusal {
  readonly line: number;
  readonly reason: string;
}

/** More than anybody reads; the number says how many there are. */
const MOST_REFUSALS = 100;
const MOST_ACTS = 1_000;

const KIND = /^[a-z-]{1,20}$/;

export class ImportTally {
  readonly #added = new Map<string, number>();
  readonly #known = new Map<string, number>();
  readonly #passedOver = new Map<string, number>();
  readonly #dropped = new Map<string, number>();
  readonly #refusals: Refusal[] = [];
  readonly #acts: ActId[] = [];
  #refused = 0;
  whole: boolean | null = null;
  forgotten = 0;
  redactions = 0;
  learned = 0;
  held = 0;

  added(kind: string, count = 1): void {
    add(this.#added, kind, count);
  }

  known(kind: string): void {
    add(this.#known, kind);
  }

  passOver(kind: string): void {
    // The file says what its kinds are called; what is no name is not repeated.
    add(this.#passedOver, KIND.test(kind) ? kind : 'unknown');
  }

  dropped(reason: string, count: number): void {
    add(this.#dropped, reason, count);
  }

  refuse(line: number, reason: string): void {
    this.#refused += 1;
    if (this.#refusals.length < MOST_REFUSALS) this.#refusals.push({ line, reason });
  }

  act(id: ActId): void {
    if (this.#acts.length < MOST_ACTS) this.#acts.push(id);
  }

  report(mode: ImportReport['mode'], dryRun: boolean): ImportReport {
    const { whole, forgotten, redactions, learned, held } = this;
    return {
      mode,
      dryRun,
      whole,
      added: Object.fromEntries(this.#added),
      known: Object.fromEntries(this.#known),
      passedOver: Object.fromEntries(this.#passedOver),
      forgotten,
      redactions,
      learned,
      held,
      dropped: Object.fromEntries(this.#dropped),
      acts: this.#acts,
      refused: this.#refused,
      refusals: this.#refusals,
    };
  }
}

function add(counts: Map<string, number>, key: string, count = 1): void {
  if (count > 0) counts.set(key, (counts.get(key) ?? 0) + count);
}
