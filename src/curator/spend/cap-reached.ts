/** What is said when a call does not fit under a cap: how far it is off, when there is room again, how to make room. */

import type { Journal } from '../../journal/journal.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { SessionId } from '../../memory/ids.ts';
import { DAY_MS, usdOf } from './spent.ts';

/** More calls than a day's budget pays for; beyond them the time is given as the longest it can be. */
const CALLS_LOOKED_AT = 1_000;

export async function dailyCapReached(
  journal: Pick<Journal, 'modelCalls'>,
  { mostUsd, dailyUsd, now }: { readonly mostUsd: number; readonly dailyUsd: number; readonly now: number },
): Promise<CarryoverError> {
  const alone = mostUsd > dailyUsd;
  const roomAt = alone ? undefined : await roomFrom(journal, dailyUsd - mostUsd, now);
  const raise = '`carryover config set curator.dailyUsd DOLLARS` raises the cap';
  return new CarryoverError(
    `a model call that may cost ${dollars(mostUsd)} does not fit under the daily cap of ${dollars(dailyUsd)}`,
    {
      code: 'spend-cap',
      subject: 'curator.dailyUsd',
      retryable: !alone,
      hint:
        roomAt === undefined
          ? `${raise}; if the model is cheaper than that, set curator.inputPrice and curator.outputPrice`
          : `there is room again from ${new Date(roomAt).toISOString()}; ${raise}`,
    },
  );
}

export function sessionCapReached(
  sessionId: SessionId,
  usd: { readonly spentUsd: number; readonly mostUsd: number; readonly sessionUsd: number },
): CarryoverError {
  return new CarryoverError(
    `the turns of one session have cost ${dollars(usd.spentUsd)}; ${dollars(usd.mostUsd)} more would pass the cap of ${dollars(usd.sessionUsd)} per session`,
    {
      code: 'spend-cap',
      subject: sessionId,
      hint: 'that session gets no more room by waiting; `carryover config set curator.sessionUsd DOLLARS` raises the cap',
    },
  );
}

/** The newest calls that fit stay; there is room when the first that does not has left the window. */
async function roomFrom(journal: Pick<Journal, 'modelCalls'>, budgetUsd: number, now: number): Promise<number> {
  const calls = await journal.modelCalls(CALLS_LOOKED_AT);
  let usd = 0;
  for (const call of calls) {
    usd += usdOf(call);
    if (usd > budgetUsd) return call.ts + DAY_MS + 1;
  }
  return now + DAY_MS;
}

function dollars(usd: number): string {
  return `$${usd.toFixed(4)}`;
}
