import { describe, expect, it } from 'vitest';
import type { Act } from '../../memory/act.ts';
import {
  type ActId,
  deriveId,
  type InjectionId,
  type LearningId,
  type SessionId,
  type SpaceId,
  type TurnId,
} from '../../memory/ids.ts';
import { journalLine } from './journal-lines.ts';

const SPACE = deriveId<SpaceId>('space');
const BASE = { id: deriveId<ActId>('act'), ts: 5, workspace: SPACE };

function wire(act: Act): unknown {
  return JSON.parse(JSON.stringify(journalLine({ kind: 'act', row: { ...act, seq: 7 } })));
}

describe('acts in an export (D-025)', () => {
  it('a curation says what was read, what was answered and what it cost', () => {
    const turns = [{ id: deriveId<TurnId>('turn'), rev: 2 }];
    const files = [{ name: 'user.md', workspace: null, version: 3 }] as const;
    const settings = { match: 'similar', preset: 'six', root: '/p' } as const;
    const costs = { inputTokens: 10, outputTokens: 2, costUsd: 0.5 };
    const answers = { promptHash: 'abc', answers: ['LEARNINGS:'] };
    const curation = {
      ...BASE,
      kind: 'curation',
      curator: 'rules',
      turns,
      files,
      settings,
      ...answers,
      ...costs,
    } as const;
    expect(wire(curation)).toEqual({
      kind: 'curation',
      ...BASE,
      curator: 'rules',
      turns,
      files,
      settings,
      prompt_hash: 'abc',
      answers: ['LEARNINGS:'],
      input_tokens: 10,
      output_tokens: 2,
      cost_usd: 0.5,
    });
  });

  it('an edit says what was changed', () => {
    const change = { kind: 'file', file: { name: 'user.md', workspace: null }, before: 'b\n', content: 'a\n' } as const;
    expect(wire({ ...BASE, kind: 'edit', change })).toEqual({ kind: 'edit', ...BASE, change });
  });

  it('a scan says what was found', () => {
    const found = { paths: ['a.ts'], partial: true };
    expect(wire({ ...BASE, kind: 'scan', ...found })).toEqual({ kind: 'scan', ...BASE, ...found });
  });
});

describe('injections in an export (D-025)', () => {
  it('say when they were given, to whom, and what stood in them', () => {
    const item = deriveId<LearningId>('item');
    const turnId = deriveId<TurnId>('turn');
    const base = { id: deriveId<InjectionId>('given'), ts: 5, workspace: SPACE, seq: 7 };
    const sessionId = deriveId<SessionId>('session');
    const detail = { turnId, scores: [0.5], tokens: 9, tookMs: 2 };
    const row = { ...base, sessionId, kind: 'prompt', items: [item], text: 'known', detail } as const;
    expect(journalLine({ kind: 'injection', row })).toEqual({
      kind: 'injection',
      id: base.id,
      ts: 5,
      session_id: sessionId,
      workspace: SPACE,
      given_at: 'prompt',
      turn_id: turnId,
      tokens: 9,
      took_ms: 2,
      block: 'known',
      items: [{ id: item, score: 0.5 }],
    });
  });
});
