import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { homePaths } from './paths.ts';
import { startDaemon } from './start-daemon.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Stands in for daemon.js: writes down how it was started. */
function recorder(): string {
  const entry = join(folder, 'entry.cjs');
  writeFileSync(
    entry,
    `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'started'))}, JSON.stringify({ argv: process.argv.slice(2), env: Object.keys(process.env) }))`,
  );
  return entry;
}

describe('starting the daemon', () => {
  it('is done by one of those who ask at once, and again when that one failed', () => {
    const paths = homePaths(folder);
    const ask = () => startDaemon({ paths, entry: recorder(), env: {}, now: systemClock.now() });
    expect([ask(), ask(), ask()]).toEqual([true, false, false]);
    utimesSync(paths.startMark, 0, 0);
    expect(ask()).toBe(true);
  });

  it('hands on no variable of the client that started it', async () => {
    startDaemon({
      paths: homePaths(folder),
      entry: recorder(),
      env: { PATH: '/bin', CLAUDE_CODE_MESSAGING_TOKEN: 'x' },
      now: systemClock.now(),
    });
    const started = join(folder, 'started');
    for (let tries = 0; tries < 200 && !existsSync(started); tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 25));
    const { argv, env } = JSON.parse(readFileSync(started, 'utf8')) as { argv: string[]; env: string[] };
    expect(argv).toEqual(['supervise']);
    expect(env).toContain('CARRYOVER_HOME');
    expect(env).not.toContain('CLAUDE_CODE_MESSAGING_TOKEN');
  });
});
