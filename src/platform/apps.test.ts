import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AppId, SpaceId } from '../memory/ids.ts';
import { addApp, addRunToken, createAppReader, keepRunToken, readApps } from './apps.ts';
import { findToken } from './token-file.ts';

const DAY_MS = 86_400_000;
const APP = { name: 'nightly' as AppId, space: 'here' as SpaceId, createdAt: 0 };

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-apps-'));
  path = join(folder, 'apps.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('the token of a run that nobody ended is good for a day after it was last heard of, in every reader (SRV-4)', () => {
  addApp(path, APP);
  const token = addRunToken(path, { ...APP, run: 'cut off' });
  let now = DAY_MS - 1;
  const read = createAppReader(path, { now: () => now });
  const isGood = () => [read(), readApps(path, now)].map((held) => findToken(held, token) !== undefined);
  expect(isGood()).toEqual([true, true]);
  keepRunToken(path, 'cut off', now);
  now += DAY_MS - 1;
  expect(isGood()).toEqual([true, true]);
  now += 1;
  expect(isGood()).toEqual([false, false]);
  keepRunToken(path, 'cut off', now);
  expect(isGood()).toEqual([false, false]);
  expect(read().map(({ name }) => name)).toEqual(['nightly']);
});
