import { describe, expect, it } from 'vitest';
import { deriveId, type LearningId } from '../../memory/ids.ts';
import { KNOWN, NOTHING_KNOWN, sampleCheckpoint, sampleScan } from './act-samples.fixture.ts';
import { type OpenEmptyJournal, OTHER_SPACE, onJournal, SPACE } from './samples.fixture.ts';

export function describeCheckpoints(open: OpenEmptyJournal): void {
  describe('checkpoints', () => {
    it('tells the newest place of each scope', () =>
      onJournal(open, async (journal, reopen) => {
        expect(await journal.checkpoints()).toEqual(new Map());
        const first = await journal.act(sampleCheckpoint({ scopes: [SPACE, OTHER_SPACE, null] }));
        await journal.act(sampleScan());
        const second = await journal.act(sampleCheckpoint({ scopes: [null, SPACE], cause: 'retention' }));
        const places = new Map([
          [OTHER_SPACE, first],
          [SPACE, second],
          [null, second],
        ]);
        expect(await (await reopen()).checkpoints()).toEqual(places);
      }));

    it('a newer one takes the place of what an older one held of its scopes, and of that alone (D-064)', () =>
      onJournal(open, async (journal) => {
        const [learning] = KNOWN.learnings;
        const id = deriveId<LearningId>('elsewhere');
        const elsewhere = KNOWN.learnings.slice(0, 1).map((known) => ({ ...known, id, workspace: OTHER_SPACE }));
        const older = sampleCheckpoint({
          scopes: [SPACE, OTHER_SPACE, null],
          state: { ...KNOWN, learnings: [...KNOWN.learnings, ...elsewhere] },
        });
        await journal.act(older);
        const newer = sampleCheckpoint({ state: { ...NOTHING_KNOWN, learnings: learning ? [learning] : [] } });
        await journal.act(newer);
        expect(await journal.storedAct(older.id)).toMatchObject({
          scopes: older.scopes,
          state: { ...NOTHING_KNOWN, learnings: elsewhere },
        });
        expect(await journal.storedAct(newer.id)).toMatchObject({ state: newer.state });
        expect((await journal.verify()).problems).toEqual([]);
      }));

    it('holds as much as there is, in its order, and gives the place it has when it comes again', () =>
      onJournal(open, async (journal) => {
        const many = KNOWN.learnings.flatMap((learning, which) =>
          Array.from({ length: 500 }, (_, index) => ({
            ...learning,
            id: deriveId<LearningId>(`${which}`, `${index}`),
          })),
        );
        const checkpoint = sampleCheckpoint({ state: { ...KNOWN, learnings: many } });
        const [place] = await Promise.all(
          [checkpoint, sampleCheckpoint({ scopes: [OTHER_SPACE], state: NOTHING_KNOWN })].map((act) =>
            journal.act(act),
          ),
        );
        expect(await journal.act(checkpoint)).toBe(place);
        expect(await journal.storedAct(checkpoint.id)).toEqual({ ...checkpoint, seq: place });
        expect((await journal.verify()).problems).toEqual([]);
      }));

    it('refuses one that holds something of a scope it does not name', () =>
      onJournal(open, async (journal) => {
        const wrong = journal.act(sampleCheckpoint({ scopes: [null] }));
        await expect(wrong).rejects.toMatchObject({ code: 'invalid-record' });
        expect(await journal.actCounts()).toEqual({ total: 0, last: 0 });
      }));
  });
}
