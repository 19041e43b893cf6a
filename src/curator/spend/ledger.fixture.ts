/** A ledger over a real journal, with a clock and settings the test can turn, and a provider whose costs it sets. */
import type { OpenedJournal } from '../../journal/contract/samples.fixture.ts';
import { openTemporaryJournal } from '../../journal/sqlite/temporary-journal.fixture.ts';
import { deriveId, type SessionId } from '../../memory/ids.ts';
import type { ModelCall } from '../../memory/model-call.ts';
import type { Completion, Provider } from '../llm/provider.ts';
import { SpendLedger, type SpendSettings } from './ledger.ts';

export const START = Date.parse('2026-11-10T10:00:00Z');
export const HOUR_MS = 3_600_000;
export const ONE_SESSION = [{ id: sessionId('one'), share: 1 }];

export function sessionId(name: string): SessionId {
  return deriveId<SessionId>('session', name);
}

/** The same share for each. */
export function sharedBy(...names: readonly string[]): ModelCall['sessions'] {
  return names.map((name) => ({ id: sessionId(name), share: 1 / names.length }));
}

export interface TestLedger extends AsyncDisposable {
  readonly ledger: SpendLedger;
  readonly journal: OpenedJournal['journal'];
  readonly settings: { -readonly [Key in keyof SpendSettings]: SpendSettings[Key] };
  now: number;
}

export async function makeLedger(changes: Partial<SpendSettings> = {}): Promise<TestLedger> {
  const { journal, cleanup } = await openTemporaryJournal();
  const settings = { 'curator.dailyUsd': 1, 'curator.sessionUsd': 1_000, 'curator.modelCalls': true, ...changes };
  const clock = { now: () => made.now, elapsed: () => performance.now() };
  const ledger = new SpendLedger({ journal, clock, settings: () => settings });
  const made: TestLedger = { ledger, journal, settings, now: START, [Symbol.asyncDispose]: cleanup };
  return made;
}

/** Says it costs `mostUsd` at most; what it does cost, or how it fails, is up to `answer`. */
export function makeProvider(mostUsd: number, answer: () => Promise<number> = async () => mostUsd): Provider {
  return {
    name: 'scripted',
    model: 'small',
    recipient: null,
    mostUsd: () => mostUsd,
    ask: async (): Promise<Completion> => ({
      text: 'Yes.',
      ended: 'complete',
      inputTokens: 10,
      outputTokens: 1,
      costUsd: await answer(),
    }),
  };
}
