import { describe, expect, it } from 'vitest';
import { type ActionId, deriveId, type LearningId, type SessionId } from '../../memory/ids.ts';
import type { InjectionDetail } from '../../memory/injection.ts';
import type { ExportRow } from '../sqlite/export-rows.ts';
import {
  erasing,
  NOW,
  type OpenEmptyJournal,
  OTHER_SESSION,
  OTHER_SPACE,
  OTHER_TURN,
  onJournal,
  SESSION,
  SPACE,
  sampleInjection,
  sampleRecord,
  TURN,
} from './samples.fixture.ts';

const ITEMS = [deriveId<LearningId>('one'), deriveId<LearningId>('two')];
const DETAIL: InjectionDetail = { turnId: TURN, scores: [2.5, 1], tokens: 120, tookMs: 7.25 };

export function describeInjections(open: OpenEmptyJournal): void {
  describe('injections', () => {
    it('come back in their order, page by page, with what they were made from', () =>
      onJournal(open, async (journal) => {
        const items = [deriveId<LearningId>('learning'), sampleRecord().id, deriveId<ActionId>('action')];
        const given = [
          sampleInjection({ items }),
          sampleInjection({ kind: 'boot', workspace: null }),
          sampleInjection(),
        ];
        for (const injection of given) await journal.append({ injections: [injection] });
        const all = await journal.injections(0, 10);
        expect(all.map(({ seq: _, ...injection }) => injection)).toEqual(given);
        expect(await journal.injections(all[0]?.seq ?? 0, 1)).toEqual(all.slice(1, 2));
        expect(await journal.injections(all[2]?.seq ?? 0, 9)).toEqual([]);
      }));

    it('tell when a session was last given a boot block, whatever stood in it', () =>
      onJournal(open, async (journal) => {
        const { sessionId, ts } = sampleInjection();
        const boots = { sessionId, kinds: ['boot'] } as const;
        expect(await journal.lastInjection(boots)).toBeUndefined();
        for (const [index, kind] of (['boot', 'boot', 'prompt'] as const).entries())
          await journal.append({ injections: [sampleInjection({ kind, items: [], ts: ts + index })] });
        expect(await journal.lastInjection(boots)).toMatchObject({ ts: ts + 1 });
        expect(
          await journal.lastInjection({ ...boots, sessionId: deriveId<SessionId>('another session') }),
        ).toBeUndefined();
      }));

    it('tell whether a session was given something by then', () =>
      onJournal(open, async (journal) => {
        const [item = deriveId<LearningId>('one'), other = item] = ITEMS;
        await journal.append({ injections: [sampleInjection({ items: [item], ts: NOW })] });
        const given = { sessionId: SESSION, item, until: NOW };
        expect(await journal.lastInjection(given)).toMatchObject({ ts: NOW });
        expect(await journal.lastInjection({ item })).toMatchObject({ ts: NOW });
        expect(await journal.lastInjection({ ...given, until: NOW - 1 })).toBeUndefined();
        expect(await journal.lastInjection({ ...given, item: other })).toBeUndefined();
        expect(await journal.lastInjection({ ...given, sessionId: OTHER_SESSION })).toBeUndefined();
      }));

    it('keep what is known of them: turn, scores, tokens and time, in the same commit (D-012)', () =>
      onJournal(open, async (journal, reopen) => {
        const given = [
          sampleInjection({ items: ITEMS, detail: DETAIL }),
          sampleInjection({ kind: 'boot', items: ITEMS }),
          sampleInjection({ kind: 'tool', detail: { turnId: null, scores: [], tokens: 0, tookMs: 0 } }),
        ];
        await journal.append({ injections: given });
        await journal.append({ injections: given });
        const stored = given.map((injection, index) => ({ ...injection, seq: index + 1 }));
        const again = await reopen();
        expect(await again.injections(0, 9)).toEqual(stored);
        const exported: ExportRow[] = [];
        for await (const row of again.exportRows()) if (row.kind === 'injection') exported.push(row);
        expect(exported).toEqual(stored.map((row) => ({ kind: 'injection', row })));
        expect((await again.verify()).problems).toEqual([]);
      }));

    it('are found by id or its beginning, by turn, and as the last of a session, space or kind', () =>
      onJournal(open, async (journal) => {
        const first = sampleInjection({ items: ITEMS, detail: DETAIL });
        const second = sampleInjection({ detail: { ...DETAIL, scores: [], turnId: OTHER_TURN } });
        const boot = sampleInjection({ kind: 'boot' });
        const other = sampleInjection({ sessionId: OTHER_SESSION, workspace: OTHER_SPACE });
        await journal.append({ injections: [first, second, boot, other] });
        const found = async (beginning: string) => (await journal.injectionsById(beginning, 9)).map(({ id }) => id);
        expect(await found(first.id)).toEqual([first.id]);
        expect(await found(first.id.slice(0, 8))).toEqual([first.id]);
        expect(await found('')).toHaveLength(4);
        expect(await found('zzz')).toEqual([]);
        expect(await journal.injectionsOfTurn(TURN)).toMatchObject([first]);
        expect(await journal.injectionsOfTurn(deriveId('no turn'))).toEqual([]);
        expect(await journal.lastInjection({})).toMatchObject(other);
        expect(await journal.lastInjection({ sessionId: SESSION })).toMatchObject(boot);
        expect(await journal.lastInjection({ workspace: SPACE, kinds: ['prompt', 'tool'] })).toMatchObject(second);
        expect(await journal.lastInjection({ kinds: ['tool'] })).toBeUndefined();
      }));

    it('refuse a detail that does not fit, with the injection it belongs to', () =>
      onJournal(open, async (journal) => {
        for (const wrong of [{ scores: [1] }, { scores: [1, Number.NaN] }, { tokens: -1 }, { tookMs: Number.NaN }]) {
          const injection = sampleInjection({ items: ITEMS, detail: { ...DETAIL, ...wrong } });
          await expect(journal.append({ injections: [injection] })).rejects.toMatchObject({ code: 'invalid-record' });
        }
        expect(await journal.injections(0, 9)).toEqual([]);
      }));

    it('are erased with what is known of them (D-023)', () =>
      onJournal(open, async (journal) => {
        const record = sampleRecord();
        const detail = { ...DETAIL, scores: [1] };
        const kept = sampleInjection({ items: ITEMS, detail: DETAIL });
        const gone = sampleInjection({ items: [record.id], detail });
        await journal.append({ records: [record], injections: [gone, kept] });
        expect(await journal.eraseRecords(erasing(NOW, record.id))).toMatchObject({ injections: [gone.id] });
        expect(await journal.injectionsOfTurn(TURN)).toMatchObject([kept]);
        expect((await journal.verify()).problems).toEqual([]);
      }));
  });
}
