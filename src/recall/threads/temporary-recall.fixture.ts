/** Recall on real threads, run from source, for tests: started when it is first asked, because most never ask. */
import { fileURLToPath } from 'node:url';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { systemClock } from '../../platform/clock.ts';
import type { HomePaths } from '../../platform/paths.ts';
import type { Recall } from '../recall.ts';
import { RecallThreads, type RecallThreadsOptions } from './recall-threads.ts';

export interface TemporaryRecall extends Pick<Recall, 'search' | 'rebuildIndex'> {
  settle(): Promise<void>;
  close(): Promise<void>;
}

export function temporaryRecall(
  paths: Pick<HomePaths, 'journal' | 'recall'>,
  knowledge: Pick<Knowledge, 'changedLearnings' | 'sensitiveRecords'>,
): TemporaryRecall {
  let threads: RecallThreads | undefined;
  const started = () => {
    if (threads !== undefined) return threads;
    threads = startRecall(paths, knowledge);
    return threads;
  };
  return {
    async search(query, onPart) {
      // Whatever was learned before the question is found by it.
      await started().settle();
      return started().search(query, onPart);
    },
    rebuildIndex: (onProgress) => started().rebuildIndex(onProgress),
    settle: async () => threads?.settle(),
    close: async () => threads?.close(),
  };
}

export function startRecall(
  paths: Pick<HomePaths, 'journal' | 'recall'>,
  knowledge: Pick<Knowledge, 'changedLearnings' | 'sensitiveRecords'>,
  onError: (operation: string, error: unknown) => void = (_, error) => {
    throw error;
  },
  different: Partial<RecallThreadsOptions> = {},
): RecallThreads {
  const threads = new RecallThreads({
    journal: paths.journal,
    index: paths.recall,
    indexThread: fileURLToPath(new URL('./index-thread.ts', import.meta.url)),
    searchThread: fileURLToPath(new URL('./search-thread.ts', import.meta.url)),
    knowledge,
    clock: systemClock,
    onError,
    ...different,
  });
  threads.start();
  return threads;
}
