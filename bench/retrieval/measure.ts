/** Takes a memory through a set and scores what it finds. */
import { percentile } from '../support/figures.ts';
import type { DataSet } from './data-set.ts';
import { storesOf } from './feed.ts';
import type { Memory } from './memories.ts';
import { LEVELS, type Level, labels, mean, rankings, type Scores, score } from './score.ts';

export interface Result {
  readonly set: string;
  readonly memory: string;
  readonly level: Level;
  /** Of the questions; undefined for all of them. */
  readonly type?: string;
  readonly questions: number;
  readonly scores: Scores;
}

export interface Measured {
  readonly results: readonly Result[];
  readonly p50Ms: number;
  readonly p95Ms: number;
}

interface Scored {
  readonly level: Level;
  readonly type: string;
  readonly scores: Scores;
}

const NO_LABELS = { turns: new Set<string>(), sessions: new Set<string>() };

export async function measure(
  memory: Memory,
  set: DataSet,
  k: number,
  onProgress: (asked: number) => void,
): Promise<Measured> {
  const sessions = new Map(set.turns.map(({ id, sid }) => [id, sid]));
  const all: Scored[] = [];
  const tookMs: number[] = [];
  for (const { ns, steps } of storesOf(set)) {
    for (const { said, asked } of steps) {
      await memory.tell(said);
      const found = await memory.ask(ns, asked.text, k);
      tookMs.push(found.tookMs);
      const ranked = rankings(found.turns, (turn) => sessions.get(turn) ?? '');
      for (const level of LEVELS) {
        const scores = score(ranked[level], labels(set.answers.get(asked.id) ?? NO_LABELS, level));
        if (scores !== undefined) all.push({ level, type: asked.type, scores });
      }
      onProgress(tookMs.length);
    }
  }
  const result = (level: Level, of: readonly Scored[]): Omit<Result, 'type'> => ({
    set: set.name,
    memory: memory.name,
    level,
    questions: of.length,
    scores: mean(of.map(({ scores }) => scores)),
  });
  const results = [...Map.groupBy(all, ({ level }) => level)].flatMap(([level, of]): Result[] => [
    result(level, of),
    ...[...Map.groupBy(of, ({ type }) => type)].map(([type, some]) => ({ ...result(level, some), type })),
  ]);
  return { results, p50Ms: percentile(tookMs, 0.5), p95Ms: percentile(tookMs, 0.95) };
}
