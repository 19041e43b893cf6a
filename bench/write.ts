/** The write path: POST to 2xx for a 2 KB record, against what the disk needs for 2 KB; throughput; memory of the daemon. */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryOf, startBenchDaemon } from './support/daemon.ts';
import { ms, percentile, printFigures } from './support/figures.ts';
import { poster } from './support/post.ts';

const ROUNDS = 400;
const CLIENTS = 16;
const PER_CLIENT = 100;
const FILL = 100_000;
const FILL_BATCH = 200;
/** Made-up words in the frequencies of real text: few common ones, many rare ones. */
const SYLLABLES = [
  'ba',
  'den',
  'ko',
  'ri',
  'sal',
  'mo',
  'tu',
  'fe',
  'lin',
  'gra',
  'po',
  'ves',
  'na',
  'hul',
  'ci',
  'er',
];
const VOCABULARY = Array.from(
  { length: 3_000 },
  (_, n) => `${SYLLABLES[n % 16]}${SYLLABLES[(n >> 4) % 16]}${SYLLABLES[(n >> 8) % 16]}`,
);

function text(seed: number, chars: number): string {
  let line = `note ${seed}`;
  for (let n = seed + 1; line.length < chars; ) {
    n = (n * 48_271 + 11) % 2_147_483_647;
    const share = (n / 2_147_483_647) ** 3;
    line += ` ${VOCABULARY[Math.floor(share * VOCABULARY.length)]}`;
  }
  return line;
}
const record = (seed: number, chars: number) => ({
  type: 'prompt',
  session_id: 'bench',
  workspace: 'bench',
  content: text(seed, chars),
});

const daemon = await startBenchDaemon();
const folder = mkdtempSync(join(tmpdir(), 'carryover-bench-'));
const file = openSync(join(folder, 'disk'), 'w');
const block = Buffer.alloc(2_048, 'x');
const client = poster(daemon.port, daemon.token);
const diskMs: number[] = [];
const writeMs: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const startedAt = performance.now();
  writeSync(file, block);
  fdatasyncSync(file);
  diskMs.push(performance.now() - startedAt);
  writeMs.push(await client.post('/memory/record', JSON.stringify(record(round, 2_048))));
}
closeSync(file);

const startedAt = performance.now();
await Promise.all(
  Array.from({ length: CLIENTS }, async (_, number) => {
    const own = poster(daemon.port, daemon.token);
    for (let round = 0; round < PER_CLIENT; round += 1)
      await own.post('/memory/record', JSON.stringify(record(number * 10_000 + round, 2_048)));
    own.close();
  }),
);
const perSecond = (CLIENTS * PER_CLIENT) / ((performance.now() - startedAt) / 1_000);

for (let filled = 0; filled < FILL; filled += FILL_BATCH) {
  await client.post(
    '/memory/record',
    JSON.stringify(Array.from({ length: FILL_BATCH }, (_, n) => record(filled + n + 1_000_000, 350))),
  );
}
client.close();
await new Promise((resolve) => setTimeout(resolve, 3_000));
const rssMb = memoryOf(daemon.pid);

const p95 = percentile(writeMs, 0.95);
const diskP95 = percentile(diskMs, 0.95);
printFigures('Write path', [
  {
    what: 'POST /memory/record, 2 KB (p50)',
    value: ms(percentile(writeMs, 0.5)),
    baseline: `fdatasync ${ms(percentile(diskMs, 0.5))}`,
    ratio: percentile(writeMs, 0.5) / percentile(diskMs, 0.5),
  },
  {
    what: 'POST /memory/record, 2 KB (p95)',
    value: ms(p95),
    baseline: `fdatasync ${ms(diskP95)}`,
    ratio: p95 / diskP95,
    target: '≤ 2 ms or ≤ 4×',
    met: p95 <= 2 || p95 <= 4 * diskP95,
  },
  {
    what: `${CLIENTS} clients at once`,
    value: `${Math.round(perSecond)} records/s`,
    baseline: `disk alone ${Math.round(1_000 / percentile(diskMs, 0.5))}/s`,
    ratio: perSecond / (1_000 / percentile(diskMs, 0.5)),
  },
  {
    what: 'daemon memory, idle, 100,000 records',
    value: `${Math.round(rssMb)} MB`,
    target: '≤ 120 MB',
    met: rssMb <= 120,
  },
]);
await daemon.stop();
rmSync(folder, { recursive: true, force: true });
