/** What `carryover spend` shows: the last 24 hours against the caps, who used it, and the newest calls. */

import type { Spending } from '../../journal/sqlite/model-calls.ts';
import type { SessionId } from '../../memory/ids.ts';
import type { SettledCall } from '../../memory/model-call.ts';
import type { SpendJournal, SpendSettings } from './ledger.ts';
import { DAY_MS, usdOf } from './spent.ts';

/** Sessions are told apart among this many of the newest calls. */
const CALLS_LOOKED_AT = 1_000;
const TOP_SESSIONS = 10;
const LAST_CALLS = 20;

export interface SpendReport {
  /** The last 24 hours; calls that were never settled count with what was reserved. */
  readonly day: Spending;
  readonly dailyUsd: number;
  readonly sessionUsd: number;
  /** What the daily cap still allows. */
  readonly leftUsd: number;
  /** False while the kill switch is on. */
  readonly modelCalls: boolean;
  /** Of the last 24 hours: sessions that were to be read by themselves, and how often that was given up. */
  readonly extractions: { readonly asked: number; readonly skipped: number };
  /** Of the last 24 hours, the dearest first. */
  readonly sessions: readonly SessionSpending[];
  /** Newest first. */
  readonly calls: readonly SettledCall[];
}

interface SessionSpending {
  readonly id: SessionId;
  readonly calls: number;
  /** Its shares of those calls. */
  readonly usd: number;
}

export async function spendReport(
  journal: Pick<SpendJournal, 'spending' | 'modelCalls'>,
  settings: SpendSettings,
  now: number,
): Promise<SpendReport> {
  const since = now - DAY_MS;
  const day = await journal.spending({ since });
  const calls = await journal.modelCalls(CALLS_LOOKED_AT);
  const today = calls.filter((call) => call.ts >= since);
  const extractions = today.filter(({ purpose }) => purpose === 'extract');
  const dailyUsd = settings['curator.dailyUsd'];
  return {
    day,
    dailyUsd,
    sessionUsd: settings['curator.sessionUsd'],
    leftUsd: Math.max(0, dailyUsd - day.usd),
    modelCalls: settings['curator.modelCalls'],
    extractions: {
      asked: extractions.length,
      skipped: extractions.filter(({ end }) => end?.outcome === 'failed').length,
    },
    sessions: bySession(today).slice(0, TOP_SESSIONS),
    calls: calls.slice(0, LAST_CALLS),
  };
}

function bySession(calls: readonly SettledCall[]): SessionSpending[] {
  const shares = calls.flatMap((call) => call.sessions.map(({ id, share }) => ({ id, usd: usdOf(call) * share })));
  return Map.groupBy(shares, ({ id }) => id)
    .entries()
    .map(([id, own]) => ({ id, calls: own.length, usd: own.reduce((sum, { usd }) => sum + usd, 0) }))
    .toArray()
    .sort((a, b) => b.usd - a.usd);
}
