/**
 * What may be given: facts, and turns of earlier sessions. The records of one turn are one candidate, because a question
 * and its answer explain each other; what a tool printed counts only where it failed, since its mass of words fits anything.
 */
import type { RecordReader } from '../../journal/sqlite/record-reader.ts';
import type { Learning } from '../../memory/learning.ts';
import type { RecordType } from '../../memory/record.ts';
import type { RecallHit, RecordHit } from '../recall.ts';
import type { Token } from '../text/tokenise.ts';
import { informative } from './prompt-words.ts';

const READ_TYPES: ReadonlySet<RecordType> = new Set(['prompt', 'assistant', 'error']);
/** A longer text is judged by the part that was found. */
const WHOLE_CHARS = 1_500;
/** Endings of one word have as much in common, at least. */
export const BEGINNING_LETTERS = 5;
/** Keeps words of one text from following those of another. */
const TEXT_GAP = 10_000;

export interface Candidate {
  readonly fact: Learning | undefined;
  /** Of a turn, the best first. */
  readonly records: readonly RecordHit[];
  /** Its own words, each once, with every place it stands. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  readonly tokens: ReadonlyMap<string, Token>;
  /** Its longer words by their first letters. */
  readonly beginnings: ReadonlyMap<string, readonly string[]>;
  /** Among those of its kind, 0 for the one that search put first. */
  readonly rank: number;
  /** What search gave it, as a share of what it gave the first of its kind. */
  readonly nearness: number;
}

export function candidatesOf(hits: readonly RecallHit[], journal: Pick<RecordReader, 'at'>): readonly Candidate[] {
  const turns = new Map<string, { readonly records: RecordHit[]; readonly texts: string[] }>();
  const facts: (RecallHit & { readonly kind: 'fact' })[] = [];
  for (const hit of hits) {
    if (hit.kind === 'fact') facts.push(hit);
    else if (READ_TYPES.has(hit.record.type)) {
      const key = hit.record.turnId ?? hit.record.id;
      const turn = turns.get(key) ?? { records: [], texts: [] };
      turns.set(key, turn);
      turn.records.push(hit);
      turn.texts.push(textOf(hit, journal));
    }
  }
  const best = [facts[0]?.score ?? 1, turns.values().next().value?.records[0]?.score ?? 1] as const;
  return [
    ...facts.map(({ learning, score }, rank) => ({
      fact: learning,
      records: [],
      rank,
      nearness: score / best[0],
      ...wordsOf([learning.content, learning.subject ?? '']),
    })),
    ...[...turns.values()].map(({ records, texts }, rank) => ({
      fact: undefined,
      records,
      rank,
      nearness: (records[0]?.score ?? 0) / best[1],
      ...wordsOf(texts),
    })),
  ];
}

function textOf(hit: RecordHit, journal: Pick<RecordReader, 'at'>): string {
  const content = journal.at(hit.record.seq)?.content ?? '';
  return content.length <= WHOLE_CHARS ? content : hit.snippet;
}

function wordsOf(texts: readonly string[]): Pick<Candidate, 'places' | 'tokens' | 'beginnings'> {
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
  return { places, tokens, beginnings };
}
