/** A text that is kept in `test/snapshots/`. `CARRYOVER_UPDATE_FIXTURES=1` keeps what is found instead of comparing it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect } from 'vitest';

const SNAPSHOTS = resolve(import.meta.dirname, '../snapshots');

export const UPDATES_FIXTURES = process.env.CARRYOVER_UPDATE_FIXTURES === '1';

export function expectSnapshot(name: string, text: string): void {
  const path = resolve(SNAPSHOTS, name);
  if (UPDATES_FIXTURES) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  expect(text).toBe(readFileSync(path, 'utf8'));
}
