import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scanSpace } from './space-scan.ts';

const MOST = 2_000;
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'carryover-scan-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function make(folder: string, ...names: readonly string[]): void {
  mkdirSync(join(root, folder), { recursive: true });
  for (const name of names) writeFileSync(join(root, folder, name), '');
}

describe('a look at a folder (B-006)', () => {
  it('lists files, follows no link and passes over what tools make', async () => {
    make('src/deep', 'b.ts');
    make('node_modules/x', 'index.js');
    make('.', 'a.txt', '.env', 'odd\nname');
    symlinkSync('/etc', join(root, 'linked'));
    expect(await scanSpace(root)).toEqual({ paths: ['a.txt', 'odd\nname', 'src/deep/b.ts'], partial: false });
    expect(await scanSpace(join(root, 'missing'))).toBeUndefined();
  });

  it('reads no further folder once it has enough', async () => {
    make('a', ...Array.from({ length: MOST }, (_, index) => `${index}`));
    // Read after `a`, but sorted before what stands in it.
    make('a-b', 'unread');
    const listing = await scanSpace(root);
    expect(listing).toMatchObject({ paths: { length: MOST }, partial: true });
    expect(listing?.paths).not.toContain('a-b/unread');
    rmSync(join(root, 'a-b'), { recursive: true });
    expect(await scanSpace(root)).toMatchObject({ paths: { length: MOST }, partial: false });
    make('a', 'one-more');
    expect(await scanSpace(root)).toMatchObject({ paths: { length: MOST }, partial: true });
  });

  it('looks at so many names and no more, also of what is not listed', async () => {
    make('many', ...Array.from({ length: 20_050 }, (_, index) => `.hidden${index}`));
    make('zoo', 'unread');
    expect(await scanSpace(root)).toEqual({ paths: [], partial: true });
  });
});
