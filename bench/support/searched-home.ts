/** A daemon whose journal was filled with coding sessions, with learnings, the baseline over the same rows, and queries for both. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpaceId } from '../../src/memory/ids.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { type Api, connect } from './api.ts';
import { createCodingRows } from './coding-rows.ts';
import { type BenchDaemon, startBenchDaemon } from './daemon.ts';
import { fillJournal, untilFound } from './fill-journal.ts';
import { fillMemoryOf, spaceIdsOf } from './full-memory.ts';
import { PlainIndex } from './plain-index.ts';

const ROWS_SEED = 17;
const QUERIES_SEED = 19;
const PROMPT_WORDS = [60, 150] as const;
const LEARNINGS = 2_000;
const ACTIONS = 20;
const PAGE_FILES = ['', '-wal'];

export const QUERY_KINDS = ['rare', 'common', 'mixed', 'question', 'prompt-length'] as const;
export type QueryKind = (typeof QUERY_KINDS)[number];

export interface SearchedHome {
  readonly daemon: BenchDaemon;
  readonly api: Api;
  readonly plain: PlainIndex;
  /** Folders that exist: hooks can be sent from there. */
  readonly spaces: readonly string[];
  /** Of those folders, in their order. */
  spaceIds(): Promise<readonly SpaceId[]>;
  /** From the start of the daemon until the last row of the journal is found. */
  readonly indexedMs: number;
  query(kind: QueryKind): string;
  /** Undefined while the index is part of another file. */
  indexMegabytes(): number | undefined;
  dispose(): Promise<void>;
}

export async function openSearchedHome(rows: number, spaceCount: number): Promise<SearchedHome> {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-bench-'));
  const spaces = Array.from({ length: spaceCount }, (_, number) => join(folder, `project-${number}`));
  for (const space of spaces) mkdirSync(space);
  const plain = new PlainIndex(folder, 'plain');
  const coding = createCodingRows(ROWS_SEED);
  let filledAt = 0;
  const daemon = await startBenchDaemon({
    config: { 'curator.profile': 'manual' },
    async fill(paths) {
      const rowAt = (number: number) => {
        const { session, type, text } = coding.next();
        return { id: `row-${number}`, space: spaces[session % spaceCount] ?? '', session: String(session), type, text };
      };
      await fillJournal(paths, rows, rowAt, (batch) => plain.add(batch));
      await fillMemoryOf(paths, { learnings: LEARNINGS, actions: ACTIONS, now: systemClock.now() });
      filledAt = performance.now();
    },
  });
  const api = connect(daemon);
  const dispose = async (): Promise<void> => {
    api.close();
    await daemon.stop();
    plain.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilFound(api);
    const indexedMs = performance.now() - filledAt;
    return {
      daemon,
      api,
      plain,
      spaces,
      spaceIds: () => spaceIdsOf(daemon.paths),
      indexedMs,
      query: createQueries(),
      indexMegabytes: () => sizeOf(daemon),
      dispose,
    };
  } catch (cause) {
    await dispose();
    throw cause;
  }
}

function createQueries(): SearchedHome['query'] {
  const coding = createCodingRows(QUERIES_SEED);
  const [fewest, most] = PROMPT_WORDS;
  let asked = 0;
  return (kind) => {
    asked += 1;
    if (kind === 'rare') return coding.rare();
    if (kind === 'common') return `${coding.common()} ${coding.common()}`;
    if (kind === 'question') return `what did we decide about the ${coding.common()} of ${coding.rare()}?`;
    if (kind === 'mixed') {
      return [coding.common(), coding.rare(), coding.common(), coding.rare(), coding.common()].join(' ');
    }
    return coding.prose(fewest + (asked % (most - fewest)));
  };
}

function sizeOf({ paths }: BenchDaemon): number | undefined {
  const files = PAGE_FILES.map((ending) => join(paths.memory, `recall.db${ending}`)).filter((path) => existsSync(path));
  if (files.length === 0) return undefined;
  return files.reduce((bytes, path) => bytes + statSync(path).size, 0) / 2 ** 20;
}
