/**
 * `carryover restore`: a copy of the journal in the place of the present one, and everything that is made from it made anew.
 * The daemon is stopped meanwhile; the home is locked, so that no session starts another.
 */
import { resolve } from 'node:path';
import { tryLock } from '../../daemon/owner-lock.ts';
import { CarryoverError } from '../../memory/error.ts';
import { systemClock } from '../../platform/clock.ts';
import type { HomePaths } from '../../platform/paths.ts';
import { type Backup, listBackups } from '../../privacy/backups/backup-files.ts';
import { type Restored, restoreJournal } from '../../privacy/backups/restore-journal.ts';
import { abandoned, agreed, hasTerminal, noTerminal } from '../ask.ts';
import { startAgain } from '../convert-home.ts';
import { haltDaemon } from '../halt-daemon.ts';
import { currentHome } from '../home.ts';
import { openHomeKeys, passphrases } from '../home-keys.ts';
import type { Options } from '../options.ts';
import { progress } from '../progress.ts';
import { ago, count, moment, paint, say, sayJson } from '../terminal.ts';
import { backupLines } from './backup.ts';
import { rebuildNow } from './rebuild.ts';

/** Told when the present journal is lost or damaged, and the copy is not one of this home. */
const UNKNOWN =
  'The present journal cannot be read, so nobody knows what was forgotten since this copy was made: it would come back.';

export async function runRestore({ yes, passphraseStdin, json }: Options, [given]: readonly string[]): Promise<number> {
  const paths = currentHome();
  const file = given === undefined ? await choose(listBackups(paths.backups)) : resolve(given);
  if (file === undefined) return abandoned();
  if (json !== true) {
    say(`The journal is replaced by ${file}, and learnings, memory files and the search index are made anew from it.`);
    say(`The present journal and the present memory files are kept in ${paths.backups}.`);
    say("What was said since then is read again from the client's own transcripts, as far as they are still there.");
  }
  if (!(await agreed(yes, 'Go ahead?'))) return abandoned();
  const held = await openHomeKeys(paths, passphrases(passphraseStdin));
  await haltDaemon(paths);
  const restored = await restore(paths, file, yes);
  await startAgain(paths, held?.secret.toString('utf8'));
  const rebuilt = await rebuildNow(paths);
  if (json === true) sayJson({ ...wire(restored), ...rebuilt });
  else for (const line of linesOf(restored)) say(line);
  return 0;
}

async function restore(paths: HomePaths, file: string, yes: unknown): Promise<Restored> {
  const lock = tryLock(paths.ownerLock);
  if (lock === undefined)
    throw new CarryoverError('the home is in use', {
      code: 'daemon-still-running',
      hint: 'stop it with `carryover daemon stop`, then try again',
      retryable: true,
    });
  const shown = progress('verified');
  try {
    return await restoreJournal({
      paths,
      file,
      clock: systemClock,
      onVerified: (done, total) => shown.update(done, total),
      mayForgottenReturn: () => {
        shown.end();
        process.stderr.write(`${UNKNOWN}\n`);
        return agreed(yes, 'Restore it all the same?');
      },
    });
  } finally {
    shown.end();
    lock.release();
  }
}

async function choose(backups: readonly Backup[]): Promise<string | undefined> {
  const now = systemClock.now();
  if (!hasTerminal()) {
    for (const line of backupLines(backups, now)) say(line);
    throw noTerminal('say which: carryover restore FILE --yes');
  }
  if (backups.length === 0) {
    throw new CarryoverError('there is no copy of the journal in the backups folder', {
      code: 'not-found',
      hint: 'name one that lies elsewhere: carryover restore FILE',
    });
  }
  const { select, isCancel } = await import('@clack/prompts');
  const options = backups.map(({ path, name, takenAt }) => ({
    value: path,
    label: `${moment(takenAt)} (${ago(takenAt, now)})`,
    hint: name,
  }));
  const answer = await select({ message: 'Which one?', options });
  return isCancel(answer) ? undefined : answer;
}

function linesOf({ rows, carriedOver, journalKept, filesKept }: Restored): readonly string[] {
  return [
    `${paint('green', '✓')} restored ${count(rows, 'row')}, all as they were written`,
    ...(journalKept === undefined ? [] : [`  the journal that was there is now ${journalKept}`]),
    ...(filesKept === undefined ? [] : [`  the memory files that were there are now in ${filesKept}`]),
    ...(carriedOver?.isForgottenAgain === true
      ? [`  what had been forgotten since then is forgotten again (${count(carriedOver.records, 'record')} of it)`]
      : []),
  ];
}

function wire({ rows, carriedOver, journalKept, filesKept }: Restored): object {
  return {
    rows,
    forgotten_again: carriedOver?.records ?? 0,
    journal_kept: journalKept ?? null,
    files_kept: filesKept ?? null,
  };
}
