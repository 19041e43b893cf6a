/**
 * Every page of the dashboard as a browser asks for it: the time to its first byte in a large home, beside the same page
 * in a home of a thousand records and beside `/health`, asked in turn on kept-alive connections. And paging: a page deep in
 * a long list beside its first.
 *
 *   node bench/dashboard.ts [--rows 100000] [--rounds 40] [--keep FOLDER]
 *
 * There are a tenth as many learnings as records. With `--keep` the large home is there for the next run.
 */
import { parseArgs } from 'node:util';
import { type DashboardHome, openDashboardHome, pagesOf } from './support/dashboard-home.ts';
import { type Figure, ms, percentile, printFigures } from './support/figures.ts';

const SMALL_ROWS = 1_000;
const LEARNINGS_SHARE = 0.1;
const WARM_UP_ROUNDS = 3;
const TARGET_MS = 100;
const DEEP_PAGE = 500;
/** Paging counts as constant below this: a first page is what everybody has just read. */
const DEEP_RATIO = 2;
const LISTS = ['/memories', '/sessions', '/events'];
/** How a list names its next page. */
const NEXT_PAGE = /(?:href|hx-get)="([^"]*[?&](?:amp;)?after=[^"]*)"/;

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '40' },
    keep: { type: 'string' },
  },
});
const rows = Number(values.rows);
const rounds = Number(values.rounds);

const small = await openDashboardHome(SMALL_ROWS, SMALL_ROWS * LEARNINGS_SHARE);
try {
  const large = await openDashboardHome(rows, rows * LEARNINGS_SHARE, values.keep);
  try {
    const title = `${rows.toLocaleString('en')} records, ${(rows * LEARNINGS_SHARE).toLocaleString('en')} learnings`;
    printFigures(`First byte of each page, ${title}`, await firstBytes(large, small));
    printFigures(`Page ${DEEP_PAGE} beside page 1, ${title}`, await paging(large));
  } finally {
    await large.dispose();
  }
} finally {
  await small.dispose();
}

async function firstBytes(large: DashboardHome, small: DashboardHome): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  const smallPages = pagesOf(small);
  for (const [name, path] of Object.entries(pagesOf(large))) {
    const times = await inTurn({
      page: () => large.visit(path),
      small: () => small.visit(smallPages[name] ?? path),
      health: () => large.visit('/health'),
    });
    const p95 = percentile(times.page, 0.95);
    const smallP95 = percentile(times.small, 0.95);
    figures.push({
      what: name,
      value: `p50 ${ms(percentile(times.page, 0.5))}, p95 ${ms(p95)}`,
      baseline: `${SMALL_ROWS} records p95 ${ms(smallP95)}, health ${ms(percentile(times.health, 0.95))}`,
      ratio: p95 / smallP95,
      target: `p95 ≤ ${TARGET_MS} ms`,
      met: p95 <= TARGET_MS,
    });
  }
  return figures;
}

async function paging(home: DashboardHome): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const list of LISTS) {
    const { path, page } = await follow(home, list);
    const times = await inTurn({ first: () => home.visit(list), deep: () => home.visit(path) });
    const [deep, first] = [percentile(times.deep, 0.5), percentile(times.first, 0.5)];
    figures.push({
      what: `${list}, page ${page} (p50)`,
      value: ms(deep),
      baseline: `page 1 ${ms(first)}`,
      ratio: deep / first,
      target: `≤ ${DEEP_RATIO}×`,
      met: deep <= first * DEEP_RATIO,
    });
  }
  return figures;
}

/** As deep as the list goes, up to the page that is wanted. */
async function follow(home: DashboardHome, list: string): Promise<{ readonly path: string; readonly page: number }> {
  let path = list;
  for (let page = 1; ; page += 1) {
    if (page === DEEP_PAGE) return { path, page };
    const next = NEXT_PAGE.exec((await home.visit(path)).body)?.[1];
    if (next === undefined) return { path, page };
    path = next.replaceAll('&amp;', '&');
  }
}

/** Milliseconds to the first byte, one of each in every round. */
async function inTurn<Name extends string>(
  asks: Readonly<Record<Name, () => ReturnType<DashboardHome['visit']>>>,
): Promise<Readonly<Record<Name, number[]>>> {
  const names = Object.keys(asks) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1)
    for (const name of names) {
      const { status, firstByteMs, body } = await asks[name]();
      if (status !== 200) throw new Error(`${name} was answered ${status}: ${body.slice(0, 200)}`);
      if (round >= 0) times[name].push(firstByteMs);
    }
  return times;
}
