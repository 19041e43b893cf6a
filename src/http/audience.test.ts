import { describe, expect, it } from 'vitest';
import type { AppId, LearningId, RecordId, SpaceId } from '../memory/ids.ts';
import { type Learning, newLearning } from '../memory/learning.ts';
import { isGiven, mayRead, type Reader, readerOf } from './audience.ts';

const HERE = 'here' as SpaceId;
const THERE = 'there' as SpaceId;
const NOW = Date.UTC(2026, 0, 1);
const RECORD = 'record' as RecordId;

function record(workspace: SpaceId | null, tags: readonly string[] = []) {
  return { id: RECORD, workspace, tags, metadata: {} };
}

function reader(query: { readonly audience?: string; readonly workspace?: string }): Promise<Reader> {
  const given = new Map(Object.entries(query));
  return readerOf({ get: () => undefined, req: { query: (name?: string) => given.get(name ?? '') } } as never, {
    resolveWorkspace: async (workspace) => (workspace === '/here' ? HERE : undefined),
    linkedSpaces: async () => [],
    withholding: async () => ({}),
    clock: { now: () => NOW },
  });
}

describe('a reader', () => {
  it('is a person, of all spaces, unless it is said otherwise', async () => {
    expect(await reader({})).toEqual({ audience: 'person' });
    expect(await reader({ workspace: '/here' })).toEqual({ audience: 'person', workspace: HERE });
  });

  it('is in no space when it is an agent that names none, or a folder nobody knows (E-030)', async () => {
    expect(await reader({ audience: 'agent' })).toEqual({ audience: 'agent', now: NOW, workspace: null });
    expect(await reader({ audience: 'agent', workspace: '/nowhere' })).toEqual({
      audience: 'agent',
      now: NOW,
      workspace: null,
    });
    expect(await reader({ audience: 'agent', workspace: '/here' })).toEqual({
      audience: 'agent',
      now: NOW,
      workspace: HERE,
    });
  });

  it('is refused when it is nobody, or works in what is no place', async () => {
    await expect(reader({ audience: 'everybody' })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(reader({ audience: 'agent', workspace: 'nowhere' })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('what a reader may read', () => {
  const app = { kind: 'app', app: 'app-a' as AppId } as const;
  const person: Reader = { audience: 'person' };
  const agent: Reader = { audience: 'agent', now: NOW, workspace: HERE };
  const outside: Reader = { audience: 'agent', now: NOW, workspace: null };

  it('a person: everything, or what one space and the user scope hold', () => {
    expect(mayRead(person, { workspace: THERE, scope: { kind: 'space' }, sensitive: true })).toBe(true);
    expect(mayRead(person, record(THERE, ['sensitive']))).toBe(true);
    expect(mayRead({ ...person, workspace: HERE }, record(null))).toBe(true);
    expect(mayRead({ ...person, workspace: HERE }, record(THERE))).toBe(false);
  });

  it.each([
    ['its own space', agent, record(HERE), true],
    ['the user scope', agent, { workspace: null, scope: { kind: 'user' } }, true],
    ['a record of no space', agent, record(null), false],
    ['another space', agent, { workspace: THERE, scope: { kind: 'space' } }, false],
    ['what an app keeps for itself', agent, { workspace: HERE, scope: app }, false],
    ['what is sensitive', agent, { workspace: HERE, scope: { kind: 'space' }, sensitive: true }, false],
    ['a record that looks sensitive', agent, record(HERE, ['sensitive']), false],
    ['a record that is marked', { ...agent, sensitiveRecords: [RECORD] }, record(HERE), false],
    ['a sensitive record, if it may', { ...agent, givesSensitive: true }, record(HERE, ['sensitive']), true],
    [
      'a sensitive learning, if it may',
      { ...agent, givesSensitive: true },
      { workspace: HERE, scope: { kind: 'space' }, sensitive: true },
      true,
    ],
    ['any space, when it is in none', outside, record(HERE), false],
    ['the user scope, when it is in none', outside, { workspace: null, scope: { kind: 'user' } }, true],
    ['a record of no space, when it is in none', outside, record(null), false],
  ] as const)('an agent, by the matrix: %s (E-030, B-074)', (_what, who, kept, may) => {
    expect(mayRead(who, kept)).toBe(may);
  });

  it.each([
    ['its own memory', { workspace: HERE, scope: app }, true],
    ["another app's memory", { workspace: HERE, scope: { kind: 'app', app: 'app-b' as AppId } }, false],
    ['what it was told', { ...record(HERE), metadata: { carryover_app: 'app-a' } }, true],
    ['what another app was told', { ...record(HERE), metadata: { carryover_app: 'app-b' } }, false],
    ['another space', { workspace: THERE, scope: { kind: 'space' } }, false],
    ['the user scope', { workspace: null, scope: { kind: 'user' } }, true],
  ] as const)('an app: %s (E-032)', (_what, kept, expected) => {
    expect(mayRead({ ...agent, app: app.app }, kept)).toBe(expected);
  });

  it.each([
    ['its facts', { workspace: THERE, scope: { kind: 'space' } }, true],
    ['its records', record(THERE), true],
    ['what its apps keep', { workspace: THERE, scope: app }, false],
    ['what its apps were told', { ...record(THERE), metadata: { carryover_app: 'app-a' } }, false],
    ['what is sensitive there', { workspace: THERE, scope: { kind: 'space' }, sensitive: true }, false],
  ] as const)('an agent with a linked space: %s', (_what, kept, expected) => {
    expect(mayRead({ ...agent, linked: [{ id: THERE, name: 'there' }] }, kept)).toBe(expected);
  });

  it('R-02: no operational memory that has decayed, unless it is a person who asks', () => {
    const timing = {
      id: 'l' as LearningId,
      workspace: HERE,
      type: 'timing',
      content: 'a',
      trust: 'assistant',
    } as const;
    const fact = { ...timing, type: 'FACT' } as const;
    const said = (daysAgo: number, given: Parameters<typeof newLearning>[1]): Learning =>
      newLearning(NOW - daysAgo * 86_400_000, given);
    expect(isGiven(agent, said(40, timing))).toBe(true);
    expect(isGiven(agent, said(100, timing))).toBe(false);
    expect(isGiven(agent, said(100, { ...timing, pinned: true }))).toBe(true);
    expect(isGiven(agent, said(1_000, fact))).toBe(true);
    expect(isGiven(agent, said(0, { ...fact, confidence: 0.1 }))).toBe(false);
    expect(isGiven(person, said(100, timing))).toBe(true);
  });
});
