/**
 * The spend ledger: nobody asks a model but through here. Before a question goes out the most it can cost is reserved in
 * the journal, and only if that fits under the caps; afterwards it is settled with what it did cost. One at a time.
 *
 * Guarantees: what calls of the last 24 hours have cost never exceeds the daily cap, whatever is asked at once, crashes
 * (a call that was never settled counts as reserved) or fails; a clock set back frees nothing. Limit: a call that costs
 * more than the provider said it could is recorded as it was, so the cap can be passed by that one call.
 */

import type { Journal } from '../../journal/journal.ts';
import { CarryoverError } from '../../memory/error.ts';
import { type ModelCallId, newId } from '../../memory/ids.ts';
import type { ModelCall, ModelCallEnd } from '../../memory/model-call.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { stopped } from '../../platform/models/deadline.ts';
import { type Completion, type Provider, ProviderError, type Question } from '../llm/provider.ts';
import { OneAtATime } from '../mutex.ts';
import { dailyCapReached, sessionCapReached } from './cap-reached.ts';
import { DAY_MS } from './spent.ts';

export type SpendJournal = Pick<Journal, 'reserveCall' | 'settleCall' | 'spending' | 'modelCalls'>;
export type SpendSettings = Pick<Config, 'curator.dailyUsd' | 'curator.sessionUsd' | 'curator.modelCalls'>;

export interface SpendLedgerOptions {
  readonly journal: SpendJournal;
  readonly clock: Clock;
  /** Asked before each call: a switch that was turned meanwhile holds at once. */
  settings(): SpendSettings;
}

export class SpendLedger {
  readonly #journal: SpendJournal;
  readonly #clock: Clock;
  readonly #settings: () => SpendSettings;
  readonly #calls = new OneAtATime();

  constructor({ journal, clock, settings }: SpendLedgerOptions) {
    this.#journal = journal;
    this.#clock = clock;
    this.#settings = settings;
  }

  /**
   * Throws `model-calls-off`, `spend-cap`, or what the provider threw. `sessions` are those whose turns the question
   * holds; their shares sum to 1.
   */
  ask(
    provider: Provider,
    question: Question,
    sessions: ModelCall['sessions'],
    purpose: ModelCall['purpose'] = 'curate',
  ): Promise<{ readonly callId: ModelCallId; readonly completion: Completion }> {
    return this.#calls.run(async () => {
      if (question.signal.aborted) throw stopped();
      const ts = this.#clock.now();
      const reservedUsd = provider.mostUsd(question);
      await this.#check(reservedUsd, sessions, ts);
      const callId = newId<ModelCallId>(ts);
      const { name, model } = provider;
      await this.#journal.reserveCall({
        id: callId,
        ts,
        provider: name,
        model,
        purpose,
        sessions,
        reservedUsd,
      });
      const completion = await provider.ask(question).catch(async (thrown: unknown) => {
        await this.#settle(callId, failureOf(thrown, reservedUsd));
        throw thrown;
      });
      await this.#settle(callId, { ...completion, outcome: 'answered', problem: null });
      return { callId, completion };
    });
  }

  async #check(mostUsd: number, sessions: ModelCall['sessions'], now: number): Promise<void> {
    const settings = this.#settings();
    if (!settings['curator.modelCalls']) throw callsAreOff();
    // What costs nothing needs no room.
    if (mostUsd === 0) return;
    const dailyUsd = settings['curator.dailyUsd'];
    const { usd } = await this.#journal.spending({ since: now - DAY_MS });
    if (!(usd + mostUsd <= dailyUsd)) throw await dailyCapReached(this.#journal, { mostUsd, dailyUsd, now });
    const sessionUsd = settings['curator.sessionUsd'];
    for (const { id, share } of sessions) {
      const spent = await this.#journal.spending({ since: 0, sessionId: id });
      if (!(spent.usd + mostUsd * share <= sessionUsd))
        throw sessionCapReached(id, { spentUsd: spent.usd, mostUsd: mostUsd * share, sessionUsd });
    }
  }

  #settle(callId: ModelCallId, end: Omit<ModelCallEnd, 'callId' | 'ts'>): Promise<void> {
    const { outcome, problem, inputTokens, outputTokens, costUsd } = end;
    return this.#journal.settleCall({
      callId,
      ts: this.#clock.now(),
      outcome,
      problem,
      inputTokens,
      outputTokens,
      costUsd,
    });
  }
}

/** A provider that broke its own contract says nothing of what it used, so it counts in full. */
function failureOf(thrown: unknown, reservedUsd: number): Omit<ModelCallEnd, 'callId' | 'ts'> {
  const used =
    thrown instanceof ProviderError ? thrown.used : { inputTokens: 0, outputTokens: 0, costUsd: reservedUsd };
  return { ...used, outcome: 'failed', problem: thrown instanceof CarryoverError ? thrown.code : 'unexpected-failure' };
}

function callsAreOff(): CarryoverError {
  return new CarryoverError('model calls are switched off', {
    code: 'model-calls-off',
    subject: 'curator.modelCalls',
    hint: '`carryover config set curator.modelCalls on` allows them again; until then the rules curate',
  });
}
