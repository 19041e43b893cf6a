import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

it('gives back what work left behind, when nothing follows it', { timeout: 20_000 }, async () => {
  const url = new URL('./idle-heap.ts', import.meta.url).href;
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const { getHeapStatistics } = require('node:v8');
     const size = () => getHeapStatistics().total_heap_size / 2 ** 20;
     import(${JSON.stringify(url)}).then(async ({ IdleHeap }) => {
       const heap = new IdleHeap(100);
       let kept = Array.from({ length: 400_000 }, (_, at) => ({ at, text: 'n' + at }));
       kept = kept.length;
       const worked = size();
       heap.worked();
       await new Promise((resolve) => setTimeout(resolve, 1_000));
       parentPort.postMessage({ worked, rested: size() });
     });`,
    { eval: true },
  );
  const [{ worked, rested }] = (await once(worker, 'message')) as [{ worked: number; rested: number }];
  await worker.terminate();
  expect(worked).toBeGreaterThan(20);
  // About 20 MB were in use.
  expect(rested).toBeLessThan(worked - 10);
});
