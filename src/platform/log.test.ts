import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { type LogOptions, openLog } from './log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-log-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const asIs = (text: string) => text;

function open(options: Partial<LogOptions> = {}) {
  return openLog({ folder, clock: systemClock, redact: asIs, ...options });
}

function written(): string {
  return readFileSync(join(folder, 'daemon.log'), 'utf8');
}

function entries(): Record<string, unknown>[] {
  return written()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('the log', () => {
  it('writes one JSON object per line with time, level, event and fields', () => {
    const log = open({ clock: { now: () => 0, elapsed: () => 0 } });
    log.info('journal-opened', { records: 3, clean: true, client: 'claude-code', space: null });
    log.close();
    expect(entries()).toEqual([
      {
        time: '1970-01-01T00:00:00.000Z',
        level: 'info',
        event: 'journal-opened',
        records: 3,
        clean: true,
        client: 'claude-code',
        space: null,
      },
    ]);
  });

  it('leaves out what is below its level', () => {
    const log = open({ level: 'warn' });
    log.info('hook-received');
    log.warn('spool-grew');
    log.close();
    expect(entries().map((entry) => entry.event)).toEqual(['spool-grew']);
  });

  it('is readable by the owner alone (SRV-19)', () => {
    const log = open();
    log.info('daemon-started');
    log.close();
    expect(statSync(join(folder, 'daemon.log')).mode & 0o777).toBe(0o600);
  });

  it('keeps CR, LF, ANSI escapes and invisible characters of a value visible and on one line (SRV-20)', () => {
    const log = open();
    log.info('hook-received', { client: 'a\r\n{"event":"forged"}\u001b[31mred\u2028\u202e\u007f\u0085' });
    log.close();
    expect(written().trimEnd().split('\n')).toHaveLength(1);
    const value = entries()[0]?.client;
    expect(value).toBe('a\\u{d}\\u{a}{"event":"forged"}\\u{1b}[31mred\\u{2028}\\u{202e}\\u{7f}\\u{85}');
  });

  it('redacts each string before it cuts it, so half a secret is never left (SRV-19)', () => {
    const secret = ['sk', 'live', 'x'.repeat(40)].join('_');
    const log = open({ redact: (text) => text.replaceAll(secret, '[REDACTED]') });
    log.info('request-failed', { message: `${'a'.repeat(480)}${secret}` });
    log.close();
    expect(written()).not.toContain('sk_live');
    expect(String(entries()[0]?.message)).toMatch(/a\[REDACTED\]$/);
  });

  it('cuts a long value to 500 characters', () => {
    const log = open();
    log.info('request-failed', { message: 'm'.repeat(2_000) });
    log.close();
    expect(entries()[0]?.message).toBe(`${'m'.repeat(499)}…`);
  });

  it('writes nothing of a value that cannot be redacted', () => {
    const log = open({
      redact: () => {
        throw new Error('no');
      },
    });
    log.info('request-failed', { message: 'PLANTED' });
    log.close();
    expect(written()).not.toContain('PLANTED');
  });

  it('rotates by size and keeps five files, all private', () => {
    const log = open({ rotateBytes: 300 });
    for (let index = 0; index < 50; index += 1) log.info('line-written', { index });
    log.close();
    const files = readdirSync(folder).sort();
    expect(files).toEqual(['daemon.log', 'daemon.log.1', 'daemon.log.2', 'daemon.log.3', 'daemon.log.4']);
    for (const name of files) {
      const stat = statSync(join(folder, name));
      expect(stat.size).toBeLessThanOrEqual(300);
      expect(stat.mode & 0o777).toBe(0o600);
    }
    expect(entries().at(-1)?.index).toBe(49);
  });

  it('goes on after a restart where it stopped', () => {
    for (const run of [1, 2]) {
      const log = open();
      log.info('daemon-started', { run });
      log.close();
    }
    expect(entries().map((entry) => entry.run)).toEqual([1, 2]);
  });

  it('counts errors and remembers the newest twenty for the status report', () => {
    const log = open({ clock: { now: () => 7, elapsed: () => 0 } });
    for (let index = 0; index < 25; index += 1) log.error(`error-${index}`);
    log.close();
    expect(log.errorCount()).toBe(25);
    expect(log.lastErrors()).toHaveLength(20);
    expect(log.lastErrors().at(-1)).toEqual({ at: 7, event: 'error-24' });
  });

  it('survives a folder it cannot write to, and says later how many lines were lost', () => {
    const logs = join(folder, 'logs');
    writeFileSync(logs, 'a file where the folder should be');
    const log = open({ folder: logs });
    log.info('daemon-started');
    log.info('journal-opened');
    rmSync(logs);
    log.info('disk-repaired');
    log.close();
    const [entry, ...rest] = readFileSync(join(logs, 'daemon.log'), 'utf8').trimEnd().split('\n');
    expect(rest).toEqual([]);
    expect(JSON.parse(entry ?? '')).toMatchObject({ event: 'disk-repaired', lost_lines: 2 });
  });
});
