import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compressFile } from '../../platform/compressed-copy.ts';
import { databaseKeys, setDatabaseKeys } from '../../platform/database-keys.ts';
import { encryptionOf, holderSecret, readKeyFile, unlockKeys } from '../../platform/home-keys.ts';
import { type HomePaths, homePaths } from '../../platform/paths.ts';
import { seal } from '../../platform/sealing.ts';
import { openSqlite } from '../../platform/sqlite.ts';
import { isPlainDatabase } from '../../platform/sqlite-cipher.ts';
import { beginDecryption, beginEncryption, beginRekeying, finishConversion } from './convert.ts';
import { keyFileSource, passphraseSource } from './key-source.ts';

const SAID = 'marmalade is kept in the cellar';
const FIXTURE = fileURLToPath(new URL('./convert.fixture.ts', import.meta.url));
const held = databaseKeys();
let folder = '';
let paths: HomePaths;
let keyFile = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-convert-'));
  paths = homePaths(join(folder, 'home'));
  keyFile = join(folder, 'the.key');
  setDatabaseKeys([]);
  for (const name of [paths.spool, paths.run, paths.bootBlocks, paths.backups]) mkdirSync(name, { recursive: true });
  for (const path of files()) make(path);
});
afterEach(() => {
  setDatabaseKeys(held);
  rmSync(folder, { recursive: true, force: true });
});

function files(): readonly string[] {
  return [paths.journal, paths.knowledge, paths.recall, join(paths.backups, 'transcript-1.db')];
}

function make(path: string): void {
  const database = openSqlite({ path, access: 'write', synchronous: 'FULL' });
  database.exec('CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT); CREATE VIRTUAL TABLE f USING fts5(b)');
  for (let row = 0; row < 20; row += 1) database.prepare('INSERT INTO a (b) VALUES (?)').run(`${SAID} ${row}`);
  database.exec('INSERT INTO f SELECT b FROM a');
  database.close();
}

function expectAllThere(): void {
  for (const path of files()) {
    const database = openSqlite({ path, access: 'read', synchronous: 'FULL' });
    expect(database.prepare("SELECT count(*) FROM f WHERE f MATCH 'marmalade'").pluck().get()).toBe(20);
    expect(database.prepare('SELECT b FROM a WHERE id = 20').pluck().get()).toBe(`${SAID} 19`);
    database.close();
  }
}

function plainTraces(): readonly string[] {
  const entries = readdirSync(paths.home, { recursive: true, withFileTypes: true });
  const all = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return all.filter((path) => readFileSync(path).includes('marmalade'));
}

function unlocked() {
  const file = readKeyFile(paths);
  const secret = file && holderSecret(file, process.env);
  if (file === undefined || secret === undefined) throw new Error('not unlocked');
  return { file, keys: unlockKeys(file, secret) };
}

describe('a home', () => {
  it('is encrypted, then rekeyed for another holder, and all of it stays (D-017)', () => {
    writeFileSync(join(paths.bootBlocks, 'a.md'), SAID);
    writeFileSync(join(paths.memory, 'vectors.db'), SAID);
    writeFileSync(join(paths.spool, '000000000000001-1-1.json'), SAID);
    const seen: number[] = [];
    const source = keyFileSource(keyFile, paths);
    const report = finishConversion(paths, beginEncryption(paths, source), (done) => seen.push(done));
    expect(report).toEqual({ converted: files(), left: [] });
    expect(seen).toEqual([0, 1, 2, 3, 4]);
    expect(plainTraces()).toEqual([]);
    expect(encryptionOf(paths)).toEqual({ state: 'on', holder: 'key-file' });
    expect([keyFile, paths.keys].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
    expectAllThere();
    const [first] = databaseKeys();

    finishConversion(paths, beginRekeying(paths, unlocked(), passphraseSource('correct horse battery')));
    expect(databaseKeys()).toHaveLength(1);
    expect(databaseKeys()).not.toContain(first);
    expect(readKeyFile(paths)?.wrapped).toHaveLength(1);
    expect(encryptionOf(paths)).toEqual({ state: 'on', holder: 'passphrase' });
    expect(unlocked).toThrow('not unlocked');
    expectAllThere();

    setDatabaseKeys([String(first)]);
    expect(expectAllThere).toThrow(expect.objectContaining({ code: 'database-other-key' }));
  });

  it('has its compressed copies encrypted too; one that is damaged is named', () => {
    const copies = ['transcript-2.db', 'transcript-3.db'].map((name) => join(paths.backups, name));
    for (const path of copies) {
      make(path);
      compressFile(path, `${path}.gz`);
      rmSync(path);
    }
    const [whole = '', damaged = ''] = copies;
    writeFileSync(`${damaged}.gz`, readFileSync(`${damaged}.gz`).subarray(0, -1));
    const report = finishConversion(paths, beginEncryption(paths, keyFileSource(keyFile, paths)));
    expect(report).toEqual({ converted: [...files(), whole], left: [`${damaged}.gz`] });
    expect(readdirSync(paths.backups).sort()).toEqual(['transcript-1.db', 'transcript-2.db', 'transcript-3.db.gz']);
    expect(isPlainDatabase(whole)).toBe(false);
    expectAllThere();
  });

  it('keeps the keys listed while a file cannot be read, and drops them when it could (F-27)', () => {
    finishConversion(paths, beginEncryption(paths, keyFileSource(keyFile, paths)));
    const backup = String(files().at(-1));
    const unreadable = `${backup}-shm`;
    const breakDisk = () => {
      openSqlite({ path: backup, access: 'write', synchronous: 'FULL' }).close();
      // SQLite answers with an I/O error.
      spawnSync('mkfifo', [unreadable]);
    };
    breakDisk();
    const rekeyed = finishConversion(paths, beginRekeying(paths, unlocked(), keyFileSource(keyFile, paths)));
    expect(rekeyed.left).toEqual([backup]);
    rmSync(unreadable);
    setDatabaseKeys(unlocked().keys.databaseKeys);
    expectAllThere();
    expect(finishConversion(paths, unlocked()).converted).toEqual([backup]);
    expect(readKeyFile(paths)?.wrapped).toHaveLength(1);
    expectAllThere();

    breakDisk();
    expect(finishConversion(paths, beginDecryption(paths, unlocked())).left).toEqual([backup]);
    expect(encryptionOf(paths)).toMatchObject({ converting: 'decrypt' });
    rmSync(unreadable);
    expect(finishConversion(paths, unlocked()).converted).toEqual([backup]);
    expect(encryptionOf(paths)).toEqual({ state: 'off' });
    expectAllThere();
  });

  it('that is decrypted needs no key any more, not even for what a hook seals that had read it before (D-017)', async () => {
    finishConversion(paths, beginEncryption(paths, keyFileSource(keyFile, paths)));
    const script = `const { parentPort, workerData: w } = require('node:worker_threads');
      const { existsSync, writeFileSync } = require('node:fs');
      parentPort.postMessage('ready');
      while (existsSync(w.spoolKey)) ;
      setTimeout(() => writeFileSync(w.path, w.sealed), 200);`;
    const sealed = seal(readFileSync(paths.spoolKey, 'utf8').trim(), Buffer.from('{"said":1}'));
    const path = join(paths.spool, '000000000000001-1-1.sealed');
    const hook = new Worker(script, { eval: true, workerData: { spoolKey: paths.spoolKey, path, sealed } });
    await new Promise((resolve) => hook.once('message', resolve));
    finishConversion(paths, beginDecryption(paths, unlocked()));
    expect(readdirSync(paths.spool).map((name) => readFileSync(join(paths.spool, name), 'utf8'))).toEqual([
      '{"said":1}',
    ]);
    expect(databaseKeys()).toEqual([]);
    expect([paths.keys, paths.spoolKey].filter((path) => existsSync(path))).toEqual([]);
    expect(encryptionOf(paths)).toEqual({ state: 'off' });
    expectAllThere();
  });

  it('that was rekeyed leaves no key in the keychain, also when it was cut off (F-27)', () => {
    const calls = join(folder, 'calls');
    writeFileSync(join(folder, 'secret-tool'), `#!/bin/sh\necho "$@" >> ${calls}\n`, { mode: 0o700 });
    const { PATH } = process.env;
    process.env.PATH = `${folder}${delimiter}${PATH}`;
    try {
      finishConversion(paths, beginEncryption(paths, keyFileSource(keyFile, paths)));
      const { file, keys } = unlocked();
      const holder = { kind: 'keychain', tool: 'secret-tool', account: 'old' } as const;
      const source = keyFileSource(keyFile, paths);
      beginRekeying(paths, { file: { ...file, holder }, keys }, source);
      expect(finishConversion(paths, unlocked())).not.toHaveProperty('keychainProblem');
    } finally {
      process.env.PATH = PATH;
    }
    expect(readFileSync(calls, 'utf8')).toBe('clear service carryover account old\n');
    expect(readKeyFile(paths)).not.toHaveProperty('replaces');
  });

  it('a plain file that was put into an encrypted home is encrypted at the next look', () => {
    finishConversion(paths, beginEncryption(paths, keyFileSource(keyFile, paths)));
    setDatabaseKeys([]);
    rmSync(paths.journal);
    make(paths.journal);
    expect(finishConversion(paths, unlocked()).converted).toEqual([paths.journal]);
    expect(finishConversion(paths, unlocked()).converted).toEqual([]);
    expectAllThere();
  });

  it('damage stops it in the journal, and elsewhere is left and named, or made anew', () => {
    const damage = (path: string) => {
      const bytes = readFileSync(path);
      bytes.fill(0x55, 4096, 3 * 4096);
      writeFileSync(path, bytes);
    };
    const backup = String(files().at(-1));
    for (const path of [paths.recall, backup]) damage(path);
    const report = finishConversion(paths, beginEncryption(paths, keyFileSource(keyFile, paths)));
    expect(report.left).toEqual([backup]);
    expect(existsSync(paths.recall)).toBe(false);
    damage(paths.knowledge);
    expect(() => finishConversion(paths, beginDecryption(paths, unlocked()))).toThrow(
      expect.objectContaining({ code: 'database-corrupt', subject: paths.knowledge }),
    );
    expect(encryptionOf(paths)).toMatchObject({ state: 'on', converting: 'decrypt' });
    expect(isPlainDatabase(paths.journal)).toBe(true);
  });
});

describe('a kill in the middle of a conversion loses nothing, and the same command finishes it (F-27)', () => {
  it.each([
    ['encrypt', ['announced', 'copied:2', 'linked', 'swapped:2', 'done']],
    ['rekey', ['announced', 'linked:2', 'swapped', 'done']],
    ['decrypt', ['copied', 'linked', 'swapped', 'done']],
  ])('%s', (kind, points) => {
    const run = (fault?: string) => {
      const env = { ...process.env, ...(fault === undefined ? {} : { CARRYOVER_FAULT: `conversion-${fault}` }) };
      return spawnSync(process.execPath, [FIXTURE, kind, paths.home, keyFile], { env, encoding: 'utf8' });
    };
    // One after the other: each kill meets what the one before left.
    if (kind !== 'encrypt') finishConversion(paths, beginEncryption(paths, keyFileSource(keyFile, paths)));
    for (const point of points) {
      expect(run(point)).toMatchObject({ signal: 'SIGKILL' });
      setDatabaseKeys(unlocked().keys.databaseKeys);
      expectAllThere();
    }
    expect(run()).toMatchObject({ status: 0, stderr: '' });
    expect(encryptionOf(paths)).toEqual(kind === 'decrypt' ? { state: 'off' } : { state: 'on', holder: 'key-file' });
    setDatabaseKeys(kind === 'decrypt' ? [] : unlocked().keys.databaseKeys);
    expectAllThere();
    expect(plainTraces().length > 0).toBe(kind === 'decrypt');
    const memory = readdirSync(join(paths.home, 'memory'));
    expect(memory.filter((name) => !/^(transcript|memory|recall|vectors)\.db$/.test(name))).toEqual([]);
  });
});
