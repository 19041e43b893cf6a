import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RedactionTally } from './redaction-tally.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-tally-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(now: number): RedactionTally {
  return new RedactionTally({
    path: join(folder, 'redactions.json'),
    clock: { now: () => now },
    isKind: (kind) => kind === 'api-key' || kind === 'password',
  });
}

it('counts stand-ins by kind, and goes on after a restart (D-072)', () => {
  const first = open(1_000);
  first.stored([
    { content: 'key [REDACTED:api-key:1f3c] and [REDACTED:api-key:0000], login [REDACTED:password:abcd]' },
    { content: 'nothing here' },
  ]);
  first.flush();
  const second = open(9_000);
  second.stored([{ content: '[REDACTED:password:abcd]' }]);
  expect(second.counts).toEqual({ since: 1_000, kinds: { 'api-key': 2, password: 2 } });
});

it('keeps nothing of a text that only looks like a stand-in', () => {
  const tally = open(1_000);
  tally.stored([{ content: '[REDACTED:my-own-name:1f3c] [REDACTED:API KEY:1f3c]' }]);
  tally.flush();
  expect(tally.counts.kinds).toEqual({ other: 1 });
  expect(readFileSync(join(folder, 'redactions.json'), 'utf8')).not.toContain('my-own-name');
});

it.each(['{', '{"since":"x","kinds":{}}', '{"since":5,"kinds":[1]}', 'null'])(
  'begins again when the file is %s',
  (text) => {
    writeFileSync(join(folder, 'redactions.json'), text);
    expect(open(7_000).counts).toEqual({ since: 7_000, kinds: {} });
  },
);
