/**
 * A person's word about a proposal, on a terminal: all of it is shown, then asked. A request is carried out by the daemon; a
 * command is run here, where it was meant for, as if it had been typed, so that it asks what it always asks.
 */
import type { DaemonClient } from '../http/client.ts';
import type { WireProposal } from '../http/routes/proposals.ts';
import { CarryoverError } from '../memory/error.ts';
import { proposalNumber } from '../memory/proposal.ts';
import { systemClock } from '../platform/clock.ts';
import { abandoned, agreed } from './ask.ts';
import { currentHome, daemonClient } from './home.ts';
import type { Options } from './options.ts';
import { wholeProposal } from './proposal-lines.ts';
import { requirePersonNow } from './require-person.ts';
import { paint, say, sayJson } from './terminal.ts';

export function isProposal([id = '']: readonly string[]): boolean {
  return proposalNumber(id) !== undefined;
}

export async function waitingProposals(client: DaemonClient): Promise<readonly WireProposal[]> {
  const { proposals } = (await client.request('GET', '/proposals')) as { readonly proposals: readonly WireProposal[] };
  return proposals;
}

export async function acceptProposal({ yes, json }: Options, [id = '']: readonly string[]): Promise<number> {
  await requirePersonNow('review');
  const client = await daemonClient(currentHome());
  const proposal = (await waitingProposals(client)).find((each) => each.id === id);
  if (proposal === undefined)
    throw new CarryoverError('no such proposal waits', { code: 'not-found', hint: '`carryover review` lists them' });
  if (json !== true) for (const line of wholeProposal(proposal, systemClock.now())) say(line);
  if (!(await agreed(yes, 'Do this, as yours?'))) return abandoned();
  if (proposal.command !== null) return runProposed(proposal.command, id);
  const { answer } = await decide(client, id, 'accepted');
  if (json === true) sayJson({ id, decision: 'accepted', answer });
  else {
    say(`${paint('green', '✓')} done: ${proposal.what}`);
    // What is told once is told here, and nowhere else.
    for (const line of toldOnce(answer)) say(line);
  }
  return 0;
}

export async function rejectProposal({ json }: Options, [id = '']: readonly string[]): Promise<number> {
  const client = await daemonClient(currentHome());
  await decide(client, id, 'rejected');
  if (json === true) sayJson({ id, decision: 'rejected' });
  else say(`${paint('green', '✓')} rejected: nothing was changed`);
  return 0;
}

async function runProposed({ args, cwd }: NonNullable<WireProposal['command']>, id: string): Promise<number> {
  const { runCommandLine } = await import('./program.ts');
  process.chdir(cwd);
  const code = await runCommandLine([...process.argv.slice(0, 2), ...args], { isProposed: true });
  // The daemon may have been stopped by what was run.
  if (code === 0) await decide(await daemonClient(currentHome()), id, 'accepted');
  return code;
}

async function decide(client: DaemonClient, id: string, decision: string): Promise<{ readonly answer: unknown }> {
  return (await client.request('POST', `/proposals/${id}`, { body: { decision } })) as { readonly answer: unknown };
}

function toldOnce(answer: unknown): readonly string[] {
  const { token, url } = (answer ?? {}) as { readonly token?: unknown; readonly url?: unknown };
  return [token, url].filter((told) => typeof told === 'string').map((told) => `\n  ${told}\n`);
}
