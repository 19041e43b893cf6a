/** The gate on labelled prompts: what it gives, and when it keeps quiet (D-096). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GateScore, scoreGate } from '../bench/support/gate-score.ts';
import { type GateMemory, gateRequest, openGateMemory } from '../bench/support/gate-set.ts';
import { Gate } from '../src/recall/gate/gate.ts';
import { Searcher } from '../src/recall/search/searcher.ts';

let memory: GateMemory;
let score: GateScore;

beforeAll(async () => {
  memory = await openGateMemory('test');
  const gate = new Gate(new Searcher(memory.index, memory.journal), memory.index, memory.journal);
  score = scoreGate(
    memory.prompts.map((prompt) => {
      const chosen = gate.choose(gateRequest(prompt));
      return { prompt, items: chosen.map((item) => memory.nameOf(item.kind === 'fact' ? item.learning.id : item.id)) };
    }),
  );
});

afterAll(() => memory.close());

/** It was fitted on them among others: what is held here is that a change elsewhere does not spoil it. */
const PRECISION = 0.85;
const RECALL = 0.45;
const SILENCE = 0.96;

describe('240 labelled prompts, half of which want nothing', () => {
  it('are given items of which 17 in 20 or more were wanted', () => {
    expect(score.precision).toBeGreaterThanOrEqual(PRECISION);
  });

  it('are given about half of what they want', () => {
    expect(score.recall).toBeGreaterThanOrEqual(RECALL);
  });

  it('are left alone in 96 of 100 cases where they want nothing', () => {
    expect(score.silence).toBeGreaterThanOrEqual(SILENCE);
  });
});

describe('what may not be given', () => {
  it.each(['extra', 'more-c'])('is given with no prompt of %s: what is sensitive, what was replaced', async (name) => {
    const rows = readFileSync(join(import.meta.dirname, 'corpora/gate', name, 'store.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const stored: { id: string; sensitive?: boolean; supersededBy?: string }[] = rows.map((row) => JSON.parse(row));
    const forbidden = new Set(
      stored.flatMap((row) => (row.sensitive || row.supersededBy !== undefined ? [row.id] : [])),
    );
    expect(forbidden.size).toBeGreaterThan(5);
    const opened = await openGateMemory(name, true);
    try {
      const gate = new Gate(new Searcher(opened.index, opened.journal), opened.index, opened.journal);
      // Whatever the likelihood: not even what is nearest.
      const given = opened.prompts.flatMap((prompt) => gate.choose(gateRequest(prompt), 0));
      const names = given.map((item) => opened.nameOf(item.kind === 'fact' ? item.learning.id : item.id));
      expect(names.filter((item) => forbidden.has(item))).toEqual([]);
    } finally {
      opened.close();
    }
  });
});
