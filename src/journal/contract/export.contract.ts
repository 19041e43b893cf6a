import { describe, expect, it } from 'vitest';
import type { ExportRow } from '../sqlite/export-rows.ts';
import { sampleCuration, sampleEdit, sampleScan } from './act-samples.fixture.ts';
import { erasing, NOW, type OpenEmptyJournal, onJournal, SESSION, sampleRecord, TURN } from './samples.fixture.ts';

export function describeExport(open: OpenEmptyJournal): void {
  describe('export', () => {
    it('gives spaces, sessions, records and every revision of turns, in the order they came (D-025)', () =>
      onJournal(open, async (journal) => {
        const records = Array.from({ length: 1_200 }, (_, index) => sampleRecord({ ts: NOW - index }));
        await journal.append({ records });
        const first = await journal.closeTurn(TURN, 'stop', NOW);
        const late = sampleRecord({ type: 'assistant', content: 'late' });
        await journal.append({ records: [late] });
        const second = await journal.closeTurn(TURN, 'idle', NOW + 1);
        const rows: ExportRow[] = [];
        for await (const row of journal.exportRows()) rows.push(row);
        expect(rows.filter(({ kind }) => kind === 'session').map(({ row }) => row)).toEqual(
          (await journal.sessions({ limit: 10 })).toReversed(),
        );
        expect(rows.filter(({ kind }) => kind === 'record').map(({ row }) => row)).toEqual(
          await journal.recordsOfSession(SESSION),
        );
        expect(rows.slice(-2)).toEqual([
          { kind: 'turn', row: { ...first, lastRecordId: records.at(-1)?.id } },
          { kind: 'turn', row: { ...second, lastRecordId: late.id } },
        ]);
        const kinds = rows.map(({ kind }) => kind);
        expect(kinds.lastIndexOf('session')).toBeLessThan(kinds.indexOf('record'));
        expect(rows).toHaveLength(2 + 1_201 + 2);
      }));

    it('gives acts after turns, in their order (D-025)', () =>
      onJournal(open, async (journal) => {
        await journal.append({ records: [sampleRecord()] });
        await journal.closeTurn(TURN, 'stop', NOW);
        const acts = [sampleEdit(), sampleScan(), sampleCuration(), sampleScan(), sampleEdit()];
        for (const act of acts) await journal.act(act);
        const rows: ExportRow[] = [];
        for await (const row of journal.exportRows()) rows.push(row);
        expect(rows.slice(4)).toEqual((await journal.acts(0, 10)).map((row) => ({ kind: 'act', row })));
        expect(rows.map(({ kind }) => kind).slice(2)).toEqual(['record', 'turn', ...acts.map(() => 'act')]);
      }));

    it('shows the state it began with while writing goes on', () =>
      onJournal(open, async (journal) => {
        await journal.append({ records: [sampleRecord(), sampleRecord()] });
        let seen = 0;
        for await (const { kind } of journal.exportRows()) {
          if (kind === 'record') seen += 1;
          await journal.append({ records: [sampleRecord({ type: 'event' })] });
        }
        expect(seen).toBe(2);
        expect((await journal.counts()).records).toBeGreaterThan(4);
      }));

    it('may be left half way', () =>
      onJournal(open, async (journal) => {
        await journal.append({ records: [sampleRecord()] });
        for await (const { kind } of journal.exportRows()) if (kind === 'session') break;
        await expect(journal.append({ records: [sampleRecord()] })).resolves.toBeDefined();
      }));

    it('stops with a reason when a record is erased under it', () =>
      onJournal(open, async (journal) => {
        const records = [sampleRecord(), sampleRecord()];
        await journal.append({ records });
        const exporting = async () => {
          for await (const { kind } of journal.exportRows()) {
            if (kind === 'session') await journal.eraseRecords(erasing(NOW, records[1]?.id ?? sampleRecord().id));
          }
        };
        await expect(exporting()).rejects.toMatchObject({ code: 'export-stopped', retryable: true });
      }));

    it('verify finds nothing wrong with what was just written, and tells how far it is', () =>
      onJournal(open, async (journal) => {
        await journal.append({ records: Array.from({ length: 50 }, () => sampleRecord()) });
        await journal.closeTurn(TURN, 'stop', NOW);
        await journal.act(sampleCuration({ turns: [{ id: TURN, rev: 1 }] }));
        const progress: (readonly [number, number])[] = [];
        const report = await journal.verify((done, total) => progress.push([done, total]));
        expect(report).toEqual({ checkedRows: 55, problems: [] });
        expect(progress.at(-1)).toEqual([55, 55]);
      }));

    it('takes nothing more after it was closed', () =>
      onJournal(open, async (journal) => {
        const last = journal.append({ records: [sampleRecord()] });
        await journal.close();
        expect((await last).inserted).toHaveLength(1);
        await expect(journal.append({ records: [sampleRecord()] })).rejects.toThrow();
      }));
  });
}
