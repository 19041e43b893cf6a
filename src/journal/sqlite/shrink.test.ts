import { rmSync, statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../platform/sqlite.ts';
import { erasing, NOW, sampleRecord, sampleSession } from '../contract/samples.fixture.ts';
import { openJournal } from '../journal.ts';
import { journalOptions, temporaryFolder } from './temporary-journal.fixture.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = temporaryFolder();
  path = journalOptions(folder).path;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** How large the file is before and after, and whether there was more to give back on the way. */
async function fillEraseShrink() {
  const journal = await openJournal(journalOptions(folder));
  const records = Array.from({ length: 200 }, () => sampleRecord({ content: 'words '.repeat(2_000) }));
  await journal.append({ sessions: [sampleSession()], records });
  await journal.eraseRecords(erasing(NOW, ...records.map(({ id }) => id)));
  await journal.settleDisk();
  const before = statSync(path).size;
  const unfinished = await journal.shrink(0);
  while (await journal.shrink(50));
  await journal.settleDisk();
  const after = statSync(path).size;
  const { problems } = await journal.verify();
  await journal.close();
  return { before, after, unfinished, problems };
}

describe('shrink', () => {
  it('gives what was erased back to the disk, little by little (D-016)', async () => {
    const { before, after, unfinished, problems } = await fillEraseShrink();
    expect(unfinished).toBe(true);
    expect(before).toBeGreaterThan(2_000_000);
    expect(after).toBeLessThan(before / 4);
    expect(problems).toEqual([]);
  });

  it('says at once that there is nothing to do for a file that was made before it could', async () => {
    await (await openJournal(journalOptions(folder))).close();
    const old = openSqlite({ path, access: 'write', synchronous: 'FULL' });
    old.pragma('journal_mode = DELETE');
    old.pragma('auto_vacuum = NONE');
    old.exec('VACUUM');
    old.close();
    expect(await fillEraseShrink()).toMatchObject({ unfinished: false });
  });
});
