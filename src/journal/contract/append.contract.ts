import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordId, SessionId } from '../../memory/ids.ts';
import { type MemoryRecord, RECORD_TYPES, type RecordType } from '../../memory/record.ts';
import { SOURCE_CLASSES } from '../../memory/source.ts';
import type { IdBeginning } from '../sqlite/reads.ts';
import {
  type OpenEmptyJournal,
  OTHER_SPACE,
  onJournal,
  SESSION,
  SPACE,
  sampleRecord,
  sampleSession,
} from './samples.fixture.ts';

const NOT_A_TYPE: string = 'gossip';

export function describeAppend(open: OpenEmptyJournal): void {
  describe('append', () => {
    it('gives every record back as it was handed in, in order of arrival (D-007, D-014)', () =>
      onJournal(open, async (journal) => {
        const records = RECORD_TYPES.map((type) => sampleRecord({ type, tool: 'Read', path: 'a/b.ts' }));
        const sources = SOURCE_CLASSES.map((source) =>
          sampleRecord({ source, tags: ['x', 'ÿ'], metadata: { a: [1] } }),
        );
        const all: readonly MemoryRecord[] = [...records, ...sources];
        const result = await journal.append({ records: all });
        expect(result).toEqual({ inserted: all.map((record) => record.id), duplicates: [], erased: [] });
        const stored = await journal.recordsOfSession(SESSION);
        expect(stored.map(({ seq: _, ...record }) => record)).toEqual(all);
        expect(stored.map(({ seq }) => seq)).toEqual(stored.map(({ seq }) => seq).sort((a, b) => a - b));
        expect(await journal.record(all[3]?.id ?? ('' as RecordId))).toEqual(stored[3]);
        expect(await journal.record('nobody' as RecordId)).toBeUndefined();
      }));

    it('finds records by the beginning of their id, in a space and what belongs to none beside it, or not', () =>
      onJournal(open, async (journal) => {
        const [here, there, nowhere] = [SPACE, OTHER_SPACE, null].map((workspace, index) =>
          sampleRecord({ workspace, id: `aaaaaa-${index}` as RecordId }),
        );
        await journal.append({ records: [here, there, nowhere, sampleRecord()].flatMap((record) => record ?? []) });
        const found = (beginning: string, filter: Partial<IdBeginning> = {}) =>
          journal.recordIds({ beginning, limit: 9, ...filter });
        expect(await found('aaaaaa')).toEqual([here?.id, there?.id, nowhere?.id]);
        expect(await found('aaaaaa', { limit: 1 })).toEqual([here?.id]);
        expect(await found('aaaaaa', { workspace: SPACE })).toEqual([here?.id, nowhere?.id]);
        expect(await found('aaaaaa', { workspace: SPACE, exactly: true })).toEqual([here?.id]);
        for (const exactly of [false, true])
          expect(await found('aaaaaa', { workspace: null, exactly })).toEqual([nowhere?.id]);
        expect(await found('aaaaaa-1')).toEqual([there?.id]);
        expect(await found('zz')).toEqual([]);
      }));

    it('stores an id once, whatever comes with it the second time', () =>
      onJournal(open, async (journal) => {
        const record = sampleRecord({ content: 'first' });
        const again = { ...record, content: 'second' };
        expect(await journal.append({ records: [record, again] })).toMatchObject({
          inserted: [record.id],
          duplicates: [record.id],
        });
        expect(await journal.append({ records: [again] })).toMatchObject({ inserted: [], duplicates: [record.id] });
        expect(await journal.record(record.id)).toMatchObject({ content: 'first' });
        expect((await journal.counts()).records).toBe(1);
      }));

    it('leaves a known session as it is', () =>
      onJournal(open, async (journal) => {
        await journal.append({ sessions: [sampleSession({ client: 'someone else' })] });
        expect(await journal.session(SESSION)).toMatchObject({ client: 'test' });
      }));

    it('takes a batch whole or not at all, and a bad batch fails alone', () =>
      onJournal(open, async (journal) => {
        const good = sampleRecord();
        const lost = sampleRecord();
        const late = sampleRecord();
        const results = await Promise.allSettled([
          journal.append({ records: [good] }),
          journal.append({ records: [lost, sampleRecord({ sessionId: 'unheard of' as SessionId })] }),
          journal.append({ records: [late, sampleRecord({ type: NOT_A_TYPE as RecordType })] }),
          journal.append({ records: [late] }),
        ]);
        expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
        expect(results[1]).toMatchObject({ reason: { code: 'unknown-session', retryable: false } });
        expect(results[2]).toMatchObject({ reason: { code: 'invalid-record', retryable: false } });
        expect((await journal.recordsOfSession(SESSION)).map(({ id }) => id)).toEqual([good.id, late.id]);
        const after = sampleRecord();
        expect((await journal.append({ records: [after] })).inserted).toEqual([after.id]);
      }));

    it('refuses times that are no whole milliseconds', () =>
      onJournal(open, async (journal) => {
        for (const ts of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
          await expect(journal.append({ records: [sampleRecord({ ts })] })).rejects.toMatchObject({
            code: 'invalid-record',
          });
        }
        expect((await journal.counts()).records).toBe(0);
      }));

    it('keeps any text: NUL, U+2028, right to left, half a surrogate pair as U+FFFD (F-22)', () =>
      onJournal(open, async (journal) => {
        const awkward = [
          '\0',
          'a\0b',
          '\u2028\u2029',
          'שלום',
          '🦊',
          '\ufeff',
          '\u202e',
          '\x1b[31m',
          '"\\\'',
          '\ud800',
          'a\udc00b',
        ];
        const records = awkward.map((text) =>
          sampleRecord({
            content: text,
            tool: text,
            path: text,
            tags: [text],
            metadata: { [`key ${text}`]: { deep: [text] } },
          }),
        );
        await journal.append({ records });
        for (const [index, { id }] of records.entries()) {
          const text = awkward[index]?.toWellFormed() ?? '';
          expect(await journal.record(id)).toMatchObject({
            content: text,
            tool: text,
            path: text,
            tags: [text],
            metadata: { [`key ${text}`]: { deep: [text] } },
          });
        }
        expect((await journal.verify()).problems).toEqual([]);
      }));

    it('keeps any metadata that is JSON (F-22)', () =>
      onJournal(open, async (journal) => {
        const anyMetadata = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
        await fc.assert(
          fc.asyncProperty(fc.string({ unit: 'binary' }), anyMetadata, async (content, given) => {
            // What a door hands over has been through JSON: no `undefined`, no -0.
            const metadata = JSON.parse(JSON.stringify(given));
            const record = sampleRecord({ content, metadata });
            await journal.append({ records: [record] });
            expect(await journal.record(record.id)).toMatchObject({ content, metadata });
          }),
          { numRuns: 100 },
        );
        expect((await journal.verify()).problems).toEqual([]);
      }));

    it('keeps a 10 MB record (F-21)', () =>
      onJournal(open, async (journal) => {
        const content = 'word '.repeat(2_000_000);
        const record = sampleRecord({ content });
        await journal.append({ records: [record] });
        expect((await journal.record(record.id))?.content === content).toBe(true);
        expect((await journal.verify()).problems).toEqual([]);
      }));

    it('acknowledges many at once, each in its own right', () =>
      onJournal(open, async (journal) => {
        const records = Array.from({ length: 300 }, () => sampleRecord());
        const results = await Promise.all(records.map((record) => journal.append({ records: [record, record] })));
        expect(results.map(({ inserted }) => inserted)).toEqual(records.map(({ id }) => [id]));
        expect((await journal.counts()).records).toBe(300);
      }));
  });
}
