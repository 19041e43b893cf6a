/**
 * Appends to the journal in the folder given as argument until it is killed; one line of output per acknowledged id,
 * written only after the acknowledgement. The test that started it keeps the lines as its ledger.
 */
import { writeSync } from 'node:fs';
import { deriveId, type RecordId } from '../../memory/ids.ts';
import { sampleRecord, sampleSession } from '../contract/samples.fixture.ts';
import { openJournal } from '../journal.ts';
import { journalOptions } from './temporary-journal.fixture.ts';

const APPENDERS = 4;
const [folder = '', round = ''] = process.argv.slice(2);
const journal = await openJournal(journalOptions(folder));
await journal.append({ sessions: [sampleSession()] });

async function appendForever(appender: number): Promise<never> {
  for (let count = 0; ; count += 1) {
    const id = deriveId<RecordId>(round, String(appender), String(count));
    const content = `${id} ${'some words to index '.repeat(count % 100)}`;
    await journal.append({ records: [sampleRecord({ id, content })] });
    writeSync(1, `${id}\n`);
  }
}

await Promise.all(Array.from({ length: APPENDERS }, (_, appender) => appendForever(appender)));
