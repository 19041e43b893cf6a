import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

it.runIf(process.platform === 'linux')(
  'lowers the priority of one thread and leaves the others as they are',
  async () => {
    const before = getPriority();
    const module = JSON.stringify(new URL('./stand-back.ts', import.meta.url).href);
    const program = `
    import { readlinkSync } from 'node:fs';
    import { getPriority } from 'node:os';
    import { basename } from 'node:path';
    import { parentPort } from 'node:worker_threads';
    const { standBack } = await import(${module});
    standBack();
    parentPort.postMessage(getPriority(Number(basename(readlinkSync('/proc/thread-self')))));`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
    const priority = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    expect(priority).toBeGreaterThan(before);
    expect(getPriority()).toBe(before);
  },
);
