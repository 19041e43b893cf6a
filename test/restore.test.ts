/**
 * The drill: a copy is made while events come in, the journal is lost, and the copy brings everything back: every row as it
 * was written, searches that find, and memory files of the same bytes.
 */
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli, startDaemon, stopDaemon } from './support/home.ts';
import { postHook, promptEvent } from './support/hooks.ts';
import { exportRows } from './support/journal.ts';
import { allCurated, fileHolding, memoryFiles } from './support/stores.ts';
import { tell } from './support/talk.ts';
import { waitFor } from './support/wait.ts';
import { makeFolder, makeWorkspace } from './support/workspace.ts';

describe('a journal that is lost', () => {
  it('comes back from its copy, and everything that is made from it (F-07)', async () => {
    using workspace = makeWorkspace({ files: { 'README.md': '# Here\n' } });
    await using home = await makeHome();
    await startDaemon(home);
    await tell(home, { session: 'first', cwd: workspace.project, ends: true }, [
      { user: 'I prefer tabs over spaces.' },
      { user: 'Remember that dates are written DD/MM/YYYY.' },
    ]);
    await allCurated(home, 2);
    await fileHolding(home, 'user.md', 'tabs');
    await fileHolding(home, 'context.md', 'DD/MM/YYYY');
    const files = memoryFiles(home);

    let isMade = false;
    const making = runCli(home, ['backup', '--json']).finally(() => {
      isMade = true;
    });
    for (let event = 0; !isMade; event += 1)
      expect((await postHook(home, promptEvent('busy', `busy ${event}`))).status).toBe(200);
    const made = await making;
    expect(made, made.stderr).toMatchObject({ code: 0 });
    const { path } = JSON.parse(made.stdout);
    await stopDaemon(home);
    for (const suffix of ['', '-wal', '-shm']) rmSync(home.paths.journal + suffix, { force: true });

    const restored = await runCli(home, ['restore', path, '--yes', '--json']);
    expect(restored, restored.stderr).toMatchObject({ code: 0 });
    expect(JSON.parse(restored.stdout)).toMatchObject({ journal_kept: null, forgotten_again: 0 });
    expect(memoryFiles(home)).toEqual(files);
    expect((await runCli(home, ['verify'])).code).toBe(0);
    expect((await runCli(home, ['search', 'tabs'])).stdout).toContain('tabs over spaces');
    const status = JSON.parse((await runCli(home, ['status', '--json'])).stdout);
    expect(status.backups).toMatchObject({ copies: 1 });
    expect((await runCli(home, ['backup', '--list'])).stdout).toContain(path);
  });

  it('comes back without what was forgotten since the copy was made (D-064)', async () => {
    using workspace = makeWorkspace({ files: { 'README.md': '# Here\n' } });
    await using home = await makeHome();
    await startDaemon(home);
    const secret = ['Zeppelin', 'wurst'].join('');
    await tell(home, { session: 'kept', cwd: workspace.project, ends: true }, [{ user: 'I prefer tabs over spaces.' }]);
    await tell(home, { session: 'secret', cwd: workspace.project, ends: true }, [
      { user: `Remember that the project is called ${secret}.` },
    ]);
    await allCurated(home, 2);
    const { path } = JSON.parse((await runCli(home, ['backup', '--json'])).stdout);
    const outside = join(makeFolder('copy'), 'journal.db');
    copyFileSync(path, outside);
    const { records } = await exportRows(home);
    const ids = records.filter(({ content }) => content.includes(secret)).map(({ id }) => id);
    const forgotten = await runCli(home, ['forget', ...ids, '--yes']);
    expect(forgotten, forgotten.stderr).toMatchObject({ code: 0 });
    expect(existsSync(path)).toBe(false);

    const restored = await runCli(home, ['restore', outside, '--yes', '--json']);
    expect(restored, restored.stderr).toMatchObject({ code: 0 });
    rmSync(dirname(outside), { recursive: true });
    expect(JSON.parse(restored.stdout)).toMatchObject({ forgotten_again: ids.length });
    await waitFor(() => filesHolding(home.paths.home, secret).length === 0, { what: 'it to be forgotten again' });
    expect(Object.values(memoryFiles(home)).join()).toContain('tabs');
    expect((await runCli(home, ['verify'])).code).toBe(0);
  });
});

function filesHolding(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => existsSync(path) && readFileSync(path).includes(text));
}
