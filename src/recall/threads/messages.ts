/** What the daemon's thread and the threads of recall say to each other. */
import type { RecordId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import type { FactsMark } from '../index/indexer.ts';
import type { RecallQuery } from '../recall.ts';
import type { Cosines } from '../search/rerank.ts';
import type { Problem } from './problem.ts';

export interface ThreadPaths {
  readonly journal: string;
  readonly index: string;
}

/** What a thread is started with. */
export interface ThreadData extends ThreadPaths {
  /** Of the databases, where they are encrypted. */
  readonly keys: readonly string[];
}

export interface IndexThreadData extends ThreadData {
  /** Throw away what is there, and begin with nothing. */
  readonly anew: boolean;
}

export type ToIndex =
  /** There is something new in the journal. */
  | { readonly kind: 'look' }
  /** Oldest change first; `through` is the place of the last. */
  | { readonly kind: 'facts'; readonly learnings: readonly Learning[]; readonly through: number }
  /** Knowledge was made anew: facts are fed from the beginning, and at the end only these are kept. */
  | { readonly kind: 'facts-anew' }
  | { readonly kind: 'only-facts'; readonly ids: readonly string[] }
  /** Answered when everything before it is done, and what was removed is out of the file. */
  | { readonly kind: 'settle'; readonly id: number }
  /** Answered when what was erased is out of the file; waits for nothing else. */
  | { readonly kind: 'forget'; readonly id: number };

export type FromIndex =
  | { readonly kind: 'ready'; readonly facts: FactsMark; readonly wasDamaged: boolean }
  | { readonly kind: 'settled'; readonly id: number }
  /** Once; it is tried again until it works. */
  | { readonly kind: 'failed'; readonly problem: Problem }
  /** One record cannot be indexed, and the others are. */
  | { readonly kind: 'left-out'; readonly problem: Problem }
  /** It works again. */
  | { readonly kind: 'mended' }
  /** So much was new that the file was written anew. */
  | { readonly kind: 'compacted' }
  /** There is nothing left to do. */
  | { readonly kind: 'idle' };

export interface SearchInput {
  readonly query: RecallQuery;
  /** How near its candidates lie in meaning, where a model said so in time. */
  readonly cosines?: Cosines | undefined;
  /** Records that are for no model of somebody else, beside those whose row says so: a person has marked them since. */
  readonly sensitive?: readonly RecordId[];
  /** Only where the index holds all that is stored; else how far it is. */
  readonly onlyFresh: boolean;
}

/** The newest record that is stored, and the newest that is indexed. */
export interface Marks {
  readonly last: number;
  readonly through: number;
}

export interface Question {
  readonly id: number;
  readonly method: string;
  readonly input: unknown;
  /** Answer in parts. */
  readonly inParts: boolean;
}

export type Answer =
  /** More will follow. */
  | { readonly id: number; readonly part: unknown }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly problem: Problem };
