import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { bytesOf, type OpenedReader, openReader } from './bytes-reader.fixture.ts';
import { Quarantine } from './quarantine.ts';
import { valueReading } from './redaction-pool.ts';

const ABOUT = { way: 'hook', id: () => 'toolu_1' };
const LARGE = { session_id: 's', hook_event_name: 'Stop', prompt: 'word '.repeat(10_000) };

let folder: string;
let opened: OpenedReader | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-worker-'));
});
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** A worker that does this with what it is given to read, and answers to everything else. */
function workerThat(does: string): string {
  const path = join(folder, 'worker.mjs');
  writeFileSync(
    path,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', ({ id, name, bytes, context }) => {
       const text = Buffer.from(bytes).toString();
       if (text.includes('HARD') && name !== 'outline') { ${does} }
       parentPort.postMessage({ id, result: { name, length: bytes.length } });
     });`,
  );
  return path;
}

describe('what a worker does not come to the end of (T-07)', () => {
  it.each([
    ['computes for ever', 'for (;;);', 'took too long'],
    [
      'takes all memory',
      'const all = []; for (;;) all.push(new Array(100_000).fill(all.length));',
      'took too much memory',
    ],
    ['ends its worker', 'process.exit(3);', 'made the reader fail'],
    ['throws what nobody expects', 'throw new Error("HARD words");', 'made the reader fail'],
  ])('T-07: an input that %s is quarantined, and those behind it are read', async (_what, does, reason) => {
    opened = openReader({ workerEntry: workerThat(does), limitMs: reason === 'took too long' ? 1_500 : 60_000 });
    const { reader, quarantine, added } = opened;
    const hard = bytesOf({ ...LARGE, note: 'HARD' });
    const [first, behind] = await Promise.all([
      reader.read(valueReading, hard, null, ABOUT),
      reader.read(valueReading, bytesOf(LARGE), null, ABOUT),
    ]);
    expect(first).toMatchObject({ unread: { reason, bytes: hard.length, outline: { name: 'outline' } } });
    expect(behind).toMatchObject({ result: { name: 'value' } });
    expect(quarantine.recent()).toEqual([
      expect.objectContaining({ way: 'hook', id: 'toolu_1', bytes: hard.length, reason }),
    ]);
    expect(JSON.stringify(quarantine.recent())).not.toContain('HARD');
    // A second time it is not even tried.
    expect(await reader.read(valueReading, hard, null, ABOUT)).toMatchObject({ unread: { reason } });
    expect(added).toHaveLength(1);
  });

  it('T-07: it is not tried again after a restart, until a person lets it', async () => {
    const path = join(folder, 'quarantine.json');
    const quarantine = () => new Quarantine({ path, key: 'k', clock: systemClock, onAdded: () => undefined });
    const hard = bytesOf({ ...LARGE, note: 'HARD' });
    quarantine().add(hard, { way: 'transcript', id: 's', reason: 'took too long' });
    expect(quarantine().find(hard)).toMatchObject({ way: 'transcript', bytes: hard.length });
    expect(quarantine().find(bytesOf({ ...LARGE, note: 'SOFT' }))).toBeUndefined();
    rmSync(path);
    expect(quarantine().find(hard)).toBeUndefined();
  });
});
