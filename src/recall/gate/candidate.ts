/**
 * What may be given: facts, and turns of earlier sessions. The records of one turn are one candidate, because a question
 * and its answer explain each other; what a tool printed counts only where it failed, since its mass of words fits anything.
 */
import type { RecordReader } from '../../journal/sqlite/record-reader.ts';
import type { Learning } from '../../memory/learning.ts';
import { memo } from '../../memory/memo.ts';
import type { RecordType } from '../../memory/record.ts';
import { languageOf } from '../../text/language.ts';
import type { LastWork } from '../last-work.ts';
import type { RecallHit, RecordHit } from '../recall.ts';
import { informative } from '../text/informative.ts';
import { meaningOfTokens, type TextMeaning } from '../text/text-meaning.ts';
import type { Token } from '../text/tokenise.ts';

const READ_TYPES: ReadonlySet<RecordType> = new Set(['prompt', 'assistant', 'error']);
/** A longer text is judged by the part that was found. */
const WHOLE_CHARS = 1_500;
/** Endings of one word have as much in common, at least. */
export const BEGINNING_LETTERS = 5;
/** Keeps words of one text from following those of another. */
const TEXT_GAP = 10_000;
/** Of what search did not find. */
const LAST_RANK = 30;
const LONG_AGO = 50;
/** About four kilobytes each. */
const KEPT_TEXTS = 1_000;
/** Stands in no text. */
const BETWEEN = '\u0000';

/** A text in words. */
export interface Words {
  /** Each once, with every place it stands. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  readonly tokens: ReadonlyMap<string, Token>;
  /** Its longer words by their first letters. */
  readonly beginnings: ReadonlyMap<string, readonly string[]>;
  readonly meaning: TextMeaning;
}

export interface Candidate extends Words {
  readonly fact: Learning | undefined;
  /** Of a turn, the best first. */
  readonly records: readonly RecordHit[];
  readonly language: string | undefined;
  readonly at: number;
  /** Among those of its kind, 0 for the one that search put first. */
  readonly rank: number;
  /** What search gave it, as a share of what it gave the first of its kind; 0 when its words did not bring it. */
  readonly nearness: number;
  /** What it has replaced, as far as the prompt's words found that. */
  readonly replaced: readonly Words[];
  /** Ways it may be asked for. */
  readonly asked: readonly Words[];
  /** How many sessions have come since, and how many turns of its session. */
  readonly sessionsSince: number;
  readonly turnsSince: number;
}

export interface Material {
  readonly hits: readonly RecallHit[];
  /** Facts that no word of the prompt brought. */
  readonly near: readonly Learning[];
  /** By the id of the fact that holds now. */
  readonly replaced: ReadonlyMap<string, readonly Learning[]>;
  /** What the last sessions came to. */
  readonly last: LastWork;
}

export function candidatesOf(
  { hits, near, replaced, last }: Material,
  journal: Pick<RecordReader, 'at'>,
): readonly Candidate[] {
  return [...factsOf(hits, near, replaced), ...turnsOf(hits, last, journal)];
}

function factsOf(
  hits: readonly RecallHit[],
  near: readonly Learning[],
  replaced: Material['replaced'],
): readonly Candidate[] {
  const found = hits.flatMap((hit) => (hit.kind === 'fact' ? [hit] : []));
  const best = found[0]?.score ?? 1;
  const ranked = [
    ...found.map(({ learning, score }, rank) => ({ learning, rank, nearness: score / best })),
    ...near.map((learning) => ({ learning, rank: LAST_RANK, nearness: 0 })),
  ];
  return ranked.map(({ learning, rank, nearness }) => ({
    fact: learning,
    records: [],
    rank,
    nearness,
    at: learning.confirmedAt,
    language: knownLanguage(learning.content).language,
    replaced: (replaced.get(learning.id) ?? []).map(factWords),
    asked: (learning.asked ?? []).map((line) => knownWords(line)),
    sessionsSince: LONG_AGO,
    turnsSince: LONG_AGO,
    ...factWords(learning),
  }));
}

/** Facts come into question prompt after prompt. */
const knownWords = memo((text) => wordsOf(text.split(BETWEEN)), { most: KEPT_TEXTS });
const knownLanguage = memo((text) => ({ language: languageOf(text) }), { most: KEPT_TEXTS });

function factWords({ content, subject }: Learning): Words {
  return knownWords(`${content}${BETWEEN}${subject ?? ''}`);
}

function turnsOf(hits: readonly RecallHit[], last: LastWork, journal: Pick<RecordReader, 'at'>): readonly Candidate[] {
  const turns = new Map<string, { readonly records: RecordHit[]; readonly texts: string[] }>();
  const take = (hit: RecordHit, text: string) => {
    const key = hit.record.turnId ?? hit.record.id;
    const turn = turns.get(key) ?? { records: [], texts: [] };
    turns.set(key, turn);
    if (turn.records.some(({ record }) => record.id === hit.record.id)) return;
    turn.records.push(hit);
    turn.texts.push(text);
  };
  for (const hit of hits) if (hit.kind === 'record' && READ_TYPES.has(hit.record.type)) take(hit, textOf(hit, journal));
  for (const { asked, answered } of last.turns)
    for (const { content, ...record } of answered === undefined ? [asked] : [answered, asked]) {
      const snippet = content.slice(0, WHOLE_CHARS).toWellFormed();
      take({ kind: 'record', record, score: 0, snippet }, snippet);
    }
  const best = turns.values().next().value?.records[0]?.score ?? 0;
  return [...turns].map(([key, { records, texts }], rank) => {
    const { score = 0, record } = records[0] ?? {};
    return {
      fact: undefined,
      records,
      rank: score === 0 ? LAST_RANK : rank,
      nearness: best === 0 ? 0 : score / best,
      at: record?.ts ?? 0,
      language: languageOf(texts.join('\n')),
      replaced: [],
      asked: [],
      ...placeOf(key, last),
      ...wordsOf(texts),
    };
  });
}

function placeOf(turn: string, { turns }: LastWork): Pick<Candidate, 'sessionsSince' | 'turnsSince'> {
  const sessions = [...new Set(turns.map(({ sessionId }) => sessionId))];
  const found = turns.find(({ id }) => id === turn);
  if (found === undefined) return { sessionsSince: LONG_AGO, turnsSince: LONG_AGO };
  return {
    sessionsSince: sessions.indexOf(found.sessionId),
    turnsSince: turns.filter(({ sessionId }) => sessionId === found.sessionId).indexOf(found),
  };
}

function textOf(hit: RecordHit, journal: Pick<RecordReader, 'at'>): string {
  const content = journal.at(hit.record.seq)?.content ?? '';
  return content.length <= WHOLE_CHARS ? content : hit.snippet;
}

function wordsOf(texts: readonly string[]): Words {
  const places = new Map<string, number[]>();
  const tokens = new Map<string, Token>();
  const beginnings = new Map<string, string[]>();
  texts.forEach((text, number) => {
    for (const token of informative(text)) {
      const place = token.pos + number * TEXT_GAP;
      const known = places.get(token.term);
      if (known === undefined) {
        places.set(token.term, [place]);
        tokens.set(token.term, token);
        if (token.kind === 'word' && token.word.length >= BEGINNING_LETTERS) {
          const beginning = token.word.slice(0, BEGINNING_LETTERS);
          beginnings.set(beginning, [...(beginnings.get(beginning) ?? []), token.word]);
        }
      } else known.push(place);
    }
  });
  return { places, tokens, beginnings, meaning: meaningOfTokens(tokens.values()) };
}
