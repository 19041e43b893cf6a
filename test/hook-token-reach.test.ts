/** T-09: a hook's token tells of the project whose settings hold it, and of no other. The real daemon, real settings. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tokensInSettings } from '../src/clients/claude-code/install/settings-text.ts';
import { readHookTokens } from '../src/platform/hook-tokens.ts';
import { makeHome, runCli, startDaemon, stopDaemon, type TestHome } from './support/home.ts';
import { makeFolder } from './support/workspace.ts';

let home: TestHome;
let top: string;
beforeEach(async () => {
  home = await makeHome();
  top = makeFolder('projects');
  for (const name of ['mine', 'other']) {
    mkdirSync(join(top, name));
    git(name, 'init');
    git(name, 'commit', '--allow-empty', '-m', name);
  }
  await startDaemon(home);
});
afterEach(() => home[Symbol.asyncDispose]());

function git(folder: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...who, ...args], { cwd: join(top, folder), stdio: 'pipe' });
}

const settingsOf = (folder: string) => join(top, folder, '.claude', 'settings.local.json');

async function connect(folder: string): Promise<string> {
  const done = await runCli(home, ['init', '--scope', 'project', '--yes'], { cwd: join(top, folder) });
  expect(done).toMatchObject({ code: 0 });
  return tokenIn(settingsOf(folder));
}

function tokenIn(path: string): string {
  const [token = ''] = tokensInSettings({ path, text: readFileSync(path, 'utf8') });
  expect(token).not.toBe('');
  return token;
}

interface Told {
  readonly cwd: string;
  readonly session: string;
  readonly event?: string;
  readonly [field: string]: string | undefined;
}

async function tell(token: string, { cwd, session, event = 'UserPromptSubmit', ...fields }: Told): Promise<number> {
  const answer = await fetch(`${home.url}/hooks/claude-code`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      hook_event_name: event,
      session_id: session,
      cwd,
      prompt: `a word of ${session}`,
      ...fields,
    }),
  });
  const said = await answer.text();
  if (answer.status !== 200) expect(said).not.toContain('hookSpecificOutput');
  return answer.status;
}

async function stored(word: string): Promise<boolean> {
  const { stdout } = await runCli(home, ['export']);
  return stdout.includes(word);
}

async function problems(): Promise<readonly string[]> {
  const { stdout } = await runCli(home, ['status', '--json']);
  return JSON.parse(stdout).problems.map(({ code }: { readonly code: string }) => code);
}

describe('T-09: the token in the settings of a project', () => {
  it('tells of the project, its folders and its worktrees, and of a session of it wherever that goes', async () => {
    const token = await connect('mine');
    git('mine', 'worktree', 'add', join(top, 'tree'), '-b', 'side');
    mkdirSync(join(top, 'mine', 'src'));
    expect(await tell(token, { cwd: join(top, 'mine', 'src'), session: 'one' })).toBe(200);
    expect(await tell(token, { cwd: join(top, 'tree'), session: 'two' })).toBe(200);
    expect(await tell(token, { cwd: join(top, 'other'), session: 'one', prompt: 'gone elsewhere' })).toBe(200);
    expect(await problems()).not.toContain('hook-token-elsewhere');
    renameSync(join(top, 'mine'), join(top, 'moved'));
    expect(await tell(token, { cwd: join(top, 'moved'), session: 'three' })).toBe(200);
  });

  it('tells nothing of another project, is given nothing, and that is said', async () => {
    const token = await connect('mine');
    const ofOther = await connect('other');
    expect(await tell(ofOther, { cwd: join(top, 'other'), session: 'theirs' })).toBe(200);
    const strange: readonly Told[] = [
      { cwd: join(top, 'other'), session: 'planted' },
      { cwd: join(top, 'other'), session: 'planted', event: 'SessionStart', source: 'startup' },
      { cwd: join(top, 'mine'), session: 'theirs', prompt: 'planted' },
      { cwd: '', session: 'planted' },
      { cwd: 'mine', session: 'planted' },
      { cwd: top, session: 'planted' },
    ];
    for (const told of strange) expect(await tell(token, told)).toBe(403);
    expect(await stored('planted')).toBe(false);
    expect(await problems()).toContain('hook-token-elsewhere');
    expect(readFileSync(join(home.paths.logs, 'daemon.log'), 'utf8')).toContain('hook-refused');
    expect(await tell(token, { cwd: join(top, 'mine'), session: 'mine' })).toBe(200);
  });

  it("does not have another project's transcript read", async () => {
    const token = await connect('mine');
    const folder = join(home.paths.home, '.claude', 'projects', 'other');
    mkdirSync(folder, { recursive: true });
    const transcript = join(folder, 'unseen.jsonl');
    const line = { type: 'user', cwd: join(top, 'other'), message: { role: 'user', content: 'a word of the other' } };
    writeFileSync(transcript, `${JSON.stringify({ type: 'summary' })}\n${JSON.stringify(line)}\n`);
    const told = { cwd: join(top, 'mine'), session: 'unseen' };
    expect(await tell(token, { ...told, transcript_path: transcript })).toBe(403);
    expect(await tell(token, told)).toBe(200);
    expect(await tell(token, { ...told, event: 'Stop', transcript_path: transcript })).toBe(403);
    writeFileSync(transcript, `${JSON.stringify({ ...line, cwd: join(top, 'mine') })}\n`);
    expect(await tell(token, { ...told, event: 'Stop', transcript_path: transcript })).toBe(200);
  });

  it('is not taken over by the project that its settings are copied to', async () => {
    const token = await connect('mine');
    cpSync(join(top, 'mine', '.claude'), join(top, 'other', '.claude'), { recursive: true });
    expect(await tell(token, { cwd: join(top, 'other'), session: 'copied' })).toBe(403);
    const own = await connect('other');
    expect(own).not.toBe(token);
    expect(await tell(own, { cwd: join(top, 'other'), session: 'copied' })).toBe(200);
    expect(await tell(token, { cwd: join(top, 'mine'), session: 'kept' })).toBe(200);
  });

  it('is bound by the receipt of its installation where 0.1.0 wrote it; without a receipt it stays as it was', async () => {
    const token = await connect('mine');
    const unbound = () => {
      const entries = readHookTokens(home.paths.hookTokens).map(({ project: _, ...entry }) => entry);
      writeFileSync(home.paths.hookTokens, JSON.stringify(entries));
    };
    unbound();
    expect(await tell(token, { cwd: join(top, 'other'), session: 'before' })).toBe(200);
    await stopDaemon(home);
    await startDaemon(home);
    expect(await tell(token, { cwd: join(top, 'other'), session: 'after' })).toBe(403);
    expect(await tell(token, { cwd: join(top, 'mine'), session: 'own' })).toBe(200);
    unbound();
    expect(await connect('mine')).toBe(token);
    expect(await tell(token, { cwd: join(top, 'other'), session: 'again' })).toBe(403);
  });
});

it("T-09: the token in the user's settings tells of every project", async () => {
  const done = await runCli(home, ['init', '--scope', 'user', '--yes'], { cwd: join(top, 'mine') });
  expect(done).toMatchObject({ code: 0 });
  const token = tokenIn(join(home.paths.home, '.claude', 'settings.json'));
  for (const name of ['mine', 'other']) expect(await tell(token, { cwd: join(top, name), session: name })).toBe(200);
});
