import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SPACE, sampleRecord, sampleSession } from '../../journal/contract/samples.fixture.ts';
import type { Journal } from '../../journal/journal.ts';
import { RecordReader } from '../../journal/sqlite/record-reader.ts';
import { openJournal } from '../../journal/sqlite/sqlite-journal.ts';
import { journalOptions, temporaryFolder } from '../../journal/sqlite/temporary-journal.fixture.ts';
import { sampleLearning } from '../../knowledge/contract/samples.fixture.ts';
import type { Learning } from '../../memory/learning.ts';
import type { MemoryRecord, RecordType } from '../../memory/record.ts';
import { StoredTexts } from './stored-texts.ts';
import type { VectorItem } from './vector-source.ts';

const LIMIT = 32;

let folder: string;
let journal: Journal;
let reader: RecordReader;
/** In the order they changed. */
let changes: Learning[];
let texts: StoredTexts;
beforeEach(async () => {
  folder = temporaryFolder();
  journal = await openJournal(journalOptions(folder));
  await journal.append({ sessions: [sampleSession()] });
  reader = new RecordReader(journalOptions(folder).path);
  changes = [];
  texts = new StoredTexts(reader, async (after, limit) =>
    changes.map((learning, at) => ({ seq: at + 1, cause: 'learned' as const, learning })).slice(after, after + limit),
  );
});
afterEach(async () => {
  reader.close();
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

async function append(...records: readonly Partial<MemoryRecord>[]): Promise<void> {
  await journal.append({ records: records.map((record) => sampleRecord(record)) });
}

async function all(from = ''): Promise<{ readonly items: readonly VectorItem[]; readonly mark: string }> {
  const items: VectorItem[] = [];
  let mark = from;
  for (;;) {
    const feed = await texts.after(mark, LIMIT);
    expect(feed.items.length).toBeLessThanOrEqual(LIMIT);
    items.push(...feed.items);
    const isMoved = feed.mark !== mark;
    mark = feed.mark;
    if (feed.items.length === 0 && !isMoved) return { items, mark };
  }
}

describe('the texts that get vectors', () => {
  it('are what was said, errors and facts, each once, and go on from their mark', async () => {
    const types: readonly RecordType[] = ['prompt', 'tool_use', 'tool_result', 'assistant', 'event', 'error'];
    await append(
      ...Array.from({ length: 600 }, (_, at) => ({ type: types[at % 6] ?? 'event', content: `text ${at}` })),
    );
    changes = Array.from({ length: 50 }, (_, at) => sampleLearning({ content: `fact ${at}` }));
    const first = await all();
    const passages = first.items.flatMap((item) => item.passages);
    expect(passages).toHaveLength(new Set(passages).size);
    expect(passages.filter((text) => text.startsWith('fact'))).toHaveLength(50);
    expect(passages.filter((text) => text.startsWith('text'))).toHaveLength(300);
    expect(passages).not.toContain('text 1');
    expect(new Set(first.items.map(({ space }) => space))).toEqual(new Set([`r${SPACE}`, `f${SPACE}`]));
    await append({ content: 'one more' });
    expect((await all(first.mark)).items).toEqual([{ key: 'r601', space: `r${SPACE}`, passages: ['one more'] }]);
  });

  it('are cut as the index cuts them, and lose nothing', async () => {
    const words = Array.from({ length: 500 }, (_, at) => `word${at}`).join(' ');
    await append({ content: words }, { content: ' \n' }, { content: '字'.repeat(5_000) });
    const [long, blank, unspaced] = (await all()).items;
    expect(long?.passages).toHaveLength(4);
    expect(long?.passages.join('')).toBe(words);
    expect(blank?.passages).toEqual([]);
    expect(unspaced?.passages.every((passage) => passage.length <= 2_000)).toBe(true);
  });

  it('are no facts that hold no more or are sensitive: their vectors go', async () => {
    const learning = sampleLearning({ content: 'herons nest in alders' });
    changes = [learning, sampleLearning({ sensitive: true })];
    const first = await all();
    expect(first.items.map(({ passages }) => passages)).toEqual([['herons nest in alders'], []]);
    changes.push({ ...learning, validTo: 1 });
    expect((await all(first.mark)).items).toEqual([{ key: `f${learning.id}`, space: `f${SPACE}`, passages: [] }]);
  });

  it('come anew, and the old ones go, when knowledge has another history or the journal is another one', async () => {
    await append({ content: 'said' });
    changes = [sampleLearning(), sampleLearning()];
    const { mark } = await all();
    changes = [sampleLearning(), sampleLearning(), sampleLearning()];
    const facts = await texts.after(mark, LIMIT);
    expect(facts).toMatchObject({ outdated: ['f'], items: [] });
    expect((await all(facts.mark)).items.map(({ key }) => key)).toEqual(changes.map(({ id }) => `f${id}`));
    const ahead = JSON.stringify({ ...JSON.parse(mark), records: 7, facts: 0 });
    const records = await texts.after(ahead, LIMIT);
    expect(records.outdated).toEqual(['r']);
    expect((await all(records.mark)).items.map(({ key }) => key)).toContain('r1');
  });

  it('come anew also where the other history has the same fact, or as many records, at its place', async () => {
    await append({ content: 'said' });
    const fact = sampleLearning();
    changes = [fact];
    const { mark } = await all();
    changes = [{ ...fact, content: 'said in other words' }];
    expect(await texts.after(mark, LIMIT)).toMatchObject({ outdated: ['f'], items: [] });
    changes = [fact];
    expect((await texts.after(mark, LIMIT)).outdated).toEqual([]);
    const other = JSON.stringify({ ...JSON.parse(mark), record: 'of another journal' });
    expect(await texts.after(other, LIMIT)).toMatchObject({ outdated: ['r'], items: [] });
  });

  it('do not come anew when the record at the mark was erased', async () => {
    const record = sampleRecord({ content: 'said' });
    await journal.append({ records: [record] });
    const { mark } = await all();
    await journal.eraseRecords({ ids: [record.id], contentHashes: [], now: 0 });
    expect(await texts.after(mark, LIMIT)).toMatchObject({ outdated: [], items: [] });
  });

  it('are looked for in a part of the journal at a time, also where there are none', async () => {
    await append(...Array.from({ length: 3_000 }, () => ({ type: 'tool_result' as const, content: 'out' })));
    await append({ content: 'said' });
    const first = await texts.after('', LIMIT);
    expect(first.items).toEqual([]);
    expect(first.waiting).toBeGreaterThan(1_000);
    expect((await all(first.mark)).items.map(({ passages }) => passages)).toEqual([['said']]);
  });
});
