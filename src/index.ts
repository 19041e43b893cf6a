/**
 * Carryover as a library: the same memory the command line and the agents use, through the same daemon (started when
 * it is not running).
 *
 * ```ts
 * const memory = openMemory({ space: '/path/to/project' });
 * await memory.capture({ type: 'prompt', content: 'we deploy on Fridays' });
 * const hits = await memory.search('deploy');
 * ```
 */
import { join, resolve } from 'node:path';
import type { RecordInput } from './capture/record-input.ts';
import { reachDaemon } from './daemon/connect.ts';
import { errorFrom } from './http/error-body.ts';
import type { WireHit, WireSearch } from './http/search-wire.ts';
import { CarryoverError } from './memory/error.ts';
import { distFolder } from './platform/dist-folder.ts';
import { environmentToken } from './platform/environment-token.ts';
import { homeFolder, homePaths } from './platform/paths.ts';

export type { Learning, LearningType } from './memory/learning.ts';
export type { MemoryRecord, RecordType } from './memory/record.ts';
export type { Session } from './memory/session.ts';
export type { ToolCallSummary, Turn } from './memory/turn.ts';
export type { RecordInput, WireHit as SearchHit };
export { CarryoverError };

export interface MemoryOptions {
  /** The home folder; `~/.carryover` (or `CARRYOVER_HOME`) when absent. */
  readonly home?: string;
  /** The project: a folder, a space id, or a plain name. Without it search covers all spaces. */
  readonly space?: string;
  /** An app that was added with `carryover app add`: reads and captures as that app, in its space. */
  readonly app?: string;
}

export interface SearchOptions {
  readonly limit?: number;
  readonly sessionId?: string;
  /** A date, or how long ago: `7d`. */
  readonly since?: string;
}

export interface Memory {
  /** Resolves to the ids, in order, when the records are stored durably. */
  capture(records: RecordInput | readonly RecordInput[]): Promise<readonly string[]>;
  search(text: string, options?: SearchOptions): Promise<readonly WireHit[]>;
  /** What a session in this space would start with; empty when nothing is known. */
  bootBlock(): Promise<string>;
  /** What a prompt in this space would be given; empty for silence. */
  promptBlock(prompt: string): Promise<string>;
  /** Learns from the turns that wait, now. */
  curate(): Promise<CurationResult>;
}

export interface CurationResult {
  /** Turns that were read. */
  readonly curated: number;
  /** Turns that no curator could read; `carryover curate --retry` tries them again. */
  readonly parked: number;
  readonly waiting: number;
}

const NO_SPACE = { code: 'invalid-input', hint: 'give `openMemory` a space: a folder, a space id or a plain name' };

type CurationLine = CurationResult & { readonly problem?: { readonly code: string; readonly message: string } | null };

export function openMemory({ home, space, app }: MemoryOptions = {}): Memory {
  const paths = homePaths(home === undefined ? homeFolder(process.env) : resolve(home));
  // What an app's process runs is that app, also here.
  const as = app === undefined ? environmentToken(process.env) : { app };
  const client = () => reachDaemon(paths, join(distFolder(), 'daemon.js'), { as });
  const contextBlock = async (about: { readonly prompt?: string }): Promise<string> => {
    if (space === undefined && app === undefined) throw new CarryoverError('a block is for a space', NO_SPACE);
    const query = { workspace: space, ...about };
    const { block } = (await (await client()).request('GET', '/memory/context', { query })) as {
      readonly block: string;
    };
    return block;
  };
  return {
    async capture(records) {
      const body = (Array.isArray(records) ? records : [records]).map((record: RecordInput) => ({
        ...(space === undefined ? {} : { workspace: space }),
        ...record,
      }));
      const { ids } = (await (await client()).request('POST', '/memory/record', { body })) as {
        readonly ids: readonly string[];
      };
      return ids;
    },
    async search(text, { limit, sessionId, since } = {}) {
      // In a space it is asked as an agent there would ask, and gets what that one may read.
      const audience = space === undefined ? undefined : 'agent';
      const query = { q: text, k: limit, workspace: space, audience, session_id: sessionId, since };
      const { hits } = (await (await client()).request('GET', '/memory/search', { query })) as WireSearch;
      return hits;
    },
    bootBlock: () => contextBlock({}),
    promptBlock: (prompt) => contextBlock({ prompt }),
    async curate() {
      let last: CurationLine | undefined;
      for await (const line of (await client()).stream('/memory/curate', {}, { body: {} }))
        last = JSON.parse(line) as CurationLine;
      if (last?.problem) throw errorFrom(500, { error: last.problem });
      return { curated: last?.curated ?? 0, parked: last?.parked ?? 0, waiting: last?.waiting ?? 0 };
    },
  };
}
