import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GATE_NOW, type GateMemory, openGateMemory } from '../bench/support/gate-set.ts';
import type { SessionId, SpaceId } from '../src/memory/ids.ts';
import { chooseBeforeTool, namesIn, type ToolQuestion } from '../src/recall/gate/before-tool.ts';
import { Searcher } from '../src/recall/search/searcher.ts';

let memory: GateMemory;
let ask: (question: Partial<ToolQuestion>) => readonly string[];

beforeAll(async () => {
  memory = await openGateMemory('dev');
  const searcher = new Searcher(memory.index, memory.journal);
  ask = (question) =>
    chooseBeforeTool(
      {
        tool: 'Bash',
        input: {},
        workspace: 'infra-live' as SpaceId,
        sessionId: null,
        given: new Set(),
        now: GATE_NOW,
        ...question,
      },
      searcher,
      memory.journal,
    ).map((item) => memory.nameOf(item.kind === 'fact' ? item.learning.id : item.id));
});

afterAll(() => memory.close());

describe('before a tool call', () => {
  it('is given the correction that names exactly this command', () => {
    expect(ask({ input: { command: 'cd envs/prod && tofu apply -auto-approve' } })).toContain('L085');
  });

  it('is given the rule for the file that is about to be changed', () => {
    const input = { file_path: '/home/me/staybook/locales/en.json' };
    expect(ask({ tool: 'Edit', input, workspace: 'staybook-web' as SpaceId })).toContain('L058');
  });

  it('is given what came of it when the same command failed before', () => {
    expect(ask({ input: { command: 'just plan staging' } })).toContain('T068');
  });

  it('is given nothing for a program that is named with another subcommand, nor from another space', () => {
    expect(ask({ input: { command: 'tofu validate' } })).toEqual([]);
    expect(ask({ input: { command: 'tofu apply' }, workspace: 'homepage' as SpaceId })).toEqual([]);
  });

  it('is given nothing that stands in the context already, and at most two items', () => {
    const input = { command: 'tofu apply' };
    const first = ask({ input });
    expect(first.length).toBeLessThanOrEqual(2);
    expect(ask({ input, given: new Set(first) })).not.toContain('L085');
    expect(ask({ input: { command: 'just plan staging' }, sessionId: 'S23' as SessionId })).not.toContain('T068');
  });
});

describe('the names in a call', () => {
  it.each([
    [{ command: 'FOO=1 sudo systemctl restart haproxy' }, ['systemctl restart']],
    [{ command: 'uv run pytest -m slow && git push' }, ['pytest slow', 'git push']],
    [{ command: 'ls' }, []],
    [{ file_path: 'C:\\work\\Stations.csv' }, ['stations.csv']],
    [{ file_path: '/etc/hosts' }, []],
    ['not an object', []],
  ])('of %j are %j', (input, names) => {
    expect(namesIn(input)).toEqual(names);
  });
});
