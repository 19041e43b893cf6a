import { readFileSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOW, sampleRecord, sampleSession } from '../contract/samples.fixture.ts';
import { openJournal } from '../journal.ts';
import { journalOptions, temporaryFolder } from './temporary-journal.fixture.ts';

const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A WAL frame that ends a transaction carries the size of the database; the others carry zero. */
function commits(path: string): number {
  const wal = readFileSync(`${path}-wal`);
  const frameBytes = FRAME_HEADER_BYTES + wal.readUInt32BE(8);
  let count = 0;
  for (let at = WAL_HEADER_BYTES; at + frameBytes <= wal.length; at += frameBytes) {
    if (wal.readUInt32BE(at + 4) !== 0) count += 1;
  }
  return count;
}

describe('group commit', () => {
  it('appends that arrive together share a commit; one after the other they have one each', async () => {
    // The clock stands still, so that no group is cut short on a slow machine.
    const options = { ...journalOptions(folder), clock: { now: () => NOW, elapsed: () => 0 } };
    const journal = await openJournal(options);
    await journal.append({ sessions: [sampleSession()] });
    const start = commits(options.path);
    for (let count = 0; count < 5; count += 1) await journal.append({ records: [sampleRecord()] });
    expect(commits(options.path) - start).toBe(5);
    await Promise.all(Array.from({ length: 100 }, () => journal.append({ records: [sampleRecord()] })));
    expect(commits(options.path) - start).toBe(6);
    expect((await journal.counts()).records).toBe(105);
    await journal.close();
  });
});
