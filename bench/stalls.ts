/**
 * What holds the daemon's thread: a real daemon is given one hard thing after another while small events of an agent come
 * in. For each: the longest time in which its thread served nobody, what a small event waited against the same without the
 * hard thing, and the memory afterwards.
 *
 *   npm run bench -- stalls [--only TEXT]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCaptureLoad } from './support/capture-load.ts';
import { type BenchDaemon, memoryOf, startBenchDaemon } from './support/daemon.ts';
import { type Figure, ms, percentile, printFigures } from './support/figures.ts';
import { HOSTILE_VALUES } from './support/hostile-inputs.ts';
import { poster } from './support/post.ts';

interface Bench {
  readonly daemon: BenchDaemon;
  readonly folder: string;
  post(path: string, body: string, type?: string): Promise<number>;
}

interface HardThing {
  readonly name: string;
  /** Resolves when it is done, as far as the daemon tells. */
  run(bench: Bench): Promise<void>;
}

const BLOCK_TARGET_MS = 100;
const CAPTURE_RATIO = 2;
const MEMORY_TARGET_MB = 300;
const ALONE_MS = 3_000;
/** What was begun by a thing comes to its end, such as the look into a transcript. */
const SETTLE_MS = 1_500;
const BEFORE_MS = 1_000;

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const root = mkdtempSync(join(tmpdir(), 'carryover-stalls-'));

const event = (session: string, more: string) =>
  `{"session_id":"${session}","prompt_id":"p1","cwd":${JSON.stringify(root)},"transcript_path":"","hook_event_name":${more}}`;

const hostile: readonly HardThing[] = HOSTILE_VALUES.flatMap(({ name, json }, index) => [
  {
    name: `hook: ${name}`,
    run: async ({ post }) => {
      const call = `"tool_name":"mcp__db__query","tool_use_id":"toolu_${index}","tool_input":{"q":"select"}`;
      await post('/hooks/claude-code', event(`hard-${index}`, `"PostToolUse",${call},"tool_response":${json()}`));
    },
  },
]);

const record = (n: number) => ({
  type: 'prompt',
  session_id: 'api',
  content: `note ${n} about the build of the service`,
});

const things: readonly HardThing[] = [
  ...hostile,
  {
    name: 'hook: a prompt of 10 MB',
    run: async ({ post }) => {
      await post(
        '/hooks/claude-code',
        event('long', `"UserPromptSubmit","prompt":"${'a word or two '.repeat(700_000)}"`),
      );
    },
  },
  {
    name: 'POST /memory/record: 1,000 records',
    run: async ({ post }) => {
      await post('/memory/record', JSON.stringify(Array.from({ length: 1_000 }, (_, n) => record(n))));
    },
  },
  {
    name: 'POST /memory/record: metadata of 8 MB of {}',
    run: async ({ post }) => {
      await post('/memory/record', `{"type":"event","content":"x","metadata":{"a":[${'{},'.repeat(2_600_000)}{}]}}`);
    },
  },
  {
    name: 'POST /memory/import: a line of 8 MB of {}',
    run: async ({ post }) => {
      const line = `{"kind":"record","metadata":{"a":[${'{},'.repeat(2_600_000)}{}]}}\n`;
      await post('/memory/import', line, 'application/x-ndjson');
    },
  },
  {
    name: 'transcript: a line of 24 MB of {}',
    run: ({ post }) => transcript('line', [toolLine(`[${'{},'.repeat(8_000_000)}{}]`)], post),
  },
  {
    name: 'transcript: 20 MB of small lines',
    run: ({ post }) =>
      transcript(
        'lines',
        Array.from({ length: 10_000 }, (_, n) => promptLine(n, `step ${n} ${'of the plan '.repeat(150)}`)),
        post,
      ),
  },
];

function toolLine(result: string): string {
  const content = `[{"type":"tool_result","tool_use_id":"toolu_line","content":${result}}]`;
  return `{"type":"user","uuid":"u1","promptId":"p1","timestamp":"${new Date().toISOString()}","message":{"role":"user","content":${content}}}`;
}

function promptLine(n: number, content: string): string {
  return JSON.stringify({
    type: 'user',
    uuid: `u${n}`,
    promptId: `p${n}`,
    timestamp: new Date().toISOString(),
    message: { role: 'user', content },
  });
}

async function transcript(session: string, lines: readonly string[], post: Bench['post']): Promise<void> {
  const folder = join(root, 'projects', 'x');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${session}.jsonl`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  const named = { session_id: session, prompt_id: 'p1', cwd: root, transcript_path: path, hook_event_name: 'Stop' };
  await post('/hooks/claude-code', JSON.stringify(named));
  await sleep(2 * SETTLE_MS);
}

const daemon = await startBenchDaemon();
/** A connection of its own each time: the daemon closes one that nobody used for a while. */
async function send(path: string, body: string, type?: string): Promise<number> {
  const client = poster(daemon.port, daemon.token);
  try {
    return await client.post(path, body, type);
  } finally {
    client.close();
  }
}

const load = startCaptureLoad({ port: daemon.port, token: daemon.token, cwd: root });
try {
  await sleep(ALONE_MS);
  await load.take();
  await daemon.longestHold();
  await sleep(ALONE_MS);
  const alone = await load.take();
  const quiet = await daemon.longestHold();
  const figures: Figure[] = [
    {
      what: 'nothing else',
      value: `longest block ${ms(quiet.processorMs)} (${ms(quiet.clockMs)} by the clock)`,
      baseline: `capture p50 ${ms(percentile(alone, 0.5))}, p95 ${ms(percentile(alone, 0.95))}, ${Math.round(memoryOf(daemon.pid))} MB`,
    },
  ];
  for (const { name, run } of things.filter((thing) => thing.name.includes(values.only))) {
    process.stderr.write(`${name}\n`);
    await load.take();
    await sleep(BEFORE_MS);
    // Right before, because other programs come and go on the machine.
    const alone = percentile(await load.take(), 0.95);
    await daemon.longestHold();
    const startedAt = performance.now();
    let failed = '';
    await run({ daemon, folder: root, post: send }).catch((error: unknown) => {
      failed = ` (${String(error).slice(0, 80)})`;
    });
    const tookMs = performance.now() - startedAt;
    await sleep(SETTLE_MS);
    const { clockMs, processorMs } = await daemon.longestHold();
    const times = await load.take();
    const p95 = percentile(times, 0.95);
    const memory = memoryOf(daemon.pid);
    figures.push({
      what: name,
      value: `longest block ${ms(processorMs)} (${ms(clockMs)} by the clock), done after ${ms(tookMs)}${failed}`,
      baseline: `capture p50 ${ms(percentile(times, 0.5))}, p95 ${ms(p95)}, ${Math.round(memory)} MB`,
      ratio: p95 / alone,
      target: `≤ ${BLOCK_TARGET_MS} ms, ≤ ${CAPTURE_RATIO}×, ≤ ${MEMORY_TARGET_MB} MB`,
      met: processorMs <= BLOCK_TARGET_MS && p95 <= CAPTURE_RATIO * alone && memory <= MEMORY_TARGET_MB,
    });
  }
  printFigures('What holds the daemon', figures);
} finally {
  await load.stop();
  await daemon.stop();
  rmSync(root, { recursive: true, force: true });
}
