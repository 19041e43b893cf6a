/**
 * `carryover open`: the dashboard in a browser, logged in by a code that is good once and for a minute (SRV-8). Where no
 * browser can be opened, the address is printed, and over SSH also how to reach it from the person's own machine.
 */
import { userInfo } from 'node:os';
import { currentHome, daemonClient } from '../home.ts';
import { openBrowser } from '../open-browser.ts';
import type { Options } from '../options.ts';
import { ownCommand, quoted } from '../own-command.ts';
import { paint, say, sayJson } from '../terminal.ts';

interface CodeAnswer {
  readonly code: string;
  readonly expires_in_s: number;
  readonly url: string;
}

export async function runOpen({ print, json }: Options): Promise<number> {
  const client = await daemonClient(currentHome());
  const answer = (await client.request('POST', '/dashboard/code')) as CodeAnswer;
  const remote = process.env.SSH_CONNECTION;
  const opened = print !== true && !remote && (await openBrowser(answer.url, process.env));
  if (json === true) sayJson({ ...answer, opened });
  else for (const line of linesOf(answer, opened, remote)) say(line);
  return 0;
}

function linesOf({ url, expires_in_s }: CodeAnswer, opened: boolean, remote: string | undefined): readonly string[] {
  const good = paint('dim', `good once, for ${expires_in_s} seconds; \`${ownCommand()} open\` gives another`);
  if (opened) return [`opened ${url}`, good];
  if (!remote) return [`open ${paint('cyan', url)}`, good];
  const { port } = new URL(url);
  // The client's address and port, then the address and port that it reached here.
  const here = remote.split(' ')[2] ?? '';
  return [
    'on your own machine, in a terminal:',
    `  ssh -N -L ${port}:127.0.0.1:${port} ${quoted(`${userInfo().username}@${here}`)}`,
    'then in the browser there:',
    `  ${paint('cyan', url)}`,
    good,
  ];
}
