/**
 * A point in time as people and programs write it in a query: milliseconds since the epoch, an ISO date or date-time
 * (UTC unless it says otherwise), or how long ago (`30m`, `12h`, `7d`, `2w`).
 */
import { CarryoverError } from '../memory/error.ts';

const AGO = /^(\d{1,6})([mhdw])$/;
const MILLISECONDS = /^\d{1,16}$/;
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

export function parseMoment(name: string, text: string, now: number): number {
  const ago = AGO.exec(text);
  if (ago !== null) return now - Number(ago[1]) * UNIT_MS[ago[2] as keyof typeof UNIT_MS];
  if (MILLISECONDS.test(text)) return Number(text);
  const moment = ISO.test(text) ? Date.parse(zoned(text)) : Number.NaN;
  if (!Number.isNaN(moment)) return moment;
  throw new CarryoverError(`${name} is not a point in time`, {
    code: 'invalid-input',
    subject: name,
    hint: 'give a date (2026-11-15), a date-time, milliseconds since the epoch, or how long ago (30m, 12h, 7d, 2w)',
  });
}

/** JavaScript reads a date-time without a zone as local time, a date as UTC; here both are UTC. */
function zoned(iso: string): string {
  return iso.length > 10 && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(iso) ? `${iso.replace(' ', 'T')}Z` : iso;
}
