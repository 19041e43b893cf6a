/**
 * Searches at full speed from several connections, on a thread of its own so that whoever measures meanwhile is not held
 * up by reading the answers. Ends when told anything.
 */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { connect, searchRecords } from './api.ts';

const HITS = 20;

export interface SearchLoad {
  readonly port: number;
  readonly token: string;
  readonly connections: number;
  readonly queries: readonly { readonly text: string; readonly space: string }[];
}

/** Resolves when the searches run; what it gives back ends them and says how many there were in a second. */
export async function startSearchLoad(load: SearchLoad): Promise<() => Promise<number>> {
  const worker = new Worker(new URL(import.meta.url), { workerData: load });
  await once(worker, 'message');
  return async () => {
    worker.postMessage('end');
    const [perSecond] = await once(worker, 'message');
    await worker.terminate();
    return Number(perSecond);
  };
}

async function searchUntilTold({ connections, queries, ...daemon }: SearchLoad): Promise<void> {
  let isOver = false;
  let searches = 0;
  parentPort?.once('message', () => {
    isOver = true;
  });
  const startedAt = performance.now();
  parentPort?.postMessage('running');
  await Promise.all(
    Array.from({ length: connections }, async (_, number) => {
      const api = connect(daemon);
      for (let at = number; !isOver; at += connections) {
        const query = queries[at % queries.length];
        if (query === undefined) break;
        await searchRecords(api, query.text, HITS, query.space);
        searches += 1;
      }
      api.close();
    }),
  );
  parentPort?.postMessage((searches * 1_000) / (performance.now() - startedAt));
}

if (!isMainThread) await searchUntilTold(workerData as SearchLoad);
