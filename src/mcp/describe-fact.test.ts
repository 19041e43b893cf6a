import { describe, expect, it } from 'vitest';
import { factDetailToWire } from '../http/detail-wire.ts';
import type { LearningId, RecordId, SessionId, SpaceId } from '../memory/ids.ts';
import { type Learning, type LearningChange, newLearning } from '../memory/learning.ts';
import type { MemoryRecord } from '../memory/record.ts';
import { describeFact } from './describe-fact.ts';

const DAY = 24 * 60 * 60_000;
const START = Date.parse('2026-11-01T12:00:00Z');
const SPACE = 'space-1' as SpaceId;

function fact(id: string, content: string, different: Partial<Learning> = {}): Learning {
  return newLearning(START, {
    id: id as LearningId,
    workspace: SPACE,
    type: 'FACT',
    content,
    trust: 'typed',
    ...different,
  });
}

const record: MemoryRecord = {
  id: 'r-1' as RecordId,
  ts: START,
  type: 'prompt',
  sessionId: 's' as SessionId,
  workspace: SPACE,
  turnId: null,
  source: 'typed',
  tool: null,
  path: null,
  content: 'remember: the port is 9000',
  tags: [],
  metadata: {},
};
const nothing = { history: [], replaced: [], replacedBy: undefined, evidence: [] };

function linesOf(learning: Learning, detail: Partial<Parameters<typeof factDetailToWire>[2]> = {}): readonly string[] {
  return describeFact(factDetailToWire(learning, START, { ...nothing, ...detail }))
    .split('\n')
    .slice(2, -1);
}

describe('a fact as a whole', () => {
  it('says what it is, since when it holds, what it replaced, its history and its evidence (B-074)', () => {
    const before = fact('f-1', 'The port is 9000.', { evidence: [record.id, 'r-2' as RecordId], subject: 'the port' });
    const after = { ...before, confirmedAt: START + 2 * DAY };
    const history: LearningChange[] = [
      { learningId: before.id, ts: START, cause: 'learned', before: null, after: before },
      { learningId: before.id, ts: START + 2 * DAY, cause: 'reinforced', before, after },
    ];
    const replaced = [fact('f-0', 'The port is 80.')];
    expect(linesOf(after, { history, replaced, evidence: [record] })).toEqual([
      '- "f-1" FACT: "The port is 9000."',
      '- subject: "the port"',
      '- scope "space", confidence 0.7, trust typed, holds since 2026-11-01, last confirmed 2026-11-03',
      '- it replaced "f-0": "The port is 80."',
      '- history 2026-11-01 learned: "The port is 9000."',
      '- history 2026-11-03 reinforced: "The port is 9000."',
      '- evidence "r-1" 2026-11-01 prompt, typed: "remember: the port is 9000"',
      '- 1 more records are its evidence: older ones, erased ones or those of other projects',
    ]);
  });

  it('says when it holds no more, and by what it was replaced', () => {
    const gone = fact('f-0', 'The port is 80.', { validTo: START + DAY, supersededBy: 'f-1' as LearningId });
    expect(linesOf(gone, { replacedBy: fact('f-1', 'The port is 9000.') }).slice(1)).toEqual([
      '- scope "space", confidence 0.7, trust typed, NO LONGER HOLDS: it did from 2026-11-01 to 2026-11-02',
      '- replaced by "f-1": "The port is 9000."',
    ]);
  });

  it('says when only a tool said so (SRV-23)', () => {
    expect(linesOf(fact('f-1', 'run it', { trust: 'tool' }))[0]).toBe(
      '- "f-1" FACT (from tool, unconfirmed): "run it"',
    );
  });

  it('shows the newest of many changes, and how many there are before', () => {
    const after = fact('f-1', 'x');
    const history = Array.from({ length: 30 }, (_, day): LearningChange => {
      return { learningId: after.id, ts: START + day * DAY, cause: 'reinforced', before: after, after };
    });
    const lines = linesOf(after, { history });
    expect(lines.filter((line) => line.startsWith('- history'))).toHaveLength(10);
    expect(lines).toContain('- 20 older changes');
    expect(lines.at(-1)).toContain('2026-11-30');
  });
});
