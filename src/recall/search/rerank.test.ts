import { expect, it } from 'vitest';
import type { RecallHit } from '../recall.ts';
import type { Found } from './hits.ts';
import { candidateTexts, reranked } from './rerank.ts';

function found(key: string, score: number, sendable?: string): Found {
  const hit = () =>
    ({ kind: 'fact', score, snippet: key, explanation: { words: [], parts: {} } }) as unknown as RecallHit;
  return { key, score, tie: 0, session: null, sendable, hit };
}

const keys = (hits: readonly Found[]) => hits.map(({ key }) => key);

it('the cosine counts a fifth of what lies between the best and the last', () => {
  const hits = [found('a', 10), found('b', 9.2), found('c', 9), found('d', 5)];
  const moved = reranked(hits, [
    ['a', 0],
    ['b', 0.9],
    ['c', 0.9],
    ['d', 1],
  ]);
  // 9.2 + 0.2 · 5 · 0.9 = 10.1; the last gains 1 and stays the last.
  expect(moved.map(({ key, score }) => [key, Number(score.toFixed(3))])).toEqual([
    ['b', 10.1],
    ['a', 10],
    ['c', 9.9],
    ['d', 6],
  ]);
  expect(moved[0]?.hit()).toMatchObject({ score: 10.1, explanation: { parts: { semantic: 0.9 } } });
});

it('what no model may read is moved neither up nor down (M-07)', () => {
  const hits = [found('a', 10), found('tool', 9), found('b', 8)];
  for (const cosine of [0.1, 0.5, 0.9])
    expect(
      keys(
        reranked(hits, [
          ['a', cosine],
          ['b', cosine],
        ]),
      ),
    ).toEqual(['a', 'tool', 'b']);
});

it('without cosines everything stays as it is, and what comes after the first stays behind them', () => {
  const hits = Array.from({ length: 70 }, (_, at) => found(`hit ${at}`, 100 - at, `text ${at}`));
  expect(reranked(hits, [])).toBe(hits);
  const compared = candidateTexts(hits, new Set());
  expect(compared).toHaveLength(63);
  const moved = reranked(
    hits,
    compared.map(({ key }, at) => [key, at / 63]),
  );
  expect(keys(moved.slice(63))).toEqual(keys(hits.slice(63)));
  expect(moved.map(({ score }) => score)).toEqual(moved.map(({ score }) => score).toSorted((a, b) => b - a));
  expect(keys(moved).toSorted()).toEqual(keys(hits).toSorted());
});

it('equal scores are put in order by meaning alone', () => {
  expect(
    keys(
      reranked(
        [found('a', 3), found('b', 3)],
        [
          ['a', 0.1],
          ['b', 0.6],
        ],
      ),
    ),
  ).toEqual(['b', 'a']);
});
