/**
 * Finds what a statement rests on: the records of its turns that say it. Trust follows from that, so a curator cannot
 * claim more of it than is there. The most trusted sources are asked first, and weaker ones join only when those before
 * do not carry the statement by themselves. What it says of a thing (numbers, paths, names from code) must stand in the
 * evidence: a user who only asked for the port has not said which it is.
 */
import { coverage, statementOf, termsOf } from '../../memory/likeness.ts';
import type { StoredRecord } from '../../memory/record.ts';
import { SOURCE_CLASSES, type SourceClass } from '../../memory/source.ts';
import { trustRank, weakest } from '../../memory/trust.ts';
import { Breather } from '../../platform/breathe.ts';
import { systemClock } from '../../platform/clock.ts';
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

/** Words a curator tells things with; they need not stand in what it tells of. */
const NARRATION: ReadonlySet<string> = termsOf('installed failed fixed running editing works said told wants decided');

interface Entry {
  readonly record: StoredRecord;
  readonly terms: ReadonlySet<string>;
}

interface Wanted {
  readonly terms: ReadonlySet<string>;
  /** Those of them that must all be held. */
  readonly values: ReadonlySet<string>;
}

/** The words of a batch, counted once however many statements are looked up in it. */
export class BatchEvidence {
  readonly #turns: readonly CuratedTurn[];
  readonly #entries = new Map<CuratedTurn, readonly Entry[]>();
  // The time only decides when others get their turn, never what is found.
  readonly #breather = new Breather(systemClock);

  constructor(turns: readonly CuratedTurn[]) {
    this.#turns = turns;
  }

  /** The best turn's; among the cited turns when they carry it, else wherever it stands. */
  async of(statement: string, cited: readonly number[] = []): Promise<Evidence | undefined> {
    await this.#breather.breathe();
    const chosen = this.#turns.filter(({ number }) => cited.includes(number));
    return (await this.#among(chosen, statement)) ?? (await this.#among(this.#turns, statement));
  }

  async #among(turns: readonly CuratedTurn[], statement: string): Promise<Evidence | undefined> {
    const pools: { readonly turn: CuratedTurn; readonly entries: readonly Entry[] }[] = [];
    for (const turn of turns) pools.push({ turn, entries: await this.#entriesOf(turn) });
    const wanted = wantedOf(
      statement,
      pools.flatMap(({ entries }) => entries),
    );
    let best: Evidence | undefined;
    for (const { turn, entries } of pools) {
      const records = carriedBy(wanted, entries);
      if (records === undefined) continue;
      const evidence = { turn, records, trust: weakest(records.map(({ source }) => source)) };
      if (best === undefined || trustRank(evidence.trust) < trustRank(best.trust)) best = evidence;
    }
    return best;
  }

  async #entriesOf(turn: CuratedTurn): Promise<readonly Entry[]> {
    const known = this.#entries.get(turn);
    if (known !== undefined) return known;
    const entries: Entry[] = [];
    for (const record of turn.records.filter(isTelling)) {
      await this.#breather.breathe();
      entries.push({ record, terms: termsOf(compared(record)) });
    }
    this.#entries.set(turn, entries);
    return entries;
  }
}

/** A value that stands nowhere is the curator's way of putting it; one that stands somewhere comes from there. */
function wantedOf(statement: string, entries: readonly Entry[]): Wanted {
  const all = termsOf(statement);
  const telling = new Set([...all].filter((term) => !NARRATION.has(term)));
  const terms = telling.size > 0 ? telling : all;
  const { words } = statementOf(statement);
  const values = [...terms].filter((term) => !words.has(term) && entries.some((entry) => entry.terms.has(term)));
  return { terms, values: new Set(values) };
}

function carriedBy(wanted: Wanted, entries: readonly Entry[]): readonly StoredRecord[] | undefined {
  for (const least of SOURCE_CLASSES) {
    const allowed = entries.filter(({ record }) => trustRank(record.source) <= trustRank(least));
    const chosen = fewest(wanted, allowed);
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}

/** Takes the record that adds most, until the statement is carried. */
function fewest({ terms, values }: Wanted, entries: readonly Entry[]): readonly StoredRecord[] | undefined {
  const held = new Set<string>();
  const chosen: StoredRecord[] = [];
  while (chosen.length < MOST_RECORDS) {
    let most: { readonly entry: Entry; readonly adds: readonly string[] } | undefined;
    for (const entry of entries) {
      const adds = [...terms].filter((term) => !held.has(term) && entry.terms.has(term));
      if (adds.length > (most?.adds.length ?? 0)) most = { entry, adds };
    }
    if (most === undefined) return undefined;
    chosen.push(most.entry.record);
    for (const term of most.adds) held.add(term);
    if (coverage(terms, held) >= CARRIED && [...values].every((value) => held.has(value))) return chosen;
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
