import { describe, expect, it } from 'vitest';
import type { RecordId } from '../../memory/ids.ts';
import {
  erasing,
  NOW,
  type OpenEmptyJournal,
  onJournal,
  SESSION,
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
        const gone = [sampleInjection({ items: [answer.id, secret.id] }), sampleInjection({ items: [TURN] })];
        await journal.append({ records: [secret, answer] });
        await journal.closeTurn(TURN, 'stop', LATER);
        await journal.append({
          records: [sampleRecord({ type: 'assistant', content: 'more', ts: NOW + 2 })],
          injections: [...gone, sampleInjection({ items: [answer.id] })],
        });
        await journal.closeTurn(TURN, 'idle', LATER + 1);
        expect(await journal.eraseRecords(erasing(LATER + 2, secret.id))).toEqual({
          records: [secret.id],
          turns: [TURN],
          injections: gone.map(({ id }) => id),
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
        await journal.eraseRecords(erasing(LATER, record.id));
        await journal.append({ injections: [sampleInjection({ items: [record.id] })] });
        expect(await journal.eraseRecords(erasing(LATER + 1, record.id))).toMatchObject({
          records: [],
          injections: [],
        });
      }));

    it('the last record of a turn takes the turn along', () =>
      onJournal(open, async (journal) => {
        const record = sampleRecord();
        await journal.append({ records: [record] });
        await journal.closeTurn(TURN, 'stop', LATER);
        await journal.eraseRecords(erasing(LATER, record.id));
        expect(await journal.turns({ limit: 5 })).toEqual([]);
        expect(await journal.openTurns()).toEqual([]);
        expect(await journal.counts()).toMatchObject({ records: 0, turns: 0, lastRecordAt: null });
      }));

    it('a turn that was not closed yet stays open without the record', () =>
      onJournal(open, async (journal) => {
        const [first, second] = [sampleRecord({ content: 'one' }), sampleRecord({ content: 'two' })];
        await journal.append({ records: [first, second] });
        await journal.eraseRecords(erasing(LATER, first.id));
        expect(await journal.turns({ limit: 5 })).toEqual([]);
        expect(await journal.openTurns()).toMatchObject([{ id: TURN, revised: false }]);
        expect(await journal.closeTurn(TURN, 'stop', LATER)).toMatchObject({ userMessage: 'two' });
      }));

    it('an id that was never here is kept out from now on', () =>
      onJournal(open, async (journal) => {
        const record = sampleRecord();
        expect(await journal.eraseRecords(erasing(LATER, record.id))).toEqual({
          records: [],
          turns: [],
          injections: [],
        });
        expect(await journal.append({ records: [record, sampleRecord()] })).toMatchObject({ erased: [record.id] });
        expect(await journal.recordsOfSession(SESSION)).toHaveLength(1);
      }));

    it('an id inside another id is another id', () =>
      onJournal(open, async (journal) => {
        const short = sampleRecord({ id: 'abc' as RecordId });
        const long = sampleRecord({ id: 'x"abc"y' as RecordId });
        const injection = sampleInjection({ items: [long.id] });
        await journal.append({ records: [short, long], injections: [injection] });
        expect(await journal.eraseRecords(erasing(LATER, short.id))).toMatchObject({ injections: [] });
        expect(await journal.eraseRecords(erasing(LATER, long.id))).toMatchObject({ injections: [injection.id] });
      }));

    it('order goes on after an erasure: a seq is never used twice', () =>
      onJournal(open, async (journal) => {
        const last = sampleRecord();
        await journal.append({ records: [sampleRecord(), last] });
        const seq = (await journal.record(last.id))?.seq ?? 0;
        await journal.eraseRecords(erasing(LATER, last.id));
        const next = sampleRecord();
        await journal.append({ records: [next] });
        expect((await journal.record(next.id))?.seq).toBeGreaterThan(seq);
      }));
  });
}
