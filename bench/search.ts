/**
 * Search as a client sees it, over HTTP, at several sizes: how long it takes for rare, common, mixed and prompt-length
 * queries, beside plain `bm25()` over the same rows in the same run; when a new record can be found; what searching does
 * to capture; what a prompt waits for; memory and disk; what the search thread itself takes, in processor time beside that of plain
 * `bm25()`; and the MCP server of a session beside HTTP and beside bare Node.
 *
 *   node bench/search.ts [--rows 10k,100k,1m-50,1m-1] [--all]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { memoryOf } from './support/daemon.ts';
import { type Figure, ms, percentile, printFigures } from './support/figures.ts';
import { showProgress } from './support/progress.ts';
import { capturing, overMcp, prompting, searchable, searching } from './support/search-rounds.ts';
import { inSearchThread, type ThreadTimes } from './support/search-thread.ts';
import { openSearchedHome, QUERY_KINDS, type QueryKind } from './support/searched-home.ts';

interface Size {
  readonly rows: number;
  readonly spaces: number;
  /** Of the top 20, p95. */
  readonly searchMs?: number;
  readonly promptMs?: number;
  readonly memoryMb?: number;
}

const SIZES: Readonly<Record<string, Size>> = {
  '10k': { rows: 10_000, spaces: 1 },
  '100k': { rows: 100_000, spaces: 1, searchMs: 15, promptMs: 25, memoryMb: 150 },
  '1m-50': { rows: 1_000_000, spaces: 50, searchMs: 20, memoryMb: 250 },
  '1m-1': { rows: 1_000_000, spaces: 1, searchMs: 100, memoryMb: 250 },
};
const USUAL = '10k,100k';
const SEARCHABLE_MS = 1_000;
const AT_REST_MS = 20_000;
const MEDIAN_MS = 5;
const THREAD_RATIO = 1;
const MCP_MS = 2;
const MCP_MB = 20;
/** Searches run on other threads; what is left of their weight is the processor's. */
const CAPTURE_RATIO = 1.25;

const { values } = parseArgs({ options: { rows: { type: 'string', default: USUAL }, all: { type: 'boolean' } } });
const wanted = values.all === true ? Object.keys(SIZES) : values.rows.split(',');
const unknown = wanted.filter((name) => SIZES[name] === undefined);
if (unknown.length > 0) {
  console.error(`no such size: ${unknown.join(', ')}; there are: ${Object.keys(SIZES).join(', ')}`);
  process.exit(1);
}
for (const name of wanted) {
  const size = SIZES[name];
  if (size !== undefined) printFigures(titleOf(size), await measure(size));
}

function titleOf({ rows, spaces }: Size): string {
  return `Search over ${rows.toLocaleString('en')} records in ${spaces === 1 ? 'one space' : `${spaces} spaces`}`;
}

async function measure(size: Size): Promise<readonly Figure[]> {
  const home = await openSearchedHome(size.rows, size.spaces);
  try {
    const rounds = showProgress('measure', QUERY_KINDS.length + 3);
    const figures: Figure[] = [];
    const all: number[] = [];
    for (const [at, kind] of QUERY_KINDS.entries()) {
      const { oursMs, plainMs } = await searching(home, kind);
      for (const share of [0.5, 0.95, 0.99]) {
        const target = share === 0.95 ? size.searchMs : undefined;
        figures.push(timeFigure(`top 20, ${kind}`, share, oursMs, { baseline: plainMs, name: 'bm25', target }));
      }
      all.push(...oursMs);
      rounds.at(at + 1);
    }
    figures.push(
      timeFigure('top 20, all kinds', 0.5, all, { target: size.searchMs === undefined ? undefined : MEDIAN_MS }),
    );
    const searchedMb = memoryOf(home.daemon.pid);
    const indexMb = home.indexMegabytes();
    // Threads that have nothing to do are let go, and what they needed is given back.
    await sleep(AT_REST_MS);
    const memoryMb = memoryOf(home.daemon.pid);
    figures.push(
      {
        what: 'daemon memory after searching, at rest',
        value: `${Math.round(memoryMb)} MB`,
        baseline: `right after ${Math.round(searchedMb)} MB`,
        ...(size.memoryMb === undefined ? {} : { target: `≤ ${size.memoryMb} MB`, met: memoryMb <= size.memoryMb }),
      },
      { what: 'index on disk', value: indexMb === undefined ? 'inside the journal' : `${indexMb.toFixed(1)} MB` },
      { what: 'index filled after', value: `${(home.indexedMs / 1_000).toFixed(1)} s` },
    );
    figures.push(...threadFigures(await inSearchThread(home), size), ...mcpFigures(await overMcp(home)));
    const foundMs = await searchable(home);
    figures.push(
      timeFigure('a new record is found after', 0.5, foundMs),
      timeFigure('a new record is found after', 0.95, foundMs, { target: SEARCHABLE_MS }),
    );
    const { aloneMs, busyMs, searchesPerSecond } = await capturing(home);
    const ratio = percentile(busyMs, 0.95) / percentile(aloneMs, 0.95);
    figures.push({
      what: `capture while ${Math.round(searchesPerSecond)} searches/s run (p95)`,
      value: ms(percentile(busyMs, 0.95)),
      baseline: `alone ${ms(percentile(aloneMs, 0.95))}`,
      ratio,
      target: `≤ ${CAPTURE_RATIO}×`,
      met: ratio <= CAPTURE_RATIO,
    });
    const { contextMs, hookMs, plainMs } = await prompting(home);
    const promptTarget = { baseline: plainMs, name: 'bm25', target: size.promptMs };
    figures.push(
      timeFigure('prompt block, asked for', 0.95, contextMs, promptTarget),
      timeFigure('prompt block, hook', 0.95, hookMs, promptTarget),
    );
    rounds.end();
    return figures;
  } finally {
    await home.dispose();
  }
}

/** Sums: a kind that takes long counts as much as it takes. */
function threadFigures(times: ReadonlyMap<QueryKind, ThreadTimes>, { searchMs }: Size): readonly Figure[] {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const figures = [...times].map(([kind, { oursMs, plainMs }]) => ({
    what: `in the search thread, ${kind} (mean of ${oursMs.length})`,
    value: ms(sum(oursMs) / oursMs.length),
    baseline: `bm25 ${ms(sum(plainMs) / plainMs.length)}`,
    ratio: sum(oursMs) / sum(plainMs),
  }));
  const short = [...times].flatMap(([kind, each]) => (kind === 'prompt-length' ? [] : each));
  const [ours, plain] = [sum(short.flatMap(({ oursMs }) => oursMs)), sum(short.flatMap(({ plainMs }) => plainMs))];
  const total = { what: 'in the search thread, all but prompt-length', value: ms(ours), baseline: `bm25 ${ms(plain)}` };
  const target = searchMs === undefined ? {} : { target: `≤ ${THREAD_RATIO}×`, met: ours <= THREAD_RATIO * plain };
  return [...figures, { ...total, ratio: ours / plain, ...target }];
}

function mcpFigures({ httpMs, mcpMs, memoryMb, bareMb }: Awaited<ReturnType<typeof overMcp>>): readonly Figure[] {
  const apart = percentile(
    mcpMs.map((value, at) => value - (httpMs[at] ?? 0)),
    0.5,
  );
  return [
    {
      what: `MCP, top 20 (p50 of ${mcpMs.length})`,
      value: ms(percentile(mcpMs, 0.5)),
      baseline: `HTTP ${ms(percentile(httpMs, 0.5))}`,
      ratio: percentile(mcpMs, 0.5) / percentile(httpMs, 0.5),
    },
    { what: 'MCP later than HTTP (median)', value: ms(apart), target: `≤ ${MCP_MS} ms`, met: apart <= MCP_MS },
    {
      what: "memory of a session's MCP process",
      value: `${memoryMb.toFixed(1)} MB`,
      baseline: `bare Node ${bareMb.toFixed(1)} MB`,
      ratio: memoryMb / bareMb,
      target: `≤ ${MCP_MB} MB more`,
      met: memoryMb - bareMb <= MCP_MB,
    },
  ];
}

interface Comparison {
  readonly baseline?: readonly number[];
  readonly name?: string;
  readonly target?: number | undefined;
}

function timeFigure(what: string, share: number, valuesMs: readonly number[], to: Comparison = {}): Figure {
  const value = percentile(valuesMs, share);
  const baseline = to.baseline === undefined ? undefined : percentile(to.baseline, share);
  return {
    // Of few values the 99th percentile is the largest: the reader should know of how many.
    what: `${what} (p${share * 100} of ${valuesMs.length})`,
    value: ms(value),
    ...(baseline === undefined ? {} : { baseline: `${to.name} ${ms(baseline)}`, ratio: value / baseline }),
    ...(to.target === undefined ? {} : { target: `≤ ${to.target} ms`, met: value <= to.target }),
  };
}
