/**
 * The journal on this machine: what an acknowledged append costs next to the disk's own fdatasync (same run, interleaved,
 * because disks vary by the minute), how many appends per second it takes, and how long it takes to verify.
 *
 *   node bench/journal.ts [records]
 */
import { closeSync, existsSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Journal, openJournal } from '../src/journal/journal.ts';
import { deriveId, type RecordId, type SessionId } from '../src/memory/ids.ts';
import type { MemoryRecord } from '../src/memory/record.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createRandom } from './support/random.ts';

const RECORDS = Number(process.argv[2] ?? 100_000);
const RECORD_BYTES = 2_048;
const SMALL_RECORD_BYTES = 400;
const SINGLE_APPENDS = 1_000;
const APPENDERS = 64;
const APPENDS_EACH = 50;
const VOCABULARY = 20_000;
const SESSION = 'bench' as SessionId;

const random = createRandom(7);
const words = Array.from({ length: VOCABULARY }, (_, index) => `${syllables(index)}${syllables(index * 7 + 3)}`);

function syllables(number: number): string {
  let text = '';
  for (let rest = number + 20; rest > 0; rest = Math.floor(rest / 60)) {
    text += 'bdfgklmnprst'.charAt(rest % 12) + 'aeiou'.charAt(Math.floor(rest / 12) % 5);
  }
  return text;
}

/** A few words are common, most are rare, as in real text. */
function word(): string {
  return words[Math.floor(random() ** 4 * VOCABULARY)] ?? '';
}

function text(bytes: number): string {
  let result = '';
  while (result.length < bytes) result += `${word()} `;
  return result;
}

let made = 0;
function record(bytes: number): MemoryRecord {
  made += 1;
  const turn = Math.floor(made / 20);
  return {
    id: deriveId<RecordId>('bench', String(made)),
    ts: 1_700_000_000_000 + made,
    type: made % 20 === 0 ? 'prompt' : 'tool_result',
    sessionId: SESSION,
    workspace: null,
    turnId: deriveId('bench-turn', String(turn)),
    source: 'tool',
    tool: 'Read',
    path: `src/${word()}/${word()}.ts`,
    content: text(bytes),
    tags: ['bench'],
    metadata: { made },
  };
}

function percentiles(samplesMs: number[]): string {
  samplesMs.sort((a, b) => a - b);
  return `p50 ${at(samplesMs, 0.5).toFixed(2)} ms, p95 ${at(samplesMs, 0.95).toFixed(2)} ms`;
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function timed(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function singleAppends(journal: Journal, folder: string): Promise<void> {
  const file = openSync(join(folder, 'plain'), 'w');
  const block = Buffer.alloc(RECORD_BYTES, 'x');
  const appends: number[] = [];
  const syncs: number[] = [];
  for (let count = 0; count < SINGLE_APPENDS; count += 1) {
    const one = record(RECORD_BYTES);
    appends.push(await timed(() => journal.append({ records: [one] })));
    syncs.push(
      await timed(() => {
        writeSync(file, block);
        fdatasyncSync(file);
      }),
    );
  }
  closeSync(file);
  console.log(`append 2 KB, one at a time     ${percentiles(appends)}`);
  console.log(`write 2 KB + fdatasync         ${percentiles(syncs)}`);
  const ratio = (share: number) => (at(appends, share) / at(syncs, share)).toFixed(2);
  console.log(`ratio                          p50 ${ratio(0.5)}×, p95 ${ratio(0.95)}×`);
}

async function concurrentAppends(journal: Journal): Promise<void> {
  const total = APPENDERS * APPENDS_EACH;
  const batches = Array.from({ length: total }, () => ({ records: [record(RECORD_BYTES)] }));
  const latencies: number[] = [];
  const tookMs = await timed(() =>
    Promise.all(
      Array.from({ length: APPENDERS }, async () => {
        for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
          const mine = batch;
          latencies.push(await timed(() => journal.append(mine)));
        }
      }),
    ),
  );
  const rate = Math.round((total / tookMs) * 1_000);
  console.log(`append 2 KB, ${APPENDERS} at a time      ${rate} per second, each ${percentiles(latencies)}`);
}

async function fill(journal: Journal): Promise<void> {
  const startedAt = performance.now();
  const before = made;
  while (made < RECORDS) {
    const size = Math.min(500, RECORDS - made);
    await journal.append({ records: Array.from({ length: size }, () => record(SMALL_RECORD_BYTES)) });
  }
  const rate = Math.round(((made - before) / (performance.now() - startedAt)) * 1_000);
  console.log(`append 400 B, 500 per batch    ${rate} per second`);
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-bench-'));
  const options = {
    path: join(folder, 'transcript.db'),
    backupFolder: join(folder, 'backups'),
    clock: systemClock,
    exists: existsSync,
  };
  const journal = await openJournal(options);
  try {
    await journal.append({
      sessions: [{ id: SESSION, client: 'bench', workspace: null, cwd: null, startedAt: 0, metadata: {} }],
    });
    await singleAppends(journal, folder);
    await concurrentAppends(journal);
    await fill(journal);
    console.log(`at ${made} records:`);
    console.log(`openTurns                      ${(await timed(() => journal.openTurns())).toFixed(2)} ms`);
    console.log(await timedVerify(journal));
  } finally {
    await journal.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timedVerify(journal: Journal): Promise<string> {
  let problems = 0;
  const tookMs = await timed(async () => {
    problems = (await journal.verify()).problems.length;
  });
  return `verify                         ${(tookMs / 1_000).toFixed(1)} s, ${problems} problems`;
}

await main();
