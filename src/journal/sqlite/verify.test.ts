import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isEncrypted } from '../../../test/support/encrypted.ts';
import { CarryoverError } from '../../memory/error.ts';
import { deriveId, type ModelCallId, type TurnId } from '../../memory/ids.ts';
import type { MemoryRecord } from '../../memory/record.ts';
import { openSqlite } from '../../platform/sqlite.ts';
import { sampleCheckpoint, sampleCuration, sampleEdit, sampleScan } from '../contract/act-samples.fixture.ts';
import { erasing, NOW, sampleInjection, sampleRecord, sampleSession } from '../contract/samples.fixture.ts';
import { openJournal } from '../journal.ts';
import { journalOptions, temporaryFolder } from './temporary-journal.fixture.ts';
import type { VerifyProblem } from './verify.ts';

/** Three hundred files are written and opened. */
const FLIPS_MS = 120_000;
const FLIPS = 300;
const RECORDS = 40;
const SEED = 20_251_115;
/** Longer than a page, so that part of it lies on pages of its own. */
const ANSWER = Array.from({ length: 200 }, (_, line) => `- FACT: ${deriveId('fact', String(line))}`).join('\n');
const CURATION = sampleCuration({
  answers: [ANSWER],
  turns: [
    { id: turnAt(0), rev: 1 },
    { id: turnAt(0), rev: 2 },
    { id: turnAt(1), rev: 1 },
  ],
});

let folder = '';
let path = '';
let records: readonly MemoryRecord[] = [];

function turnAt(index: number): TurnId {
  return deriveId<TurnId>('verify', String(index));
}

beforeEach(async () => {
  folder = temporaryFolder();
  path = journalOptions(folder).path;
  const journal = await openJournal(journalOptions(folder));
  records = Array.from({ length: RECORDS }, (_, index) =>
    sampleRecord({
      turnId: turnAt(index),
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

/** A second revision of the first turn, an act of every kind, and a call that was answered. */
async function addActs(): Promise<void> {
  const journal = await openJournal(journalOptions(folder));
  await journal.append({ records: [sampleRecord({ turnId: turnAt(0), type: 'assistant', content: 'late' })] });
  await journal.closeTurn(turnAt(0), 'idle', NOW);
  await journal.act(CURATION);
  await journal.act(sampleEdit());
  await journal.act(sampleScan());
  await journal.act(sampleCheckpoint());
  await journal.eraseRecords({ ids: [], contentHashes: ['h'], now: NOW });
  const id = deriveId<ModelCallId>('call');
  const call = { ts: NOW, provider: 'p', model: 'm', purpose: 'curate', reservedUsd: 1, sessions: [] } as const;
  await journal.reserveCall({ ...call, id, sessions: [{ id: sampleSession().id, share: 1 }] });
  const end = { ts: NOW, outcome: 'answered', problem: null, inputTokens: 1, outputTokens: 1, costUsd: 1 } as const;
  await journal.settleCall({ ...end, callId: id });
  await journal.close();
}

describe('verify', () => {
  it('finds nothing missing after records that were known already came again, alone and among new ones', async () => {
    const journal = await openJournal(journalOptions(folder));
    await journal.append({ sessions: [sampleSession()], records: records.slice(0, 3) });
    await journal.append({ records: [...records.slice(0, 3), sampleRecord(), ...records.slice(3, 5)] });
    const { problems } = await journal.verify().finally(() => journal.close());
    expect(problems).toEqual([]);
  });

  it(
    `finds at least 99 % of ${FLIPS} single-bit flips in stored text (F-07)`,
    async ({ skip }) => {
      skip(isEncrypted, 'it looks at the bytes of a file');
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
    },
    FLIPS_MS,
  );

  it('names the row whose text was changed behind its back', async () => {
    damage("DROP TRIGGER records_insert_only; UPDATE record_rows SET metadata = '{}' WHERE seq = 7");
    expect(await problemsIn(path)).toEqual([
      { table: 'records', subject: records[6]?.id, problem: 'the checksum does not fit the row' },
    ]);
  });

  it('notices rows that are gone without having been erased', async () => {
    damage('DELETE FROM record_rows WHERE seq IN (3, 4)');
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

  it('finds a single-bit flip in any part of an answer (F-07)', async ({ skip }) => {
    skip(isEncrypted, 'it looks at the bytes of a file');
    await addActs();
    const bytes = readFileSync(path);
    const places = placesOf(bytes, ANSWER.split('\n'));
    expect(places.length).toBeGreaterThanOrEqual(ANSWER.length / 2);
    const flipped = `${folder}/flipped/transcript.db`;
    mkdirSync(dirname(flipped));
    for (const [place, bit] of fc.sample(fc.tuple(fc.constantFrom(...places), fc.nat(7)), {
      numRuns: 20,
      seed: SEED,
    })) {
      const copy = Buffer.from(bytes);
      copy.writeUInt8(copy.readUInt8(place) ^ (1 << bit), place);
      writeFileSync(flipped, copy);
      expect(await problemsIn(flipped)).toEqual([
        { table: 'curations', subject: CURATION.id, problem: 'the checksum does not fit the row' },
      ]);
    }
  });

  it.each([
    ['a lost act', 'DELETE FROM scans', ['act_order']],
    ['an act that is not in the order', "DELETE FROM act_order WHERE kind = 'scan'", ['act_order', 'scans']],
    [
      'an act that is gone with its place',
      "DELETE FROM scans; DELETE FROM act_order WHERE kind = 'scan'",
      ['act_order'],
    ],
    ['a lost checkpoint', 'DELETE FROM checkpoints', ['act_order']],
    ['a lost part of a checkpoint', `DELETE FROM checkpoint_rows WHERE kind = 'mark'`, ['checkpoint_rows']],
    ['a lost tombstone', 'DELETE FROM content_tombstones', ['content_tombstones']],
    ['a lost end of a call', 'DELETE FROM model_call_ends', ['model_call_ends']],
    ['a lost call', 'DELETE FROM model_calls', ['model_call_ends', 'model_call_sessions', 'model_calls']],
    ['a lost revision that was curated', 'DELETE FROM observation_rows WHERE rev = 2', ['curations']],
    [
      'a lost revision before a newer one',
      `DELETE FROM observation_rows WHERE id = x'${turnAt(0).replaceAll('-', '')}' AND rev = 1`,
      ['curations'],
    ],
    [
      'an amount that was changed',
      'DROP TRIGGER model_call_ends_insert_only; UPDATE model_call_ends SET cost_usd = 0',
      ['model_call_ends'],
    ],
  ])('notices %s', async (_, sql, tables) => {
    await addActs();
    expect(await problemsIn(path)).toEqual([]);
    damage(sql);
    expect([...new Set((await problemsIn(path)).map(({ table }) => table))].sort()).toEqual(tables);
  });

  it('does not take for lost what was erased, also when the turn is heard of again', async () => {
    await addActs();
    const journal = await openJournal(journalOptions(folder));
    for (const { id } of await journal.recordsOfTurn(turnAt(0), Number.MAX_SAFE_INTEGER)) {
      await journal.eraseRecords(erasing(NOW, id));
      expect((await journal.verify()).problems).toEqual([]);
    }
    await journal.append({ records: [sampleRecord({ turnId: turnAt(0) })] });
    await journal.closeTurn(turnAt(0), 'idle', CURATION.ts + 1);
    expect((await journal.verify().finally(() => journal.close())).problems).toEqual([]);
  });

  it('notices a turn that nobody would ever close', async () => {
    damage('DELETE FROM observation_rows WHERE seq = 1');
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
