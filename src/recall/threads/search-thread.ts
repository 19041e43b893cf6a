/** Worker thread: answers one question at a time from the recall index. Its parent ends it when it takes too long. */
import { parentPort, workerData } from 'node:worker_threads';
import { RecordReader } from '../../journal/sqlite/record-reader.ts';
import { messageOf } from '../../memory/error.ts';
import { sqliteError } from '../../platform/sqlite-error.ts';
import { IndexReader } from '../index/index-reader.ts';
import { RECORDS_MARK } from '../index/indexer.ts';
import { openIndexForReading } from '../index/schema.ts';
import type { RecallHit, RecallQuery } from '../recall.ts';
import { Searcher } from '../search/searcher.ts';
import type { Answer, Question, ThreadPaths } from './messages.ts';

const paths = workerData as ThreadPaths;
const journal = new RecordReader(paths.journal);
const index = new IndexReader(openIndexForReading(paths.index));
const searcher = new Searcher(index, journal);

type OnPart = ((part: readonly RecallHit[]) => void) | undefined;

const METHODS: Readonly<Record<string, (input: unknown, onPart: OnPart) => unknown>> = {
  search: (input, onPart) => searcher.search(input as RecallQuery, onPart),
  /** Records that are stored and not indexed yet. */
  behind: () => journal.lastSeq() - index.mark(RECORDS_MARK),
  state: () => ({ records: index.mark(RECORDS_MARK), lastRecord: journal.lastSeq(), facts: index.factCount() }),
};

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)));

function answer({ id, method, input, inParts }: Question): Answer {
  try {
    const onPart = (part: readonly RecallHit[]) => parentPort?.postMessage({ id, part } satisfies Answer);
    return { id, result: METHODS[method]?.(input, inParts ? onPart : undefined) };
  } catch (cause) {
    const { code } = sqliteError(cause, paths.index);
    return { id, problem: { code, message: messageOf(cause) } };
  }
}
