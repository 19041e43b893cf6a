/**
 * `carryover import FILE|DIR`: an export of this or another home, or what another tool remembers. Says what it found and
 * what would come in before it asks; with `--restore` a whole export goes into an empty home.
 */
import { basename } from 'node:path';
import type { DaemonClient } from '../../http/client.ts';
import { isLocked, lockedError, type WireLockedStatus } from '../../http/locked-status.ts';
import type { WireImport } from '../../http/routes/import.ts';
import type { WireStatus } from '../../http/wire.ts';
import { CarryoverError } from '../../memory/error.ts';
import { type OpenedSource, openSource, SOURCE_FORMATS } from '../../privacy/import/sources/open-source.ts';
import { abandoned, agreed } from '../ask.ts';
import { currentHome, patientClient } from '../home.ts';
import { type Options, workspaceOf } from '../options.ts';
import { progressBar } from '../progress.ts';
import { count, paint, safe, say, sayJson } from '../terminal.ts';

const MOST_REFUSALS_SHOWN = 20;

export async function runImport(options: Options, [path = '']: readonly string[]): Promise<number> {
  const { restore, yes, json } = options;
  const isDry = options.dryRun === true;
  const source = openSource(path, formatOf(options.from));
  const client = await patientClient(currentHome());
  if (isLocked((await client.request('GET', '/memory/status')) as WireStatus | WireLockedStatus)) throw lockedError();
  const query = {
    from: `${source.format}: ${basename(path)}`,
    restore: restore === true ? 'true' : undefined,
    workspace: workspaceOf(options.space) ?? (source.format === 'carryover' ? undefined : process.cwd()),
  };
  if (json !== true) say(`${safe(path)} is ${DESCRIPTIONS[source.format]}.`);
  if (isDry || yes !== true) {
    const preview = await send(client, source, { ...query, dry_run: 'true' });
    if (json === true && isDry) sayJson(preview);
    else if (json !== true) for (const line of reportLines(preview)) say(line);
    if (isDry) return 0;
    const question = restore === true ? 'Restore this into the empty home?' : 'Import this?';
    if (!(await agreed(yes, question))) return abandoned();
  }
  const report = await send(client, source, query);
  if (json === true) sayJson(report);
  else for (const line of reportLines(report)) say(line);
  return 0;
}

const DESCRIPTIONS: Readonly<Record<OpenedSource['format'], string>> = {
  carryover: 'an export of Carryover',
  'claude-memory': "Claude Code's own memory",
  'claude-md': 'a file of instructions for an agent',
};

function formatOf(from: unknown): OpenedSource['format'] | undefined {
  const format = SOURCE_FORMATS.find((known) => known === from);
  if (format !== undefined || from === undefined) return format;
  throw new CarryoverError(`"${String(from)}" is no format`, {
    code: 'invalid-input',
    hint: `--from is one of ${SOURCE_FORMATS.join(', ')}`,
  });
}

async function send(
  client: DaemonClient,
  source: OpenedSource,
  query: Parameters<DaemonClient['upload']>[1],
): Promise<WireImport> {
  const shown = progressBar('imported');
  async function* told(): AsyncGenerator<Uint8Array> {
    let sent = 0;
    for await (const chunk of source.bytes()) {
      yield chunk;
      sent += chunk.length;
      if (source.size !== undefined) shown.update(sent, source.size);
    }
  }
  try {
    return (await client.upload('/memory/import', query, told())) as WireImport;
  } finally {
    shown.end();
  }
}

export function reportLines(report: WireImport): readonly string[] {
  const { known, forgotten, redactions, learned, held, refused, refusals, dry_run: isDry } = report;
  const { known: again = 0, restated = 0, ...dropped } = report.dropped;
  const added = { ...report.added, learning: Math.max(0, (report.added.learning ?? 0) - sumOf(report.dropped)) };
  const total = sumOf(added);
  const lines = [
    total === 0 ? 'Nothing in it is new.' : `${paint('green', '✓')} ${isDry ? 'would take' : 'took'} ${list(added)}`,
  ];
  const add = (isTold: boolean, line: string) => isTold && lines.push(`  ${line}`);
  add(Object.keys(known).length > 0, `already here: ${list(known)}`);
  add(again + restated > 0, `${count(again + restated, 'learning')} known already`);
  add(forgotten > 0, `refused because you had it forgotten: ${forgotten}`);
  add(redactions > 0, `secrets taken out: ${redactions}`);
  add(learned > 0, `learned, as text from outside: ${count(learned, 'fact')}`);
  add(
    held > 0,
    `waiting for you: ${held} — \`carryover review\` shows them, \`carryover review accept --all\` takes them`,
  );
  add(
    Object.keys(dropped).length > 0,
    `not taken: ${Object.entries(dropped)
      .map(([reason, number]) => `${number} ${reason}`)
      .join(', ')}`,
  );
  add(report.whole === false, 'the file is not whole: its last line does not fit');
  add(refused > 0, `refused: ${count(refused, 'line')}`);
  for (const { line, reason } of refusals.slice(0, MOST_REFUSALS_SHOWN))
    lines.push(`    line ${line}: ${safe(reason)}`);
  return lines;
}

function list(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, number]) => number > 0)
    .map(([kind, number]) => count(number, kind.replace('-', ' ')))
    .join(', ');
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, number) => sum + number, 0);
}
