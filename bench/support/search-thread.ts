/**
 * Searches as the search thread makes them, without HTTP and without a hop, beside plain `bm25()` on the same thread in turn. Told in processor
 * time of that thread: what the machine does besides is in neither.
 */
import { RecordReader } from '../../src/journal/sqlite/record-reader.ts';
import type { SpaceId } from '../../src/memory/ids.ts';
import { IndexReader } from '../../src/recall/index/index-reader.ts';
import { openIndexForReading } from '../../src/recall/index/schema.ts';
import { Searcher } from '../../src/recall/search/searcher.ts';
import { QUERY_KINDS, type QueryKind, type SearchedHome } from './searched-home.ts';

const HITS = 20;
const WARM_UP_ROUNDS = 20;
/** A long text takes plain `bm25()` a third of a second. */
const ROUNDS: Readonly<Record<QueryKind, number>> = {
  rare: 150,
  common: 150,
  mixed: 150,
  question: 150,
  'prompt-length': 30,
};

export interface ThreadTimes {
  readonly oursMs: readonly number[];
  readonly plainMs: readonly number[];
}

export async function inSearchThread(home: SearchedHome): Promise<ReadonlyMap<QueryKind, ThreadTimes>> {
  const { paths } = home.daemon;
  const journal = new RecordReader(paths.journal);
  const index = new IndexReader(openIndexForReading(paths.recall));
  try {
    const searcher = new Searcher(index, journal);
    const ids = await home.spaceIds();
    const ask = (text: string, workspace: SpaceId | undefined) =>
      searcher.search({
        ...{
          text,
          limit: HITS,
          kind: 'records',
          audience: 'person',
          now: Date.now(),
          patienceMs: 0,
        },
        ...(workspace === undefined ? {} : { workspace }),
      });
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1)
      ask(home.query(QUERY_KINDS[round % QUERY_KINDS.length] ?? 'mixed'), ids[round % ids.length]);
    return new Map(
      QUERY_KINDS.map((kind) => {
        const oursMs: number[] = [];
        const plainMs: number[] = [];
        for (let round = 0; round < ROUNDS[kind]; round += 1) {
          const text = home.query(kind);
          oursMs.push(spent(() => ask(text, ids[round % ids.length])));
          plainMs.push(spent(() => home.plain.search(text, HITS, home.spaces[round % home.spaces.length] ?? '')));
        }
        return [kind, { oursMs, plainMs }];
      }),
    );
  } finally {
    journal.close();
    index.close();
  }
}

function spent(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
