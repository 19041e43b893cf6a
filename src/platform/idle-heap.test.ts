import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** In megabytes of what is in use; how much of the room around it goes back to the system is V8's to decide. */
function usedBy(rests: boolean): { readonly worked: number; readonly rested: number } {
  const url = new URL('./idle-heap.ts', import.meta.url).href;
  const script = `
    import { IdleHeap } from ${JSON.stringify(url)};
    const used = () => process.memoryUsage().heapUsed / 2 ** 20;
    const heap = new IdleHeap(100);
    (() => Array.from({ length: 400_000 }, (_, at) => ({ at, text: 'n' + at })).length)();
    const worked = used();
    if (${rests}) heap.worked();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    console.log(JSON.stringify({ worked, rested: used() }));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

it('gives back what work left behind when nothing follows it', { timeout: 30_000 }, () => {
  const alone = usedBy(false);
  expect(alone.rested).toBeGreaterThan(20);
  const { worked, rested } = usedBy(true);
  expect(worked).toBeGreaterThan(20);
  expect(rested).toBeLessThan(worked / 2);
});
