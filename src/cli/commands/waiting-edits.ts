/** `carryover files waiting|accept|reject`: changes of memory files that were found on disk and may not be the person's. */
import type { DaemonClient } from '../../http/client.ts';
import type { WireSpaceStatus } from '../../http/space-status.ts';
import { CarryoverError } from '../../memory/error.ts';
import { systemClock } from '../../platform/clock.ts';
import type { ReviewAnswer } from '../answers.ts';
import { abandoned, agreed } from '../ask.ts';
import { currentHome, daemonClient } from '../home.ts';
import { fileNameOf, fileQueryOf, type Options } from '../options.ts';
import { ago, paint, paintDiff, safe, say, sayJson } from '../terminal.ts';

type WaitingEdit = ReviewAnswer & { readonly kind: 'file' };

export async function listWaitingEdits({ json }: Options): Promise<number> {
  const edits = await waitingEdits(await daemonClient(currentHome()));
  if (json === true) sayJson({ reviews: edits });
  else if (edits.length === 0) say('No change of a memory file waits.');
  else for (const edit of edits) sayEdit(edit);
  return 0;
}

export function acceptWaitingEdit(options: Options, args: readonly string[]): Promise<number> {
  return decide('accepted', options, args);
}

export function rejectWaitingEdit(options: Options, args: readonly string[]): Promise<number> {
  return decide('rejected', options, args);
}

const QUESTIONS = {
  accepted: (name: string) => `Is this yours? Then it stands in ${name} as your words`,
  rejected: (name: string) => `Take this out of ${name}? A version keeps it`,
} as const;

/** Shows what it is about before it asks: what is accepted is what agents are told. */
async function decide(
  decision: 'accepted' | 'rejected',
  { space, yes, json }: Options,
  [given = '']: readonly string[],
): Promise<number> {
  const name = fileNameOf(given);
  const client = await daemonClient(currentHome());
  const edits = await waitingEdits(client);
  const workspace = await spaceOf(client, fileQueryOf(name, space).workspace);
  const edit = edits.find(({ file, workspace: of }) => file === name && of === workspace);
  if (edit === undefined)
    throw new CarryoverError(`no change of ${name} waits here`, {
      code: 'not-found',
      hint: '`carryover files waiting` lists what does; a file of a project is named in its folder, or with --space',
    });
  if (json !== true) sayEdit(edit);
  if (!(await agreed(yes, `${QUESTIONS[decision](name)}.`))) return abandoned();
  const review = (await client.request('POST', `/review/${edit.id}`, { body: { decision } })) as ReviewAnswer;
  if (json === true) sayJson(review);
  else say(`${paint('green', '✓')} ${decision}: the change of ${name}`);
  return 0;
}

function sayEdit({ file, reason, created_at, diff }: WaitingEdit): void {
  say(`${file}: ${safe(reason)}, ${ago(created_at, systemClock.now())}: yours?`);
  say(paintDiff(diff));
}

/** The list of files is asked for first: before it is given, the disk is looked at. */
async function waitingEdits(client: DaemonClient): Promise<readonly WaitingEdit[]> {
  await client.request('GET', '/files');
  const answer = await client.request('GET', '/review', { query: { status: 'waiting' } });
  const { reviews } = answer as { readonly reviews: readonly ReviewAnswer[] };
  return reviews.filter((review): review is WaitingEdit => review.kind === 'file' && review.on_disk);
}

async function spaceOf(client: DaemonClient, workspace: string | undefined): Promise<string | null> {
  if (workspace === undefined) return null;
  const status = (await client.request('GET', '/memory/status', { query: { workspace } })) as WireSpaceStatus;
  return status.workspace;
}
