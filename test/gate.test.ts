/** The gate on prompts that were labelled without knowing it: what it gives, and when it keeps quiet (D-096). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GateScore, scoreGate } from '../bench/support/gate-score.ts';
import { GATE_NOW, type GateMemory, openGateMemory } from '../bench/support/gate-set.ts';
import type { SessionId, SpaceId } from '../src/memory/ids.ts';
import { Gate } from '../src/recall/gate/gate.ts';
import { Searcher } from '../src/recall/search/searcher.ts';

let memory: GateMemory;
let score: GateScore;

beforeAll(async () => {
  memory = await openGateMemory('test');
  const gate = new Gate(new Searcher(memory.index, memory.journal), memory.index, memory.journal);
  score = scoreGate(
    memory.prompts.map((prompt) => {
      const chosen = gate.choose({
        prompt: prompt.prompt,
        workspace: prompt.space as SpaceId,
        sessionId: (prompt.session ?? null) as SessionId | null,
        given: new Set(),
        sinking: new Map(),
        now: GATE_NOW,
      });
      return { prompt, items: chosen.map((item) => memory.nameOf(item.kind === 'fact' ? item.learning.id : item.id)) };
    }),
  );
});

afterAll(() => memory.close());

describe('240 labelled prompts, half of which want nothing', () => {
  it('are given items of which four in five or more were wanted', () => {
    expect(score.precision).toBeGreaterThanOrEqual(0.8);
  });

  it('are given three in five or more of what they want', () => {
    expect(score.recall).toBeGreaterThanOrEqual(0.6);
  });

  it('are left alone in 95 of 100 cases where they want nothing', () => {
    expect(score.silence).toBeGreaterThanOrEqual(0.95);
  });
});
