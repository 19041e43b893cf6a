import { describe, expect, it } from 'vitest';
import type { RecordId } from '../../memory/ids.ts';
import {
  NOW,
  type OpenEmptyJournal,
  onJournal,
  SESSION,
  SPACE,
  sampleInjection,
  sampleRecord,
  TURN,
} from './samples.fixture.ts';

const LATER = NOW + 60_000;

export function describeErase(open: OpenEmptyJournal): void {
  describe('erase', () => {
    it('takes the record out of everything and never takes it back (D-023, D-064)', () =>
      onJournal(open, async (journal) => {
        const secret = sampleRecord({ content: 'the launch word is heliotrope', ts: NOW });
        const answer = sampleRecord({ type: 'assistant', content: 'noted', ts: NOW + 1 });
        await journal.append({ records: [secret, answer] });
        await journal.closeTurn(TURN, 'stop', LATER);
        await journal.append({
          records: [sampleRecord({ type: 'assistant', content: 'more', ts: NOW + 2 })],
          injections: [
            sampleInjection({ items: [answer.id, secret.id] }),
            sampleInjection({ items: [TURN] }),
            sampleInjection({ items: [answer.id] }),
          ],
        });
        await journal.closeTurn(TURN, 'idle', LATER + 1);
        expect(await journal.erase(secret.id, LATER + 2)).toEqual({
          id: secret.id,
          found: true,
          workspace: SPACE,
          turnRevisions: 2,
          injections: 2,
        });
        expect(await journal.record(secret.id)).toBeUndefined();
        expect(await journal.recordsOfSession(SESSION)).not.toContainEqual(expect.objectContaining({ id: secret.id }));
        const [turn, ...others] = await journal.turns({ limit: 5 });
        expect(others).toEqual([]);
        expect(turn).toMatchObject({
          rev: 3,
          sequenceNum: 1,
          closeReason: 'erasure',
          closedAt: LATER + 2,
          userMessage: '',
          agentResponse: 'noted\n\nmore',
        });
        expect(await journal.openTurns()).toEqual([]);
        expect(await journal.append({ records: [secret] })).toEqual({
          inserted: [],
          duplicates: [],
          erased: [secret.id],
        });
        expect(await journal.record(secret.id)).toBeUndefined();
        expect((await journal.verify()).problems).toEqual([]);
      }));

    it('a block made from an erased record is not stored either', () =>
      onJournal(open, async (journal) => {
        const record = sampleRecord();
        await journal.append({ records: [record] });
        await journal.erase(record.id, LATER);
        await journal.append({ injections: [sampleInjection({ items: [record.id] })] });
        expect(await journal.erase(record.id, LATER + 1)).toMatchObject({ found: false, injections: 0 });
      }));

    it('the last record of a turn takes the turn along', () =>
      onJournal(open, async (journal) => {
        const record = sampleRecord();
        await journal.append({ records: [record] });
        await journal.closeTurn(TURN, 'stop', LATER);
        await journal.erase(record.id, LATER);
        expect(await journal.turns({ limit: 5 })).toEqual([]);
        expect(await journal.openTurns()).toEqual([]);
        expect(await journal.counts()).toMatchObject({ records: 0, turns: 0, lastRecordAt: null });
      }));

    it('a turn that was not closed yet stays open without the record', () =>
      onJournal(open, async (journal) => {
        const [first, second] = [sampleRecord({ content: 'one' }), sampleRecord({ content: 'two' })];
        await journal.append({ records: [first, second] });
        expect(await journal.erase(first.id, LATER)).toMatchObject({ turnRevisions: 0 });
        expect(await journal.turns({ limit: 5 })).toEqual([]);
        expect(await journal.openTurns()).toMatchObject([{ id: TURN, revised: false }]);
        expect(await journal.closeTurn(TURN, 'stop', LATER)).toMatchObject({ userMessage: 'two' });
      }));

    it('an id that was never here is kept out from now on', () =>
      onJournal(open, async (journal) => {
        const record = sampleRecord();
        expect(await journal.erase(record.id, LATER)).toEqual({
          id: record.id,
          found: false,
          workspace: null,
          turnRevisions: 0,
          injections: 0,
        });
        expect(await journal.append({ records: [record, sampleRecord()] })).toMatchObject({ erased: [record.id] });
        expect(await journal.recordsOfSession(SESSION)).toHaveLength(1);
      }));

    it('an id inside another id is another id', () =>
      onJournal(open, async (journal) => {
        const short = sampleRecord({ id: 'abc' as RecordId });
        const long = sampleRecord({ id: 'x"abc"y' as RecordId });
        await journal.append({ records: [short, long], injections: [sampleInjection({ items: [long.id] })] });
        expect(await journal.erase(short.id, LATER)).toMatchObject({ injections: 0 });
        expect(await journal.erase(long.id, LATER)).toMatchObject({ injections: 1 });
      }));

    it('order goes on after an erasure: a seq is never used twice', () =>
      onJournal(open, async (journal) => {
        const last = sampleRecord();
        await journal.append({ records: [sampleRecord(), last] });
        const seq = (await journal.record(last.id))?.seq ?? 0;
        await journal.erase(last.id, LATER);
        const next = sampleRecord();
        await journal.append({ records: [next] });
        expect((await journal.record(next.id))?.seq).toBeGreaterThan(seq);
      }));
  });
}
