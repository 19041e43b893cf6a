import { describe, expect, it } from 'vitest';
import { sampleScan } from './act-samples.fixture.ts';
import {
  erasing,
  NOW,
  type OpenEmptyJournal,
  onJournal,
  SESSION,
  sampleInjection,
  sampleRecord,
  sampleSession,
  TURN,
} from './samples.fixture.ts';

const LATER = NOW + 1_000_000;

export function describeEraseWhole(open: OpenEmptyJournal): void {
  describe('erasing a session', () => {
    it('refuses what it said until then, in whatever batch, and takes what it says later (D-064)', () =>
      onJournal(open, async (journal) => {
        const [early, late] = [sampleRecord({ ts: LATER }), sampleRecord({ ts: LATER + 1, turnId: null })];
        await journal.append({ records: [early], injections: [sampleInjection()] });
        await journal.closeTurn(TURN, 'stop', LATER);
        await journal.eraseRecords(erasing(LATER, early.id));
        await journal.eraseSession(SESSION, LATER);
        expect(await journal.session(SESSION)).toBeUndefined();
        expect(await journal.injections(0, 10)).toEqual([]);

        const repaired = sampleRecord({ ts: LATER - 1 });
        const injections = [sampleInjection({ ts: LATER })];
        const again = await journal.append({ sessions: [sampleSession()], records: [repaired], injections });
        expect(again).toEqual({ inserted: [], duplicates: [], erased: [repaired.id] });
        expect(await journal.session(SESSION)).toBeUndefined();
        const next = await journal.append({ sessions: [sampleSession()], records: [repaired, late] });
        expect(next).toEqual({ inserted: [late.id], duplicates: [], erased: [repaired.id] });
        expect(await journal.recordsOfSession(SESSION)).toMatchObject([late]);
        expect((await journal.verify()).problems).toEqual([]);
      }));

    it('keeps one that has records left, and refuses what comes of its past', () =>
      onJournal(open, async (journal) => {
        await journal.append({ records: [sampleRecord({ ts: LATER + 1 })] });
        await journal.eraseSession(SESSION, LATER);
        expect(await journal.recordsOfSession(SESSION)).toHaveLength(1);
        const past = sampleRecord({ ts: LATER });
        expect(await journal.append({ records: [past] })).toMatchObject({ erased: [past.id] });
      }));
  });

  describe('erasing a space', () => {
    it('forgets its places and what its scans found; the same folder is a new space then', () =>
      onJournal(open, async (journal) => {
        const identity = { anchor: '/p/.git', root: '/p', kind: 'git', fingerprint: 'a' } as const;
        const { id } = await journal.resolveSpace(identity, NOW);
        const other = await journal.resolveSpace({ ...identity, anchor: '/q', root: '/q', fingerprint: 'b' }, NOW);
        await journal.act(sampleScan({ workspace: id }));
        await journal.eraseSpace(id);
        expect(await journal.space(id)).toBeUndefined();
        expect(await journal.space(other.id)).toEqual(other);
        expect(await journal.lastScan(id)).toMatchObject({ paths: [] });
        expect((await journal.resolveSpace(identity, LATER)).id).not.toBe(id);
        expect((await journal.verify()).problems).toEqual([]);
      }));
  });

  describe('erasing by itself', () => {
    it('takes an injection with what is known of it', () =>
      onJournal(open, async (journal) => {
        const detail = { turnId: TURN, scores: [], tokens: 1, tookMs: 1 };
        const [gone, kept] = [sampleInjection({ detail }), sampleInjection({ detail })];
        await journal.append({ injections: [gone, kept] });
        await journal.eraseInjections([gone.id]);
        expect(await journal.injections(0, 10)).toMatchObject([kept]);
        expect((await journal.verify()).problems).toEqual([]);
      }));

    it('remembers ids and texts as hashes, and says whether one was erased', () =>
      onJournal(open, async (journal, reopen) => {
        const { id } = sampleRecord();
        expect(await journal.wasErased({ id, contentHash: 'a' })).toBe(false);
        await journal.eraseRecords({ ids: [id], contentHashes: ['a', 'b'], now: NOW });
        await journal.eraseRecords({ ids: [], contentHashes: ['b'], now: LATER });
        const again = await reopen();
        expect(await again.wasErased({ id })).toBe(true);
        expect(await again.wasErased({ contentHash: 'b' })).toBe(true);
        expect(await again.wasErased({ id: sampleRecord().id, contentHash: 'c' })).toBe(false);
        expect(await again.wasErased({})).toBe(false);
        expect((await again.verify()).problems).toEqual([]);
      }));
  });
}
