import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { carriesCsrf, createBrowserSessions } from './browser-sessions.ts';

const HOUR = 60 * 60_000;
let folder: string;
let path: string;
let now: number;
let warnings: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-browsers-'));
  path = join(folder, 'browsers.json');
  now = 1_000_000;
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open() {
  return createBrowserSessions({ path, clock: { now: () => now }, log: { warn: (event) => warnings.push(event) } });
}

it('a session is 256 random bits, outlives a restart, and is kept as a digest in a private file (SRV-8, SRV-22)', () => {
  const cookie = open().begin();
  expect(cookie).toMatch(/^[\w-]{43}$/);
  const csrf = open().find(cookie)?.csrf ?? '';
  expect(csrf).toMatch(/^[\w-]{43}$/);
  expect(open().find(`${cookie}x`)).toBeUndefined();
  const kept = readFileSync(path, 'utf8');
  expect(kept).not.toContain(cookie);
  expect(kept).not.toContain(csrf);
  expect(statSync(path).mode & 0o077).toBe(0);
});

it('what a page sends with a write is bound to its session (SRV-9)', () => {
  const sessions = open();
  const [one, other] = [sessions.find(sessions.begin()), sessions.find(sessions.begin())];
  if (one === undefined || other === undefined) throw new Error('not logged in');
  expect(carriesCsrf(one, one.csrf)).toBe(true);
  for (const wrong of [other.csrf, '', `${one.csrf}=`, undefined]) expect(carriesCsrf(one, wrong)).toBe(false);
});

it('a session ends after 12 hours without use, and after 7 days in any case', () => {
  const cookie = open().begin();
  for (let hours = 0; hours < 7 * 24; hours += 11) {
    expect(open().find(cookie), `${hours} h`).toBeDefined();
    now += 11 * HOUR;
  }
  expect(open().find(cookie)).toBeUndefined();
  const idle = open().begin();
  now += 12 * HOUR;
  expect(open().find(idle)).toBeUndefined();
});

it('twenty are kept, the oldest goes first; one logs out, or all do', () => {
  const sessions = open();
  const cookies = Array.from({ length: 21 }, () => sessions.begin());
  const found = () => cookies.filter((cookie) => sessions.find(cookie) !== undefined);
  expect(found()).toEqual(cookies.slice(1));
  sessions.end(sessions.find(cookies[1] ?? ''));
  expect(found()).toEqual(cookies.slice(2));
  sessions.end();
  expect(found()).toEqual([]);
  expect(open().find(cookies[5] ?? '')).toBeUndefined();
});

it('tells when one was logged out, and without counting as a use whether it still is in', () => {
  const sessions = open();
  const browser = sessions.find(sessions.begin());
  if (browser === undefined) throw new Error('not logged in');
  let told = 0;
  const stop = sessions.onEnded(() => {
    told += 1;
  });
  now += 11 * HOUR;
  expect(sessions.isRunning(browser)).toBe(true);
  now += HOUR;
  expect(sessions.isRunning(browser)).toBe(false);
  sessions.end(browser);
  stop();
  sessions.end();
  expect(told).toBe(1);
});

it('a damaged file means that everybody logs in again, and one that cannot be written costs only a restart', () => {
  writeFileSync(path, '{"half a');
  const sessions = open();
  expect(warnings).toEqual(['browser-sessions-unreadable']);
  rmSync(folder, { recursive: true });
  const cookie = sessions.begin();
  expect(sessions.find(cookie)).toBeDefined();
  expect(warnings).toEqual(['browser-sessions-unreadable', 'browser-sessions-not-kept']);
});
