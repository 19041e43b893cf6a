import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSpool, removeSpooled, setAside, spoolEntry } from './spool.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'carryover-spool-')), 'spool');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const place = () => ({ spool: folder, spoolKey: join(folder, '..', 'spool-key.pub') });
const entry = (at: number) => ({ version: 1, client: 'claude-code', at, payload: { n: at } }) as const;

describe('the spool', () => {
  it('gives back what was put in, oldest first, in private files', () => {
    const paths = [3, 1, 2].map((at) => spoolEntry(place(), entry(at)));
    const { files, bytes } = readSpool(folder);
    expect(files.map((path) => JSON.parse(readFileSync(path, 'utf8')))).toEqual([entry(1), entry(2), entry(3)]);
    expect(bytes).toBe(files.reduce((sum, path) => sum + statSync(path).size, 0));
    for (const path of paths) expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('does not show a file that is still being written, and counts what was put aside', () => {
    const path = spoolEntry(place(), entry(1));
    writeFileSync(join(folder, 'half.tmp'), '{');
    setAside(path);
    expect(readSpool(folder)).toMatchObject({ files: [], refused: 1 });
  });

  it('is empty when there is no folder, and removing twice is fine', () => {
    expect(readSpool(folder).files).toEqual([]);
    const path = spoolEntry(place(), entry(1));
    removeSpooled(path);
    removeSpooled(path);
    expect(readSpool(folder).files).toEqual([]);
  });
});
