import { describe, expect, it } from 'vitest';
import { deriveId, type ModelCallId, type SessionId } from '../../memory/ids.ts';
import type { ModelCall, ModelCallEnd } from '../../memory/model-call.ts';
import { NOW, type OpenEmptyJournal, OTHER_SESSION, onJournal, SESSION } from './samples.fixture.ts';

let made = 0;

function sampleCall(different: Partial<ModelCall> = {}): ModelCall {
  made += 1;
  return {
    id: deriveId<ModelCallId>('call', String(made)),
    ts: NOW,
    provider: 'anthropic',
    model: 'small',
    purpose: 'curate',
    sessions: [{ id: SESSION, share: 1 }],
    reservedUsd: 0.5,
    ...different,
  };
}

function endOf(call: ModelCall, different: Partial<ModelCallEnd> = {}): ModelCallEnd {
  const end = { ts: call.ts + 9, outcome: 'answered', problem: null, inputTokens: 900, outputTokens: 100 } as const;
  return { callId: call.id, ...end, costUsd: 0.02, ...different };
}

export function describeModelCalls(open: OpenEmptyJournal): void {
  describe('model calls', () => {
    it('are listed newest first, each with its end, whole', () =>
      onJournal(open, async (journal, reopen) => {
        const sessions = [OTHER_SESSION, SESSION].map((id, index) => ({ id, share: index === 0 ? 0.1 : 0.9 }));
        const calls = [sampleCall({ sessions }), sampleCall({ ts: NOW + 2 }), sampleCall({ ts: NOW + 1 })];
        const [first, second, third] = calls;
        for (const call of calls) await journal.reserveCall(call);
        const failed = endOf(second ?? sampleCall(), { outcome: 'failed', problem: 'model-timeout', costUsd: 0 });
        await journal.settleCall(failed);
        const again = await reopen();
        expect(await again.modelCalls(10)).toEqual([
          { ...second, end: failed },
          { ...third, end: null },
          { ...first, end: null },
        ]);
        expect(await again.modelCalls(1)).toHaveLength(1);
        expect(await again.modelCalls(0)).toEqual([]);
      }));

    it('count with what they cost once settled, and with what was reserved until then', () =>
      onJournal(open, async (journal, reopen) => {
        const nothing = { calls: 0, failedCalls: 0, unsettledCalls: 0, inputTokens: 0, outputTokens: 0, usd: 0 };
        expect(await journal.spending({ since: 0 })).toEqual(nothing);
        const [answered, failed, lost] = [sampleCall(), sampleCall(), sampleCall({ reservedUsd: 0.25 })];
        for (const call of [answered, failed, lost]) await journal.reserveCall(call);
        expect(await journal.spending({ since: 0 })).toEqual({ ...nothing, calls: 3, unsettledCalls: 3, usd: 1.25 });
        await journal.settleCall(endOf(answered));
        await journal.settleCall(endOf(failed, { outcome: 'failed', inputTokens: 10, outputTokens: 0, costUsd: 0 }));
        // The process that made the last one is gone.
        expect(await (await reopen()).spending({ since: 0 })).toEqual({
          calls: 3,
          failedCalls: 1,
          unsettledCalls: 1,
          inputTokens: 910,
          outputTokens: 100,
          usd: expect.closeTo(0.27, 9),
        });
      }));

    it('count from the moment they began, that moment included', () =>
      onJournal(open, async (journal) => {
        for (const ts of [NOW - 1, NOW, NOW + 1]) await journal.reserveCall(sampleCall({ ts }));
        const old = sampleCall({ ts: NOW - 50 });
        await journal.reserveCall(old);
        await journal.settleCall(endOf(old, { ts: NOW + 50 }));
        const since = async (moment: number) => (await journal.spending({ since: moment })).calls;
        expect([await since(NOW), await since(NOW + 2), await since(0)]).toEqual([2, 0, 4]);
      }));

    it('count for a session with its share of each', () =>
      onJournal(open, async (journal) => {
        const shared = [
          { id: SESSION, share: 0.75 },
          { id: OTHER_SESSION, share: 0.25 },
        ];
        const [own, both, open] = [sampleCall(), sampleCall({ sessions: shared }), sampleCall({ sessions: shared })];
        for (const call of [own, both, open]) await journal.reserveCall(call);
        await journal.settleCall(endOf(own, { costUsd: 1 }));
        await journal.settleCall(endOf(both, { costUsd: 4 }));
        expect(await journal.spending({ since: 0, sessionId: OTHER_SESSION })).toEqual({
          calls: 2,
          failedCalls: 0,
          unsettledCalls: 1,
          inputTokens: 225,
          outputTokens: 25,
          usd: 1.125,
        });
        expect(await journal.spending({ since: 0, sessionId: SESSION })).toMatchObject({ calls: 3, usd: 4.375 });
        expect(await journal.spending({ since: NOW + 1, sessionId: SESSION })).toMatchObject({ calls: 0, usd: 0 });
        const stranger = await journal.spending({ since: 0, sessionId: 'nobody' as SessionId });
        expect(stranger).toMatchObject({ calls: 0, usd: 0 });
        expect((await journal.spending({ since: 0 })).usd).toBe(5.5);
      }));

    it('are settled once: the same end again changes nothing, another is refused, one of no call too', () =>
      onJournal(open, async (journal) => {
        const call = sampleCall();
        const refused = { code: 'invalid-record', subject: call.id };
        await expect(journal.settleCall(endOf(call))).rejects.toMatchObject(refused);
        await journal.reserveCall(call);
        await journal.settleCall(endOf(call));
        await journal.settleCall(endOf(call));
        await expect(journal.settleCall(endOf(call, { costUsd: 0 }))).rejects.toMatchObject(refused);
        expect(await journal.modelCalls(10)).toEqual([{ ...call, end: endOf(call) }]);
        expect((await journal.verify()).problems).toEqual([]);
      }));

    it('are reserved once, and only for amounts that can be added up', () =>
      onJournal(open, async (journal) => {
        const call = sampleCall();
        await journal.reserveCall(call);
        const twice = [
          { id: SESSION, share: 0.5 },
          { id: SESSION, share: 0.5 },
        ];
        const wrong = [
          call,
          ...[Number.POSITIVE_INFINITY, Number.NaN, -0.01].map((reservedUsd) => sampleCall({ reservedUsd })),
          sampleCall({ sessions: [{ id: SESSION, share: 1.5 }] }),
          sampleCall({ sessions: twice }),
        ];
        for (const bad of wrong)
          await expect(journal.reserveCall(bad)).rejects.toMatchObject({ code: 'invalid-record' });
        expect(await journal.modelCalls(10)).toEqual([{ ...call, end: null }]);
        expect((await journal.verify()).problems).toEqual([]);
      }));
  });
}
