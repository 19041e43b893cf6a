/** Proposals on a terminal: what was kept instead of done, and what waits with all that a person decides by. */
import type { WireProposal } from '../http/routes/proposals.ts';
import type { CarryoverError } from '../memory/error.ts';
import { ownCommand, quoted } from './own-command.ts';
import { ago, paint, safe, safeLines, say, sayJson } from './terminal.ts';

/** EX_NOPERM: nothing was done, and it waits for somebody who may. */
const PROPOSED_EXIT = 77;
/** A list is for looking over; all of it is shown before it is accepted. */
const LISTED_CHARS = 1_000;

/** The exit code. */
export function sayProposed({ message, subject = '', hint }: CarryoverError, json: boolean): number {
  const next = `${ownCommand()} review accept ${subject}`;
  if (json) sayJson({ proposed: true, proposal: subject, message, hint: hint ?? null });
  else {
    say(`${paint('yellow', '!')} ${safe(message)}`);
    say(`  Nothing was changed. Say yes or no on a terminal of your own: ${next}`);
    say('  or on the Review page of the dashboard.');
  }
  return PROPOSED_EXIT;
}

export function proposalLines(proposals: readonly WireProposal[], now: number): readonly string[] {
  if (proposals.length === 0) return [];
  return [
    paint('bold', 'Asked for while no person was at the terminal:'),
    ...proposals.flatMap((proposal) => {
      const lines = wholeProposal(proposal, now);
      const text = lines.join('\n');
      if (text.length <= LISTED_CHARS) return [...lines, ''];
      return [`${text.slice(0, LISTED_CHARS)}…`, paint('dim', '  (accepting shows all of it first)'), ''];
    }),
    '`carryover review accept NAME` does it as yours, `carryover review reject NAME` drops it.',
    '',
  ];
}

/** With every word of what it would do. */
export function wholeProposal(proposal: WireProposal, now: number): readonly string[] {
  const { id, what, request, command, asked_by: by, why, last_at, count } = proposal;
  const often = count > 1 ? `, ${count} times` : '';
  const asker = [
    by.command === null ? 'by a program that did not say which it is' : `by: ${safe(by.command)}`,
    ...(by.pid === null ? [] : [`process ${by.pid}`]),
    ...(by.cwd === null ? [] : [`in ${safe(by.cwd)}`]),
  ].join(', ');
  return [
    `${paint('cyan', id)}  ${safe(what)}  ${paint('dim', `${ago(last_at, now)}${often}`)}`,
    ...(command === null ? [] : [`  carryover ${command.args.map((arg) => quoted(safe(arg))).join(' ')}`]),
    ...(command === null ? [] : [`  in ${safe(command.cwd)}`]),
    ...(request === null ? [] : requestLines(request)),
    paint('dim', `  ${asker}`),
    paint('dim', `  not taken for you, because ${safe(why)}`),
  ];
}

function requestLines({ method, path, query, body }: NonNullable<WireProposal['request']>): readonly string[] {
  const asked = new URLSearchParams(query).toString();
  const parts = Object.entries(body ?? {}).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    return `    ${safe(name)}: ${safeLines(text).replaceAll('\n', '\n      ')}`;
  });
  return [`  ${method} ${safe(path)}${asked === '' ? '' : `?${safe(asked)}`}`, ...parts];
}
