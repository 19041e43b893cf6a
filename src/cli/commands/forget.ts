/**
 * `carryover forget`: shows what would go before it asks, then says what went and whether anything of it was found again.
 * Exit code 1 when a trace was left.
 */
import type { DaemonClient } from '../../http/client.ts';
import type { forgetPreviewToWire, forgetReceiptToWire } from '../../http/forget-wire.ts';
import { CarryoverError } from '../../memory/error.ts';
import { abandoned, agreed } from '../ask.ts';
import { currentHome, patientClient } from '../home.ts';
import { lastLine } from '../last-line.ts';
import { type Options, textOf, workspaceOf } from '../options.ts';
import { progressBar } from '../progress.ts';
import { count, moment, paint, safe, say, sayJson } from '../terminal.ts';

type Preview = ReturnType<typeof forgetPreviewToWire>;
type Receipt = ReturnType<typeof forgetReceiptToWire>;
interface Step {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

const STEPS: Readonly<Record<string, string>> = {
  gather: 'looking',
  search: 'comparing words',
  erase: 'erasing',
  verify: 'searching the home',
};

const SEARCHED = {
  verified: 'no trace found',
  proving: 'erased, and being searched for',
  'not-searchable': 'erased, nothing to search for',
} as const;

export async function runForget(options: Options, ids: readonly string[]): Promise<number> {
  const client = await patientClient(currentHome());
  if (options.receipts === true) return showReceipts(client, options.json === true);
  const body = await wanted(client, options, ids);
  const preview = (await client.request('POST', '/memory/forget', { body })) as Preview;
  if (options.dryRun === true && options.json === true) sayJson(preview);
  if (options.json !== true) for (const line of previewLines(preview, options.yes === true)) say(line);
  if (options.dryRun === true) return 0;
  if (!(await agreed(options.yes, 'Forget all this? It cannot be undone.'))) return abandoned();
  const receipt = await erase(client, body);
  if (options.json === true) sayJson(receipt);
  else for (const line of receiptLines(receipt)) say(line);
  return receipt.verification.traces_in.length === 0 ? 0 : 1;
}

/** Ids may be of records or of learnings, and short. */
async function wanted(client: DaemonClient, options: Options, ids: readonly string[]): Promise<object> {
  const session = textOf(options.session);
  const workspace = workspaceOf(options.space);
  const source = textOf(options.source) || undefined;
  if ([session, workspace, source].filter((one) => one !== undefined).length + (ids.length > 0 ? 1 : 0) !== 1) {
    throw new CarryoverError('say what is to be forgotten, one thing at a time', {
      code: 'invalid-input',
      hint: 'ids from `carryover search`, or --session ID, --space DIR, --source URL|TOOL|FILE',
    });
  }
  if (session !== undefined) return { session_id: session };
  if (workspace !== undefined) return { workspace };
  if (source !== undefined) return { source };
  const records = await Promise.all(ids.map((id) => fullId(client, `/memory/record/${encodeURIComponent(id)}`)));
  if (records.every((id) => id !== undefined)) return { record_id: records };
  const learnings = await Promise.all(ids.map((id) => fullId(client, `/memory/learnings/${encodeURIComponent(id)}`)));
  if (learnings.every((id) => id !== undefined)) return { learning_id: learnings };
  const unknown = ids.filter((_, index) => records[index] === undefined && learnings[index] === undefined);
  if (unknown.length > 0) {
    throw new CarryoverError(
      `there is nothing with ${ids.length === 1 ? 'this id' : `the id ${safe(unknown.join(', '))}`} (or it was forgotten already)`,
      {
        code: 'not-found',
        hint: 'ids come from `carryover search`; `carryover forget --receipts` lists what was forgotten',
      },
    );
  }
  throw new CarryoverError('these ids are not all of records, nor all of learnings', {
    code: 'not-found',
    hint: 'ids come from `carryover search`; forget records and learnings one after the other',
  });
}

async function fullId(client: DaemonClient, path: string): Promise<string | undefined> {
  try {
    return ((await client.request('GET', path)) as { readonly id: string }).id;
  } catch (error) {
    if (error instanceof CarryoverError && error.code === 'not-found') return undefined;
    throw error;
  }
}

async function erase(client: DaemonClient, body: object): Promise<Receipt> {
  let shown = progressBar('');
  let step = '';
  return lastLine<Step, Receipt & { readonly finished: true }>(
    client.stream('/memory/forget', {}, { body: { ...body, confirm: true, progress: true } }),
    (line): line is Receipt & { readonly finished: true } => 'finished' in line,
    (line) => {
      if (line.step !== step) {
        shown.end();
        shown = progressBar(STEPS[line.step] ?? line.step);
        step = line.step;
      }
      shown.update(line.done, line.total);
    },
  ).finally(() => shown.end());
}

export function previewLines(
  { counts, examples, copies_outside: copies, undos_ended: undos }: Preview,
  isAgreed: boolean,
): readonly string[] {
  return [
    `${isAgreed ? 'Forgetting' : 'This would be forgotten'} for good, with everything that came of it, at least:`,
    `  ${countLine(counts)}`,
    ...examples.map((example) => paint('dim', `  “${safe(example)}”`)),
    counts.acts === 0
      ? ''
      : `What else was learned in the same project and about you stays; how it came about (${count(counts.acts, 'answer or edit', 'answers and edits')}) does not.`,
    undos === 0
      ? ''
      : `${count(undos, 'earlier change')} can no longer be taken back with \`carryover undo\` afterwards.`,
    ...copyLines(copies),
  ].filter((line) => line !== '');
}

function receiptLines({ counts, copies_outside: copies, verification }: Receipt): readonly string[] {
  const { state, searched_for: needles, files, bytes, traces_in: traces } = verification;
  const searched = `${count(files, 'file')} (${(bytes / 1e6).toFixed(1)} MB) searched for ${count(needles, 'string or rare word', 'strings and rare words')} of it`;
  return [
    `${paint('green', '✓')} forgotten: ${countLine(counts)}`,
    state === 'proving'
      ? `${paint('yellow', '!')} erased; the home could not be searched for what may be left yet: \`carryover status\` says why`
      : state === 'not-searchable'
        ? `${paint('yellow', '!')} erased; not verified by a search: every word of it is also said by what stays`
        : traces.length === 0
          ? `${paint('green', '✓')} ${searched}: no trace`
          : `${paint('red', '✗')} ${searched}: not all clear: ${traces.map(safe).join(', ')}. Carryover does not change these files: delete them, or what they say of it.`,
    ...copyLines(copies),
  ];
}

function countLine(counts: Preview['counts']): string {
  const parts = [
    count(counts.records, 'record'),
    counts.sessions > 0 ? count(counts.sessions, 'session') : '',
    count(counts.learnings, 'learning'),
    counts.actions > 0 ? count(counts.actions, 'action') : '',
    counts.file_lines > 0 ? `${count(counts.file_lines, 'line')} of memory files` : '',
    counts.injections > 0 ? count(counts.injections, 'block given to agents', 'blocks given to agents') : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function copyLines(copies: readonly string[]): readonly string[] {
  if (copies.length === 0) return [];
  return [
    "Not Carryover's to change: the agent's own transcripts, and exports you made. The transcripts are",
    ...copies.map((path) => `  ${safe(path)}`),
  ];
}

async function showReceipts(client: DaemonClient, json: boolean): Promise<number> {
  const { receipts } = (await client.request('GET', '/memory/forgets')) as { readonly receipts: readonly Receipt[] };
  if (json) sayJson(receipts);
  else if (receipts.length === 0) say('Nothing was forgotten so far.');
  else
    for (const { finished_at: at, selection, counts, verification } of receipts)
      say(
        `${paint('dim', moment(at))}  ${selection.padEnd(8)} ${countLine(counts)}; ${
          verification.state !== 'traces'
            ? SEARCHED[verification.state]
            : `traces in ${verification.traces_in.map(safe).join(', ')}`
        }`,
      );
  return 0;
}
