import { describe, expect, it } from 'vitest';
import { deriveId, type ModelCallId } from '../../memory/ids.ts';
import { makeQuestion } from '../llm/provider.fixture.ts';
import { HOUR_MS, makeLedger, makeProvider, START, sessionId, sharedBy } from './ledger.fixture.ts';
import { spendReport } from './spend-report.ts';

describe('the spend report (A-074)', () => {
  it('shows the last day against the caps, the dearest sessions first, and the newest calls', async () => {
    await using made = await makeLedger({ 'curator.sessionUsd': 5 });
    const { ledger, journal, settings } = made;
    const ask = (usd: number, ...names: readonly string[]): Promise<unknown> =>
      ledger.ask(makeProvider(usd), makeQuestion(), sharedBy(...names));
    made.now = START - 25 * HOUR_MS;
    await ask(0.5, 'yesterday');
    made.now = START;
    await ask(0.2, 'one', 'two');
    await ask(0.3, 'two');
    const report = await spendReport(journal, settings, made.now);
    expect(report).toMatchObject({
      day: { calls: 2, failedCalls: 0, unsettledCalls: 0, usd: 0.5 },
      dailyUsd: 1,
      sessionUsd: 5,
      leftUsd: 0.5,
      modelCalls: true,
      sessions: [
        { id: sessionId('two'), calls: 2, usd: 0.4 },
        { id: sessionId('one'), calls: 1, usd: 0.1 },
      ],
    });
    expect(report.calls.map((call) => call.reservedUsd)).toEqual([0.3, 0.2, 0.5]);
  });

  it('leaves nothing below zero, and counts a call that was never settled with what was reserved', async () => {
    await using made = await makeLedger();
    const { journal, settings, ledger } = made;
    await ledger.ask(
      makeProvider(0.1, async () => 3),
      makeQuestion(),
      sharedBy('one'),
    );
    await journal.reserveCall({
      id: deriveId<ModelCallId>('never settled'),
      ts: made.now,
      provider: 'scripted',
      model: 'small',
      purpose: 'curate',
      sessions: sharedBy('one'),
      reservedUsd: 0.25,
    });
    expect(await spendReport(journal, settings, made.now)).toMatchObject({
      leftUsd: 0,
      day: { unsettledCalls: 1, usd: 3.25 },
      sessions: [{ id: sessionId('one'), calls: 2, usd: 3.25 }],
    });
  });
});
