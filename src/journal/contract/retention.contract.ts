import { describe, expect, it } from 'vitest';
import { ORIGINS, originsOf } from '../../memory/origins.ts';
import {
  NOW,
  type OpenEmptyJournal,
  OTHER_SPACE,
  OTHER_TURN,
  onJournal,
  SPACE,
  sampleInjection,
  sampleRecord,
  TURN,
} from './samples.fixture.ts';

export function describeRetention(open: OpenEmptyJournal): void {
  describe('retention', () => {
    it('gives the records of a space that are past a moment, oldest first, page by page', () =>
      onJournal(open, async (journal) => {
        const times = [5, 3, 3, 9, 1];
        const records = times.map((ts) => sampleRecord({ ts, content: `at ${ts}` }));
        const elsewhere = [sampleRecord({ ts: 2, workspace: OTHER_SPACE }), sampleRecord({ ts: 2, workspace: null })];
        await journal.append({ records: [...records, ...elsewhere] });
        const filter = { workspace: SPACE, before: 9, limit: 2 };
        const first = await journal.retention.agedRecords(filter);
        const last = first.at(-1) ?? { ts: 0, seq: 0 };
        const rest = await journal.retention.agedRecords({ ...filter, after: last });
        expect([...first, ...rest].map(({ ts }) => ts)).toEqual([1, 3, 3, 5]);
        expect(new Set([...first, ...rest].map(({ seq }) => seq)).size).toBe(4);
        expect(await journal.retention.agedRecords({ ...filter, workspace: null })).toMatchObject([
          { workspace: null },
        ]);
        await journal.emptyRecords(first.map(({ id }) => ({ id, contentHash: 'h', snippet: '' })));
        expect(await journal.retention.agedRecords(filter)).toEqual(rest);
      }));

    it('hides records of which nothing changes, tells who reads them, and shows them again', () =>
      onJournal(open, async (journal) => {
        const [old, other, mute] = [
          sampleRecord({ ts: 1 }),
          sampleRecord({ ts: 2 }),
          sampleRecord({ ts: 3, content: '' }),
        ];
        await journal.append({ records: [old, other, mute] });
        const aged = await journal.retention.agedRecords({ workspace: SPACE, before: 9, limit: 9 });
        expect(aged.map(({ isPassedOver }) => isPassedOver)).toEqual([undefined, undefined, true]);
        await journal.retention.hideRecords({ records: aged.slice(0, 2), at: NOW, ranMs: 5 });
        await journal.retention.hideRecords({ records: aged.slice(0, 1), at: NOW, ranMs: 9 });
        expect(await journal.record(old.id)).toEqual({ ...old, seq: 1, hidden: 5 });
        expect(await journal.recordsOfTurn(TURN, 9)).toMatchObject([{ hidden: 5 }, { hidden: 5 }, {}]);
        expect(await journal.retention.hiddenCounts()).toEqual(new Map([[SPACE, 2]]));
        const hidden = await journal.retention.hiddenRecords(0, 9);
        expect(hidden).toMatchObject([{ id: old.id, ts: 1, ranMs: 5 }, { id: other.id }]);
        await journal.retention.showRecords([1]);
        expect(await journal.record(old.id)).toEqual({ ...old, seq: 1 });
        await journal.emptyRecords([{ id: other.id, contentHash: 'h', snippet: '' }]);
        expect(await journal.retention.hiddenRecords(0, 9)).toEqual([]);
        await journal.retention.hideRecords({ records: aged.slice(0, 1), at: NOW, ranMs: 5 });
        await journal.eraseRecords({ ids: [old.id], contentHashes: [], now: NOW });
        expect(await journal.retention.hiddenRecords(0, 9)).toEqual([]);
        expect((await journal.verify()).problems).toEqual([]);
      }));

    it('knows how much was hidden at once and how much there is, whatever was emptied or erased', () =>
      onJournal(open, async (journal) => {
        const records = Array.from({ length: 5 }, () => sampleRecord());
        await journal.append({ records });
        expect(await journal.retention.sweepRecord()).toEqual({ lastRecord: 5, withText: 5, largest: 0 });
        for (const count of [2, 7, 3])
          await journal.retention.keepSweep({ at: NOW, ranMs: 1, records: count, askedBy: 'age' });
        const [first, second] = records.map(({ id }) => id);
        if (first === undefined || second === undefined) throw new Error('not there');
        await journal.emptyRecords([{ id: first, contentHash: 'h', snippet: '' }]);
        await journal.eraseRecords({ ids: [second], contentHashes: [], now: NOW });
        expect(await journal.retention.sweepRecord()).toEqual({ lastRecord: 5, withText: 3, largest: 7 });
      }));

    it('empties text and keeps what a record is, where it stands, what pairs it, who said it (T-06) and whom it is kept from (D-016, D-063)', () =>
      onJournal(open, async (journal) => {
        const kept = { tool_use_id: 't1', event: 'e', carryover_app: 'diarist' };
        const metadata = { ...kept, command: 'cat diary', note: 'private' };
        const record = sampleRecord({
          type: 'tool_result',
          tool: 'Bash',
          path: 'a.md',
          tags: ['diary', 'sensitive'],
          content: 'dear diary',
          metadata,
        });
        await journal.append({ records: [record] });
        await journal.emptyRecords([{ id: record.id, contentHash: 'hash', snippet: 'dear…' }]);
        await journal.emptyRecords([{ id: record.id, contentHash: 'of the snippet', snippet: '' }]);
        expect(await journal.record(record.id)).toEqual({
          ...record,
          seq: 1,
          content: '',
          tags: ['sensitive'],
          metadata: { ...kept, emptied: 'hash', [ORIGINS]: originsOf(record, journal.origins.key) },
        });
        expect(await journal.append({ records: [record] })).toMatchObject({ duplicates: [record.id] });
      }));

    it('empties every revision of a turn as far as its records are, and keeps it closed', () =>
      onJournal(open, async (journal) => {
        const call = { tool: 'Bash', metadata: { tool_use_id: 't1' } };
        const prompt = sampleRecord({ content: 'the old question' });
        const use = sampleRecord({ ...call, type: 'tool_use', content: 'cat old' });
        await journal.append({ records: [prompt, use] });
        await journal.closeTurn(TURN, 'stop', NOW);
        const result = sampleRecord({ ...call, type: 'tool_result', content: 'old words' });
        const pinned = sampleRecord({ type: 'assistant', content: 'kept words' });
        await journal.append({ records: [result, pinned] });
        await journal.closeTurn(TURN, 'late-event', NOW + 1);
        const before = await journal.turnRevisions(0, 10);
        await journal.emptyRecords([prompt, use, result].map(({ id }) => ({ id, contentHash: 'h', snippet: '' })));
        const after = await journal.turnRevisions(0, 10);
        const texts = { userMessage: '', agentResponse: '', errors: [] };
        const summary = { tool: 'Bash', input: '', output: '' };
        expect(after).toEqual([
          { ...before[0], ...texts, toolCalls: [{ ...summary, outcome: 'unknown' }] },
          { ...before[1], ...texts, agentResponse: 'kept words', toolCalls: [{ ...summary, outcome: 'ok' }] },
        ]);
        expect(await journal.openTurns()).toEqual([]);
        expect((await journal.verify()).problems).toEqual([]);
      }));

    it('empties records before what their turn says, and keeps them hidden until that is made anew', () =>
      onJournal(open, async (journal) => {
        const records = [sampleRecord({ content: 'the old question' }), sampleRecord({ type: 'assistant' })];
        await journal.append({ records });
        await journal.closeTurn(TURN, 'stop', NOW);
        const stored = await journal.recordsOfTurn(TURN, 9);
        await journal.retention.hideRecords({ records: stored, at: NOW, ranMs: 5 });
        await journal.retention.emptyBeforeTurns(records.map(({ id }) => ({ id, contentHash: 'h', snippet: '' })));
        expect(await journal.retention.hiddenRecords(0, 9)).toMatchObject([{ isEmptied: true }, { isEmptied: true }]);
        await journal.retention.remakeTurn(TURN);
        expect((await journal.turn(TURN))?.userMessage).toBe('');
        expect(await journal.retention.hiddenRecords(0, 9)).toEqual([]);
        expect((await journal.verify()).problems).toEqual([]);
      }));

    it('leaves a turn open that was', () =>
      onJournal(open, async (journal) => {
        const record = sampleRecord();
        await journal.append({ records: [record] });
        await journal.emptyRecords([{ id: record.id, contentHash: 'h', snippet: '' }]);
        expect(await journal.openTurns()).toMatchObject([{ id: TURN }]);
      }));

    it('empties what agents were given of them, or of their turns, and nothing else', () =>
      onJournal(open, async (journal) => {
        const [old, young] = [sampleRecord(), sampleRecord({ turnId: OTHER_TURN })];
        const injections = [[old.id], [TURN, young.id], [young.id, OTHER_TURN], []].map((items) =>
          sampleInjection({ items, detail: { turnId: TURN, scores: items.map(() => 1), tokens: 1, tookMs: 1 } }),
        );
        await journal.append({ records: [old, young], injections });
        await journal.emptyRecords([{ id: old.id, contentHash: 'h', snippet: '' }]);
        const texts = ['', '', 'what was given', 'what was given'];
        expect(await journal.injections(0, 10)).toEqual(
          injections.map((injection, index) => ({ ...injection, seq: index + 1, text: texts[index] })),
        );
        await journal.eraseRecords({ ids: [young.id], contentHashes: [], now: NOW });
        expect(await journal.injections(0, 10)).toHaveLength(2);
        expect((await journal.verify()).problems).toEqual([]);
      }));
  });
}
