/**
 * What curation has made of a home, read from its stores and its memory files: what was learned, what waits, what was
 * asked of models. Opened beside a running daemon, or after it; nothing is written.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Journal, openJournal } from '../../src/journal/journal.ts';
import { type Knowledge, openKnowledge } from '../../src/knowledge/knowledge.ts';
import type { StoredAct } from '../../src/memory/act.ts';
import type { Learning } from '../../src/memory/learning.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { TestHome } from './home.ts';
import { waitFor } from './wait.ts';

const ALL = 100_000;

interface Stores {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
}

export async function withStores<Result>(home: TestHome, work: (stores: Stores) => Promise<Result>): Promise<Result> {
  const common = { backupFolder: home.paths.backups, clock: systemClock };
  const journal = await openJournal({ ...common, path: home.paths.journal, exists: existsSync, readOnly: true });
  const knowledge = await openKnowledge({ ...common, path: home.paths.knowledge });
  try {
    return await work({ journal, knowledge });
  } finally {
    await knowledge.close();
    await journal.close();
  }
}

/** Also those that hold no more, oldest first. */
export function learningsOf(home: TestHome): Promise<readonly Learning[]> {
  return withStores(home, async ({ knowledge }) =>
    (await knowledge.learnings({ valid: false, limit: ALL })).toSorted(
      (a, b) => a.createdAt - b.createdAt || a.content.localeCompare(b.content),
    ),
  );
}

/** Those that hold, in the words that tell one from another: comparable between homes. */
export async function heldBy(home: TestHome): Promise<readonly string[]> {
  const learnings = await learningsOf(home);
  return learnings
    .filter(({ validTo }) => validTo === null)
    .map(({ type, content, confidence, scope }) => `${type} ${scope.kind} ${confidence} ${content}`)
    .toSorted();
}

export function actsOf(home: TestHome): Promise<readonly StoredAct[]> {
  return withStores(home, ({ journal }) => journal.acts(0, ALL));
}

/** How often each revision of a turn was curated, in effect: every one should be 1. */
export async function curationsPerTurn(home: TestHome): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const act of await actsOf(home))
    for (const { id, rev } of act.kind === 'curation' ? act.turns : [])
      counts[`${id}/${rev}`] = (counts[`${id}/${rev}`] ?? 0) + 1;
  return counts;
}

/** Resolves when so many turns were closed and nothing waits, is claimed or parked. */
export function allCurated(home: TestHome, turns: number, timeoutMs?: number): Promise<true> {
  return waitFor(
    () =>
      withStores(home, async ({ journal, knowledge }) => {
        const revisions = await journal.turnRevisions(0, ALL);
        const { waiting, claimed, parked } = await knowledge.queue.summary();
        const last = revisions.at(-1)?.seq ?? 0;
        const isFed = (await knowledge.queue.fedThrough()) === last;
        const isEnough = new Set(revisions.map(({ id }) => id)).size >= turns;
        return isEnough && isFed && waiting + claimed + parked === 0;
      }),
    { what: `${turns} turns to be curated`, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
  );
}

/** Every memory file on disk: its path below the memory folder → its text. */
export function memoryFiles(home: TestHome): Readonly<Record<string, string>> {
  const paths = globSync('**/*.md', { cwd: home.paths.memory }).toSorted();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(home.paths.memory, path), 'utf8')]));
}

/** The text of the files whose path ends like this, of all spaces; empty when there is none. */
export function memoryFile(home: TestHome, name: string): string {
  const files = Object.entries(memoryFiles(home)).filter(([path]) => path.endsWith(name));
  return files.map(([, text]) => text).join('\n');
}

/** Waits until the file holds it, and gives its text. */
export function fileHolding(home: TestHome, name: string, text: string | RegExp, timeoutMs?: number): Promise<string> {
  return waitFor(
    () => {
      const found = memoryFile(home, name);
      return (typeof text === 'string' ? found.includes(text) : text.test(found)) && found;
    },
    { what: `${text} in ${name}`, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
  );
}

/** The newest version of every file, by the same names. */
export function newestVersions(home: TestHome): Promise<readonly string[]> {
  return withStores(home, async ({ knowledge }) =>
    (await knowledge.files())
      .map(({ content }) => content)
      .filter((content) => content !== '')
      .toSorted(),
  );
}
