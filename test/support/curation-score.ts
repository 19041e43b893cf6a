/**
 * Scores a curator on the labelled turns of test/corpora/curation, as the README there says. Only what cites the turn
 * in question counts: earlier turns are context, and nothing is expected of them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CuratorAnswer } from '../../src/curator/answer.ts';
import type { CuratedTurn, CuratorInput } from '../../src/curator/curator.ts';
import type { SessionId, TurnId } from '../../src/memory/ids.ts';
import type { LearnedType } from '../../src/memory/learning.ts';
import { assembleTurn } from '../../src/memory/turn.ts';
import { type ToldTurn, turnRecords } from './turn-records.ts';

interface Expectation {
  readonly type: LearnedType;
  /** Other types that are right as well. */
  readonly also?: readonly LearnedType[];
  readonly words: readonly string[];
  /** How a person would write it. */
  readonly text: string;
}

interface LabelledTurn {
  readonly id: string;
  readonly before?: readonly ToldTurn[];
  readonly turn: ToldTurn;
  readonly expect: readonly Expectation[];
  readonly optional?: readonly Expectation[];
}

interface Extracted {
  readonly type: LearnedType;
  readonly content: string;
}

export interface TypeScore {
  readonly extracted: number;
  readonly right: number;
  readonly expected: number;
  readonly met: number;
}

export interface CurationScore {
  readonly turns: number;
  readonly all: TypeScore;
  /** Precision by the type that was extracted, recall by the type that was expected. */
  readonly byType: ReadonlyMap<LearnedType, TypeScore>;
  readonly missed: readonly string[];
  readonly falsePositives: readonly string[];
}

const FOLDER = join(import.meta.dirname, '../corpora/curation');
const NONE: TypeScore = { extracted: 0, right: 0, expected: 0, met: 0 };

export function precisionOf({ right, extracted }: TypeScore): number {
  return right / extracted;
}

export function recallOf({ met, expected }: TypeScore): number {
  return met / expected;
}

export function scoreCuration(
  file: 'dev' | 'dev2' | 'test',
  curate: (input: CuratorInput) => CuratorAnswer,
): CurationScore {
  const rows = readFileSync(join(FOLDER, `${file}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledTurn);
  const byType = new Map<LearnedType, TypeScore>();
  const count = (type: LearnedType, change: Partial<TypeScore>): void => {
    byType.set(type, sum(byType.get(type) ?? NONE, { ...NONE, ...change }));
  };
  const missed: string[] = [];
  const falsePositives: string[] = [];
  for (const { id, before = [], turn, expect, optional = [] } of rows) {
    const extracted = extractedFrom([...before, turn], curate);
    for (const learning of extracted) {
      const right = [...expect, ...optional].some((expectation) => meets(learning, expectation));
      count(learning.type, { extracted: 1, right: right ? 1 : 0 });
      if (!right) falsePositives.push(`${id} ${learning.type}: ${learning.content}`);
    }
    for (const expectation of expect) {
      const met = extracted.some((learning) => meets(learning, expectation));
      count(expectation.type, { expected: 1, met: met ? 1 : 0 });
      if (!met) missed.push(`${id} ${expectation.type}: ${expectation.text}`);
    }
  }
  return { turns: rows.length, all: [...byType.values()].reduce(sum, NONE), byType, missed, falsePositives };
}

function extractedFrom(turns: readonly ToldTurn[], curate: (input: CuratorInput) => CuratorAnswer): Extracted[] {
  const answer = curate({ files: [], recent: [], actions: [], held: [], root: null, turns: turns.map(curatedTurn) });
  const actions = answer.actions.map((action) => ({ ...action, type: 'ACTION' as const }));
  return [...answer.learnings, ...actions].filter((learning) => learning.turns.includes(turns.length));
}

function curatedTurn(told: ToldTurn, index: number): CuratedTurn {
  const place = { turnId: `turn-${index}` as TurnId, sessionId: 'session' as SessionId, workspace: null };
  const records = turnRecords(told, { ...place, ts: index * 60_000 }).map((record, at) => ({
    ...record,
    seq: index * 1_000 + at,
  }));
  return {
    number: index + 1,
    records,
    turn: {
      ...assembleTurn(records),
      ...place,
      id: place.turnId,
      rev: 1,
      sequenceNum: index + 1,
      timestamp: index * 60_000,
      closedAt: index * 60_000,
      closeReason: 'stop',
      lastSeq: records.at(-1)?.seq ?? 0,
    },
  };
}

function meets({ type, content }: Extracted, { type: expected, also = [], words }: Expectation): boolean {
  return [expected, ...also].includes(type) && words.every((word) => occurs(word, content));
}

/** As a word or as the beginning of one. */
function occurs(word: string, content: string): boolean {
  const literal = word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}`, 'iu').test(content);
}

function sum(a: TypeScore, b: TypeScore): TypeScore {
  return {
    extracted: a.extracted + b.extracted,
    right: a.right + b.right,
    expected: a.expected + b.expected,
    met: a.met + b.met,
  };
}
