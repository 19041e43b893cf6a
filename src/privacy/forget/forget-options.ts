/** What forgetting works with, and how it tells how far it is. */
import type { FileSync } from '../../curator/file-sync.ts';
import type { Projector } from '../../curator/projector.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { ForgetCounts, Selection } from '../../memory/forgetting.ts';
import type { SessionId, SpaceId } from '../../memory/ids.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ForgetSearch } from './forget-tasks.ts';
import type { WithheldItems } from './withheld-items.ts';

export interface ForgetOptions {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly projector: Pick<Projector, 'catchUp' | 'recordFrom'>;
  readonly keeper: Pick<FileSync, 'settleAll'>;
  readonly search: ForgetSearch;
  readonly withheld: WithheldItems;
  /** What was rendered before may hold it. */
  onWithheld(): void;
  readonly clock: Clock;
  readonly reserve: string;
  /** Where the keys of what is kept while it is under way lie, and the plans: how their names begin. */
  readonly jobKey: string;
  /** Keyed by the home: tells nobody what it is of. */
  hash(content: string): string;
  /** Runs work while nothing is curated. */
  quietly<Result>(work: () => Promise<Result>): Promise<Result>;
  /** What is spooled is taken in first. What a client wrote down of sessions that end is not read again. */
  before(sessions: readonly SessionId[], end: boolean): Promise<void>;
  /** Its folder goes, and whoever remembers it asks anew. */
  spaceErased(id: SpaceId): Promise<void>;
  /** These files of the home hold pieces of it that belong to no row: they are written anew, if that is ours to do. */
  remake(paths: readonly string[]): Promise<void>;
  /** Copies of what the two stores held: rendered blocks, backups. */
  after(selection: Selection): Promise<void>;
  /** What is made of the two stores and follows them: the search index. It finds nothing of it any more; this takes its words out. */
  index(): Promise<void>;
}

type ForgetStep = 'gather' | 'search' | 'erase' | 'verify';
export type ForgetProgress = (step: ForgetStep, done: number, total: number) => void;

export const NOTHING_GONE: ForgetCounts = {
  records: 0,
  turns: 0,
  sessions: 0,
  learnings: 0,
  actions: 0,
  fileLines: 0,
  injections: 0,
  acts: 0,
};
