/**
 * How often an action may be done to a service within a time that slides along: two restarts in four hours mean that after
 * the second one the next is free four hours after the first. Pure; the uses come from the journal.
 */
import { CarryoverError } from './error.ts';

/** How often an action may be done to a service within a window. */
export interface CooldownLimit {
  readonly service: string;
  readonly action: string;
  readonly uses: number;
  readonly windowMs: number;
}

export interface CooldownState extends CooldownLimit {
  /** Within the window. */
  readonly used: number;
  readonly lastUsedAt: number | null;
  /** When the next use is free; null when it is now. */
  readonly freeAt: number | null;
}

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/** Names as markers have them. */
export const COOLDOWN_NAME = /^[a-zA-Z0-9_-]{1,100}$/;
export const MOST_USES = 9_999;
export const MOST_WINDOW_MS = 99_999 * UNIT_MS.d;
/** The same limits as the three above, in one text. */
export const COOLDOWN_SHAPE = /^([a-zA-Z0-9_-]{1,100})\/([a-zA-Z0-9_-]{1,100})=([1-9]\d{0,3})\/([1-9]\d{0,4})([mhd])$/;
export const COOLDOWN_FORM = '<service>/<action>=<uses>/<window>, with a window like 30m, 4h or 7d';

export function parseCooldown(text: string): CooldownLimit {
  const [, service, action, uses, count, unit] = COOLDOWN_SHAPE.exec(text) ?? [];
  if (service === undefined || action === undefined || (unit !== 'm' && unit !== 'h' && unit !== 'd'))
    throw new CarryoverError(`bad cooldown "${text}"`, {
      code: 'bad-cooldown',
      hint: `write ${COOLDOWN_FORM}: postgres/restart=2/4h`,
    });
  return { service, action, uses: Number(uses), windowMs: Number(count) * UNIT_MS[unit] };
}

/** As people say it, rounded up to minutes. */
export function waitTold(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / UNIT_MS.m));
  const parts = [
    [Math.floor(minutes / 1_440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** A use from a clock that ran ahead counts, too. */
export function cooldownState(limit: CooldownLimit, useTimes: readonly number[], now: number): CooldownState {
  const times = useTimes.toSorted((a, b) => a - b);
  const within = times.filter((time) => time > now - limit.windowMs);
  const freeing = within[within.length - limit.uses];
  return {
    ...limit,
    used: within.length,
    lastUsedAt: times.at(-1) ?? null,
    freeAt: freeing === undefined ? null : freeing + limit.windowMs,
  };
}
