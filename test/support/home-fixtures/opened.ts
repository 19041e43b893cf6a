/** A home that is kept as a fixture, unpacked into a folder of its own with a daemon on it, at the time it was made. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeHome, type TestHome } from '../home.ts';
import { createMovedClock, type MovedClock } from '../moved-clock.ts';
import { serveReady } from '../serve.ts';
import { waitFor } from '../wait.ts';
import { makeFolder } from '../workspace.ts';
import { ARCHIVE_SUFFIX, unpackHome } from './archive.ts';
import { writeRedactionKey } from './redaction-key.ts';

const HOMES = resolve(import.meta.dirname, '../../fixtures/homes');

/** In front of the names of the homes that it made. */
export const OLDEST = '0.1.0-';

export const FIXTURE_HOMES: readonly string[] = readdirSync(HOMES)
  .filter((file) => file.endsWith(ARCHIVE_SUFFIX))
  .map((file) => file.slice(0, -ARCHIVE_SUFFIX.length));

export interface OpenedHome extends TestHome {
  readonly clock: MovedClock;
  /** When the home was made. */
  readonly madeAt: number;
  /** Each line on its own, sorted; what opening the home added has the word `opened` for its time. */
  exportLines(): Promise<readonly string[]>;
}

/** What is written down about the home of that name. */
export function expectationOf(name: string): string {
  return join(HOMES, `${name}.json`);
}

export async function openFixtureHome(name: string): Promise<OpenedHome> {
  const folder = makeFolder('home');
  unpackHome(join(HOMES, `${name}${ARCHIVE_SUFFIX}`), folder);
  const { port: _, ...config } = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
  const { now } = JSON.parse(readFileSync(expectationOf(name), 'utf8')) as { readonly now: number };
  const home = await serveHome(await makeHome({ folder, config }), now);
  // Of a home of 0.1.0 it is asked once which lines of user.md hold everywhere, some time after it was opened.
  if (name.startsWith(OLDEST)) await waitFor(async () => isAsked(await home.exportLines()), { what: 'the question' });
  return home;
}

/** The act and all that waits by it: an export may come between the two. */
function isAsked(lines: readonly string[]): boolean {
  const read = lines.map((line) => JSON.parse(line));
  const reviews = new Set(read.filter(({ kind }) => kind === 'review').map(({ id }) => id));
  const asked = read.find(({ kind, change }) => kind === 'edit' && change.kind === 'ask');
  return asked?.change.reviews.every(({ id }: { readonly id: string }) => reviews.has(id)) ?? false;
}

/** With the same key and at the same time as the homes that are kept. */
export async function serveHome(home: TestHome, madeAt: number): Promise<OpenedHome> {
  const outside = makeFolder('outside');
  const clock = createMovedClock(outside);
  clock.moveTo(madeAt);
  const dispose = async (): Promise<void> => {
    await home[Symbol.asyncDispose]();
    rmSync(outside, { recursive: true, force: true });
  };
  try {
    writeRedactionKey(home.paths);
    await serveReady(home, clock.env);
  } catch (cause) {
    await dispose();
    throw cause;
  }
  return {
    ...home,
    clock,
    madeAt,
    exportLines: () => exportLines(home, madeAt),
    [Symbol.asyncDispose]: dispose,
  };
}

async function exportLines(home: TestHome, madeAt: number): Promise<readonly string[]> {
  const answer = await fetch(`${home.url}/memory/export`, { headers: { authorization: `Bearer ${home.scriptToken}` } });
  if (!answer.ok) throw new Error(`the export was answered ${answer.status}`);
  const text = (await answer.text()).replaceAll(/\b\d{13}\b/g, (moment) =>
    Number(moment) >= madeAt ? '"opened"' : moment,
  );
  return text.split('\n').filter(Boolean).toSorted();
}
