/**
 * Which records carry a statement, and how far it is trusted for that: the most trusted sources are asked first, and weaker
 * ones join only when those before do not carry it by themselves. Pure.
 */

import { turnsAround } from '../../memory/polarity.ts';
import type { StoredRecord } from '../../memory/record.ts';
import { coverage, statementOf, termsOf } from '../../memory/similarity.ts';
import { SOURCE_CLASSES, type SourceClass } from '../../memory/source.ts';
import { trustRank, weakest } from '../../memory/trust.ts';
import { isSmallWord, languageOf } from '../../text/language.ts';
import { copiedFrom, voiceOf } from './attribution.ts';
import { type BatchRecord, FRAME, isTyped } from './record-terms.ts';

export interface Carried {
  readonly records: readonly StoredRecord[];
  readonly trust: SourceClass;
  /** It says the opposite of what a person said; then it is trusted as little as text out of a tool. */
  readonly isTurned: boolean;
}

/** Half of a statement's words: curators put things in their own words, but not in wholly other ones. */
const CARRIED = 0.5;
/** Most of a statement's words close together in an output: the agent retells it. */
export const RETOLD = 0.6;
/** Records that are evidence at most; more say no more. */
const MOST_RECORDS = 5;

/** Words a curator tells things with; they need not stand in what it tells of. */
const NARRATION: ReadonlySet<string> = termsOf('installed fixed running editing works said told wants decided');
/** What a statement sets aside is what held before, and need not stand where the new is said. */
const SET_ASIDE = /\b(?:not|instead of|rather than|no longer)\s+(\S+)/gi;

export interface Wanted {
  readonly statement: string;
  readonly terms: ReadonlySet<string>;
  /** Those of them that must all be held. */
  readonly values: ReadonlySet<string>;
}

/** A value that stands nowhere is the curator's way of putting it; one that stands somewhere comes from there. */
export function wantedOf(statement: string, entries: readonly BatchRecord[]): Wanted {
  const all = termsOf(statement);
  const language = languageOf(statement);
  // English has its own list of words that tell nothing (likeness.ts).
  const isSmall = (term: string) => language !== 'en' && isSmallWord(term, language);
  const telling = new Set([...all].filter((term) => !NARRATION.has(term) && !isSmall(term)));
  const terms = telling.size > 0 ? telling : all;
  const { words } = statementOf(statement);
  const aside = termsOf([...statement.matchAll(SET_ASIDE)].map(([, value]) => value).join(' '));
  const values = [...terms].filter(
    (term) => !words.has(term) && !aside.has(term) && entries.some((entry) => entry.terms.has(term)),
  );
  return { statement, terms, values: new Set(values) };
}

/**
 * What an output brings in beside the words of a person must be held too, or the output is where it comes from. A call
 * that was seen to be made stands for itself, whatever was read before.
 */
export function carriedBy(
  wanted: Wanted,
  entries: readonly BatchRecord[],
  all: readonly BatchRecord[],
): Carried | undefined {
  const typed = entries.filter(isTyped);
  const fresh = [...wanted.terms].filter((term) => !FRAME.has(term) && !typed.some(({ terms }) => terms.has(term)));
  const outside = all.filter(({ isFromOutside }) => isFromOutside);
  const brought = fresh.filter((term) => outside.some((entry) => entry.bringsIn(term, wanted.terms)));
  const strict = carriedWith(wanted, new Set(brought), entries, all);
  if (strict !== undefined || brought.length === 0) return strict;
  const loose = carriedWith(wanted, new Set(), entries, all);
  const origin = outside.find((entry) => brought.some((term) => entry.bringsIn(term, wanted.terms)));
  if (loose === undefined || origin === undefined) return undefined;
  return { ...loose, records: [...loose.records, origin.record], trust: weakest([loose.trust, origin.record.source]) };
}

function carriedWith(
  wanted: Wanted,
  brought: ReadonlySet<string>,
  entries: readonly BatchRecord[],
  all: readonly BatchRecord[],
): Carried | undefined {
  const turned = new Set(entries.filter((entry) => isTurnedAround(wanted, entry)));
  for (const least of SOURCE_CLASSES) {
    const allowed = entries.filter(({ record }) => trustRank(record.source) <= trustRank(least));
    const sound = allowed.filter((entry) => !turned.has(entry) && !entry.isRetold);
    // What a person said the opposite of may still have been seen to be done.
    const rest = least === 'typed' || least === 'pasted' ? allowed.filter((entry) => !turned.has(entry)) : allowed;
    const calls = least === 'assistant' ? sound.filter(({ record }) => record.source === 'assistant') : [];
    const strict = { ...wanted, values: new Set([...wanted.values, ...brought]) };
    const chosen = fewest(wanted, calls) ?? fewest(strict, sound) ?? fewest(strict, rest);
    if (chosen === undefined) continue;
    const origin = retoldFrom(wanted, chosen, all);
    const records = [...chosen, ...(origin === undefined ? [] : [origin])].map(({ record }) => record);
    const sources = records.map(({ source }) => source);
    const isTurned = chosen.some((entry) => turned.has(entry));
    if (isTurned) sources.push('tool');
    else sources.push(...chosen.filter(isTyped).map((entry) => voicedBy(wanted.statement, entry, all)));
    return { records: distinct(records), trust: weakest(sources), isTurned };
  }
  return undefined;
}

/** Whose it is: theirs when said as their own and not copied from what a tool had printed before (POI-1). */
function voicedBy(statement: string, { record }: BatchRecord, all: readonly BatchRecord[]): SourceClass {
  const voice = voiceOf(statement, record.content);
  if (voice === 'quoted') return 'file';
  const isCopied = copiedFrom(statement, record.content);
  const origin =
    isCopied &&
    all.find((entry) => entry.isFromOutside && entry.record.seq < record.seq && isCopied(entry.record.content));
  return origin?.record.source ?? (voice === 'own' ? 'typed' : 'pasted');
}

/** Both parts of a prompt are one record; the less trusted stands for it. */
function distinct(records: readonly StoredRecord[]): readonly StoredRecord[] {
  return records.filter(({ id }, at) => !records.slice(at + 1).some((later) => later.id === id));
}

/** Takes the record that adds most, until the statement is carried. */
function fewest({ terms, values }: Wanted, entries: readonly BatchRecord[]): readonly BatchRecord[] | undefined {
  const held = new Set<string>();
  const chosen: BatchRecord[] = [];
  while (chosen.length < MOST_RECORDS) {
    let most: { readonly entry: BatchRecord; readonly adds: readonly string[] } | undefined;
    for (const entry of entries) {
      const adds = [...terms].filter((term) => !held.has(term) && entry.terms.has(term));
      if (adds.length > (most?.adds.length ?? 0)) most = { entry, adds };
    }
    if (most === undefined) return undefined;
    chosen.push(most.entry);
    for (const term of most.adds) held.add(term);
    if (coverage(terms, held) >= CARRIED && [...values].every((value) => held.has(value))) return chosen;
  }
  return undefined;
}

/** The output that the agent only told again. */
function retoldFrom(
  wanted: Wanted,
  chosen: readonly BatchRecord[],
  all: readonly BatchRecord[],
): BatchRecord | undefined {
  const retold = chosen.filter(({ isRetold }) => isRetold).map(({ record }) => record.seq);
  if (retold.length === 0) return undefined;
  const until = Math.max(...retold);
  return all.find((entry) => entry.isFromOutside && isToldBy(wanted, entry, until, all));
}

/** Whether an output said it, or named what is said of it, before the agent did. */
function isToldBy(
  { terms, values }: Wanted,
  outside: BatchRecord,
  until: number,
  all: readonly BatchRecord[],
): boolean {
  const { seq } = outside.record;
  if (seq > until) return false;
  if (outside.holdsTogether(terms, RETOLD)) return true;
  const named = [...values].filter((value) => outside.terms.has(value));
  if (named.length < values.size || values.size === 0) return false;
  const before = all.filter((entry) => !entry.isFromOutside && entry.record.seq < seq);
  const first = named.filter((value) => !before.some((entry) => entry.terms.has(value)));
  return first.length > 0 && outside.holdsTogether(new Set(first), 1);
}

function isTurnedAround({ statement, terms }: Wanted, entry: BatchRecord): boolean {
  return isTyped(entry) && coverage(terms, entry.terms) > 0 && turnsAround(statement, entry.record.content);
}
