/**
 * How sure a learning still is (C-034, C-035): a function of what it was when it was last confirmed and of the time since
 * then. Only operational memory decays (C-035): facts, decisions, commands, preferences and corrections hold until they
 * are replaced, deleted or forgotten. Nothing is stored by it, so that it may be asked a hundred times a day, in any order,
 * and after a clock jumped.
 */
import { isOperational, isQuestioned, type Learning } from './learning.ts';

const DAY_MS = 86_400_000;
export const GRACE_MS = 30 * DAY_MS;
export const WEEK_MS = 7 * DAY_MS;
export const DECAY_PER_WEEK = 0.1;
/** Below it a learning is given to nobody. */
export const ACTIVE_CONFIDENCE = 0.3;

export type Aging = Pick<Learning, 'confidence' | 'confirmedAt' | 'type' | 'pinned' | 'persistent'>;

export function confidenceAt(learning: Aging, now: number): number {
  // What is no number is not sure at all; `Math.max` would hand it on.
  const confidence = learning.confidence > 0 ? Math.min(1, learning.confidence) : 0;
  const weeks = doesDecay(learning) ? Math.max(0, now - learning.confirmedAt - GRACE_MS) / WEEK_MS : 0;
  const left = Math.max(0, confidence - weeks * DECAY_PER_WEEK);
  // Tenths that were taken off tenths stay tenths.
  return Math.round(left * 1e6) / 1e6;
}

function doesDecay({ type, pinned, persistent }: Omit<Aging, 'confidence' | 'confirmedAt'>): boolean {
  return isOperational(type) && !pinned && !persistent;
}

/** Whether agents are given it: it holds, no newer one may have replaced it, and it is sure enough. */
export function isActive(learning: Aging & Pick<Learning, 'validTo' | 'supersededBy'>, now: number): boolean {
  const isOpen = learning.validTo === null && !isQuestioned(learning);
  return isOpen && confidenceAt(learning, now) >= ACTIVE_CONFIDENCE;
}
