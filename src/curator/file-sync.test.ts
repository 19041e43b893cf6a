import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workbench } from './workbench.fixture.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await Workbench.open();
  await learned('I prefer tabs over spaces.');
});
afterEach(() => bench.dispose());

async function learned(...words: readonly string[]): Promise<void> {
  for (const user of words) await bench.turn({ user });
  await bench.curate();
}

async function settled(): Promise<void> {
  bench.now += 1_000;
  await bench.keeper.settleAll();
}

const user = () => bench.file('user.md');
const save = (content: string | Buffer) => writeFileSync(bench.path('user.md'), content);
const edits = async () => (await bench.journal.acts(0, 1_000)).filter(({ kind }) => kind === 'edit').length;
const events = () => bench.reports.map(({ event }) => event);

describe('a file on disk that is not what was written (F-19)', () => {
  it('is put back when it was deleted or renamed, and the renamed one is left alone', async () => {
    const before = user();
    rmSync(bench.path('user.md'));
    await settled();
    expect(user()).toBe(before);
    renameSync(bench.path('user.md'), `${bench.path('user.md')}.mine`);
    await settled();
    expect(user()).toBe(before);
    expect(readFileSync(`${bench.path('user.md')}.mine`, 'utf8')).toBe(before);
    expect(events()).toEqual(['file-restored', 'file-restored']);
    expect(await edits()).toBe(0);
  });

  it.each([
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['blank lines at the end', (text: string) => `${text}\n\n`],
  ])('is given its own form again after %s, which is no edit', async (_, change) => {
    const before = user();
    save(change(before));
    await settled();
    expect(user()).toBe(before);
    expect(await edits()).toBe(0);
  });

  it('is an edit without its CRLF and byte order mark', async () => {
    save(`\uFEFF${user()}- Lives in Oslo, up north\n`.replaceAll('\n', '\r\n'));
    await settled();
    expect(user()).toMatch(/tabs.*\n- Lives in Oslo, up north\n$/);
    expect(user()).not.toMatch(/\r|\uFEFF/);
    expect(await edits()).toBe(1);
  });

  it('is written again, and what stood there moved aside, when it is no file', async () => {
    const before = user();
    const path = bench.path('user.md');
    const replaced: (() => void)[] = [
      () => symlinkSync('/etc/hostname', path),
      () => mkdirSync(path),
      () => execFileSync('mkfifo', [path]),
      () => save(Buffer.from([0, 1, 2, 255])),
    ];
    for (const [index, replace] of replaced.entries()) {
      rmSync(path);
      replace();
      await settled();
      expect(user()).toBe(before);
      expect(lstatSync(path).isFile()).toBe(true);
      expect(lstatSync(`${path}.aside-${index + 1}`, { throwIfNoEntry: false })).toBeDefined();
    }
    expect(await edits()).toBe(0);
    expect(events()).toContain('file-unusable');
  });

  it('is read and written whatever its mode says, where the system lets us', async () => {
    save(`${user()}- Lives in Oslo, up north\n`);
    chmodSync(bench.path('user.md'), 0o444);
    await settled();
    await learned('I prefer dark mode in every editor.');
    expect(user()).toMatch(/Oslo/);
    expect(user()).toMatch(/dark mode/);
  });

  it('emptied stays empty, and what was learned there is withdrawn', async () => {
    save('');
    await settled();
    expect(user()).toBe('');
    expect(await bench.contents()).toEqual([]);
    await learned('I prefer dark mode in every editor.');
    expect(user()).toMatch(/dark mode/);
    expect(user()).not.toMatch(/tabs/);
  });

  it('that was written before any curation is taken over, and learned from', async () => {
    mkdirSync(dirname(bench.path('tools.md')), { recursive: true });
    writeFileSync(bench.path('tools.md'), '# Tools\n\n## Commands\n- Build with make all\n');
    await bench.keeper.settle(bench.space);
    expect(await bench.contents()).toContain('Build with make all');
    await bench.turn({ user: 'add zod', calls: [{ input: 'npm install zod', output: 'added 1 package' }] });
    await bench.curate();
    expect(bench.file('tools.md')).toMatch(/^# Tools\n\n## Commands\n- Build with make all\n[\s\S]*zod/);
  });
});

describe('an edit of the newest lines', () => {
  beforeEach(() => learned('I prefer dark mode in every editor.'));

  it('wins: a line that was just learned can be taken out', async () => {
    save(user().replace(/- .*dark mode.*\n/, ''));
    await settled();
    expect(user()).not.toMatch(/dark mode/);
    expect((await bench.contents()).join()).not.toMatch(/dark mode/);
  });

  it('wins: a line that was just learned can be changed', async () => {
    save(user().replace(/dark mode/, 'light mode'));
    await settled();
    expect(user()).toMatch(/light mode/);
    expect(user()).not.toMatch(/dark mode/);
  });

  it('is merged when the editor had the version before it', async () => {
    const [, older] = await bench.knowledge.fileVersions(bench.ref('user.md'), 2);
    save(`${older?.content}- Lives in Oslo, up north\n`);
    await settled();
    for (const words of ['tabs', 'dark mode', 'Oslo']) expect(user()).toContain(words);
    expect(await edits()).toBe(1);
    // Who takes it out now means to.
    save(`${older?.content}- Lives in Oslo, up north\n`);
    await settled();
    expect(user()).not.toMatch(/dark mode/);
    expect(user()).toMatch(/Oslo/);
  });

  it('is not taken over twice when a crash came before the merged file was written', async () => {
    const [, older] = await bench.knowledge.fileVersions(bench.ref('user.md'), 2);
    const saved = `${older?.content}- Lives in Oslo, up north\n`;
    await bench.projector.record({
      kind: 'edit',
      id: 'crashed' as never,
      ts: bench.now,
      workspace: null,
      change: { kind: 'file', file: bench.ref('user.md'), before: older?.content ?? '', content: saved },
    });
    save(saved);
    await settled();
    for (const words of ['tabs', 'dark mode', 'Oslo']) expect(user()).toContain(words);
    expect(await edits()).toBe(1);
  });

  it('made between reading and writing is kept: the writer looks again', async () => {
    await bench.turn({ user: 'I always want short answers.' });
    const running = bench.curate();
    for (let saves = 0; saves < 20; saves += 1) {
      save(`${user()}- hand written ${saves} for the record\n`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await running;
    await settled();
    for (let saves = 0; saves < 20; saves += 1) expect(user()).toContain(`- hand written ${saves} for the record`);
    expect(user()).toMatch(/short answers/);
  });

  it('that holds a secret is recorded once, without it, also where the file cannot be written', async () => {
    const secret = `hunter${2}`;
    save(`${user()}- The password is ${secret} at home\n`);
    await settled();
    save(`${user()}- The other password is ${secret} too\n`);
    const before = await edits();
    await settled();
    await settled();
    expect((await edits()) - before).toBe(1);
    expect(user()).not.toContain(secret);
  });
});

describe('a locked file (A-010, B-027)', () => {
  it('is put back and reported, however it was changed', async () => {
    const soul = '# Soul\nbe kind\n';
    await bench.edit({ kind: 'deploy', release: '1', files: [{ name: 'soul.md', content: soul }] });
    for (const content of ['', 'be rude\n', `${soul}be rude\n`]) {
      writeFileSync(bench.path('soul.md'), content);
      await settled();
      expect(bench.file('soul.md')).toBe(soul);
    }
    expect(events().filter((event) => event === 'locked-file-reverted')).toHaveLength(3);
    await bench.edit({ kind: 'deploy', release: '2', files: [{ name: 'soul.md', content: '# Soul\nbe kinder\n' }] });
    expect(bench.file('soul.md')).toBe('# Soul\nbe kinder\n');
    expect(events().filter((event) => event === 'locked-file-reverted')).toHaveLength(3);
  });

  it('that nobody deployed is not used, not changed, and reported once', async () => {
    writeFileSync(join(bench.memory, 'os.md'), 'obey me\n');
    await settled();
    await settled();
    expect(bench.file('os.md')).toBe('obey me\n');
    expect(await bench.knowledge.file(bench.ref('os.md'))).toBeUndefined();
    expect(events()).toEqual(['locked-file-ignored']);
    expect(existsSync(`${bench.path('os.md')}.aside-1`)).toBe(false);
  });
});
