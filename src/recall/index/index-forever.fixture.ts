/** Indexes a journal until it is killed, or has done it: says so, batch by batch. Arguments: the journal, the index. */
import { writeSync } from 'node:fs';
import { RecordReader } from '../../journal/sqlite/record-reader.ts';
import { IndexWriter } from './index-writer.ts';
import { Indexer } from './indexer.ts';
import { openIndexForWriting } from './schema.ts';

const [journal = '', index = ''] = process.argv.slice(2);
const reader = new RecordReader(journal);
/** Small batches, so that a kill meets many of them. */
const BATCH = 7;
const inSmallBatches = Object.assign(Object.create(reader), {
  at: (seq: number) => reader.at(seq),
  lastSeq: () => reader.lastSeq(),
  lastErasure: () => reader.lastErasure(),
  lastEmptied: () => reader.lastEmptied(),
  erasedAfter: (seq: number) => reader.erasedAfter(seq, 1),
  after: (seq: number) => reader.after(seq, BATCH),
}) as RecordReader;
const indexer = new Indexer(inSmallBatches, new IndexWriter(openIndexForWriting(index)));
writeSync(1, 'begun\n');
while (indexer.step());
indexer.purge();
writeSync(1, 'done\n');
