/**
 * `carryover backup`: a copy of the journal now, whether the daemon runs or not; `--list` shows those that there are, and
 * `release NAME` lets a protected one go.
 */
import { CarryoverError } from '../../memory/error.ts';
import { systemClock } from '../../platform/clock.ts';
import { loadConfig } from '../../platform/config.ts';
import { type Backup, listBackups } from '../../privacy/backups/backup-files.ts';
import { makeBackup } from '../../privacy/backups/make-backup.ts';
import { type ProtectedCopy, protectedCopies } from '../../privacy/backups/protected-copies.ts';
import { abandoned, agreed } from '../ask.ts';
import { currentHome, daemonClient } from '../home.ts';
import { openHomeKeys, passphrases } from '../home-keys.ts';
import type { Options } from '../options.ts';
import { ago, columns, count, megabytes, paint, safe, say, sayJson } from '../terminal.ts';

export async function runBackup(options: Options, [word, name]: readonly string[]): Promise<number> {
  const { list, passphraseStdin, json } = options;
  const paths = currentHome();
  if (word !== undefined) return release(word, name, options);
  if (list === true) {
    const backups = listBackups(paths.backups);
    const kept = protectedCopies(paths.backups);
    if (json === true) sayJson({ backups: backups.map(wireBackup), protected: kept.map(wireProtected) });
    else {
      for (const line of backupLines(backups, systemClock.now())) say(line);
      for (const line of protectedLines(kept)) say(line);
    }
    return 0;
  }
  const most = loadConfig(paths.config, process.env)['backups.megabytes'];
  await openHomeKeys(paths, passphrases(passphraseStdin));
  const made = makeBackup({
    journal: paths.journal,
    folder: paths.backups,
    // A person who asks for one wants it kept.
    megabytes: Math.max(1, most),
    now: systemClock.now(),
  });
  if (json === true) sayJson(wireBackup(made));
  else say(`${paint('green', '✓')} ${made.path} (${megabytes(made.bytes)})`);
  return 0;
}

export function backupLines(backups: readonly Backup[], now: number): readonly string[] {
  if (backups.length === 0) return ['There is no copy of the journal yet; `carryover backup` makes one.'];
  const why = {
    copy: '',
    schema: 'before an update',
    sweep: 'before text was erased',
    replaced: 'replaced by a restore',
  };
  const rows = backups.map((backup) => [
    ago(backup.takenAt, now),
    megabytes(backup.bytes),
    backup.path,
    why[backup.kind],
  ]);
  return [...columns(rows).map((line) => line.trimEnd()), `${count(backups.length, 'copy', 'copies')}`];
}

async function release(word: string, name: string | undefined, { yes, json }: Options): Promise<number> {
  if (word !== 'release' || name === undefined) {
    throw new CarryoverError('say which copy is let go', {
      code: 'invalid-input',
      hint: '`carryover backup release NAME`; `carryover backup --list` shows those that are protected',
    });
  }
  const client = await daemonClient(currentHome());
  if (!(await agreed(yes, `Remove ${safe(name)}? What it holds is then gone.`))) return abandoned();
  const { released } = (await client.request('POST', '/memory/backups/release', { body: { name } })) as {
    readonly released: string;
  };
  if (json === true) sayJson({ released });
  else say(`${paint('green', '✓')} ${safe(released)} is removed`);
  return 0;
}

function protectedLines(kept: readonly ProtectedCopy[]): readonly string[] {
  if (kept.length === 0) return [];
  const rows = kept.map(({ name, daysLeft }) => [`  ${safe(name)}`, `${count(daysLeft, 'day')} of running time left`]);
  return ['Protected until then, or until `carryover backup release NAME`:', ...columns(rows)];
}

function wireProtected({ name, daysLeft }: ProtectedCopy): object {
  return { name, days_left: daysLeft };
}

function wireBackup({ path, kind, takenAt, bytes }: Backup): object {
  return { path, kind, taken_at: new Date(takenAt).toISOString(), bytes };
}
