import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SpaceId } from '../memory/ids.ts';
import type { MemoryFileRef } from '../memory/memory-file.ts';
import type { DiskFile } from './disk-file.ts';
import { FileStore } from './file-store.ts';

const SPACE = 'space-1' as SpaceId;
const USER: MemoryFileRef = { name: 'user.md', workspace: null };
const TOOLS: MemoryFileRef = { name: 'tools.md', workspace: SPACE };
const NOBODY = 65_534;

let folder: string;
let root: string;
let outside: string;
let desk: FileStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-desk-'));
  root = join(folder, 'memory');
  outside = join(folder, 'outside.md');
  writeFileSync(outside, 'outside\n');
  desk = new FileStore({ root, folderOf: () => 'spaces/one' });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(text: string | Uint8Array): void {
  mkdirSync(root, { recursive: true });
  writeFileSync(desk.path(USER), text);
}

/** Does something in the instant in which the desk compares, which is directly before it renames. */
function whenCompared(seen: DiskFile, act: () => void): DiskFile {
  if (seen.state !== 'text') throw new Error('there is no text to compare');
  return {
    ...seen,
    get hash() {
      act();
      return seen.hash;
    },
  };
}

const written = { outcome: 'written', overwritten: null, aside: null };

describe('the desk of memory files', () => {
  it('writes whole files for the owner alone, and reads them back', () => {
    expect(desk.read(TOOLS)).toEqual({ state: 'absent' });
    expect(desk.write(TOOLS, 'a\n', desk.read(TOOLS))).toEqual(written);
    expect(desk.write(TOOLS, 'b\n', desk.read(TOOLS))).toEqual(written);
    expect(desk.read(TOOLS)).toMatchObject({ state: 'text', content: 'b\n', exact: true });
    const path = join(root, 'spaces', 'one', 'tools.md');
    expect(desk.path(TOOLS)).toBe(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(path, '..'))).toEqual(['tools.md']);
  });

  it('reads CRLF and a byte order mark in normal form, and knows that they were there (F-19)', () => {
    put('\uFEFFa\r\nb');
    expect(desk.read(USER)).toMatchObject({ state: 'text', content: 'a\nb\n', exact: false });
  });

  it.each([
    ['NUL bytes', Buffer.from('a\0b'), 'not-text'],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0xff, 0xfe]), 'not-text'],
    ['more than a memory file can be', Buffer.alloc(1_048_577, 'a'), 'too-large'],
  ])('does not take %s for a memory file, and moves them aside whole (F-19)', (_, bytes, reason) => {
    put(bytes);
    const found = desk.read(USER);
    expect(found).toEqual({ state: 'unusable', reason });
    expect(desk.write(USER, 'new\n', found)).toEqual({ ...written, aside: 'user.md.aside-1' });
    expect(readFileSync(join(root, 'user.md.aside-1')).equals(bytes)).toBe(true);
    expect(desk.read(USER)).toMatchObject({ content: 'new\n' });
  });

  it.each<[string, (path: string) => void, string]>([
    ['symbolic link', (path) => symlinkSync(outside, path), 'symlink'],
    ['link to nothing', (path) => symlinkSync(`${outside}.none`, path), 'symlink'],
    ['hard link', (path) => linkSync(outside, path), 'hard-link'],
    ['FIFO', (path) => execFileSync('mkfifo', [path]), 'not-a-file'],
    ['folder', (path) => mkdirSync(join(path, 'inside'), { recursive: true }), 'not-a-file'],
  ])('neither reads, writes through nor deletes a %s, and moves it aside (F-20)', (_, make, reason) => {
    mkdirSync(root);
    for (const aside of ['user.md.aside-1', 'user.md.aside-2']) {
      make(desk.path(USER));
      const { ino } = lstatSync(desk.path(USER));
      const found = desk.read(USER);
      expect(found).toEqual({ state: 'unusable', reason });
      expect(desk.write(USER, 'new\n', found)).toEqual({ ...written, aside });
      expect(lstatSync(join(root, aside)).ino).toBe(ino);
      expect(desk.read(USER)).toMatchObject({ content: 'new\n' });
      rmSync(desk.path(USER));
    }
    expect(readFileSync(outside, 'utf8')).toBe('outside\n');
    expect(existsSync(`${outside}.none`)).toBe(false);
  });

  it('tells a file it may not read, and moves it aside (F-19)', () => {
    put('secret\n');
    chmodSync(desk.path(USER), 0);
    const asRoot = process.geteuid?.() === 0;
    for (const path of [folder, root, desk.path(USER)]) chownSync(path, asRoot ? NOBODY : -1, -1);
    if (asRoot) process.seteuid?.(NOBODY);
    try {
      const found = desk.read(USER);
      expect(found).toEqual({ state: 'unusable', reason: 'unreadable' });
      expect(desk.write(USER, 'new\n', found)).toMatchObject({ aside: 'user.md.aside-1' });
    } finally {
      if (asRoot) process.seteuid?.(0);
    }
    chmodSync(join(root, 'user.md.aside-1'), 0o600);
    expect(readFileSync(join(root, 'user.md.aside-1'), 'utf8')).toBe('secret\n');
  });

  it.each<[string, () => void, Partial<DiskFile>]>([
    ['edited', () => put('human\n'), { state: 'text', content: 'human\n' }],
    ['given other line ends', () => put('a\r\n'), { state: 'text', content: 'a\n', exact: false }],
    ['deleted', () => rmSync(desk.path(USER)), { state: 'absent' }],
    ['renamed', () => renameSync(desk.path(USER), join(root, 'other.md')), { state: 'absent' }],
    ['linked', () => linkSync(desk.path(USER), join(root, 'other.md')), { state: 'unusable', reason: 'hard-link' }],
  ])('writes nothing over a file that was %s since it was read (F-19)', (_, edit, found) => {
    put('a\n');
    const seen = desk.read(USER);
    edit();
    const names = readdirSync(root);
    expect(desk.write(USER, 'curator\n', seen)).toMatchObject({ outcome: 'changed', found });
    expect(readdirSync(root)).toEqual(names);
  });

  it('writes nothing over a file that was made since it was found absent (F-19)', () => {
    const seen = desk.read(USER);
    put('human\n');
    expect(desk.write(USER, 'curator\n', seen)).toMatchObject({ outcome: 'changed', found: { content: 'human\n' } });
    expect(readFileSync(desk.path(USER), 'utf8')).toBe('human\n');
  });

  it('hands back what an editor saved in place between comparing and renaming (F-19)', () => {
    put('a\n');
    const seen = desk.read(USER);
    const expected = whenCompared(seen, () => put('human\n'));
    expect(desk.write(USER, 'curator\n', expected)).toMatchObject({ overwritten: { content: 'human\n' }, aside: null });
    expect(readFileSync(desk.path(USER), 'utf8')).toBe('curator\n');
  });

  it('waits for the end of such a save when it finds the file emptied (F-19)', async () => {
    put('a\n');
    const file = openSync(desk.path(USER), 'r+');
    const signal = new Int32Array(new SharedArrayBuffer(4));
    const editor = new Worker(
      `const { workerData: { signal, file } } = require('node:worker_threads');
       Atomics.wait(signal, 0, 0);
       require('node:fs').writeSync(file, 'human\\n', 0);`,
      { eval: true, workerData: { signal, file } },
    );
    try {
      const expected = whenCompared(desk.read(USER), () => {
        ftruncateSync(file);
        Atomics.store(signal, 0, 1);
        Atomics.notify(signal, 0);
      });
      await once(editor, 'online');
      expect(desk.write(USER, 'curator\n', expected)).toMatchObject({ overwritten: { content: 'human\n' } });
    } finally {
      await editor.terminate();
      closeSync(file);
    }
  });

  it('removes what a killed write has left, a second name of the file included', () => {
    put('a\n');
    linkSync(desk.path(USER), `${desk.path(USER)}.123.4.tmp`);
    expect(desk.read(USER)).toMatchObject({ state: 'text', content: 'a\n' });
    writeFileSync(`${desk.path(USER)}.123.5.tmp`, 'half');
    desk.write(USER, 'b\n', desk.read(USER));
    expect(readdirSync(root)).toEqual(['user.md']);
  });

  it('goes through no link on the way to a file (F-20)', () => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(join(elsewhere, 'one'), { recursive: true });
    writeFileSync(join(elsewhere, 'one', 'tools.md'), 'theirs\n');
    mkdirSync(root);
    symlinkSync(elsewhere, join(root, 'spaces'));
    const found = desk.read(TOOLS);
    expect(found).toEqual({ state: 'unusable', reason: 'symlink' });
    expect(() => desk.write(TOOLS, 'ours\n', found)).toThrow(
      expect.objectContaining({ code: 'folder-unusable', subject: desk.path(TOOLS) }),
    );
    expect(readFileSync(join(elsewhere, 'one', 'tools.md'), 'utf8')).toBe('theirs\n');
    expect(readlinkSync(join(root, 'spaces'))).toBe(elsewhere);
  });

  it.each(['../outside', '/tmp', 'spaces//one', 'spaces/.'])('has no files in %j', (place) => {
    const astray = new FileStore({ root, folderOf: () => place });
    expect(() => astray.read(TOOLS)).toThrow(expect.objectContaining({ code: 'outside-memory' }));
    expect(() => astray.write(TOOLS, 'x\n', { state: 'absent' })).toThrow(/outside/);
  });
});

it('writes nothing outside in 1,000 writes while another process swaps the file for a link to an outside file (F-20)', async () => {
  put('start\n');
  const fixture = new URL('./swap-file.fixture.ts', import.meta.url).pathname;
  const other = spawn(process.execPath, [fixture, desk.path(USER), outside], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(other, 'exit');
  const met = new Set<string>();
  try {
    await once(other.stdout, 'data');
    for (let round = 0; round < 1_000; round += 1) {
      const found = desk.read(USER);
      met.add(found.state === 'unusable' ? found.reason : found.state);
      met.add(desk.write(USER, `round ${round}\n`, found).outcome);
    }
  } finally {
    other.stdin.end();
    await exited;
  }
  expect(readFileSync(outside, 'utf8')).toBe('outside\n');
  expect(readdirSync(folder).sort()).toEqual(['memory', 'outside.md']);
  expect(met).toContain('symlink');
  expect(met).toContain('written');
});
