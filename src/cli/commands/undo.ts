/** `carryover undo`: what was learned lately, batch by batch, and taking it back. Shows what would go before it asks. */
import type { DaemonClient } from '../../http/client.ts';
import type { ActSummary } from '../../http/trust-api.ts';
import type { undoingToWire } from '../../http/trust-wire.ts';
import { CarryoverError } from '../../memory/error.ts';
import { systemClock } from '../../platform/clock.ts';
import { abandoned, agreed } from '../ask.ts';
import { currentHome, daemonClient } from '../home.ts';
import { type Options, textOf } from '../options.ts';
import { shortIds } from '../short-ids.ts';
import { ago, count, paint, safe, say, sayJson } from '../terminal.ts';

type Undoing = ReturnType<typeof undoingToWire>;

const SHOWN_LINES = 5;
/** As many as the daemon lists. */
const MOST_BATCHES = 100;

export async function runUndo(options: Options, [act]: readonly string[]): Promise<number> {
  const client = await daemonClient(currentHome());
  const target = await targetOf(client, options, act);
  if (target === undefined) return listBatches(client, options.json === true);
  const json = options.json === true;
  const preview = await post(client, target);
  if (!json) for (const line of undoingLines(preview)) say(line);
  if (!(await agreed(options.yes, 'Take this back?'))) return abandoned();
  const done = await post(client, { ...target, confirm: true });
  if (json) sayJson(done);
  else say(`${paint('green', '✓')} taken back. \`carryover undo\` lists this, too: it can be taken back by its id.`);
  return 0;
}

async function targetOf(client: DaemonClient, options: Options, act?: string): Promise<object | undefined> {
  const [learning, source] = [textOf(options.learning), textOf(options.source)];
  const given = [act, learning, source, options.last === true ? 'last' : undefined].filter((one) => one !== undefined);
  if (given.length > 1) {
    throw new CarryoverError('say what is to be taken back, one thing at a time', {
      code: 'invalid-input',
      hint: 'a batch, --last, --learning ID or --source SOURCE',
    });
  }
  if (learning !== undefined) return { learning };
  if (source !== undefined) return { source };
  if (act !== undefined) return { act };
  if (options.last !== true) return undefined;
  const newest = lastThatHolds(await batchesOf(client, MOST_BATCHES));
  if (newest !== undefined) return { act: newest.act };
  throw new CarryoverError('there is nothing to take back', {
    code: 'not-found',
    hint: '`carryover undo` lists what was learned, and what was taken back already',
  });
}

async function listBatches(client: DaemonClient, json: boolean): Promise<number> {
  const batches = await batchesOf(client);
  if (json) sayJson({ batches });
  else for (const line of batchLines(batches, systemClock.now())) say(line);
  return 0;
}

async function batchesOf(client: DaemonClient, k?: number): Promise<readonly ActSummary[]> {
  const answer = await client.request('GET', '/memory/batches', { query: { k } });
  return (answer as { readonly batches: readonly ActSummary[] }).batches;
}

/** Of batches, newest first: `--last` again and again walks back, so what takes something back is passed over. */
export function lastThatHolds(batches: readonly ActSummary[]): ActSummary | undefined {
  const takenBack = new Set<string>();
  for (const { act, reverts } of batches)
    if (!takenBack.has(act)) for (const reverted of reverts ?? []) takenBack.add(reverted);
  return batches.find(({ act, reverts }) => reverts === null && !takenBack.has(act));
}

async function post(client: DaemonClient, body: object): Promise<Undoing> {
  return (await client.request('POST', '/memory/undo', { body })) as Undoing;
}

export function batchLines(batches: readonly ActSummary[], now: number): readonly string[] {
  if (batches.length === 0) return ['Nothing was learned yet.'];
  const ids = shortIds(batches.map(({ act }) => act));
  return [
    ...batches.flatMap((batch) => [
      `${paint('cyan', ids.get(batch.act) ?? batch.act)}  ${safe(batch.by)}  ${paint('dim', ago(batch.ts, now))}${
        batch.undone ? paint('dim', '  taken back') : ''
      }${batch.reverts === null ? '' : paint('dim', '  takes something back')}`,
      ...shortened(batch.added, '+'),
      ...shortened(batch.changed, '~'),
      ...(batch.actions === 0 ? [] : [`  ${count(batch.actions, 'action')}`]),
      ...(batch.files.length === 0 ? [] : [`  in ${batch.files.join(', ')}`]),
    ]),
    '`carryover undo BATCH` takes one back.',
  ];
}

function undoingLines({ withdrawn, restored, files }: Undoing): readonly string[] {
  return [
    ...(withdrawn.length === 0 ? [] : ['Holds no more:', ...withdrawn.map(({ content }) => `  - ${safe(content)}`)]),
    ...(restored.length === 0 ? [] : ['As it was before:', ...restored.map(({ content }) => `  ~ ${safe(content)}`)]),
    ...(files.length === 0 ? [] : [`Files: ${files.join(', ')}`]),
  ];
}

function shortened(lines: readonly string[], sign: string): readonly string[] {
  const shown = lines.slice(0, SHOWN_LINES).map((line) => `  ${sign} ${safe(line)}`);
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, paint('dim', `    and ${more} more`)] : shown;
}
