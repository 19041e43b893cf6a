/**
 * Rebuilding knowledge and files from the journal: how long it takes next to copying the file it makes, and whether it
 * gives the same again. Ends with 1 when it does not.
 *
 *   node bench/rebuild.ts [turns]
 */
import { closeSync, copyFileSync, fdatasyncSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { rebuild } from '../src/curator/rebuild.ts';
import { systemClock } from '../src/platform/clock.ts';
import { type CuratingHome, openCuratingHome } from './support/curating-home.ts';
import { ms, printFigures } from './support/figures.ts';

const TURNS = Number(process.argv[2] ?? 10_000);
const SPACES = 20;
const EVERYTHING = 1_000_000;

async function knowledgeOf({ knowledge }: CuratingHome): Promise<Readonly<Record<string, string>>> {
  return {
    learnings: JSON.stringify(await knowledge.learnings({ valid: false, limit: EVERYTHING })),
    actions: JSON.stringify(await knowledge.actions({ limit: EVERYTHING })),
    reviews: JSON.stringify(await knowledge.reviews({ limit: EVERYTHING })),
  };
}

/** As bytes, so that not even a line end may differ. */
function filesOf({ paths }: CuratingHome): Readonly<Record<string, string>> {
  const names = readdirSync(paths.memory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  return Object.fromEntries(
    names.toSorted().map((name) => [name, readFileSync(join(paths.memory, name), 'base64')] as const),
  );
}

function differences(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]);
}

function timedCopy(from: string): number {
  const startedAt = performance.now();
  copyFileSync(from, `${from}.copy`);
  const copy = openSync(`${from}.copy`, 'r+');
  fdatasyncSync(copy);
  closeSync(copy);
  return performance.now() - startedAt;
}

const home = await openCuratingHome();
try {
  await home.fill(TURNS, SPACES);
  await home.curation.scheduler.curateNow();
  const before = { ...(await knowledgeOf(home)), ...filesOf(home) };

  const { projector, scheduler, keeper } = home.curation;
  const { journal, knowledge } = home;
  const startedAt = performance.now();
  await rebuild({ journal, knowledge, projector, scheduler, keeper, clock: systemClock }, () => undefined);
  const tookMs = performance.now() - startedAt;

  const after = { ...(await knowledgeOf(home)), ...filesOf(home) };
  const differing = differences(before, after);
  const copyMs = timedCopy(home.paths.knowledge);
  const { total } = await journal.actCounts();
  const { learningsEver } = await knowledge.counts();
  printFigures(`Rebuild of ${TURNS} turns (${learningsEver} learnings, ${Object.keys(filesOf(home)).length} files)`, [
    {
      what: `${total} acts applied anew`,
      value: `${(tookMs / 1_000).toFixed(1)} s`,
      baseline: `copying memory.db (${Math.round(statSync(home.paths.knowledge).size / 2 ** 20)} MB) ${ms(copyMs)}`,
      ratio: tookMs / copyMs,
    },
    {
      what: 'rate',
      value: `${Math.round((total / tookMs) * 1_000)} acts/s, ${Math.round((TURNS / tookMs) * 1_000)} turns/s`,
    },
    {
      what: 'the same learnings, actions, reviews and file bytes',
      value: differing.length === 0 ? 'yes' : `no: ${differing.join(', ')}`,
      target: 'yes',
      met: differing.length === 0,
    },
  ]);
  if (differing.length > 0) process.exitCode = 1;
} finally {
  await home.dispose();
}
