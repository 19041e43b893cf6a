import { describe, expect, it } from 'vitest';
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
        const first = await journal.agedRecords(filter);
        const last = first.at(-1) ?? { ts: 0, seq: 0 };
        const rest = await journal.agedRecords({ ...filter, after: last });
        expect([...first, ...rest].map(({ ts }) => ts)).toEqual([1, 3, 3, 5]);
        expect(new Set([...first, ...rest].map(({ seq }) => seq)).size).toBe(4);
        expect(await journal.agedRecords({ ...filter, workspace: null })).toMatchObject([{ workspace: null }]);
        await journal.emptyRecords(first.map(({ id }) => ({ id, contentHash: 'h', snippet: '' })));
        expect(await journal.agedRecords(filter)).toEqual(rest);
      }));

    it('empties text and keeps what a record is, where it stands, what pairs it and whom it is kept from (D-016, D-063)', () =>
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
          metadata: { ...kept, emptied: 'hash' },
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
