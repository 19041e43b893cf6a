import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CarryoverError } from '../../memory/error.ts';
import { deriveId, type TurnId } from '../../memory/ids.ts';
import type { MemoryRecord } from '../../memory/record.ts';
import { openSqlite } from '../../platform/sqlite.ts';
import { NOW, sampleInjection, sampleRecord, sampleSession } from '../contract/samples.fixture.ts';
import type { VerifyProblem } from '../journal.ts';
import { openJournal } from './sqlite-journal.ts';
import { journalOptions, temporaryFolder } from './temporary-journal.fixture.ts';

const FLIPS = 300;
const RECORDS = 40;
const SEED = 20_251_115;

let folder = '';
let path = '';
let records: readonly MemoryRecord[] = [];

beforeEach(async () => {
  folder = temporaryFolder();
  path = journalOptions(folder).path;
  const journal = await openJournal(journalOptions(folder));
  records = Array.from({ length: RECORDS }, (_, index) =>
    sampleRecord({
      turnId: deriveId<TurnId>('verify', String(index)),
      content:
        `${index}: naïve text – with ${deriveId('content', String(index))} and more of it, 200 characters or so`.repeat(
          2,
        ),
      metadata: { note: deriveId('metadata', String(index)) },
    }),
  );
  await journal.append({ sessions: [sampleSession()], records, injections: [sampleInjection()] });
  for (const { turnId } of records) if (turnId !== null) await journal.closeTurn(turnId, 'stop', NOW);
  await journal.resolveSpace({ anchor: '/p/.git', root: '/p', kind: 'git', fingerprint: 'a' }, NOW);
  await journal.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What verify finds; a journal that does not even open is a finding too. */
async function problemsIn(file: string): Promise<readonly VerifyProblem[]> {
  try {
    const journal = await openJournal({ ...journalOptions(folder), path: file });
    const report = await journal.verify().finally(() => journal.close());
    return report.problems;
  } catch (error) {
    if (!(error instanceof CarryoverError)) throw error;
    return [{ table: 'file', subject: file, problem: error.code }];
  }
}

/** Where the file holds these texts: in rows of records and, for content, in turns. */
function placesOf(bytes: Buffer, texts: readonly string[]): readonly number[] {
  const places: number[] = [];
  for (const text of texts) {
    const wanted = Buffer.from(text);
    for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) {
      places.push(...wanted.keys().map((offset) => at + offset));
    }
  }
  return places;
}

function damage(sql: string): void {
  const database = openSqlite({ path, access: 'write', synchronous: 'FULL' });
  database.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
  database.close();
}

describe('verify', () => {
  it('finds nothing missing after records that were known already came again, alone and among new ones', async () => {
    const journal = await openJournal(journalOptions(folder));
    await journal.append({ sessions: [sampleSession()], records: records.slice(0, 3) });
    await journal.append({ records: [...records.slice(0, 3), sampleRecord(), ...records.slice(3, 5)] });
    const { problems } = await journal.verify().finally(() => journal.close());
    expect(problems).toEqual([]);
  });

  it(`finds at least 99 % of ${FLIPS} single-bit flips in stored text (F-07)`, async () => {
    const bytes = readFileSync(path);
    const texts = records.flatMap(({ content, metadata }) => [content, JSON.stringify(metadata)]);
    const places = placesOf(bytes, texts);
    expect(places.length).toBeGreaterThan(RECORDS * 2 * 100);
    const flipped = `${folder}/flipped/transcript.db`;
    mkdirSync(dirname(flipped));
    const flips = fc.sample(fc.tuple(fc.constantFrom(...places), fc.nat(7)), { numRuns: FLIPS, seed: SEED });
    const missed: (readonly [number, number])[] = [];
    for (const [place, bit] of flips) {
      const copy = Buffer.from(bytes);
      copy.writeUInt8(copy.readUInt8(place) ^ (1 << bit), place);
      writeFileSync(flipped, copy);
      if ((await problemsIn(flipped)).length === 0) missed.push([place, bit]);
    }
    expect(missed.length).toBeLessThanOrEqual(FLIPS / 100);
  });

  it('names the row whose text was changed behind its back', async () => {
    damage("DROP TRIGGER records_insert_only; UPDATE records SET metadata = '{}' WHERE seq = 7");
    expect(await problemsIn(path)).toEqual([
      { table: 'records', subject: records[6]?.id, problem: 'the checksum does not fit the row' },
    ]);
  });

  it('notices rows that are gone without having been erased', async () => {
    damage('DELETE FROM records WHERE seq IN (3, 4)');
    expect(await problemsIn(path)).toContainEqual({
      table: 'records',
      subject: 'rows missing: 2',
      problem: 'rows are missing that were not erased',
    });
  });

  it('notices references to nothing', async () => {
    damage('DELETE FROM sessions; DELETE FROM spaces');
    const tables = new Set((await problemsIn(path)).map(({ table }) => table));
    expect(tables).toEqual(new Set(['records', 'observations', 'injections', 'space_roots']));
  });

  it('notices an index that does not fit the rows', async () => {
    damage("INSERT INTO records_fts (records_fts) VALUES ('delete-all')");
    expect((await problemsIn(path)).map(({ table }) => table)).toContain('records_fts');
  });

  it('notices a turn that nobody would ever close', async () => {
    damage('DELETE FROM observations WHERE seq = 1');
    expect((await problemsIn(path)).map(({ table }) => table)).toEqual(['open_turns']);
  });

  it('never throws, whatever page is overwritten', async () => {
    const bytes = readFileSync(path);
    const pageBytes = 4_096;
    const torn = `${folder}/torn/transcript.db`;
    mkdirSync(dirname(torn));
    const quiet: number[] = [];
    for (let page = 1; page < bytes.length / pageBytes; page += 1) {
      const copy = Buffer.from(bytes);
      copy.fill(0xa5, page * pageBytes, (page + 1) * pageBytes);
      writeFileSync(torn, copy);
      if ((await problemsIn(torn)).length === 0) quiet.push(page);
    }
    expect(quiet).toEqual([]);
  });
});
