import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchQuery } from '../journal.ts';
import {
  NOW,
  type OpenEmptyJournal,
  OTHER_SESSION,
  OTHER_SPACE,
  onJournal,
  SESSION,
  SPACE,
  sampleRecord,
} from './samples.fixture.ts';

/** Everything a full-text query language gives a meaning to, and what breaks naive quoting. */
const NASTY_QUERIES: readonly string[] = [
  '"',
  '""',
  '"""',
  '"fox',
  'fox"',
  '"fox" "',
  "'",
  "fox' OR '1'='1",
  '*',
  'fox*',
  '*fox',
  'f*x*',
  '^fox',
  '-fox',
  '+fox',
  'fox -',
  '(',
  ')',
  '(fox',
  'fox)',
  '()',
  'NEAR(',
  'NEAR(fox, 5)',
  'NEAR/5',
  'AND',
  'OR',
  'NOT',
  'NOT fox',
  'fox AND',
  'fox OR',
  'fox AND NOT dog',
  'content:',
  'content:fox',
  'col: fox',
  '{content path}: fox',
  'records_fts',
  'rank:1',
  ';',
  '; DROP TABLE records; --',
  '--',
  '/* fox',
  '\\',
  '%',
  '_',
  '?',
  '?1',
  ':fox',
  '@fox',
  '$fox',
  '\0',
  'fox\0dog',
  '\ud800',
  '🦊',
  '…',
  '\u0301',
  '   ',
  '\n\t',
  'a'.repeat(100_000),
  '" OR '.repeat(5_000),
  Array.from({ length: 5_000 }, (_, index) => `word${index}`).join(' '),
];

export function describeSearch(open: OpenEmptyJournal): void {
  describe('search', () => {
    it('finds words in content, tags and path, in any case and form (D-010, D-012)', () =>
      onJournal(open, async (journal) => {
        const inContent = sampleRecord({ content: 'The foxes were jumping' });
        const inTags = sampleRecord({ content: 'x', tags: ['Foxtrot', 'jumped'] });
        const inPath = sampleRecord({ content: '', path: 'src/jump/over.ts' });
        await journal.append({ records: [inContent, inTags, inPath, sampleRecord({ content: 'nothing here' })] });
        const ids = async (text: string) =>
          (await journal.search({ text, limit: 10 })).map(({ record }) => record.id).sort();
        expect(await ids('JUMP')).toEqual([inContent.id, inTags.id, inPath.id].sort());
        expect(await ids('fox')).toEqual([inContent.id]);
        expect(await ids('over.ts')).toEqual([inPath.id]);
      }));

    it('words are alternatives, more of them rank higher, and an answer is stable', () =>
      onJournal(open, async (journal) => {
        const both = sampleRecord({ content: 'alpha beta' });
        const one = sampleRecord({ content: 'alpha gamma' });
        const twin = sampleRecord({ content: 'alpha gamma' });
        await journal.append({ records: [both, one, twin] });
        const hits = await journal.search({ text: 'beta alpha', limit: 10 });
        expect(hits.map(({ record }) => record.id)).toEqual([both.id, twin.id, one.id]);
        expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
        expect(hits.every(({ score }) => score > 0)).toBe(true);
        expect(await journal.search({ text: 'beta alpha', limit: 10 })).toEqual(hits);
        expect(await journal.search({ text: 'beta alpha', limit: 2 })).toEqual(hits.slice(0, 2));
        expect(await journal.search({ text: 'alpha', limit: 0 })).toEqual([]);
        expect(await journal.search({ text: 'alpha', limit: -1 })).toEqual([]);
      }));

    it('a snippet is from its own record, whatever else matches in other spaces (DESIGN §5.11)', () =>
      onJournal(open, async (journal) => {
        const theirs = sampleRecord({
          content: 'the salary list of the secret project',
          workspace: OTHER_SPACE,
          sessionId: OTHER_SESSION,
        });
        const ours = sampleRecord({ content: 'where is the project readme' });
        await journal.append({ records: [theirs, ours] });
        const hits = await journal.search({ text: 'project', workspace: SPACE, limit: 10 });
        expect(hits.map(({ snippet }) => snippet)).toEqual(['where is the project readme']);
        const all = await journal.search({ text: 'project', limit: 10 });
        for (const { record, snippet } of all) expect(snippet).toBe(record.content);
      }));

    it('a snippet is plain text around the match, and short', () =>
      onJournal(open, async (journal) => {
        const filler = 'nothing to see '.repeat(500);
        await journal.append({
          records: [
            sampleRecord({ content: `${filler}<b>needle</b> & co ${filler}` }),
            sampleRecord({ content: `haystack ${'x'.repeat(100_000)}` }),
            sampleRecord({ content: '', path: 'deep/in/thimble.ts' }),
          ],
        });
        const snippet = async (text: string) => (await journal.search({ text, limit: 1 }))[0]?.snippet ?? '';
        expect(await snippet('needle')).toContain('<b>needle</b> & co');
        expect((await snippet('needle')).length).toBeLessThan(500);
        expect((await snippet('haystack')).length).toBeLessThan(500);
        expect(await snippet('thimble')).toContain('thimble');
      }));

    it('filters by type, space, session and time, each and together (D-021)', () =>
      onJournal(open, async (journal) => {
        const here = sampleRecord({ content: 'fox', ts: NOW });
        const there = sampleRecord({ content: 'fox', sessionId: OTHER_SESSION, workspace: OTHER_SPACE, ts: NOW + 100 });
        const nowhere = sampleRecord({ content: 'fox', workspace: null, type: 'error', ts: NOW + 200 });
        await journal.append({ records: [here, there, nowhere] });
        const ids = async (filter: Partial<SearchQuery>) =>
          (await journal.search({ text: 'fox', limit: 10, ...filter })).map(({ record }) => record.id).sort();
        expect(await ids({})).toEqual([here.id, there.id, nowhere.id].sort());
        expect(await ids({ types: ['error', 'event'] })).toEqual([nowhere.id]);
        expect(await ids({ types: [] })).toEqual([]);
        expect(await ids({ workspace: SPACE })).toEqual([here.id]);
        expect(await ids({ workspace: null })).toEqual([nowhere.id]);
        expect(await ids({ sessionId: SESSION })).toEqual([here.id, nowhere.id].sort());
        expect(await ids({ since: NOW + 100 })).toEqual([there.id, nowhere.id].sort());
        expect(await ids({ until: NOW + 100 })).toEqual([here.id, there.id].sort());
        expect(await ids({ since: NOW + 1, until: NOW + 199, workspace: OTHER_SPACE, types: ['prompt'] })).toEqual([
          there.id,
        ]);
        expect(await ids({ since: NOW + 1, sessionId: SESSION, types: ['prompt'] })).toEqual([]);
      }));

    it('takes any text, and none of it is a command (SRV-21)', () =>
      onJournal(open, async (journal) => {
        await journal.append({ records: [sampleRecord({ content: 'the fox and the dog' })] });
        for (const text of NASTY_QUERIES) {
          const hits = await journal.search({ text, limit: 5 });
          const shown = text.slice(0, 40);
          if (text.split(/\s+/).some((word) => /^\W*fox\W*$/.test(word)))
            expect([shown, hits.length]).toEqual([shown, 1]);
          if (!/\p{L}/u.test(text)) expect([shown, hits.length]).toEqual([shown, 0]);
        }
        await fc.assert(
          fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
            await journal.search({ text, limit: 5 });
          }),
          { numRuns: 300 },
        );
        expect((await journal.counts()).records).toBe(1);
      }));
  });
}
