import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal } from '../../journal/journal.ts';
import { openJournal } from '../../journal/sqlite/sqlite-journal.ts';
import { journalOptions, temporaryFolder } from '../../journal/sqlite/temporary-journal.fixture.ts';
import { defaultConfig } from '../../platform/config.ts';
import { databaseKeys } from '../../platform/database-keys.ts';
import { openPlainDatabase } from '../../platform/sqlite.ts';
import type { FromVectors, ToVectors, VectorQuestion, VectorThreadData } from './vector-messages.ts';

const THREAD = fileURLToPath(new URL('./vector-thread.ts', import.meta.url));

let folder: string;
let journal: Journal;
let worker: Worker;
beforeEach(async () => {
  folder = temporaryFolder();
  journal = await openJournal(journalOptions(folder));
  const paths = { journal: journalOptions(folder).path, vectors: join(folder, 'vectors.db') };
  worker = new Worker(THREAD, {
    workerData: { ...paths, settings: defaultConfig(), keys: databaseKeys() } satisfies VectorThreadData,
  });
});
afterEach(async () => {
  await worker.terminate();
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Until the answer; what it logs is passed over. */
async function ask(id: number, asked: VectorQuestion): Promise<unknown> {
  worker.postMessage({ id, asked } satisfies ToVectors);
  for (;;) {
    const [message] = (await once(worker, 'message')) as [FromVectors];
    if (message.kind === 'answer' && message.id === id) return message.answer;
  }
}

describe('the thread with the vectors', () => {
  it('says that it could not forget what was erased, and lives', async () => {
    expect(await ask(1, { kind: 'settle' })).toBe(true);
    const database = openPlainDatabase(journalOptions(folder).path);
    database.exec('ALTER TABLE tombstones RENAME TO elsewhere');
    expect(await ask(2, { kind: 'settle' })).toBeUndefined();
    database.exec('ALTER TABLE elsewhere RENAME TO tombstones');
    database.close();
    expect(await ask(3, { kind: 'settle' })).toBe(true);
  });
});
