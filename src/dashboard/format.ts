/** How numbers and moments are told on a page. Moments are told in the zone of the machine, which is the reader's. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Longer ago, the day says more than the distance. */
const RELATIVE_MS = 14 * DAY_MS;
/** About three lines of a table. */
const SHORT_CHARS = 160;

const WHOLE = new Intl.NumberFormat('en-US');
const EXACT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

export function wholeNumber(value: number): string {
  return WHOLE.format(value);
}

/** `1 memory`, `12 memories`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${wholeNumber(value)} ${value === 1 ? one : many}`;
}

/** As told in a list: without line breaks, cut between words. The whole of it stands on a page of its own. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  if (line.length <= SHORT_CHARS) return line;
  return `${line.slice(0, SHORT_CHARS).replace(/ \S*$/, '').toWellFormed()}…`;
}

/** `tool install`, `correction`. */
export function typeName(type: string): string {
  return type.toLowerCase().replaceAll('_', ' ');
}

export function exactTime(at: number): string {
  return EXACT.format(at);
}

/** `just now`, `12 min ago`, `3 h ago`, `in 2 h`, `4 d ago`, `12 Mar`. */
export function relativeTime(at: number, now: number): string {
  const distance = Math.abs(now - at);
  if (distance < MINUTE_MS) return 'just now';
  if (distance >= RELATIVE_MS) return dayOf(at, now);
  const [size, unit] = distance < HOUR_MS ? [MINUTE_MS, 'min'] : distance < DAY_MS ? [HOUR_MS, 'h'] : [DAY_MS, 'd'];
  const told = `${Math.floor(distance / size)} ${unit}`;
  return at > now ? `in ${told}` : `${told} ago`;
}

/** Without the year when it is this one. */
export function dayOf(at: number, now: number): string {
  return (new Date(at).getFullYear() === new Date(now).getFullYear() ? DAY : DAY_OF_YEAR).format(at);
}

/** `14:10`; with its day when that is another than the one it began on. */
export function clockTime(at: number, since: number): string {
  const clock = CLOCK.format(at);
  return DAY_OF_YEAR.format(at) === DAY_OF_YEAR.format(since) ? clock : `${dayOf(at, since)}, ${clock}`;
}

export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < MINUTE_MS) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  return `${Math.floor(ms / HOUR_MS)} h ${Math.floor((ms % HOUR_MS) / MINUTE_MS)} min`;
}

export function bytes(value: number): string {
  if (value < 1_024) return `${value} B`;
  if (value < 1_024 ** 2) return `${(value / 1_024).toFixed(0)} KB`;
  return value < 1_024 ** 3 ? `${(value / 1_024 ** 2).toFixed(1)} MB` : `${(value / 1_024 ** 3).toFixed(2)} GB`;
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`;
}

export function usd(value: number): string {
  return value > 0 && value < 0.01 ? `$${value.toFixed(4)}` : `$${value.toFixed(2)}`;
}

/** Midnights of the machine's zone: of the last `days` days and of the one to come, ascending. */
export function lastMidnights(days: number, now: number): readonly number[] {
  const today = new Date(now);
  return Array.from({ length: days + 1 }, (_, index) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1 + index).getTime(),
  );
}
