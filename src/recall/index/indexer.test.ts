import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOW, OTHER_SPACE, SPACE } from '../../journal/contract/samples.fixture.ts';
import { sampleLearning } from '../../knowledge/contract/samples.fixture.ts';
import type { MemoryRecord } from '../../memory/record.ts';
import { openPlainDatabase } from '../../platform/sqlite.ts';
import { IndexWriter } from './index-writer.ts';
import { Indexer, LEFT_OUT_MARK, RECORDS_MARK } from './indexer.ts';
import { openIndexForWriting } from './schema.ts';
import { factSpace } from './space-names.ts';
import { listsOf, postingsOf, rawBytes } from './temporary-index.fixture.ts';
import { sessionNamed, TemporaryMemory } from './temporary-memory.fixture.ts';

const INDEX_FOREVER = fileURLToPath(new URL('./index-forever.fixture.ts', import.meta.url));
const KILLS = 5;

let memory: TemporaryMemory;
beforeEach(async () => {
  memory = await TemporaryMemory.open();
});
afterEach(() => memory.close());

function holding(word: string, space: string = SPACE): number {
  return postingsOf(memory.reader(), space, word).length;
}

/** What an index says that was made in one go. */
function madeAnew(): unknown {
  const path = join(memory.folder, 'anew', 'recall.db');
  const indexer = memory.openIndexer(path);
  while (indexer.step());
  return listsOf(memory.database(path), memory.reader(path));
}

function manyRecords(count: number): readonly Partial<MemoryRecord>[] {
  return Array.from({ length: count }, (_, n) => ({
    content: `record number${n} ${'of some words to index '.repeat(n % 40)}`,
    sessionId: sessionNamed(String(n % 5)),
    workspace: n % 3 === 0 ? OTHER_SPACE : SPACE,
  }));
}

async function indexUntilKilled(afterMs: number): Promise<string> {
  const child = spawn(process.execPath, [INDEX_FOREVER, memory.journalPath, memory.indexPath], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  await sleep(afterMs);
  child.kill('SIGKILL');
  await closed;
  return output;
}

describe('the index', () => {
  it('holds every record once through kill -9 at any moment (F-01)', async () => {
    await memory.append(manyRecords(900));
    const said: string[] = [];
    for (let round = 0; round < KILLS; round += 1) said.push(await indexUntilKilled(round * 17));
    expect(said).toContain('begun\n');
    memory.catchUp();
    expect(memory.indexer.through).toBe(900);
    expect(listsOf(memory.database(), memory.reader())).toEqual(madeAnew());
  });

  it('forgets what was erased, and leaves no word of it in its file (D-023)', async () => {
    const [first, second] = await memory.say('keep alpha', 'zebrasecret alpha', 'keep omega');
    if (first === undefined || second === undefined) throw new Error('nothing was stored');
    await memory.journal.eraseRecords({ ids: [second.id], contentHashes: [], now: NOW });
    expect(memory.indexer.step()).toBe(true);
    expect(memory.reader().space(SPACE)?.liveRecords).toBe(2);
    memory.indexer.purge();
    expect([holding('zebrasecret'), holding('alpha'), holding('keep')]).toEqual([0, 1, 2]);
    expect(rawBytes(dirname(memory.indexPath))).not.toContain('zebrasecret');
  });

  it('waits for nothing when the newest records were erased before it read them', async () => {
    await memory.say('one');
    const [gone] = await memory.append([{ content: 'two' }]);
    if (gone === undefined) throw new Error('nothing was stored');
    await memory.journal.eraseRecords({ ids: [gone.id], contentHashes: [], now: NOW });
    memory.catchUp();
    expect(memory.reader().mark(RECORDS_MARK)).toBe(memory.records().lastSeq());
    await memory.say('three');
    expect([holding('one'), holding('two'), holding('three')]).toEqual([1, 0, 1]);
  });

  it('begins anew when the journal is an older one than it knows', async () => {
    await memory.say('one', 'two');
    const older = await TemporaryMemory.open();
    await older.append([{ content: 'other' }]);
    const path = memory.indexPath;
    const indexer = older.openIndexer(path);
    expect(indexer.through).toBe(0);
    while (indexer.step());
    await older.close();
    expect([holding('one'), holding('other')]).toEqual([0, 1]);
  });

  it('begins anew when the journal is another one that has grown past what it knows', async () => {
    await memory.say('one', 'two');
    const other = await TemporaryMemory.open();
    await other.append([{ content: 'other' }, { content: 'others' }, { content: 'more of them' }]);
    const indexer = other.openIndexer(memory.indexPath);
    while (indexer.step());
    await other.close();
    expect([holding('one'), holding('other')]).toEqual([0, 2]);
  });

  it.each([
    ['before it is opened again', false],
    ['before it read that', true],
  ])('goes on where the newest records it knows were erased %s', async (_, isRead) => {
    const stored = await memory.say('one', 'two', 'three');
    for (const { id } of stored.slice(1)) await memory.journal.eraseRecords({ ids: [id], contentHashes: [], now: NOW });
    if (isRead) memory.catchUp();
    expect(memory.openIndexer(memory.indexPath).through).toBe(3);
    memory.catchUp();
    for (const { id } of stored.slice(0, 1))
      await memory.journal.eraseRecords({ ids: [id], contentHashes: [], now: NOW });
    memory.catchUp();
    expect(memory.openIndexer(memory.indexPath).through).toBe(3);
  });

  it('finds nothing of records that retention has emptied, and their words leave the file (D-016)', async () => {
    const [old, young] = await memory.say('a quokka by the pond', 'a heron by the pond');
    if (old === undefined || young === undefined) throw new Error('not stored');
    const late = await memory.append([{ content: 'a marmot' }]);
    const emptied = [old, ...late].map(({ id }) => ({ id, contentHash: 'hash', snippet: 'a quok…' }));
    await memory.journal.emptyRecords(emptied);
    memory.catchUp();
    expect(holding('marmot')).toBe(0);
    expect(memory.indexer.forgetEmptied()).toBe(true);
    expect(memory.indexer.forgetEmptied()).toBe(false);
    memory.indexer.purge();
    expect([holding('quokka'), holding('quok'), holding('heron'), holding('pond')]).toEqual([0, 0, 1, 1]);
    expect(readFileSync(memory.indexPath, 'latin1')).not.toMatch(/quokka/);
    expect(memory.openIndexer(memory.indexPath).through).toBe(3);
  });

  it('leaves out a record that cannot be cut into words, tells which, and goes on', async () => {
    await memory.append([{ content: 'one' }, { content: 'two' }, { content: 'three' }]);
    const records = memory.records();
    const odd = Object.assign(Object.create(records), {
      lastSeq: () => records.lastSeq(),
      lastErasure: () => records.lastErasure(),
      lastEmptied: () => records.lastEmptied(),
      erasedAfter: () => [],
      after: (seq: number, limit: number) =>
        records.after(seq, limit).map((record) => (record.seq === 2 ? { ...record, tags: null } : record)),
    });
    const told: number[] = [];
    const indexer = new Indexer(odd, new IndexWriter(openIndexForWriting(memory.indexPath)), (seq) => told.push(seq));
    while (indexer.step());
    expect([told, indexer.through, memory.reader().mark(LEFT_OUT_MARK)]).toEqual([[2], 3, 1]);
    expect([holding('one'), holding('two'), holding('three')]).toEqual([1, 0, 1]);
  });

  it.each([
    ['garbage', (path: string) => writeFileSync(path, 'no database at all, '.repeat(1_000))],
    ['a database of something else', (path: string) => otherDatabase(path, 'CREATE TABLE x (y)')],
    ['an older format', (path: string) => otherDatabase(path, 'CREATE TABLE x (y); PRAGMA user_version = 9999')],
    ['an empty file', (path: string) => writeFileSync(path, '')],
  ])('begins anew where its file is %s', async (_, spoil) => {
    mkdirSync(dirname(memory.indexPath), { recursive: true });
    spoil(memory.indexPath);
    await memory.say('a word');
    expect(holding('word')).toBe(1);
  });
});

const FACTS = factSpace(SPACE);

describe('what was learned', () => {
  it('is indexed again when its words change, and not when it is only said again', () => {
    const fact = sampleLearning({ content: 'the port is 4000', subject: 'port' });
    memory.learn(fact);
    memory.learn({ ...fact, confidence: 0.9, confirmedAt: NOW + 5 });
    expect(memory.reader().space(FACTS)?.docs.count).toBe(1);
    expect(storedFacts()).toEqual([{ ...fact, confidence: 0.9, confirmedAt: NOW + 5 }]);
    memory.learn({ ...fact, content: 'the port is 5000' });
    expect(memory.reader().space(FACTS)).toMatchObject({ liveDocs: 1, liveRecords: 1 });
    memory.indexer.purge();
    expect([holding('4000', FACTS), holding('5000', FACTS), holding('port', FACTS)]).toEqual([0, 1, 1]);
    memory.learn({ ...fact, content: 'the port is 5000', tags: ['network'] });
    memory.indexer.purge();
    expect([holding('network', FACTS), holding('port', FACTS)]).toEqual([1, 1]);
  });

  it('moves with its scope: a fact of the person is in no space (D-097)', () => {
    const fact = sampleLearning({ content: 'prefers tabs', subject: null });
    memory.learn(fact);
    memory.learn({ ...fact, workspace: null, scope: { kind: 'user' } });
    memory.indexer.purge();
    expect([holding('tab', FACTS), holding('tab', '')]).toEqual([0, 1]);
    expect(memory.reader().factCount()).toBe(1);
  });

  it('is as it was last when several changes come at once', () => {
    const fact = sampleLearning({ content: 'first wording' });
    memory.learn(fact, { ...fact, content: 'second wording' }, { ...fact, content: 'third wording' });
    expect(['first', 'second', 'third'].map((word) => holding(word, FACTS))).toEqual([0, 0, 1]);
    expect(memory.indexer.facts.through).toBe(3);
  });

  it('is gone from the file when knowledge was made anew without it, also the end of a long one (D-023)', () => {
    const long = Array.from({ length: 400 }, (_, n) => `longword${n}`).join(' ');
    const [kept, gone] = [sampleLearning({ content: 'kept' }), sampleLearning({ content: long })];
    memory.learn(kept, gone);
    memory.indexer.factsAnew();
    memory.learn(kept);
    // Whoever dies here has taken in a part of it only.
    expect(memory.indexer.facts).toMatchObject({ through: 0, isWhole: false });
    memory.indexer.keepOnlyFacts(new Set([kept.id]));
    expect(memory.indexer.facts.isWhole).toBe(true);
    memory.indexer.purge();
    expect(storedFacts()).toEqual([kept]);
    expect(rawBytes(dirname(memory.indexPath))).not.toContain('longword');
    expect(memory.reader().space(FACTS)).toMatchObject({ liveDocs: 1, liveRecords: 1 });
  });

  it('keeps numbers apart when one is forgotten and another learned', () => {
    const [one, two, three] = ['one', 'two', 'three'].map((content) => sampleLearning({ content, subject: null }));
    if (one === undefined || two === undefined || three === undefined) throw new Error('three were made');
    memory.learn(one, two);
    memory.indexer.keepOnlyFacts(new Set([one.id]));
    memory.learn(three);
    const reader = memory.reader();
    const found = postingsOf(reader, FACTS, 'three').map(([doc]) => {
      const source = reader.space(FACTS)?.docs.source[doc ?? 0] ?? 0;
      return JSON.parse(reader.fact(source) ?? '{}').content;
    });
    expect(found).toEqual(['three']);
    expect(storedFacts()).toEqual([one, three]);
  });
});

function storedFacts(): unknown {
  const rows = memory.database().prepare('SELECT learning FROM facts ORDER BY num').pluck().all() as string[];
  return rows.map((row) => JSON.parse(row));
}

function otherDatabase(path: string, sql: string): void {
  const database = openPlainDatabase(path);
  database.exec(sql);
  database.close();
}
