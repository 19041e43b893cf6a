/** Appends to the journal in the folder given as argument until an append is refused; prints what became of each. */
import { writeSync } from 'node:fs';
import { CarryoverError } from '../../memory/error.ts';
import type { RecordId } from '../../memory/ids.ts';
import { sampleRecord, sampleSession } from '../contract/samples.fixture.ts';
import { openJournal } from '../journal.ts';
import { journalOptions } from './temporary-journal.fixture.ts';

const journal = await openJournal(journalOptions(process.argv[2] ?? ''));
await journal.append({ sessions: [sampleSession()] });
const acknowledged: RecordId[] = [];
let code = '';
while (code === '') {
  const record = sampleRecord({ content: 'words '.repeat(2_000) });
  try {
    await journal.append({ records: [record] });
    acknowledged.push(record.id);
  } catch (error) {
    if (!(error instanceof CarryoverError)) throw error;
    code = error.code;
  }
}
writeSync(1, JSON.stringify({ code, acknowledged }));
