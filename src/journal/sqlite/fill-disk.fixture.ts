/**
 * Runs with a tiny file system mounted on the folder given as argument: fills it through the journal, makes room, and
 * goes on. Prints one JSON object saying how each step went.
 */
import { rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CarryoverError } from '../../memory/error.ts';
import type { RecordId } from '../../memory/ids.ts';
import { erasing, NOW, sampleRecord, sampleSession } from '../contract/samples.fixture.ts';
import { openJournal } from '../journal.ts';
import { journalOptions } from './temporary-journal.fixture.ts';

const folder = process.argv[2] ?? '';
const ballast = join(folder, 'ballast');
writeFileSync(ballast, Buffer.alloc(1_500_000));

const journal = await openJournal(journalOptions(folder));
await journal.append({ sessions: [sampleSession()] });
const acknowledged: RecordId[] = [];

async function appendOne(): Promise<CarryoverError | undefined> {
  const record = sampleRecord({ content: 'words '.repeat(2_000) });
  try {
    await journal.append({ records: [record] });
    acknowledged.push(record.id);
    return undefined;
  } catch (error) {
    if (error instanceof CarryoverError) return error;
    throw error;
  }
}

let failure: CarryoverError | undefined;
while (failure === undefined) failure = await appendOne();
const again = await appendOne();
const readable = (await journal.counts()).records === acknowledged.length;
rmSync(ballast);
const afterwards = await appendOne();
const erased = await journal.eraseRecords(erasing(NOW, acknowledged[0] ?? sampleRecord().id));
const { problems } = await journal.verify();
const kept = (await journal.counts()).records === acknowledged.length - 1;
await journal.close();
writeSync(
  1,
  JSON.stringify({
    failure: { code: failure.code, retryable: failure.retryable, hint: failure.hint },
    again: again?.code,
    readable,
    afterwards: afterwards?.code ?? 'stored',
    erased: erased.records.length === 1,
    problems,
    kept,
  }),
);
