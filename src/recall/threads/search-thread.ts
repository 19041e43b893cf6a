/**
 * Worker thread: answers one question at a time from the recall index, which it opens for the first. Its parent ends it when
 * it takes too long.
 */

import { parentPort, workerData } from 'node:worker_threads';
import { RecordReader } from '../../journal/sqlite/record-reader.ts';
import { setDatabaseKeys } from '../../platform/database-keys.ts';
import { Gate, type GateRequest } from '../gate/gate.ts';
import { warmUpGate } from '../gate/warm-up.ts';
import { IndexReader } from '../index/index-reader.ts';
import { LEFT_OUT_MARK, RECORDS_MARK } from '../index/indexer.ts';
import { openIndexForReading } from '../index/schema.ts';
import type { RecallHit } from '../recall.ts';
import { Searcher } from '../search/searcher.ts';
import type { Answer, Marks, Question, SearchInput, ThreadData } from './messages.ts';
import { problemOf, threadError } from './problem.ts';
import { LEAVE, leaveWhenAsked } from './worker-shutdown.ts';

interface Opened {
  readonly journal: RecordReader;
  readonly index: IndexReader;
  readonly searcher: Searcher;
  readonly gate: Gate;
}

const WARMING = 25;

type OnPart = ((part: readonly RecallHit[]) => void) | undefined;

const METHODS: Readonly<Record<string, (opened: Opened, input: unknown, onPart: OnPart) => unknown>> = {
  search: (opened, input, onPart) => {
    const { query, cosines, onlyFresh } = input as SearchInput;
    return (onlyFresh ? behindOf(opened) : undefined) ?? opened.searcher.search(query, onPart, cosines);
  },
  candidates: (opened, input) => {
    const { query, sensitive, onlyFresh } = input as SearchInput;
    return (onlyFresh ? behindOf(opened) : undefined) ?? opened.searcher.candidateTexts(query, sensitive);
  },
  choose: ({ gate }, input) => gate.choose(input as GateRequest),
  /** The first questions of a thread take several times as long as the others, and an agent may wait for the first. */
  warmUp: ({ gate, journal }) => {
    const newest = journal.at(journal.lastSeq());
    warmUpGate(newest?.ts ?? 0);
    if (newest === undefined) return;
    const { content: prompt, workspace, ts: now } = newest;
    const request = {
      prompt,
      workspace,
      sessionId: null,
      given: new Set<string>(),
      sinking: new Map<string, number>(),
      now,
    };
    for (let time = 0; time < WARMING; time += 1) gate.choose(request);
  },
  marks: (opened) => marksOf(opened),
  state: ({ journal, index }) => ({
    records: index.mark(RECORDS_MARK),
    lastRecord: journal.lastSeq(),
    facts: index.factCount(),
    leftOut: index.mark(LEFT_OUT_MARK),
  }),
};

const paths = workerData as ThreadData;
setDatabaseKeys(paths.keys);
let opened: Opened | undefined;

parentPort?.on('message', (question: Question | typeof LEAVE) => {
  if (question !== LEAVE) parentPort?.postMessage(answer(question));
});
leaveWhenAsked(() => {
  opened?.journal.close();
  opened?.index.close();
});

function answer({ id, method, input, inParts }: Question): Answer {
  try {
    opened ??= open();
    const onPart = (part: readonly RecallHit[]) => parentPort?.postMessage({ id, part } satisfies Answer);
    return { id, result: METHODS[method]?.(opened, input, inParts ? onPart : undefined) };
  } catch (cause) {
    return { id, problem: problemOf(threadError(cause, paths.index)) };
  }
}

function marksOf({ journal, index }: Opened): Marks {
  return { last: journal.lastSeq(), through: index.mark(RECORDS_MARK) };
}

function behindOf(opened: Opened): { readonly behind: Marks } | undefined {
  const behind = marksOf(opened);
  return behind.through < behind.last ? { behind } : undefined;
}

function open(): Opened {
  const journal = new RecordReader(paths.journal);
  const index = new IndexReader(openIndexForReading(paths.index));
  const searcher = new Searcher(index, journal);
  return { journal, index, searcher, gate: new Gate(searcher, index, journal) };
}
