/** `carryover redact --scan`: looks for secrets that an older rule let through; `--fix` overwrites them everywhere. */
import { CarryoverError } from '../../memory/error.ts';
import { abandoned, agreed } from '../ask.ts';
import { currentHome, patientClient } from '../home.ts';
import { lastLine } from '../last-line.ts';
import type { Options } from '../options.ts';
import { progress } from '../progress.ts';
import { count, paint, safe, say, sayJson } from '../terminal.ts';

interface Progress {
  readonly rows: number;
  readonly total: number;
}
interface End {
  readonly finished: true;
  readonly rows: number;
  readonly found: Readonly<Record<string, number>>;
  readonly kinds: Readonly<Record<string, number>>;
  readonly places: readonly string[];
  readonly fixed: boolean;
  readonly traces_in: readonly string[];
}

export async function runRedact({ scan, fix, yes, json }: Options): Promise<number> {
  if (scan !== true && fix !== true) {
    throw new CarryoverError('say --scan to look, or --fix to overwrite what is found', {
      code: 'invalid-input',
      hint: '`carryover redact --scan` changes nothing',
    });
  }
  if (fix === true && !(await agreed(yes, 'Overwrite every secret that is found? It cannot be undone.')))
    return abandoned();
  const client = await patientClient(currentHome());
  const shown = progress(fix === true ? 'redacting' : 'scanning');
  const end = await lastLine<Progress, End>(
    client.stream('/memory/redact', {}, { body: { fix: fix === true } }),
    (line): line is End => 'finished' in line,
    ({ rows, total }) => shown.update(rows, total),
  ).finally(() => shown.end());
  if (json === true) sayJson(end);
  else for (const line of endLines(end)) say(line);
  return (Object.keys(end.found).length > 0 && !end.fixed) || end.traces_in.length > 0 ? 1 : 0;
}

function endLines({ rows, found, kinds, places, fixed, traces_in }: End): readonly string[] {
  if (Object.keys(found).length === 0)
    return [`${paint('green', '✓')} ${count(rows, 'row')} looked at: no secret found`];
  const tables = Object.entries(found).map(([table, number]) => `  ${safe(table)}: ${count(number, 'row')}`);
  const sorts = Object.entries(kinds).map(([kind, number]) => `${number} × ${safe(kind)}`);
  const what = [...tables, `  ${sorts.join(', ')}`];
  if (!fixed)
    return [
      'Secrets stand in',
      ...what,
      ...places.map((place) => `  ${paint('dim', safe(place))}`),
      '`carryover redact --fix` overwrites them.',
    ];
  const done = [`${paint('green', '✓')} overwritten in`, ...what];
  if (traces_in.length === 0)
    return [
      ...done,
      'Learnings, files and the index were made anew; backups were removed. No file of the home holds one.',
    ];
  return [...done, `${paint('yellow', '!')} still written in`, ...traces_in.map((place) => `  ${safe(place)}`)];
}
