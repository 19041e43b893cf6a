/** `carryover retention`: how long text is kept, and what is past its time; `--now` does not wait for the next sweep. */
import type { SpaceSweepAnswer } from '../../http/privacy-api.ts';
import { abandoned, agreed } from '../ask.ts';
import { currentHome, patientClient } from '../home.ts';
import { lastLine } from '../last-line.ts';
import type { Options } from '../options.ts';
import { columns, count, paint, safe, say, sayJson } from '../terminal.ts';

interface Progress {
  readonly emptied: number;
}
interface End extends Progress {
  readonly finished: true;
}

export async function runRetention({ now, yes, json }: Options): Promise<number> {
  const client = await patientClient(currentHome());
  const preview = (await client.request('GET', '/memory/retention')) as {
    readonly spaces: readonly SpaceSweepAnswer[];
  };
  if (now !== true) {
    if (json === true) sayJson(preview);
    else for (const line of lines(preview.spaces)) say(line);
    return 0;
  }
  if (json !== true) for (const line of lines(preview.spaces)) say(line);
  if (!(await agreed(yes, 'Empty the text of what is past its time now? It cannot be undone.'))) return abandoned();
  const end = await lastLine<Progress, End>(
    client.stream('/memory/retention', {}, { body: { confirm: true, progress: true } }),
    (line): line is End => 'finished' in line,
    () => undefined,
  );
  if (json === true) sayJson(end);
  else say(`${paint('green', '✓')} emptied: ${count(end.emptied, 'record')}`);
  return 0;
}

function lines(spaces: readonly SpaceSweepAnswer[]): readonly string[] {
  if (spaces.length === 0) return ['Nothing is kept yet.'];
  const rows = spaces.map(({ name, days, expired, pinned, unread }) => [
    safe(name),
    days === 'off' ? 'kept for ever' : `${days} days`,
    expired === 0 ? 'nothing past its time' : `${count(expired, 'record')} to be emptied`,
    pinned > 0 ? `${pinned} pinned stay` : '',
    unread > 0 ? `${unread} wait for the curator` : '',
  ]);
  return [
    ...columns(rows),
    paint('dim', 'Facts stay until you forget them. `carryover config set retention.days N|off` changes it.'),
  ];
}
