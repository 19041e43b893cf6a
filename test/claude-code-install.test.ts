/** What the real Claude Code makes of our installation and of our plugin. Only the model and our own side are scripted. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installClaudeCode } from '../src/clients/claude-code/install/install.ts';
import type { InstallOptions } from '../src/clients/claude-code/install/installation.ts';
import { HOOK_EVENTS } from '../src/clients/claude-code/install/own-entries.ts';
import { uninstallClaudeCode } from '../src/clients/claude-code/install/uninstall.ts';
import {
  bindHookToken,
  findHookToken,
  issueHookToken,
  readHookTokens,
  revokeHookToken,
} from '../src/platform/hook-tokens.ts';
import { type ClaudeResult, clientEnv, runClaude } from './support/claude.ts';
import { claudeBinary } from './support/claude-binary.ts';
import { type FakeAnthropic, startFakeAnthropic } from './support/fake-anthropic.ts';
import { type HookListener, startHookListener } from './support/hook-listener.ts';
import { run } from './support/run.ts';
import { hookCalls, STUB_CONTEXT, STUB_HIT, writeStubDist } from './support/stub-dist.ts';
import { makeWorkspace, type Workspace, writeFiles } from './support/workspace.ts';

const repository = resolve(import.meta.dirname, '..');

let workspace: Workspace;
let api: FakeAnthropic;
let daemon: HookListener;
let dist: string;
let tokens: string;
beforeEach(async () => {
  workspace = makeWorkspace();
  api = await startFakeAnthropic();
  daemon = await startHookListener();
  dist = join(workspace.root, 'dist');
  tokens = join(workspace.root, 'tokens.json');
  writeStubDist(dist);
});
afterEach(async () => {
  await api[Symbol.asyncDispose]();
  await daemon[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

function options(changes: Partial<InstallOptions> = {}): InstallOptions {
  return {
    scope: 'user',
    projectDir: workspace.project,
    userHome: workspace.home,
    env: { PATH: process.env.PATH, HOME: workspace.home },
    home: join(workspace.home, '.carryover'),
    nodePath: process.execPath,
    distFolder: dist,
    port: daemon.port,
    bootParts: 2,
    disableAutoMemory: false,
    dryRun: false,
    nowMs: 1,
    issueHookToken: (project) => issueHookToken(tokens, { client: 'claude-code', project, nowMs: 1 }),
    bindHookToken: (id, project) => bindHookToken(tokens, id, project),
    revokeHookToken: (id) => revokeHookToken(tokens, id),
    findHookToken: (token) => findHookToken(readHookTokens(tokens), token),
    ...changes,
  };
}

/** A session in which the agent searches its memory once. */
async function searchingSession(folder = workspace.project, env: NodeJS.ProcessEnv = {}): Promise<ClaudeResult> {
  daemon.posted.length = 0;
  api.use({
    turns: [{ toolUse: { name: 'mcp__carryover__search_memory', input: { query: 'x' } } }, { text: 'done' }],
    otherwise: { text: 'ok' },
  });
  return runClaude({ workspace: { ...workspace, project: folder }, api, prompts: ['hello'], env });
}

function posted(): readonly string[] {
  return daemon.posted.map(({ event }) => event);
}

/** What the model was sent, all requests of the conversation. */
function sentToModel(): string {
  return JSON.stringify(api.turns().map(({ body }) => body.messages));
}

function git(folder: string, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' });
}

function claude(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return run(claudeBinary(), args, { cwd: workspace.project, env: clientEnv(workspace, api, env) });
}

describe('an installation for the user', () => {
  it('is taken by the client: every hook fires with its token, the tool is offered and may be used', async () => {
    installClaudeCode(options());
    const { code, stderr } = await searchingSession();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(posted()).toEqual(['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop', 'SessionEnd']);
    for (const { path, headers } of daemon.posted) {
      expect(path).toBe('/hooks/claude-code');
      expect(options().findHookToken((headers.authorization ?? '').slice('Bearer '.length))).toBeDefined();
      expect(headers['x-carryover-skip']).toBe('');
    }
    // Side by side, so in any order.
    const calls = hookCalls(dist).map(({ args, event }) => `${event}: ${args.join(' ')}`);
    const first = 'SessionStart: claude-code SessionStart';
    expect(calls.toSorted()).toEqual([first, `${first} --part 2`]);
    expect(sentToModel()).toContain(STUB_CONTEXT);
    expect(sentToModel()).toContain(`${STUB_HIT} default home`);
  });

  it('lets a session say that it must not be captured', async () => {
    installClaudeCode(options());
    await searchingSession(workspace.project, { CARRYOVER_NO_CAPTURE: '1' });
    expect(new Set(daemon.posted.map(({ headers }) => headers['x-carryover-skip']))).toEqual(new Set(['1']));
  });

  it('is found where CLAUDE_CONFIG_DIR says, with a home of our own that is not the default', async () => {
    const moved = join(workspace.root, 'moved');
    const home = join(workspace.root, 'my memory');
    installClaudeCode(options({ home, env: { ...options().env, CLAUDE_CONFIG_DIR: moved } }));
    await searchingSession();
    expect(posted()).toEqual([]);
    await searchingSession(workspace.project, { CLAUDE_CONFIG_DIR: moved });
    expect(posted()).toContain('Stop');
    for (const { args } of hookCalls(dist)) expect(args.slice(-2)).toEqual(['--home', home]);
    expect(sentToModel()).toContain(`${STUB_HIT} ${home}`);
  });

  it('is gone after removal, and what the client wrote meanwhile is kept', async () => {
    installClaudeCode(options());
    await searchingSession();
    const config = () => JSON.parse(readFileSync(join(workspace.home, '.claude.json'), 'utf8'));
    const { mcpServers, ...written } = config();
    expect(Object.keys(mcpServers)).toEqual(['carryover']);
    uninstallClaudeCode(options());
    expect(config()).toEqual(written);
    const calls = hookCalls(dist).length;
    const { events } = await searchingSession();
    expect(posted()).toEqual([]);
    expect(hookCalls(dist)).toHaveLength(calls);
    expect(events.find(({ subtype }) => subtype === 'init')?.mcp_servers).toEqual([]);
  });

  it('stays whole when the client rewrites its config while we write ours', async () => {
    const running = searchingSession();
    for (let round = 0; round < 20; round += 1) {
      installClaudeCode(options());
      uninstallClaudeCode(options());
      await new Promise((next) => setTimeout(next, 50));
    }
    installClaudeCode(options());
    expect((await running).code).toBe(0);
    const { stdout } = await claude(['mcp', 'list']);
    expect(stdout).toMatch(/carryover: .*carryover\.js mcp - .*Connected/);
  });
});

describe('an installation for one project', () => {
  it('works in a sub-folder and in a worktree of the repository, untrusted as it is, and nowhere else', async () => {
    git(workspace.project, 'init', '--quiet');
    git(workspace.project, 'commit', '--quiet', '--allow-empty', '-m', 'first');
    git(workspace.project, 'worktree', 'add', '--quiet', join(workspace.root, 'tree'));
    const folders = ['project/sub', 'tree'].map((path) => join(workspace.root, path));
    mkdirSync(join(workspace.project, 'sub'));
    installClaudeCode(options({ scope: 'project', projectDir: join(workspace.project, 'sub') }));
    for (const folder of folders) {
      const { stderr } = await searchingSession(folder);
      expect(stderr).toBe('');
      expect(posted()).toEqual(['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop', 'SessionEnd']);
      expect(sentToModel()).toContain(STUB_HIT);
    }
    const elsewhere = join(workspace.root, 'elsewhere');
    mkdirSync(elsewhere);
    await searchingSession(elsewhere);
    expect(posted()).toEqual([]);
  });

  it('fires once when the user’s installation is there too', async () => {
    installClaudeCode(options());
    installClaudeCode(options({ scope: 'project' }));
    await searchingSession();
    expect(posted()).toEqual(['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop', 'SessionEnd']);
  });
});

describe('the plugin', () => {
  const manifest = (path: string) => JSON.parse(readFileSync(join(repository, path), 'utf8'));

  it('has the version of the package, names every hook, and holds no token', () => {
    expect(manifest('.claude-plugin/plugin.json').version).toBe(manifest('package.json').version);
    const { hooks } = manifest('plugin/hooks.json');
    expect(Object.keys(hooks)).toEqual(HOOK_EVENTS);
    expect(JSON.stringify(hooks)).not.toMatch(/http|Bearer/);
  });

  it('is accepted by the client’s own validation', async () => {
    const { code, stdout } = await claude(['plugin', 'validate', '--strict', repository]);
    expect(stdout).toContain('Validation passed');
    expect(code).toBe(0);
  });

  it('installs from its folder, fires its hooks and offers its tool', async () => {
    const market = join(workspace.root, 'market');
    for (const part of ['.claude-plugin', 'plugin'])
      cpSync(join(repository, part), join(market, part), { recursive: true });
    writeStubDist(join(market, 'dist'));
    expect((await claude(['plugin', 'marketplace', 'add', market])).code).toBe(0);
    expect((await claude(['plugin', 'install', 'carryover@carryover'])).code).toBe(0);
    const tool = 'mcp__plugin_carryover_carryover__search_memory';
    writeFiles(workspace.project, { '.claude/settings.local.json': { permissions: { allow: [tool] } } });
    api.use({ turns: [{ toolUse: { name: tool, input: {} } }, { text: 'done' }], otherwise: { text: 'ok' } });
    await runClaude({ workspace, api, prompts: ['hello'] });
    const events = hookCalls(join(market, 'dist')).map(({ event }) => event);
    expect(events).toEqual([
      'SessionStart',
      'SessionStart',
      'UserPromptSubmit',
      'PreToolUse',
      'PostToolUse',
      'Stop',
      'SessionEnd',
    ]);
    expect(sentToModel()).toContain(STUB_CONTEXT);
    expect(sentToModel()).toContain(STUB_HIT);
  });
});
