import { describe, expect, it } from 'vitest';
import type { Act, StoredAct } from '../../memory/act.ts';
import { type ActId, deriveId } from '../../memory/ids.ts';
import { EDIT_CHANGES, sampleCheckpoint, sampleCuration, sampleEdit, sampleScan } from './act-samples.fixture.ts';
import { erasing, NOW, type OpenEmptyJournal, onJournal, sampleRecord } from './samples.fixture.ts';

export function describeActs(open: OpenEmptyJournal): void {
  describe('acts', () => {
    it('gives every kind of act back as it was handed in', () =>
      onJournal(open, async (journal) => {
        const acts: readonly Act[] = [
          sampleCuration(),
          sampleCuration({ workspace: null, turns: [], files: [], answers: [], costUsd: 0 }),
          ...EDIT_CHANGES.map(sampleEdit),
          sampleScan(),
          sampleScan({ workspace: null, paths: [], partial: true }),
          sampleCheckpoint(),
        ];
        for (const act of acts) {
          const seq = await journal.act(act);
          expect(await journal.storedAct(act.id)).toEqual({ ...act, seq });
          expect(await journal.actPlace(act.id)).toBe(seq);
        }
        expect((await journal.acts(0, 100)).map(({ seq: _, ...act }) => act)).toEqual(acts);
        expect(await journal.storedAct('nobody' as ActId)).toBeUndefined();
        expect(await journal.actPlace('nobody' as ActId)).toBeUndefined();
      }));

    it('keeps one order over all kinds, whatever their times, also after it was opened again', () =>
      onJournal(open, async (journal, reopen) => {
        expect(await journal.actCounts()).toEqual({ total: 0, last: 0 });
        const early = [sampleScan(), sampleEdit(), sampleCuration({ ts: NOW - 99 }), sampleScan()];
        const places = await Promise.all(early.map((act) => journal.act(act)));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        const again = await reopen();
        const late = [sampleCuration(), sampleEdit()];
        for (const act of late) places.push(await again.act(act));
        const stored = await again.acts(0, 100);
        expect(stored.map(({ id }) => id)).toEqual([...early, ...late].map(({ id }) => id));
        expect(stored.map(({ seq }) => seq)).toEqual(places);
        expect(new Set(places).size).toBe(6);
        expect(await again.actCounts()).toEqual({ total: 6, last: places.at(-1) });
      }));

    it('a repeated id is one row and gives the place it has, whatever comes with it and of whichever kind', () =>
      onJournal(open, async (journal) => {
        const first = sampleCuration({ answers: ['first'] });
        const place = await journal.act(first);
        await journal.act(sampleScan());
        expect(await journal.act({ ...first, answers: ['second'] })).toBe(place);
        expect(await journal.act(sampleScan({ id: first.id }))).toBe(place);
        expect(await journal.storedAct(first.id)).toEqual({ ...first, seq: place });
        expect(await journal.act(sampleEdit())).toBe((await journal.actCounts()).last);
        expect((await journal.actCounts()).total).toBe(3);
        expect((await journal.verify()).problems).toEqual([]);
      }));

    it('gives them page by page', () =>
      onJournal(open, async (journal) => {
        for (let count = 0; count < 5; count += 1) await journal.act(count % 2 === 0 ? sampleScan() : sampleEdit());
        const all = await journal.acts(0, 100);
        const paged: StoredAct[] = [];
        for (let page = await journal.acts(0, 2); page.length > 0; ) {
          paged.push(...page);
          page = await journal.acts(paged.at(-1)?.seq ?? 0, 2);
        }
        expect(paged).toEqual(all);
        expect(await journal.acts(0, 0)).toEqual([]);
        expect(await journal.acts((await journal.actCounts()).last, 10)).toEqual([]);
      }));

    it('refuses what cannot be stored, and gives its place to the next', () =>
      onJournal(open, async (journal) => {
        const place = await journal.act(sampleScan());
        for (const wrong of [{ costUsd: Number.NaN }, { costUsd: -1 }, { inputTokens: 0.5 }, { outputTokens: -1 }]) {
          await expect(journal.act(sampleCuration(wrong))).rejects.toMatchObject({ code: 'invalid-record' });
        }
        expect(await journal.act(sampleScan())).toBe(place + 1);
        expect((await journal.verify()).problems).toEqual([]);
      }));

    it('keeps an act when a record of its turns is erased, and verify takes the erased turn for granted', () =>
      onJournal(open, async (journal) => {
        const [kept, gone] = [sampleRecord(), sampleRecord()];
        await journal.append({ records: [kept, gone] });
        const turn = await journal.closeTurn(kept.turnId ?? deriveId('none'), 'stop', NOW);
        const curation = sampleCuration({ turns: [{ id: turn?.id ?? deriveId('none'), rev: turn?.rev ?? 0 }] });
        await journal.act(curation);
        for (const { id } of [gone, kept]) {
          await journal.eraseRecords(erasing(NOW, id));
          expect((await journal.verify()).problems).toEqual([]);
        }
        expect(await journal.storedAct(curation.id)).toMatchObject({ turns: curation.turns });
      }));
  });
}
