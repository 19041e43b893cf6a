import { readFileSync, rmSync, statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isEncrypted } from '../../../test/support/encrypted.ts';
import { type ActId, deriveId, type TurnId } from '../../memory/ids.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { openSqlite } from '../../platform/sqlite.ts';
import {
  EDIT_CHANGES,
  KNOWN,
  NOTHING_KNOWN,
  sampleCheckpoint,
  sampleCuration,
  sampleEdit,
  sampleScan,
} from '../contract/act-samples.fixture.ts';
import {
  erasing,
  NOW,
  SPACE,
  sampleInjection,
  sampleRecord,
  sampleSession,
  TURN,
} from '../contract/samples.fixture.ts';
import { openJournal } from '../journal.ts';
import { journalOptions, temporaryFolder } from './temporary-journal.fixture.ts';

const RECORDS = 600;
const ERASED = 60;

let folder = '';
let path = '';
beforeEach(() => {
  folder = temporaryFolder();
  path = journalOptions(folder).path;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A word that occurs nowhere else. */
function uniqueWord(name: string): string {
  return deriveId('word', name);
}

function foundOnDisk(word: string): readonly string[] {
  return ['', '-wal'].filter((suffix) => readFileSync(path + suffix).includes(word));
}

describe('erase', () => {
  it('leaves none of the words on disk: not in the rows, the turns, the injections or the WAL', async ({ skip }) => {
    skip(isEncrypted, 'it looks at the bytes of a file');
    const journal = await openJournal(journalOptions(folder));
    await journal.append({ sessions: [sampleSession()] });
    const records = Array.from({ length: RECORDS }, (_, index) => {
      const word = (part: string) => uniqueWord(`${part} ${index}`);
      return sampleRecord({
        turnId: deriveId<TurnId>('turn', String(index % 100)),
        content: `${'common words around it '.repeat(index % 40)}${word('content')}`,
        path: `src/${word('path')}.ts`,
        tags: [word('tag')],
        metadata: { word: word('metadata') },
      });
    });
    for (const [index, record] of records.entries()) {
      const text = `${record.content} in a block`;
      await journal.append({ records: [record], injections: [sampleInjection({ items: [record.id], text })] });
      if (index % 3 === 0 && record.turnId !== null) await journal.closeTurn(record.turnId, 'stop', NOW);
    }
    const chosen = Array.from({ length: ERASED }, (_, count) => (count * 97) % RECORDS);
    for (const index of chosen) {
      expect(foundOnDisk(uniqueWord(`content ${index}`))).not.toEqual([]);
      const { id } = records[index] ?? sampleRecord();
      expect(await journal.eraseRecords(erasing(NOW, id))).toMatchObject({
        records: [id],
        injections: [expect.anything()],
      });
    }
    await journal.settleDisk();
    const parts = ['content', 'path', 'tag', 'metadata'];
    const words = chosen.flatMap((index) => parts.map((part) => uniqueWord(`${part} ${index}`)));
    expect(words.flatMap(foundOnDisk)).toEqual([]);
    expect(foundOnDisk(uniqueWord('content 1'))).not.toEqual([]);
    expect((await journal.verify()).problems).toEqual([]);
    await journal.close();
  });

  it('refuses the text of a record that was emptied before, when that comes back (D-064)', async () => {
    const journal = await openJournal(journalOptions(folder));
    const record = sampleRecord({ content: 'said long ago' });
    await journal.append({ sessions: [sampleSession()], records: [record] });
    await journal.emptyRecords([{ id: record.id, contentHash: 'keyed', snippet: '' }]);
    expect(await journal.wasErased({ contentHash: 'keyed' })).toBe(false);
    await journal.eraseRecords(erasing(NOW, record.id));
    expect(await journal.wasErased({ contentHash: 'keyed' })).toBe(true);
    await journal.close();
  });

  it('says so when another process keeps the words in the WAL, and finishes when asked again', async () => {
    const hastyClock: Clock = { now: () => NOW, elapsed: () => systemClock.elapsed() * 20 };
    const journal = await openJournal({ ...journalOptions(folder), clock: hastyClock });
    const word = uniqueWord('kept by a reader');
    const record = sampleRecord({ content: word });
    await journal.append({ sessions: [sampleSession()], records: [record] });
    const reader = openSqlite({ path, access: 'read', synchronous: 'FULL' });
    reader.exec('BEGIN; SELECT * FROM records');
    await journal.eraseRecords(erasing(NOW, record.id));
    await expect(journal.settleDisk()).rejects.toMatchObject({ code: 'erasure-unfinished', retryable: true });
    expect(await journal.record(record.id)).toBeUndefined();
    reader.close();
    await journal.settleDisk();
    expect(foundOnDisk(word)).toEqual([]);
    expect(statSync(`${path}-wal`).size).toBe(0);
    await journal.close();
  });

  it('leaves none of the words on disk that were emptied, rewritten, superseded or noted for the while (D-064)', async ({
    skip,
  }) => {
    skip(isEncrypted, 'it looks at the bytes of a file');
    const journal = await openJournal(journalOptions(folder));
    const word = uniqueWord('everywhere');
    const old = sampleRecord({ content: `${word} ${'long '.repeat(3_000)}`, tags: [word], metadata: { word } });
    const rewritten = sampleRecord({ content: word, turnId: null });
    const injections = [sampleInjection({ items: [old.id], text: word })];
    await journal.append({ sessions: [sampleSession()], records: [old, rewritten], injections });
    await journal.closeTurn(TURN, 'stop', NOW);
    const [learning] = KNOWN.learnings;
    const learnings = learning === undefined ? [] : [{ ...learning, content: word }];
    for (const act of [
      sampleCuration({ answers: [word] }),
      sampleEdit({ ...EDIT_CHANGES[0], content: word }),
      sampleScan({ paths: [word] }),
      sampleCheckpoint({ state: { ...NOTHING_KNOWN, learnings } }),
    ]) {
      await journal.act(act);
    }
    const id = deriveId<ActId>('forgetting');
    await journal.keepForgetting({ id, note: word });
    expect(foundOnDisk(word)).not.toEqual([]);

    const checkpoint = await journal.act(sampleCheckpoint({ state: NOTHING_KNOWN }));
    expect(await journal.eraseActs([SPACE, null], checkpoint)).toBe(3);
    await journal.emptyRecords([{ id: old.id, contentHash: 'h', snippet: '' }]);
    await journal.rewriteTexts({
      from: 'records:0',
      limit: 10,
      dryRun: false,
      change: (text) => text.replaceAll(word, '…'),
    });
    await journal.endForgetting({
      id,
      askedAt: NOW,
      finishedAt: NOW,
      selection: 'record',
      counts: { records: 1, turns: 1, sessions: 0, learnings: 1, actions: 0, fileLines: 0, injections: 1, acts: 3 },
      copiesOutside: [],
      verification: { needles: 1, files: 1, bytes: 1, tracesIn: [] },
    });
    expect(foundOnDisk(word)).toEqual([]);
    expect((await journal.verify()).problems).toEqual([]);
    await journal.close();
  });
});
