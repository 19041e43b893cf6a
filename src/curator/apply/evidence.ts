/**
 * Finds what a statement rests on: the records of its turns that say it. Trust follows from that, so a curator cannot
 * claim more of it than is there. The most trusted sources are asked first, and weaker ones join only when those before
 * do not carry the statement by themselves. What it says of a thing (numbers, paths, names from code) must stand in the
 * evidence: a user who only asked for the port has not said which it is.
 *
 * Trust is then lowered to where the words come from (POI-2): what the agent retells of a tool's output is the tool's,
 * what a person asked about or quoted is not their own, and what turns around what a person said has nobody's word.
 */
import type { LearningType } from '../../memory/learning.ts';
import { coverage, statementOf, termsOf } from '../../memory/likeness.ts';
import { turnsAround } from '../../memory/polarity.ts';
import type { StoredRecord } from '../../memory/record.ts';
import { pastedTextOf, typedTextOf } from '../../memory/record-segments.ts';
import { SOURCE_CLASSES, type SourceClass } from '../../memory/source.ts';
import { tierOf, trustRank, weakest } from '../../memory/trust.ts';
import { text } from '../../memory/unknown.ts';
import { Breather } from '../../platform/breathe.ts';
import { systemClock } from '../../platform/clock.ts';
import type { CuratedTurn } from '../curator.ts';
import { BatchRecord } from './batch-record.ts';
import type { OriginCheck } from './origin-check.ts';
import { asksToRemember, isCopied, voiceOf } from './own-voice.ts';

export interface Evidence {
  readonly turn: CuratedTurn;
  readonly records: readonly StoredRecord[];
  readonly trust: SourceClass;
  /** It says the opposite of what a person said; then it is trusted as little as text out of a tool. */
  readonly isTurned: boolean;
  /** Why a person must look at it, whatever it is trusted. */
  readonly waits?: string;
}

/** Half of a statement's words: curators put things in their own words, but not in wholly other ones. */
const CARRIED = 0.5;
/** Most of a statement's words close together in an output: the agent retells it. */
const RETOLD = 0.6;
/** Records that are evidence at most; more say no more. */
const MOST_RECORDS = 5;

/** Words a curator tells things with; they need not stand in what it tells of. */
const NARRATION: ReadonlySet<string> = termsOf('installed fixed running editing works said told wants decided');
/** What a statement sets aside is what held before, and need not stand where the new is said. */
const SET_ASIDE = /\b(?:not|instead of|rather than|no longer)\s+(\S+)/gi;
/** Words a curator puts around a wish; that an output has them too means nothing. */
export const FRAME: ReadonlySet<string> = termsOf(
  'prefers likes asks requests expects needs project repository codebase code',
);

interface Wanted {
  readonly statement: string;
  readonly terms: ReadonlySet<string>;
  /** Those of them that must all be held. */
  readonly values: ReadonlySet<string>;
}

/** The words of a batch, counted once however many statements are looked up in it. */
export class BatchEvidence {
  readonly #turns: readonly CuratedTurn[];
  readonly #origins: Pick<OriginCheck, 'judged'> | undefined;
  #entries: ReadonlyMap<CuratedTurn, readonly BatchRecord[]> | undefined;
  // The time only decides when others get their turn, never what is found.
  readonly #breather = new Breather(systemClock);

  /** `origins` knows what was said before this batch. */
  constructor(turns: readonly CuratedTurn[], origins?: Pick<OriginCheck, 'judged'>) {
    this.#turns = turns;
    this.#origins = origins;
  }

  /** The best turn's; among the cited turns when they carry it, else wherever it stands. */
  async of(
    statement: string,
    cited: readonly number[] = [],
    type: LearningType = 'FACT',
  ): Promise<Evidence | undefined> {
    const found = await this.#find(statement, cited);
    return found === undefined ? undefined : (this.#origins?.judged(statement, found, type) ?? found);
  }

  async #find(statement: string, cited: readonly number[]): Promise<Evidence | undefined> {
    await this.#breather.breathe();
    this.#entries ??= await this.#read();
    const all = [...this.#entries.values()].flat();
    const wanted = wantedOf(statement, all);
    const chosen = this.#turns.filter(({ number }) => cited.includes(number));
    return this.#among(chosen, wanted, all) ?? this.#among(this.#turns, wanted, all);
  }

  #among(turns: readonly CuratedTurn[], wanted: Wanted, all: readonly BatchRecord[]): Evidence | undefined {
    let best: Evidence | undefined;
    for (const turn of turns) {
      const found = carriedBy(wanted, this.#entries?.get(turn) ?? [], all);
      if (found === undefined) continue;
      if (best === undefined || trustRank(found.trust) < trustRank(best.trust)) best = { turn, ...found };
    }
    return best;
  }

  async #read(): Promise<ReadonlyMap<CuratedTurn, readonly BatchRecord[]>> {
    const entries = new Map<CuratedTurn, readonly BatchRecord[]>();
    for (const turn of this.#turns) {
      const read: BatchRecord[] = [];
      for (const record of tellingRecords(turn.records).flatMap(byVoice)) {
        await this.#breather.breathe();
        read.push(new BatchRecord(record));
      }
      entries.set(turn, read);
    }
    return entries;
  }
}

/** A value that stands nowhere is the curator's way of putting it; one that stands somewhere comes from there. */
function wantedOf(statement: string, entries: readonly BatchRecord[]): Wanted {
  const all = termsOf(statement);
  const telling = new Set([...all].filter((term) => !NARRATION.has(term)));
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
function carriedBy(
  wanted: Wanted,
  entries: readonly BatchRecord[],
  all: readonly BatchRecord[],
): Omit<Evidence, 'turn'> | undefined {
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
): Omit<Evidence, 'turn'> | undefined {
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
  const origin = all.find(
    (entry) =>
      entry.isFromOutside && entry.record.seq < record.seq && isCopied(statement, record.content, entry.record.content),
  );
  return origin?.record.source ?? (voice === 'own' ? 'typed' : 'pasted');
}

/** What a person shows is somebody's text, however it came here; what they write around it is theirs. */
function byVoice(record: StoredRecord): readonly StoredRecord[] {
  if (record.type !== 'prompt' || (record.source !== 'typed' && record.source !== 'pasted')) return [record];
  const [own, shown] = [typedTextOf(record), pastedTextOf(record)];
  const parts: readonly StoredRecord[] = [
    { ...record, content: own, source: 'typed' },
    { ...record, content: shown, source: asksToRemember(own) ? 'pasted' : 'file' },
  ];
  return parts.filter(({ content }) => content !== '');
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

function isTyped({ record }: BatchRecord): boolean {
  return tierOf(record.source) === 'user';
}

/** Approvals and events tell what happened around the talk, not what was said; what a person refused was not done. */
function tellingRecords(records: readonly StoredRecord[]): readonly StoredRecord[] {
  const refused = new Set(
    records
      .filter(({ type, metadata }) => type === 'approval' && metadata.decision === 'denied')
      .map(({ metadata }) => text(metadata.tool_use_id))
      .filter((id) => id !== ''),
  );
  const isRefused = ({ type, metadata }: StoredRecord) =>
    type === 'tool_use' && refused.has(text(metadata.tool_use_id));
  return records.filter((record) => record.type !== 'event' && record.type !== 'approval' && !isRefused(record));
}
