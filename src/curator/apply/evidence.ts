/**
 * Finds what a statement rests on: the records of its turns that say it. Trust follows from that, so a curator cannot
 * claim more of it than is there. The most trusted sources are asked first, and weaker ones join only when those before
 * do not carry the statement by themselves.
 */
import { coverage, termsOf } from '../../memory/likeness.ts';
import type { StoredRecord } from '../../memory/record.ts';
import { SOURCE_CLASSES, type SourceClass } from '../../memory/source.ts';
import { weakest } from '../../memory/trust.ts';
import type { CuratedTurn } from '../curator.ts';

export interface Evidence {
  readonly turn: CuratedTurn;
  readonly records: readonly StoredRecord[];
  readonly trust: SourceClass;
}

/** Half of a statement's words: curators put things in their own words, but not in wholly other ones. */
const CARRIED = 0.5;
/** Very long records are compared by their beginning and end: what is worth learning is not in the middle of a log. */
const COMPARED_CHARS = 20_000;
/** Records that are evidence at most; more say no more. */
const MOST_RECORDS = 5;

interface Term {
  readonly record: StoredRecord;
  readonly terms: ReadonlySet<string>;
}

/** The words of a batch, counted once however many statements are looked up in it. */
export class BatchEvidence {
  readonly #turns: readonly { readonly turn: CuratedTurn; readonly pool: readonly Term[] }[];

  constructor(turns: readonly CuratedTurn[]) {
    this.#turns = turns.map((turn) => ({
      turn,
      pool: turn.records.filter(isTelling).map((record) => ({ record, terms: termsOf(compared(record)) })),
    }));
  }

  /** The best turn's; among the cited turns when some are cited and exist. */
  of(statement: string, cited: readonly number[] = []): Evidence | undefined {
    const terms = termsOf(statement);
    const chosen = this.#turns.filter(({ turn }) => cited.includes(turn.number));
    let best: Evidence | undefined;
    for (const { turn, pool } of chosen.length > 0 ? chosen : this.#turns) {
      const found = carriedBy(terms, pool);
      if (found === undefined) continue;
      const evidence = { turn, records: found, trust: weakest(found.map(({ source }) => source)) };
      if (best === undefined || rank(evidence) < rank(best)) best = evidence;
    }
    return best;
  }
}

function rank({ trust }: Evidence): number {
  return SOURCE_CLASSES.indexOf(trust);
}

function carriedBy(terms: ReadonlySet<string>, pool: readonly Term[]): readonly StoredRecord[] | undefined {
  for (const [index] of SOURCE_CLASSES.entries()) {
    const allowed = pool.filter(({ record }) => SOURCE_CLASSES.indexOf(record.source) <= index);
    const chosen = fewest(terms, allowed);
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}

/** Takes the record that adds most, until the statement is carried. */
function fewest(terms: ReadonlySet<string>, pool: readonly Term[]): readonly StoredRecord[] | undefined {
  const held = new Set<string>();
  const chosen: StoredRecord[] = [];
  while (chosen.length < MOST_RECORDS) {
    let most: { readonly entry: Term; readonly adds: readonly string[] } | undefined;
    for (const entry of pool) {
      const adds = [...terms].filter((term) => !held.has(term) && entry.terms.has(term));
      if (adds.length > (most?.adds.length ?? 0)) most = { entry, adds };
    }
    if (most === undefined) return undefined;
    chosen.push(most.entry.record);
    for (const term of most.adds) held.add(term);
    if (coverage(terms, held) >= CARRIED) return chosen;
  }
  return undefined;
}

/** Approvals and events tell what happened around the talk, not what was said. */
function isTelling({ type }: StoredRecord): boolean {
  return type !== 'event' && type !== 'approval';
}

function compared({ content, path }: StoredRecord): string {
  const text =
    content.length <= COMPARED_CHARS
      ? content
      : `${content.slice(0, COMPARED_CHARS / 2)} ${content.slice(-COMPARED_CHARS / 2)}`;
  return path === null ? text : `${text} ${path}`;
}
