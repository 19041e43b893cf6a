/**
 * Finds what a statement rests on: the records of its turns that say it. Trust follows from that, so a curator cannot
 * claim more of it than is there. What it says of a thing (numbers, paths, names from code) must stand in the evidence: a
 * user who only asked for the port has not said which it is.
 *
 * A cited turn may say it, or several of them together; where nothing is cited, or the citation is wrong, any turn of the
 * batch. A learning in another language than its turn is carried by the turn itself (cited-turn.ts). Where a detail is not
 * carried, what is left of the statement without it may be, or what the person said in their own sentence: then that is
 * what is learned.
 *
 * Trust is then lowered to where the words come from (POI-2): what the agent retells of a tool's output is the tool's,
 * what a person asked about or quoted is not their own, and what turns around what a person said has nobody's word.
 */

import { text } from '../../memory/json-guards.ts';
import type { LearningType } from '../../memory/learning.ts';
import type { StoredRecord } from '../../memory/record.ts';
import { partsOfRecord, pastedTextOf, type RecordPart, typedTextOf } from '../../memory/record-segments.ts';
import { coverage, statementOf, termsOf } from '../../memory/similarity.ts';
import { mayBecome, trustRank, weakest } from '../../memory/trust.ts';
import { Breather } from '../../platform/breathe.ts';
import { systemClock } from '../../platform/clock.ts';
import { sentencesOf } from '../../text/sentences.ts';
import type { CuratedTurn } from '../curator.ts';
import { asksToRemember } from './attribution.ts';
import { type Carried, carriedBy, RETOLD, type Wanted, wantedOf } from './carrying.ts';
import { citedWords } from './cited-turn.ts';
import type { OriginCheck } from './origin-check.ts';
import { BatchRecord, isTyped } from './record-terms.ts';
import { withoutDetails } from './unsupported-detail.ts';

export interface Evidence extends Carried {
  readonly turn: CuratedTurn;
  /** Why a person must look at it, whatever it is trusted. */
  readonly waits?: string;
  /** What of the statement is carried, when it is not all of it. */
  readonly content?: string;
  /** No record says it by itself: its words are spread over turns, or are in another language. */
  readonly isLoose?: true;
}

/** Of a statement's plain words, what a sentence of the person must have to be told in its place. */
const OWN_SENTENCE = 0.66;
const FEWEST_WORDS = 2;
const LONGEST_SENTENCE = 240;
const ENDS_PARAGRAPH = /[:：]\s*$|\n\s*\n$/;
const SET_APART = /^\s*(?:>|```|~~~)/;

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

  /** Of what nobody said: it waits, and rests on the prompt of the turn it cites, to go when that is forgotten. */
  unsupported(cited: readonly number[] = []): Evidence | undefined {
    const isPrompt = ({ type }: StoredRecord) => type === 'prompt';
    const turns = this.#turns.filter(({ records }) => records.some(isPrompt));
    const turn = turns.find(({ number }) => cited.includes(number)) ?? turns[0];
    if (turn === undefined) return undefined;
    const records = turn.records.filter(isPrompt);
    return { turn, records, trust: 'tool', isTurned: false, waits: 'nothing in the turns says it' };
  }

  /** The best turn's; among the cited turns when they carry it, else wherever it stands. */
  async of(
    statement: string,
    cited: readonly number[] = [],
    type: LearningType = 'FACT',
  ): Promise<Evidence | undefined> {
    const whole = await this.ofWhole(statement, cited, type);
    const isDoubted = whole?.waits !== undefined || whole?.isTurned === true;
    if (isDoubted || isEnough(whole, type)) return whole;
    for (const content of [...withoutDetails(statement, type), ...this.#ownSentences(statement, cited, type)]) {
      const rest = await this.ofWhole(content, cited, type);
      if (isEnough(rest, type)) return { ...rest, content };
    }
    return whole;
  }

  /** The same, of all of it or nothing. */
  async ofWhole(
    statement: string,
    cited: readonly number[] = [],
    type: LearningType = 'FACT',
  ): Promise<Evidence | undefined> {
    const found = await this.#find(statement, cited, type);
    return found === undefined ? undefined : (this.#origins?.judged(statement, found, type) ?? found);
  }

  async #find(statement: string, cited: readonly number[], type: LearningType): Promise<Evidence | undefined> {
    await this.#breather.breathe();
    this.#entries ??= await this.#read();
    const all = [...this.#entries.values()].flat();
    const wanted = wantedOf(statement, all);
    const chosen = this.#turns.filter(({ number }) => cited.includes(number));
    const single = this.#among(chosen, wanted, all) ?? this.#among(this.#turns, wanted, all);
    if (isEnough(single, type)) return single;
    return this.#spread(chosen, wanted, all, type) ?? this.#foreign(chosen, wanted, all) ?? single;
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

  /** Said over several cited turns. Whoever else has its words close together is where it comes from. */
  #spread(
    cited: readonly CuratedTurn[],
    wanted: Wanted,
    all: readonly BatchRecord[],
    type: LearningType,
  ): Evidence | undefined {
    const entries = cited.flatMap((turn) => this.#entries?.get(turn) ?? []);
    const found = cited.length < 2 ? undefined : carriedBy(wanted, entries, all);
    const turn = cited.find(({ records }) => records.some(({ id }) => id === found?.records[0]?.id));
    if (found === undefined || turn === undefined) return undefined;
    const told = all.find((entry) => entry.isFromOutside && entry.holdsTogether(wanted.terms, RETOLD));
    const sources = told === undefined ? [found.trust] : [found.trust, told.record.source];
    const spread = { ...found, turn, trust: weakest(sources), isLoose: true } as const;
    return isEnough(spread, type) ? spread : undefined;
  }

  #foreign(cited: readonly CuratedTurn[], wanted: Wanted, all: readonly BatchRecord[]): Evidence | undefined {
    const others = all.filter((entry) => entry.isFromOutside || entry.isRetold || entry.record.source === 'pasted');
    for (const turn of cited) {
      const found = citedWords(wanted.statement, this.#entries?.get(turn) ?? [], others);
      if (found === undefined) continue;
      return { turn, records: [found.record], trust: found.record.source, isTurned: false, isLoose: true };
    }
    return undefined;
  }

  /** What the person said in place of it, in their own words: of a wish only, which is theirs alone. */
  #ownSentences(statement: string, cited: readonly number[], type: LearningType): readonly string[] {
    if (mayBecome('assistant', type)) return [];
    const { words: wanted } = statementOf(statement);
    if (wanted.size < FEWEST_WORDS) return [];
    const said = this.#turns
      .filter(({ number }) => cited.includes(number))
      .flatMap((turn) => this.#entries?.get(turn) ?? [])
      .filter(isTyped)
      .flatMap(({ record }) => sentencesOf(record.content));
    return said
      .filter(({ text: words, kind }) => kind !== 'heading' && words.length <= LONGEST_SENTENCE)
      .map(({ text: words }) => ({ words, held: coverage(wanted, termsOf(words)) }))
      .filter(({ held }) => held >= OWN_SENTENCE)
      .sort((a, b) => b.held - a.held)
      .map(({ words }) => words)
      .slice(0, 1);
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

function isEnough(found: Evidence | undefined, type: LearningType): found is Evidence {
  return found !== undefined && found.waits === undefined && !found.isTurned && mayBecome(found.trust, type);
}

/** What a person shows is somebody's text, however it came here; what they write around it is theirs. */
function byVoice(record: StoredRecord): readonly StoredRecord[] {
  if (record.type !== 'prompt' || (record.source !== 'typed' && record.source !== 'pasted')) return [record];
  if (isAskedToRemember(partsOfRecord(record))) return [{ ...record, source: 'typed' }];
  const [own, shown] = [typedTextOf(record), pastedTextOf(record)];
  const parts: readonly StoredRecord[] = [
    { ...record, content: own, source: 'typed' },
    { ...record, content: shown, source: asksToRemember(own) ? 'pasted' : 'file' },
  ];
  return parts.filter(({ content }) => content !== '');
}

/** Of what a person asks to remember, the further lines are theirs as well, unless they are set apart. */
function isAskedToRemember([first, second, ...others]: readonly RecordPart[]): boolean {
  if (first?.source !== 'typed' || second === undefined || others.length > 0) return false;
  return asksToRemember(first.text) && !ENDS_PARAGRAPH.test(first.text) && !SET_APART.test(second.text);
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
