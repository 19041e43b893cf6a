/**
 * `carryover retention`: how long text is kept, what is past its time, what is hidden, and what waits for a word;
 * `retention confirm` gives it: what is past its time is hidden now, and its text goes after seven days of running time.
 */
import type { RetentionAnswer, SpaceSweepAnswer } from '../../http/privacy-api.ts';
import { CarryoverError } from '../../memory/error.ts';
import { abandoned, agreed } from '../ask.ts';
import { currentHome, patientClient } from '../home.ts';
import { lastLine } from '../last-line.ts';
import type { Options } from '../options.ts';
import { columns, count, paint, safe, say, sayJson } from '../terminal.ts';

interface Progress {
  readonly hidden: number;
}
interface End extends Progress {
  readonly finished: true;
}

export async function runRetention({ now, yes, json }: Options, [word]: readonly string[]): Promise<number> {
  if (word !== undefined && word !== 'confirm') {
    throw new CarryoverError(`retention knows no "${word}"`, {
      code: 'invalid-input',
      hint: '`carryover retention` shows what is past its time, `carryover retention confirm` lets it go',
    });
  }
  const client = await patientClient(currentHome());
  const preview = (await client.request('GET', '/memory/retention')) as RetentionAnswer;
  const isConfirmed = word === 'confirm' || now === true;
  if (json !== true) for (const line of lines(preview)) say(line);
  if (!isConfirmed) {
    if (json === true) sayJson(preview);
    return 0;
  }
  if (!(await agreed(yes, 'Hide what is past its time now, and erase its text after 7 days of running time?')))
    return abandoned();
  const end = await lastLine<Progress, End>(
    client.stream('/memory/retention', {}, { body: { confirm: true, progress: true } }),
    (line): line is End => 'finished' in line,
    () => undefined,
  );
  if (json === true) sayJson(end);
  else say(`${paint('green', '✓')} hidden: ${count(end.hidden, 'record')}; \`carryover pin ID\` keeps one`);
  return 0;
}

function lines({ spaces, current, questions }: RetentionAnswer): readonly string[] {
  const asked = questions.flatMap(({ message, hint }) => [`${paint('cyan', '?')} ${safe(message)}`, `  ${hint}`]);
  if (spaces.length === 0) return ['Nothing is kept yet.', ...asked];
  return [
    ...columns(spaces.map(row)),
    ...(current ? [] : [paint('dim', 'These are the numbers of the last whole look; the next one is made by itself.')]),
    paint(
      'dim',
      'What is hidden is read in its session only, and erased after 7 days of running time; a pin keeps it.',
    ),
    paint('dim', 'Facts stay until you forget them. `carryover config set retention.days N|off` changes it.'),
    ...asked,
  ];
}

function row({ name, days, expired, hidden, pinned, unread }: SpaceSweepAnswer): readonly string[] {
  return [
    safe(name),
    days === 'off' ? 'kept for ever' : `${days} days`,
    expired === 0 ? 'nothing past its time' : `${count(expired, 'record')} past their time`,
    hidden > 0 ? `${hidden} hidden` : '',
    pinned > 0 ? `${pinned} pinned stay` : '',
    unread > 0 ? `${unread} wait for the curator` : '',
  ];
}
