import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Journal, openJournal } from '../journal/journal.ts';
import { SpaceDirectory } from './space-directory.ts';

let folder: string;
let journal: Journal;
let elapsedMs = 0;
const clock = { now: () => 1_790_000_000_000, elapsed: () => elapsedMs };
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'carryover-spaces-')));
  journal = await openJournal({ path: join(folder, 'transcript.db'), backupFolder: folder, clock, exists: existsSync });
});
afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the space directory', () => {
  it('finds a moved folder again once its answer is a few seconds old', async () => {
    const spaces = new SpaceDirectory(journal, clock);
    mkdirSync(join(folder, 'before'));
    const { space } = await spaces.resolve(join(folder, 'before'));
    renameSync(join(folder, 'before'), join(folder, 'after'));
    elapsedMs += 10_000;
    expect((await spaces.resolve(join(folder, 'after'))).space).toMatchObject({ id: space.id, name: 'after' });
  });

  it('T-03: sees at once that another repository is at the path', async () => {
    const spaces = new SpaceDirectory(journal, clock);
    const root = join(folder, 'workspace');
    const put = (url: string) => {
      rmSync(root, { recursive: true, force: true });
      for (const name of ['objects', 'refs']) mkdirSync(join(root, '.git', name), { recursive: true });
      writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/main\n');
      writeFileSync(join(root, '.git', 'config'), `[remote "origin"]\n\turl = ${url}\n`);
    };
    put('https://example.org/one');
    const { space } = await spaces.resolve(root);
    put('https://example.org/two');
    expect((await spaces.resolve(root)).space.id).not.toBe(space.id);
  });

  it('takes a folder, an id or a plain name when something is stored there', async () => {
    const spaces = new SpaceDirectory(journal, clock);
    const id = await spaces.named('my-store');
    expect(await spaces.named('my-store')).toBe(id);
    expect(await spaces.named(id ?? '')).toBe(id);
    expect(await spaces.named('../etc')).toBeUndefined();
    expect((await journal.counts()).spaces).toBe(1);
  });

  it('registers nothing when something is only asked', async () => {
    const spaces = new SpaceDirectory(journal, clock);
    expect(await spaces.known('my-store')).toBeUndefined();
    expect(await spaces.known(folder)).toBeUndefined();
    expect((await journal.counts()).spaces).toBe(0);
    const id = await spaces.named('my-store');
    expect(await spaces.known('my-store')).toBe(id);
  });
});
