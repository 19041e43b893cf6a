import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSealingKeys } from '../platform/sealing.ts';
import { readEntry, sealSpool, unsealSpool } from './sealed-spool.ts';
import { readSpool, type SpoolPlace, setAside, spoolEntry } from './spool.ts';

const keys = createSealingKeys();
let folder: string;
let place: SpoolPlace;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-sealed-'));
  place = { spool: join(folder, 'spool'), spoolKey: join(folder, 'spool-key.pub') };
});
afterEach(() => rmSync(folder, { recursive: true }));

const entry = (at: number) => ({ version: 1, client: 'c', at, payload: { said: `word number ${at}` } }) as const;
const encrypt = () => writeFileSync(place.spoolKey, `${keys.publicKey}\n`);
const contents = () => readdirSync(place.spool).map((name) => readFileSync(join(place.spool, name), 'latin1'));
const entries = () =>
  Promise.all(
    readSpool(place.spool).files.map(async (path) => JSON.parse((await readEntry(path, keys.privateKey)).toString())),
  );

it('seals every entry once the home has a key, and keeps the order with those from before (D-017)', async () => {
  spoolEntry(place, entry(2));
  encrypt();
  for (const at of [3, 1]) spoolEntry(place, entry(at));
  expect(await entries()).toEqual([entry(1), entry(2), entry(3)]);
  expect(contents().filter((content) => content.includes('word number'))).toHaveLength(1);
  const [sealed = ''] = readSpool(place.spool).files;
  await expect(readEntry(sealed, undefined)).rejects.toMatchObject({ code: 'no-key' });
});

it('writes nothing when the key is damaged: never plain instead (D-017)', () => {
  writeFileSync(place.spoolKey, 'damaged');
  expect(() => spoolEntry(place, entry(1))).toThrow(expect.objectContaining({ code: 'invalid-key' }));
  expect(readdirSync(place.spool)).toEqual([]);
});

it('seals and opens what lies there, also what was put aside, and leaves what somebody changed (D-017)', async () => {
  spoolEntry(place, entry(1));
  setAside(spoolEntry(place, entry(2)));
  const names = readdirSync(place.spool);
  encrypt();
  // What a kill left of an earlier try.
  writeFileSync(
    join(place.spool, `${names.find((name) => name.endsWith('.json'))?.replace('json', 'sealed')}.tmp`),
    '',
  );
  sealSpool(place);
  expect(contents().join('')).not.toContain('word number');
  expect(readSpool(place.spool)).toMatchObject({ files: [expect.any(String)], refused: 1 });
  rmSync(place.spoolKey);
  writeFileSync(join(place.spool, '9.sealed'), 'changed by somebody');
  unsealSpool(place, keys.privateKey);
  expect(readdirSync(place.spool)).toEqual([...names, '9.sealed'].toSorted());
  expect(contents().join('')).toContain('word number 2');
});
