/**
 * The two memories that are compared: the daemon behind its public HTTP API, and the baseline in this process. Each is
 * told what was said and asked, in the order in which it happened; neither ever sees the labels.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, searchRecords } from '../support/api.ts';
import { startBenchDaemon } from '../support/daemon.ts';
import { PlainIndex } from '../support/plain-index.ts';
import type { Turn } from './data-set.ts';

export interface Memory {
  readonly name: string;
  /** All of one store. */
  tell(turns: readonly Turn[]): Promise<void>;
  /** Ids of turns, best first, and what the search alone took. */
  ask(ns: string, text: string, k: number): Promise<{ readonly turns: readonly string[]; readonly tookMs: number }>;
  close(): Promise<void>;
}

const RECORDS_PER_POST = 500;

/** Numbers for ids of any shape: the API takes printable ASCII only. */
class Numbered {
  readonly #numbers = new Map<string, number>();
  readonly #ids: string[] = [];

  has(id: string): boolean {
    return this.#numbers.has(id);
  }

  numberOf(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    this.#numbers.set(id, this.#ids.length);
    return this.#ids.push(id) - 1;
  }

  idOf(number: number): string {
    const id = this.#ids[number];
    if (id === undefined) throw new Error(`the answer names a record that was never stored: ${number}`);
    return id;
  }
}

export async function startDaemonMemory(): Promise<Memory> {
  // What a curator makes of the turns would be measured along with them.
  const daemon = await startBenchDaemon({ config: { 'curator.profile': 'manual' } });
  const api = connect(daemon);
  const [stores, sessions, turnIds] = [new Numbered(), new Numbered(), new Numbered()];
  const workspaceOf = (ns: string): string => `store-${stores.numberOf(ns)}`;
  const recordOf = ({ id, ns, sid, role, speaker, ts, text }: Turn) => ({
    id: `turn-${turnIds.numberOf(id)}`,
    type: role === 'assistant' ? 'assistant' : 'prompt',
    session_id: `session-${sessions.numberOf(`${ns} ${sid}`)}`,
    workspace: workspaceOf(ns),
    content: text,
    ...momentOf(ts),
    ...(speaker === undefined ? {} : { metadata: { speaker } }),
  });
  return {
    name: 'carryover',
    async tell(turns) {
      for (let told = 0; told < turns.length; told += RECORDS_PER_POST)
        await api.post('/memory/record', turns.slice(told, told + RECORDS_PER_POST).map(recordOf));
    },
    async ask(ns, text, k) {
      // A store is made by what is first told to it.
      if (!stores.has(ns)) return { turns: [], tookMs: 0 };
      const { hits, tookMs } = await searchRecords(api, text, k, workspaceOf(ns));
      return { turns: hits.map(({ id }) => turnIds.idOf(Number(id.slice('turn-'.length)))), tookMs };
    },
    async close() {
      api.close();
      await daemon.stop();
    },
  };
}

/** A table for each store, so that the words of one do not weigh in another. */
export function openPlainMemory(): Memory {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-bench-'));
  const indexes = new Map<string, PlainIndex>();
  const indexOf = (ns: string): PlainIndex => {
    const index = indexes.get(ns) ?? new PlainIndex(folder, String(indexes.size));
    indexes.set(ns, index);
    return index;
  };
  return {
    name: 'plain bm25',
    async tell(turns) {
      for (const { id, ns, text } of turns) indexOf(ns).add([{ id, space: ns, text }]);
    },
    async ask(ns, text, k) {
      const startedAt = performance.now();
      const turns = indexOf(ns).search(text, k, ns);
      return { turns, tookMs: performance.now() - startedAt };
    },
    async close() {
      for (const index of indexes.values()) index.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function momentOf(ts: Turn['ts']): { readonly ts?: number } {
  const moment = typeof ts === 'string' ? Date.parse(ts) : (ts ?? Number.NaN);
  return Number.isNaN(moment) ? {} : { ts: moment };
}
