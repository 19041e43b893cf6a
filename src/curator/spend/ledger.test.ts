import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startModelServer } from '../../../test/support/model-server.ts';
import { openTemporaryJournal } from '../../journal/sqlite/temporary-journal.fixture.ts';
import { deriveId, type ModelCallId } from '../../memory/ids.ts';
import { systemClock } from '../../platform/clock.ts';
import { anthropicProvider } from '../llm/anthropic.ts';
import { makeKey, makeQuestion, modelSettings } from '../llm/provider.fixture.ts';
import { ProviderError } from '../llm/provider.ts';
import { HOUR_MS, makeLedger, makeProvider, ONE_SESSION, START, sessionId, sharedBy } from './ledger.fixture.ts';
import { SpendLedger } from './ledger.ts';
import { DAY_MS } from './spent.ts';

const CAP_REACHED = { code: 'spend-cap', name: 'CarryoverError' };

describe('the spend ledger (A-074)', () => {
  it('lets 200 questions at once spend up to the cap and no further, one at a time (F-12)', async () => {
    await using made = await makeLedger();
    const { ledger, journal } = made;
    const exposed: number[] = [];
    await using server = await startModelServer(async ({ number }) => {
      exposed.push((await journal.spending({ since: 0 })).usd);
      if (number % 5 === 1) return { does: 'reset' };
      if (number % 5 === 2) return { does: 'status', status: 529 };
      return { does: 'answer', text: 'Yes.', usage: { input: 1_000, output: 800 } };
    });
    const settings = modelSettings({ 'curator.inputPrice': 10, 'curator.outputPrice': 50 });
    const provider = anthropicProvider(settings, { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: makeKey() });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, () => ledger.ask(provider, makeQuestion(), ONE_SESSION)),
    );
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    const answered = outcomes.length - failures.length;
    const refused = failures.filter((code) => code === 'spend-cap').length;
    expect(answered).toBeGreaterThan(5);
    expect(refused).toBe(200 - server.requests.length);
    expect(refused).toBeGreaterThan(100);
    expect(server.highestConcurrency).toBe(1);
    expect(Math.max(...exposed)).toBeLessThanOrEqual(1);
    const spending = await journal.spending({ since: 0 });
    expect(spending).toMatchObject({ calls: server.requests.length, unsettledCalls: 0 });
    expect(spending.usd).toBeLessThanOrEqual(1);
    expect(spending.usd).toBeGreaterThan(1 - provider.mostUsd(makeQuestion()));
  });

  it('records each call with its tokens, its cost and its sessions', async () => {
    await using made = await makeLedger();
    const { ledger, journal } = made;
    const sessions = sharedBy('one', 'two');
    const { callId, completion } = await ledger.ask(
      makeProvider(0.5, async () => 0.2),
      makeQuestion(),
      sessions,
    );
    expect(completion.text).toBe('Yes.');
    expect(await journal.modelCalls(10)).toEqual([
      {
        id: callId,
        ts: START,
        provider: 'scripted',
        model: 'small',
        purpose: 'curate',
        sessions,
        reservedUsd: 0.5,
        end: { callId, ts: START, outcome: 'answered', problem: null, inputTokens: 10, outputTokens: 1, costUsd: 0.2 },
      },
    ]);
  });

  it('asks nothing while model calls are switched off, also what was waiting already', async () => {
    await using made = await makeLedger();
    const { ledger, journal, settings } = made;
    const switchOff = makeProvider(0.1, async () => {
      settings['curator.modelCalls'] = false;
      return 0.1;
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => ledger.ask(switchOff, makeQuestion(), ONE_SESSION)));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(outcomes[2]).toMatchObject({
      reason: { code: 'model-calls-off', hint: expect.stringContaining('curator.modelCalls on') },
    });
    expect((await journal.spending({ since: 0 })).calls).toBe(1);
    // A model that costs nothing is a model all the same.
    await expect(ledger.ask(makeProvider(0), makeQuestion(), ONE_SESSION)).rejects.toMatchObject({
      code: 'model-calls-off',
    });
  });

  it('counts what was reserved for calls of a process that died', async () => {
    const { journal, reopen, cleanup } = await openTemporaryJournal();
    const call = { provider: 'p', model: 'm', purpose: 'curate', sessions: ONE_SESSION } as const;
    for (const name of ['a', 'b'])
      await journal.reserveCall({ ...call, id: deriveId<ModelCallId>(name), ts: systemClock.now(), reservedUsd: 0.4 });
    const settings = { 'curator.dailyUsd': 1, 'curator.sessionUsd': 10, 'curator.modelCalls': true };
    const ledger = new SpendLedger({ journal: await reopen(), clock: systemClock, settings: () => settings });
    await expect(ledger.ask(makeProvider(0.3), makeQuestion(), ONE_SESSION)).rejects.toMatchObject(CAP_REACHED);
    await ledger.ask(makeProvider(0.1), makeQuestion(), ONE_SESSION);
    await cleanup();
  });

  it('settles a failed call with what it used, and in full when nobody knows', async () => {
    await using made = await makeLedger();
    const { ledger, journal } = made;
    const used = { inputTokens: 7, outputTokens: 3, costUsd: 0.01 };
    const refusal = new ProviderError('no', { code: 'model-refused', problem: 'unusable', used });
    const refusing = makeProvider(0.2, () => Promise.reject(refusal));
    await expect(ledger.ask(refusing, makeQuestion(), ONE_SESSION)).rejects.toBe(refusal);
    const broken = makeProvider(0.2, () => Promise.reject(new TypeError('oh')));
    await expect(ledger.ask(broken, makeQuestion(), ONE_SESSION)).rejects.toThrow(TypeError);
    expect((await journal.modelCalls(10)).map((call) => call.end)).toEqual([
      expect.objectContaining({ outcome: 'failed', problem: 'unexpected-failure', costUsd: 0.2 }),
      expect.objectContaining({ outcome: 'failed', problem: 'model-refused', ...used }),
    ]);
  });

  it('passes the cap by one call at most when a provider costs more than it said', async () => {
    await using made = await makeLedger();
    const { ledger, journal } = made;
    const lying = makeProvider(0.1, async () => 0.7);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => ledger.ask(lying, makeQuestion(), ONE_SESSION)),
    );
    // The first is recorded as it was and leaves room for what the second says it costs; the third sees both.
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(2);
    expect((await journal.spending({ since: 0 })).usd).toBe(1.4);
  });

  it('holds the cap of each session by its share', async () => {
    await using made = await makeLedger({ 'curator.dailyUsd': 100, 'curator.sessionUsd': 0.5 });
    const { ledger } = made;
    const ask = (...names: readonly string[]): Promise<unknown> =>
      ledger.ask(makeProvider(0.4), makeQuestion(), sharedBy(...names));
    await ask('one');
    await expect(ask('one')).rejects.toMatchObject({
      ...CAP_REACHED,
      subject: sessionId('one'),
      retryable: false,
      hint: expect.stringContaining('curator.sessionUsd'),
    });
    await expect(ask('two', 'one')).rejects.toMatchObject({ subject: sessionId('one') });
    await ask('one', 'two', 'three', 'four', 'five');
    await ask('two');
    made.now += 30 * DAY_MS;
    await expect(ask('one', 'two')).rejects.toMatchObject(CAP_REACHED);
  });

  it('says when there is room again, to the millisecond, and how to raise the cap', async () => {
    await using made = await makeLedger();
    const { ledger } = made;
    const ask = (usd: number): Promise<unknown> => ledger.ask(makeProvider(usd), makeQuestion(), ONE_SESSION);
    for (const usd of [0.2, 0.5, 0.25]) {
      await ask(usd);
      made.now += HOUR_MS;
    }
    // 0.2 that leave are not enough: the 0.5 of an hour later have to.
    const roomAt = START + HOUR_MS + DAY_MS;
    const refusal = {
      ...CAP_REACHED,
      retryable: true,
      hint: `there is room again from ${new Date(roomAt + 1).toISOString()}; \`carryover config set curator.dailyUsd DOLLARS\` raises the cap`,
    };
    await expect(ask(0.5)).rejects.toMatchObject(refusal);
    made.now = roomAt;
    await expect(ask(0.5)).rejects.toMatchObject(refusal);
    made.now = roomAt + 1;
    await ask(0.5);
    await expect(ask(1.5)).rejects.toMatchObject({ retryable: false, hint: expect.stringContaining('inputPrice') });
  });

  it('frees nothing when the clock is set back', async () => {
    await using made = await makeLedger();
    const { ledger } = made;
    await ledger.ask(makeProvider(0.9), makeQuestion(), ONE_SESSION);
    for (const back of [HOUR_MS, 3 * DAY_MS, 4_000 * DAY_MS]) {
      made.now = START - back;
      await expect(ledger.ask(makeProvider(0.2), makeQuestion(), ONE_SESSION)).rejects.toMatchObject(CAP_REACHED);
    }
  });

  it('asks a model that costs nothing when the budget is gone', async () => {
    await using made = await makeLedger({ 'curator.sessionUsd': 0 });
    const { ledger } = made;
    made.settings['curator.dailyUsd'] = 0;
    await expect(ledger.ask(makeProvider(0.01), makeQuestion(), ONE_SESSION)).rejects.toMatchObject(CAP_REACHED);
    await ledger.ask(makeProvider(0), makeQuestion(), ONE_SESSION);
  });

  it('reserves nothing for a question that was stopped while it waited', async () => {
    await using made = await makeLedger();
    const { ledger, journal } = made;
    const stop = new AbortController();
    const stopping = makeProvider(0.1, async () => {
      stop.abort();
      return 0.1;
    });
    const first = ledger.ask(stopping, makeQuestion(), ONE_SESSION);
    const second = ledger.ask(stopping, makeQuestion({ signal: stop.signal }), ONE_SESSION);
    await expect(second).rejects.toMatchObject({ code: 'model-stopped', problem: 'busy' });
    await first;
    expect((await journal.spending({ since: 0 })).calls).toBe(1);
  });

  it('never has more at stake than the cap while a question is out, whatever happens before', async () => {
    const step = fc.record({
      mostCents: fc.integer({ min: 1, max: 60 }),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      fails: fc.boolean(),
      moveHours: fc.integer({ min: -30, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        await using made = await makeLedger();
        for (const { mostCents, part, fails, moveHours } of steps) {
          made.now += moveHours * HOUR_MS;
          const mostUsd = mostCents / 100;
          const provider = makeProvider(mostUsd, async () => {
            const atStake = await made.journal.spending({ since: made.now - DAY_MS });
            expect(atStake.usd).toBeLessThanOrEqual(1 + Number.EPSILON);
            if (!fails) return mostUsd * part;
            const used = { inputTokens: 1, outputTokens: 0, costUsd: mostUsd * part };
            throw new ProviderError('no', { code: 'model-busy', problem: 'busy', used });
          });
          const failure = await made.ledger
            .ask(provider, makeQuestion(), ONE_SESSION)
            .then(() => undefined)
            .catch((thrown: unknown) => thrown);
          if (failure !== undefined)
            expect(failure).toMatchObject({ code: expect.stringMatching(/^(model-busy|spend-cap)$/) });
        }
      }),
      { numRuns: 15 },
    );
  });
});
