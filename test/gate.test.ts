/** The gate on prompts that were labelled without knowing it: what it gives, and when it keeps quiet (D-096). */
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

/**
 * The gate reaches 0.8, 0.6 and 0.95 here, two of them by an item or none. A change elsewhere may cost that item, so they are
 * held to two items less.
 */
const PRECISION = 0.8;
const RECALL = 0.59;
const SILENCE = 0.94;

describe('240 labelled prompts, half of which want nothing', () => {
  it('are given items of which four in five or more were wanted', () => {
    expect(score.precision).toBeGreaterThanOrEqual(PRECISION);
  });

  it('are given about three in five of what they want', () => {
    expect(score.recall).toBeGreaterThanOrEqual(RECALL);
  });

  it('are left alone in about 95 of 100 cases where they want nothing', () => {
    expect(score.silence).toBeGreaterThanOrEqual(SILENCE);
  });
});
