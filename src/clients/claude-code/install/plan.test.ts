import { describe, expect, it } from 'vitest';
import { HOOK_EVENTS } from './own-entries.ts';
import { type FileChange, type InstallPlan, planInstall } from './plan.ts';

const ENTRIES = {
  nodePath: '/opt/node/bin/node',
  distFolder: '/opt/carryover/dist',
  port: 8765,
  token: 'a'.repeat(43),
  carryoverHome: undefined,
  bootParts: 2,
};

function planFor(settings: string | null, changes: Partial<InstallPlan> = {}): readonly FileChange[] {
  return planInstall({
    settings: { path: '/h/.claude/settings.json', text: settings, mode: settings === null ? null : 0o644 },
    clientConfig: { path: '/h/.claude.json', text: null, mode: null },
    projectKey: undefined,
    exclusion: undefined,
    entries: ENTRIES,
    disableAutoMemory: false,
    ...changes,
  });
}

function settingsAfter(changes: readonly FileChange[]): Record<string, unknown> {
  return JSON.parse(changes.find(({ purpose }) => purpose === 'settings')?.after ?? '{}');
}

describe('planning an installation', () => {
  it('posts every event of a turn to the daemon and starts commands only at session start', () => {
    const { hooks } = settingsAfter(planFor(null)) as { hooks: Record<string, [{ hooks: [Record<string, unknown>] }]> };
    expect(Object.keys(hooks)).toEqual(HOOK_EVENTS);
    expect(hooks.SessionStart?.[0].hooks[0]).toEqual({
      type: 'command',
      command: '/opt/node/bin/node',
      args: ['/opt/carryover/dist/hook.cjs', 'claude-code', 'SessionStart'],
      timeout: 20,
    });
    expect(hooks.SessionStart?.map((group) => (group.hooks[0].args as string[]).slice(3))).toEqual([
      [],
      ['--part', '2'],
    ]);
    expect(hooks.Stop?.[0].hooks[0]).toEqual({
      type: 'http',
      url: 'http://127.0.0.1:8765/hooks/claude-code',
      timeout: 3,
      headers: { Authorization: `Bearer ${ENTRIES.token}`, 'X-Carryover-Skip': '$CARRYOVER_NO_CAPTURE' },
      allowedEnvVars: ['CARRYOVER_NO_CAPTURE'],
    });
    expect(hooks.SessionEnd?.[0].hooks[0]?.timeout).toBe(5);
    expect(Object.values(hooks).filter(([group]) => group.hooks[0].type !== 'http')).toHaveLength(1);
  });

  it('starts a process for no tool call, and takes away the one that 0.1.0 started, wherever it stands', () => {
    const hooksIn = (text: string | null) => settingsAfter(planFor(text)).hooks as Record<string, unknown[]>;
    const posted = { hooks: [expect.objectContaining({ type: 'http' })] };
    expect(hooksIn(null).PreToolUse).toEqual([posted]);
    const args = ['/opt/carryover/dist/hook.cjs', 'claude-code', 'PreToolUse', '--guard'];
    const guard = {
      matcher: 'Write|Edit|MultiEdit|NotebookEdit|Bash',
      hooks: [{ type: 'command', command: 'node', args }],
    };
    for (const old of [
      [...(hooksIn(null).PreToolUse ?? []), guard],
      [guard, ...(hooksIn(null).PreToolUse ?? [])],
    ])
      expect(hooksIn(JSON.stringify({ hooks: { ...hooksIn(null), PreToolUse: old } })).PreToolUse).toEqual([posted]);
  });

  it('allows reading memory and registers the server for all projects or for one', () => {
    const all = planFor(null);
    expect(settingsAfter(all).permissions).toEqual({
      allow: ['mcp__carryover__search_memory', 'mcp__carryover__memory_status'],
    });
    const server = {
      type: 'stdio',
      command: '/opt/node/bin/node',
      args: ['/opt/carryover/dist/carryover.js', 'mcp'],
      alwaysLoad: true,
    };
    expect(JSON.parse(all[1]?.after ?? '')).toEqual({ mcpServers: { carryover: server } });
    const one = planFor(null, { projectKey: '/p' });
    expect(JSON.parse(one[1]?.after ?? '')).toEqual({ projects: { '/p': { mcpServers: { carryover: server } } } });
  });

  it('tells hook and server about a home that is not the default one', () => {
    const changes = planFor(null, { entries: { ...ENTRIES, carryoverHome: '/srv/memory' } });
    const { hooks } = settingsAfter(changes) as { hooks: Record<string, [{ hooks: [{ args?: string[] }] }]> };
    expect(hooks.SessionStart?.[0].hooks[0].args?.slice(-2)).toEqual(['--home', '/srv/memory']);
    expect(JSON.parse(changes[1]?.after ?? '').mcpServers.carryover.env).toEqual({ CARRYOVER_HOME: '/srv/memory' });
  });

  it('makes the file with the token private, and a new one too', () => {
    expect(planFor('{}')[0]).toMatchObject({ modeBefore: 0o644, mode: 0o600 });
    expect(planFor(null)[0]).toMatchObject({ modeBefore: null, mode: 0o600 });
  });

  it('changes nothing the second time', () => {
    const [settings, config] = planFor('{"model": "opus", "hooks": {"Stop": []}}');
    const again = planInstall({
      settings: { path: '/s', text: settings?.after ?? null, mode: 0o600 },
      clientConfig: { path: '/c', text: config?.after ?? null, mode: 0o600 },
      projectKey: undefined,
      exclusion: undefined,
      entries: ENTRIES,
      disableAutoMemory: false,
    });
    expect(again).toEqual([]);
  });

  it('replaces its own entries of another port, token, Node or version where they stand, and no others', () => {
    const foreign = { type: 'http', url: 'http://127.0.0.1:9999/elsewhere', timeout: 1 };
    const old = settingsAfter(planFor(null)) as { hooks: Record<string, { matcher?: string; hooks: unknown[] }[]> };
    old.hooks.Stop?.[0]?.hooks.unshift(foreign);
    old.hooks.Stop?.push({
      matcher: 'x',
      hooks: [{ type: 'http', url: 'http://localhost:1/hooks/claude-code' }, foreign],
    });
    old.hooks.MessageDisplay = [{ hooks: [{ type: 'http', url: 'http://127.0.0.1:8765/hooks/claude-code' }] }];
    const entries = { ...ENTRIES, port: 8800, nodePath: '/usr/bin/node', distFolder: 'C:\\carryover\\dist' };
    const { hooks } = settingsAfter(planFor(JSON.stringify(old), { entries })) as typeof old;
    expect(hooks.Stop).toEqual([
      { hooks: [foreign, expect.objectContaining({ url: 'http://127.0.0.1:8800/hooks/claude-code' })] },
      { matcher: 'x', hooks: [foreign] },
    ]);
    const ours = { hooks: [expect.objectContaining({ command: '/usr/bin/node' })] };
    expect(hooks.SessionStart).toEqual([ours, ours]);
    expect(Object.keys(hooks)).toEqual(HOOK_EVENTS);
  });

  it('has one hook for each part of the boot block, and as many as the budget needs when it is changed', () => {
    const partsOf = (settings: Record<string, unknown>) =>
      (settings as { hooks: { SessionStart: { hooks: { args: string[] }[] }[] } }).hooks.SessionStart.flatMap(
        ({ hooks }) => hooks.map(({ args }) => args.at(-1)),
      );
    const own = 'SessionStart';
    let text = JSON.stringify({
      hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'x', args: ['y'] }] }] },
    });
    for (const [bootParts, expected] of [
      [2, ['y', own, '2']],
      [4, ['y', own, '2', '3', '4']],
      [1, ['y', own]],
      [3, ['y', own, '2', '3']],
    ] as const) {
      const settings = settingsAfter(planFor(text, { entries: { ...ENTRIES, bootParts } }));
      expect(partsOf(settings)).toEqual(expected);
      text = JSON.stringify(settings);
    }
  });

  it('switches the client’s own memory off only when asked to', () => {
    expect(settingsAfter(planFor('{}'))).not.toHaveProperty('autoMemoryEnabled');
    expect(settingsAfter(planFor('{}', { disableAutoMemory: true })).autoMemoryEnabled).toBe(false);
  });

  it('refuses settings of an unknown shape and a foreign server of the same name', () => {
    expect(() => planFor('{"hooks": []}')).toThrow(expect.objectContaining({ code: 'settings-unexpected-shape' }));
    expect(() => planFor('{"hooks": {"Stop": null}}')).toThrow(/"hooks.Stop" is not a list/);
    expect(() => planFor('{"permissions": {"allow": "all"}}')).toThrow(/"permissions.allow" is not a list/);
    const text = '{"mcpServers": {"carryover": {"command": "npx", "args": ["some-carryover"]}}}';
    const clientConfig = { path: '/h/.claude.json', text, mode: 0o600 };
    expect(() => planFor(null, { clientConfig })).toThrow(expect.objectContaining({ code: 'server-name-taken' }));
  });
});
