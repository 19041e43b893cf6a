/** The commands about memory against a real daemon: turns come in as hooks, and every command is run as a person would. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderAnswer } from '../src/curator/grammar/render-answer.ts';
import { makeHome, runCli, startDaemon, type TestHome } from './support/home.ts';
import { postHook, promptEvent, toolEvent } from './support/hooks.ts';
import { startModelServer } from './support/model-server.ts';
import { waitFor } from './support/wait.ts';
import { makeWorkspace, type Workspace, writeFiles } from './support/workspace.ts';

/** Only when asked: so that a test decides when turns are read. */
const MANUAL = { 'curator.profile': 'manual' };
const TODOS = ['Write the release notes', 'Check the login page'];

async function tellTurn(home: TestHome, cwd: string, prompt: string, todos: readonly string[] = []): Promise<void> {
  const before = await turnCount(home);
  const ofTurn = { cwd, prompt_id: prompt, transcript_path: undefined };
  const tool_input = { todos: todos.map((content) => ({ content, status: 'pending', activeForm: content })) };
  await postHook(home, promptEvent('s1', prompt, ofTurn));
  if (todos.length > 0) await postHook(home, toolEvent('s1', 't1', { tool_name: 'TodoWrite', tool_input, ...ofTurn }));
  await postHook(
    home,
    promptEvent('s1', prompt, { ...ofTurn, hook_event_name: 'Stop', last_assistant_message: 'Done.' }),
  );
  await waitFor(async () => (await turnCount(home)) > before, { what: 'the turn to be closed' });
}

async function turnCount(home: TestHome): Promise<number> {
  return JSON.parse((await runCli(home, ['status', '--json'])).stdout).journal.turns;
}

describe('with rules', () => {
  let home: TestHome;
  let workspace: Workspace;
  beforeAll(async () => {
    home = await makeHome({ config: MANUAL });
    workspace = makeWorkspace({ git: true });
    await startDaemon(home);
    await tellTurn(
      home,
      workspace.project,
      'Always use pnpm instead of npm in this repository. Remember that the staging server is called heron.',
      TODOS,
    );
    expect(await succeed('curate')).toContain('1 turn read by rules, at no cost');
  });
  afterAll(async () => {
    await home[Symbol.asyncDispose]();
    workspace[Symbol.dispose]();
  });

  const run = (...args: readonly string[]) => runCli(home, args, { cwd: workspace.project });
  async function succeed(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await run(...args);
    expect({ args, code, problem: code === 0 ? '' : stderr }).toEqual({ args, code: 0, problem: '' });
    return stdout;
  }
  async function fail(...args: readonly string[]): Promise<string> {
    const { code, stderr } = await run(...args);
    expect({ args, code }).toEqual({ args, code: 1 });
    return stderr;
  }
  const json = async (...args: readonly string[]) => JSON.parse(await succeed(...args, '--json'));

  it('shows the files of this project, and takes over what a person says they wrote into one', async () => {
    const [file] = (await json('files')).files;
    expect(file).toMatchObject({ name: 'context.md', space: 'project', author: 'curator', version: 1 });
    expect(await succeed('files', 'show', 'context')).toContain('heron');
    appendFileSync(file.path, '- Ask Ana before deploying.\n');
    const asked = await succeed('files', 'waiting');
    expect(asked).toContain('context.md: it was changed while an agent was at work');
    expect(asked).toContain('\n+- Ask Ana before deploying.');
    expect(await succeed('files', 'accept', 'context', '--yes')).toContain('accepted: the change of context.md');
    expect(await fail('files', 'accept', 'context', '--yes')).toContain('no change of context.md waits here');
    expect(await succeed('files', 'diff', 'context')).toContain('\n+- Ask Ana before deploying.');
    expect((await json('files', 'history', 'context')).versions).toMatchObject([
      { version: 2, author: 'human', added: 1, removed: 0 },
      { version: 1, author: 'curator' },
    ]);
  });

  it('shows what an undo would change, and changes nothing where there is nobody to ask', async () => {
    const { code, stdout, stderr } = await run('files', 'undo', 'context');
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') });
    expect(stdout).toContain('-- Ask Ana before deploying.');
    const [{ path, version }] = (await json('files')).files;
    expect(version).toBe(2);
    expect(readFileSync(path, 'utf8')).toContain('Ana');
    expect(await succeed('files', 'undo', 'context', '--yes')).toContain('as it was in version 1; this is version 3');
    expect(readFileSync(path, 'utf8')).not.toContain('Ana');
    expect(await succeed('files', 'show', 'context', '--at', '2')).toContain('Ana');
    expect(await fail('files', 'undo', 'context', '--to', '99', '--yes')).toContain('files history');
  });

  it('closes, dismisses and reopens an action by the beginning of its id (A-032)', async () => {
    const lines = (await succeed('actions')).split('\n');
    expect(lines[0]).toBe('project');
    const id = /○ (\S+)/.exec(lines.find((line) => line.includes('release notes')) ?? '')?.[1] ?? '';
    expect(id).toHaveLength(6);
    expect(await succeed('actions', 'done', id)).toContain('completed: Write the release notes');
    expect(await succeed('actions')).not.toContain('release notes');
    expect(await succeed('actions', '--all')).toContain(`✓ ${id}`);
    expect(await json('actions', 'reopen', id)).toMatchObject({ status: 'pending' });
    expect(await succeed('actions', 'dismiss', id)).toContain('dismissed');
    expect(await fail('actions', 'done', 'zzzzzz')).toContain('no action');
  });

  it('deploys the locked files, shows first what would change, and refuses to undo them (A-010, B-021, B-022)', async () => {
    const release = join(workspace.root, 'release');
    writeFiles(release, { VERSION: '1.4.0\n', 'soul.md': '# Soul\nBe kind.\n' });
    expect(await succeed('deploy', release, '--dry-run')).toContain('\n+Be kind.');
    expect(await fail('files', 'show', 'soul')).toContain('not there yet');
    expect(await succeed('deploy', release)).toContain('release 1.4.0 is deployed');
    expect(await succeed('files', 'show', 'soul')).toBe('# Soul\nBe kind.\n');
    expect(await succeed('deploy', release, '--dry-run')).toContain('would change nothing');
    expect(await fail('files', 'undo', 'soul', '--yes')).toContain('carryover.js deploy DIR');
    expect(await fail('deploy', workspace.project)).toContain('neither soul.md nor os.md');
  });

  it('says what a rebuild does before it asks, and ends with the same files (B-075)', async () => {
    const before = await succeed('files', 'show', 'context');
    const { code, stdout } = await run('rebuild');
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('it costs nothing') });
    expect(await succeed('rebuild', '--yes')).toMatch(/rebuilt from \d+ acts: \d+ learnings, 2 files/);
    expect(await succeed('files', 'show', 'context')).toBe(before);
  });

  it('shows the block of a session here in its parts, and elsewhere what is not of this project', async () => {
    expect(await succeed('context')).toContain('heron');
    expect(await succeed('context', '--parts')).toMatch(/^part 1 of \d, \d+ characters\n<carryover-memory/);
    const elsewhere = await succeed('context', '--space', workspace.home);
    expect(elsewhere).toContain('soul.md');
    expect(elsewhere).not.toContain('heron');
    const status = await succeed('status');
    expect(status).toMatch(/curator +rules, manual, last \d+ (?:s|min) ago/);
    expect(status).toMatch(/search +\d+ records and \d+ facts? indexed, \d+ waiting/);
  });

  it('shows what a prompt would be given, and says so when that is nothing (D-040)', async () => {
    expect(await succeed('context', '--prompt', 'thanks, looks good')).toContain('carryover search');
    expect(JSON.parse(await succeed('context', '--prompt', 'thanks', '--json'))).toEqual({
      block: '',
      tokens: 0,
      items: [],
    });
  });

  it('takes in a CLAUDE.md: facts are learned, what it asks for waits until many are accepted at once', async () => {
    writeFiles(workspace.project, {
      'CLAUDE.md': '- The mail worker listens on port 2525.\n- Always write commit messages in Latin.\n',
    });
    expect(await fail('import', 'CLAUDE.md')).toContain('--yes');
    expect(await succeed('import', 'CLAUDE.md', '--dry-run')).toContain('would take 2 learning');
    const taken = await succeed('import', 'CLAUDE.md', '--yes');
    expect(taken).toContain('CLAUDE.md is a file of instructions for an agent.');
    expect(taken).toMatch(/1 fact\n.*waiting for you: 1/);
    expect(await succeed('import', 'CLAUDE.md', '--yes')).toContain('Nothing in it is new.');
    expect(await fail('review', 'accept')).toContain('--all');
    expect(await succeed('review', 'accept', '--all', '--yes')).toContain('accepted: 1');
    expect(await succeed('review', 'accept', '--all', '--yes')).toBe('Nothing is held back.\n');
    expect(await succeed('search', 'commit messages Latin')).toContain('Latin');
  });

  it('keeps words of a person in a folder nobody has worked in, and says in a line what it cannot do (D-040)', async () => {
    using fresh = makeWorkspace();
    const kept = await runCli(home, ['remember', 'The printer is on floor 3'], { cwd: fresh.project });
    expect(kept).toMatchObject({ code: 0, stdout: expect.stringContaining('floor 3') });
    expect(await fail('export', '--out', join(fresh.root, 'none', 'x'))).toMatch(/^carryover: cannot export.*\n.*\n$/);
    expect(await fail('forget', 'ffffffffffff', '--yes')).toContain('or it was forgotten already');
  });

  it('L-04: moves a learning between this project and everywhere, and the files follow', async () => {
    const words = 'the invoices are numbered by year';
    const { id } = JSON.parse(await succeed('remember', words, '--json'));
    expect(await succeed('files', 'show', 'context')).toContain(words);
    expect(await succeed('move', id.slice(0, 23), '--user')).toContain('holds from now on everywhere');
    expect(await succeed('files', 'show', 'user')).toContain(words);
    expect(await succeed('files', 'show', 'context')).not.toContain(words);
    expect(await succeed('move', id, '--space', workspace.project)).toContain(workspace.project);
    expect(await succeed('files', 'show', 'context')).toContain(words);
    expect(await succeed('move', id, '--space', workspace.project)).toContain('held there before');
    expect(await fail('move', id)).toContain('--user for every project, or --space FOLDER for one');
  });

  it('makes the search index anew without asking, since nothing else changes by it', async () => {
    expect(await succeed('rebuild', '--index')).toMatch(/indexed \d+ records and \d+ facts?/);
    expect(JSON.parse(await succeed('rebuild', '--index', '--json'))).toMatchObject({ finished: true });
    expect(await fail('rebuild', '--index', '--recurate')).toContain('do not go together');
  });
});

it('is connected to nothing, knows nothing and has spent nothing at first, and says so', async () => {
  await using home = await makeHome();
  await startDaemon(home);
  const said = async (...args: readonly string[]) => (await runCli(home, args)).stdout;
  expect(await said('files')).toContain('No memory files yet');
  expect(await said('actions')).toBe('Nothing is left to do.\n');
  expect(await said('review')).toBe('Nothing is held back.\n');
  expect(await said('curate')).toContain('Nothing waited');
  expect(await said('curate', '--queue')).toContain('Nothing waits');
  expect(await said('context')).toContain('nothing has been captured');
  expect(await said('spend')).toContain('No model has been called.');
});

it('asks before a model reads, says what it cost, and shows what it may not do by itself', async () => {
  const rewrite = { name: 'user.md', content: '# User\n\n- Likes tea.\n' } as const;
  await using model = await startModelServer({
    does: 'answer',
    text: renderAnswer({ learnings: [], actions: [], done: [], files: [rewrite], edits: [], refusedFiles: [] }),
    usage: { input: 20_000, output: 1_000 },
  });
  await using home = await makeHome({
    config: {
      'curator.provider': 'openai',
      'curator.model': 'small',
      'curator.baseUrl': `${model.url}/v1`,
      'curator.inputPrice': 1,
      'curator.outputPrice': 5,
    },
  });
  using workspace = makeWorkspace();
  await startDaemon(home);
  const run = (...args: readonly string[]) => runCli(home, args, { cwd: workspace.project });

  writeFiles(home.paths.memory, { 'user.md': '# User\n\n- Is called Ana.\n- Works in Lisbon.\n' });
  const isWaiting = async () => JSON.parse((await run('curate', '--queue', '--json')).stdout).waiting === 1;
  await tellTurn(home, workspace.project, 'What time is it?');
  await waitFor(isWaiting, { what: 'the turn to wait' });
  const asked = await run('curate');
  expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') });
  expect(asked.stdout).toContain('1 turn would be read by openai/small, for at most $1.00');
  expect(model.requests).toHaveLength(0);

  expect((await run('spend', 'off')).stdout).toContain('no model is called from now on');
  expect(JSON.parse((await run('spend', '--json')).stdout).model_calls).toBe(false);
  expect((await run('curate')).stdout).toContain('1 turn read by rules, at no cost');
  expect(model.requests).toHaveLength(0);
  expect((await run('spend', 'on')).stdout).toContain('models may be called again');

  await tellTurn(home, workspace.project, 'I like tea.');
  const { code, stdout } = await run('curate', '--yes');
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/1 turn read by openai\/small, for \$0\.0/),
  });
  expect(model.requests).toHaveLength(1);
  expect((await run('spend')).stdout).toContain('openai/small');

  const listed = (await run('review')).stdout;
  expect(listed).toContain('a rewrite of user.md');
  expect(listed).toContain('\n-- Is called Ana.');
  const id = /^(\S+) {2}a rewrite/m.exec(listed)?.[1] ?? '';
  expect((await run('review', 'accept', id)).stdout).toContain('accepted: a rewrite of user.md');
  expect((await run('files', 'show', 'user')).stdout).not.toContain('Ana');
  expect((await run('review')).stdout).toBe('Nothing is held back.\n');
});

it('connects without a model, and says what to do when the model or the number of hooks does not fit', async () => {
  await using home = await makeHome();
  const run = (...args: readonly string[]) => runCli(home, args, { cwd: home.paths.home });
  const doctor = async () => (await run('doctor')).stdout;
  expect((await run('init', '--yes')).code).toBe(0);
  expect((await run('config', 'get', 'curator.provider')).stdout).toBe('rules\n');
  expect(await doctor()).toContain('memory is given by 2 hooks');

  expect((await run('config', 'set', 'boot.budgetChars', '35000')).stdout).toContain('carryover init');
  expect(await doctor()).toMatch(/has 2 hooks for boot\.budgetChars, which needs 4\n.*carryover init --scope user/);
  expect((await run('init', '--yes')).code).toBe(0);
  expect(await doctor()).toContain('memory is given by 4 hooks');

  const { code, stdout } = await run('config', 'set', 'curator.provider', 'anthropic');
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('curator.keyFile') });
  expect(await doctor()).toContain('anthropic is chosen, but there is no key');
});
