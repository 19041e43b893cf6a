/** `carryover backup`: a copy of the journal now, whether the daemon runs or not; `--list` shows those that there are. */
import { systemClock } from '../../platform/clock.ts';
import { loadConfig } from '../../platform/config.ts';
import { type Backup, listBackups } from '../../privacy/backups/backup-files.ts';
import { makeBackup } from '../../privacy/backups/make-backup.ts';
import { currentHome } from '../home.ts';
import { openHomeKeys, passphrases } from '../home-keys.ts';
import type { Options } from '../options.ts';
import { ago, columns, count, megabytes, paint, say, sayJson } from '../terminal.ts';

export async function runBackup({ list, passphraseStdin, json }: Options): Promise<number> {
  const paths = currentHome();
  if (list === true) {
    const backups = listBackups(paths.backups);
    if (json === true) sayJson({ backups: backups.map(wireBackup) });
    else for (const line of backupLines(backups, systemClock.now())) say(line);
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
  const why = { copy: '', schema: 'before an update', replaced: 'replaced by a restore' };
  const rows = backups.map((backup) => [
    ago(backup.takenAt, now),
    megabytes(backup.bytes),
    backup.path,
    why[backup.kind],
  ]);
  return [...columns(rows).map((line) => line.trimEnd()), `${count(backups.length, 'copy', 'copies')}`];
}

function wireBackup({ path, kind, takenAt, bytes }: Backup): object {
  return { path, kind, taken_at: new Date(takenAt).toISOString(), bytes };
}
