/** `carryover verify`: every row against its checksum, the index against the rows, every reference. Exit 1 on a finding. */
import { existsSync } from 'node:fs';
import { openJournal } from '../../journal/journal.ts';
import { systemClock } from '../../platform/clock.ts';
import { currentHome } from '../home.ts';
import { openHomeKeys, passphrases } from '../home-keys.ts';
import type { Options } from '../options.ts';
import { progress } from '../progress.ts';
import { count, paint, safe, say, sayJson } from '../terminal.ts';

const SHOWN = 50;

export async function runVerify({ passphraseStdin, json }: Options): Promise<number> {
  const paths = currentHome();
  if (!existsSync(paths.journal)) {
    if (json === true) sayJson({ checkedRows: 0, problems: [] });
    else say('Nothing to verify yet: there is no journal.');
    return 0;
  }
  await openHomeKeys(paths, passphrases(passphraseStdin));
  const journal = await openJournal({
    path: paths.journal,
    backupFolder: paths.backups,
    clock: systemClock,
    exists: existsSync,
  });
  const shown = progress('verified');
  const report = await journal.verify((done, total) => shown.update(done, total)).finally(() => journal.close());
  shown.end();
  if (json === true) sayJson(report);
  else {
    for (const { table, subject, problem } of report.problems.slice(0, SHOWN))
      say(`${paint('red', '✗')} ${table} ${safe(subject)}: ${problem}`);
    if (report.problems.length > SHOWN) say(`  and ${report.problems.length - SHOWN} more`);
    if (report.problems.length === 0)
      say(`${paint('green', '✓')} ${count(report.checkedRows, 'row')}, all as they were written`);
    else
      say(
        `${count(report.problems.length, 'problem')} in ${count(report.checkedRows, 'row')}. A copy of the journal may be in ${paths.backups}.`,
      );
  }
  return report.problems.length === 0 ? 0 : 1;
}
