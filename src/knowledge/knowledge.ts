/**
 * Knowledge: what the acts of the journal add up to. Asynchronous, so that a networked engine fits behind it.
 *
 * Guarantees every engine gives (and `knowledge.contract.ts` checks):
 * - `commit` is all or nothing, and counts: the change of an act that was applied already is refused without effect, and
 *   so is one that would skip an act. Turns leave the queue in the commit that holds what was learned from them.
 * - Everything but the queue, the fed mark and what is noted about the disk can be computed from the journal.
 */
import type { TurnRef } from '../memory/act.ts';
import type { ActionStatus, PendingAction } from '../memory/action.ts';
import type {
  ActId,
  ActionId,
  InjectionId,
  LearningId,
  RecordId,
  ReviewId,
  SessionId,
  SpaceId,
  TurnId,
} from '../memory/ids.ts';
import type { Learning, LearningCause, LearningChange, LearningType } from '../memory/learning.ts';
import type { FileVersion, MemoryFileRef } from '../memory/memory-file.ts';
import type { Outcome } from '../memory/outcome.ts';
import type { FoundEdit, Review, ReviewStatus } from '../memory/review.ts';
import type { RecordMark, ScopeState } from '../memory/scope-state.ts';
import type { CurationQueue } from './queue.ts';

/** What one act changes. Rows are whole: a learning, action or review with a known id replaces the row it had. */
export interface KnowledgeChange {
  readonly actSeq: number;
  /** Whose changes these are, so that they can be taken back. */
  readonly actId?: ActId;
  /** With their history: `after` is the row as it is from now on. */
  readonly learnings: readonly LearningChange[];
  readonly actions: readonly PendingAction[];
  readonly files: readonly FileVersion[];
  readonly reviews: readonly Review[];
  /** Turns the act has read: they leave the queue. */
  readonly curated: readonly TurnRef[];
  /** Things the curator said that were not taken, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  readonly recordMarks?: readonly RecordMark[];
  /** Gone with their history. Who learns the same again is told by `wasDropped` and `wasDroppedFrom`. */
  readonly removed?: readonly Learning[];
  /** Turns that said the same as what was removed, beside the one it was learned in. */
  readonly saidIn?: ReadonlyMap<LearningId, readonly TurnId[]>;
  /** Everything in these scopes gives way to this state, with what was there overwritten on disk. */
  readonly replaces?: { readonly scopes: readonly (SpaceId | null)[]; readonly state: ScopeState };
}

export interface LearningFilter {
  /** A space and the user scope beside it; `null` for the user scope alone; absent for all. */
  readonly workspace?: SpaceId | null;
  readonly types?: readonly LearningType[];
  /** Only those that still hold; true unless said otherwise. */
  readonly valid?: boolean;
  /** Learned or confirmed at or after this moment. */
  readonly since?: number;
  readonly limit: number;
}

export interface LearningSearch extends Omit<LearningFilter, 'since'> {
  /** Any text; its words are alternatives. */
  readonly text: string;
}

export interface LearningHit {
  readonly learning: Learning;
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
}

/** A word that stands in everything must not make a page slow. */
export const MOST_HOLDING = 5_000;

export interface MemoryFilter {
  /** Exactly this scope: a space, or `null` for the user scope; absent for all. */
  readonly workspace?: SpaceId | null;
  /** What they are about; `null` for those about nothing in particular; absent for all. */
  readonly subject?: string | null;
  readonly types?: readonly LearningType[];
  /** As `isActive` in memory/decay.ts tells; absent for both. */
  readonly status?: 'active' | 'inactive';
  /** Whether another one has taken its place, as it does of a former wording; absent for both. */
  readonly replaced?: boolean;
  /** Words that all stand in it; the last may be unfinished. Looked for in the newest `MOST_HOLDING` that hold them. */
  readonly text?: string;
  /** The moment confidence is told for. */
  readonly now: number;
}

export interface MemoryPageRequest extends MemoryFilter {
  /** `confidence` counts with decay. */
  readonly order: 'updated' | 'confidence';
  /** Where the page before ended. */
  readonly after?: string;
  readonly limit: number;
}

export interface MemoryPage {
  readonly learnings: readonly Learning[];
  /** Undefined at the end. */
  readonly next: string | undefined;
  /** More hold the words than were looked at. */
  readonly isPartial: boolean;
}

export interface CreatedFilter {
  /** Exactly this scope, as above. */
  readonly workspace?: SpaceId | null;
  readonly sessionId?: SessionId;
  readonly subject?: string;
  /** None that was made later. */
  readonly until?: number;
  /** The mark of the last one of the page before. */
  readonly after?: string;
  readonly limit: number;
}

export interface CreatedLearning {
  /** Its place in the order; made by the engine and read by nobody else. */
  readonly mark: string;
  readonly learning: Learning;
}

interface ChangedRow<Id, Row> {
  readonly id: Id;
  readonly before: Row | null;
  readonly after: Row;
}

/** What acts did, each kind oldest first; `before` is null for what they made. */
export interface ActChanges {
  readonly learnings: readonly LearningChange[];
  readonly actions: readonly ChangedRow<ActionId, PendingAction>[];
  readonly reviews: readonly ChangedRow<ReviewId, Review>[];
  readonly files: readonly FileVersion[];
}

/** What was given to an agent, item by item. */
export interface Receipt {
  readonly injectionId: InjectionId;
  readonly ts: number;
  readonly sessionId: SessionId;
  readonly kind: 'boot' | 'prompt' | 'tool';
  /** A learning, action, turn or record. */
  readonly item: string;
  /** How it stood in the block: 1 first. */
  readonly rank: number;
  /** Null when it was not searched for. */
  readonly score: number | null;
  /** The turn it was given to. */
  readonly turnId: TurnId | null;
  /** Null while it is not judged; what a session starts with never is. */
  readonly outcome: Outcome | null;
}

/** How often something was given with a prompt or before a tool call, and what became of it as far as it is judged. */
export interface Usage {
  readonly given: number;
  readonly used: number;
  readonly ignored: number;
  readonly contradicted: number;
}

export interface ReceiptFilter {
  readonly sessionId?: SessionId;
  readonly injectionId?: InjectionId;
  /** An id, or how it begins. */
  readonly item?: string;
  readonly limit: number;
}

export interface KnowledgeCounts {
  /** Those that hold, by type. */
  readonly learnings: Readonly<Partial<Record<LearningType, number>>>;
  /** All, also those that hold no more. */
  readonly learningsEver: number;
  /** Those that hold, and records. */
  readonly pinned: number;
  readonly sensitive: number;
  readonly pendingActions: number;
  readonly waitingReviews: number;
  /** Of these: which of two statements holds. */
  readonly waitingQuestions: number;
  readonly curatedTurns: number;
  readonly dropped: Readonly<Record<string, number>>;
}

/** Where in the journal something was said first, by whom (`OriginVoice`); null where it never was. */
export interface Sighting {
  readonly person: number | null;
  /** Said, written or run by the agent, or pasted. */
  readonly agent: number | null;
  readonly output: number | null;
  readonly read: number | null;
  /** Run by the agent, and it worked. */
  readonly ran: number | null;
  /** When a tool said it first. */
  readonly heardAt: number | null;
}

export interface OriginPage {
  readonly workspace: SpaceId | null;
  readonly through: number;
  /** By digest. */
  readonly sightings: ReadonlyMap<string, Sighting>;
}

export interface ChangedLearning {
  /** The place of the change in the order of all changes. */
  readonly seq: number;
  /** `removed` is told of nothing but what is left of one: it says nothing and holds no more. */
  readonly cause: LearningCause | 'removed';
  readonly learning: Learning;
}

export interface Knowledge {
  readonly queue: CurationQueue;

  /** The `seq` of the last act that was applied; 0 when there is none. */
  appliedThrough(): Promise<number>;
  /**
   * `previousSeq` is the `seq` of the act before it. False when the act was applied before; throws `knowledge-gap` when
   * acts between are missing.
   */
  commit(change: KnowledgeChange, previousSeq: number): Promise<boolean>;

  learning(id: LearningId): Promise<Learning | undefined>;
  /** Those whose id is this, or begins with it. */
  learningsById(beginning: string, filter: Pick<LearningFilter, 'workspace' | 'limit'>): Promise<readonly Learning[]>;
  /** Newest (by creation) first. */
  learnings(filter: LearningFilter): Promise<readonly Learning[]>;
  /**
   * Best first, of everything committed so far: what an act is held against, so a replay must find the same. Whoever looks
   * for something asks recall, whose index lags behind.
   */
  searchLearnings(search: LearningSearch): Promise<readonly LearningHit[]>;
  /** Oldest change first. */
  learningHistory(id: LearningId): Promise<readonly LearningChange[]>;
  /**
   * Changes of all learnings after a place in their order; each with the learning as it was from then on. When scopes
   * were replaced, no change is at the place it had and none follows such a place: whoever follows begins anew.
   * One that was removed is told as `removed`; its earlier changes are gone, and who stood at one of them begins anew.
   */
  changedLearnings(after: number, limit: number): Promise<readonly ChangedLearning[]>;
  /** The learnings that came out of these turns, whether they still hold or not. */
  learningsOfTurns(ids: readonly TurnId[]): Promise<readonly Learning[]>;

  /** A page of the table of memories; costs about the same wherever it begins. */
  memoryPage(request: MemoryPageRequest): Promise<MemoryPage>;
  memoryCount(filter: MemoryFilter): Promise<number>;
  /** What operational learnings are about, in alphabetical order. */
  services(): Promise<readonly string[]>;
  /** Operational learnings of a space and the user scope that hold, the strongest first (C-041); `now` as above. */
  operational(filter: {
    readonly workspace: SpaceId | null;
    readonly now: number;
    readonly limit: number;
  }): Promise<{ readonly learnings: readonly Learning[]; readonly total: number }>;
  /** Operational learnings, newest (by creation) first, whether they still hold or not; without their former wordings. */
  createdOperational(filter: CreatedFilter): Promise<readonly CreatedLearning[]>;
  /** How many were learned between each two of these moments, which ascend. */
  learnedBetween(moments: readonly number[]): Promise<readonly number[]>;
  /** Whether a person removed what this turn said in these words (`contentDigest`). */
  wasDropped(turnId: TurnId, contentDigest: string): Promise<boolean>;
  /** Whether a person removed it from this scope, whoever said it; until something says the same there again. */
  wasDroppedFrom(workspace: SpaceId | null, contentDigest: string): Promise<boolean>;

  /** How far into the journal it is known who said what in this space; 0 after its scope was replaced. */
  originsThrough(workspace: SpaceId | null): Promise<number>;
  /** Pages in the order of the journal. */
  addOrigins(page: OriginPage): Promise<void>;
  /** Of these digests as far as anybody said them. */
  origins(workspace: SpaceId | null, digests: readonly string[]): Promise<ReadonlyMap<string, Sighting>>;

  /** The learnings that gave way to this one, oldest first. */
  learningsReplacedBy(id: LearningId): Promise<readonly Learning[]>;

  action(id: ActionId): Promise<PendingAction | undefined>;
  /** Priority first, then newest. `workspace` as in `LearningFilter`. */
  actions(filter: {
    readonly workspace?: SpaceId | null;
    readonly statuses?: readonly ActionStatus[];
    /** How many to pass over first. */
    readonly skip?: number;
    readonly limit: number;
  }): Promise<readonly PendingAction[]>;

  /** The newest version. */
  file(ref: MemoryFileRef): Promise<FileVersion | undefined>;
  fileVersion(ref: MemoryFileRef, version: number): Promise<FileVersion | undefined>;
  /** Newest first. */
  fileVersions(ref: MemoryFileRef, limit: number): Promise<readonly FileVersion[]>;
  /** The newest version of every file there is. */
  files(): Promise<readonly FileVersion[]>;

  review(id: ReviewId): Promise<Review | undefined>;
  /** Newest first. */
  reviews(filter: {
    readonly statuses?: readonly ReviewStatus[];
    /** As above. */
    readonly skip?: number;
    readonly limit: number;
  }): Promise<readonly Review[]>;
  /** Changes found on disk that wait; at most one of each file. */
  foundEdits(): Promise<readonly FoundEdit[]>;
  /** The last act that changed it; undefined when that is not known any more. */
  lastActOn(id: ReviewId): Promise<ActId | undefined>;

  /** The highest revision of the turn that was curated. */
  curatedRevision(id: TurnId): Promise<number | undefined>;

  /** The same place of the same injection again replaces what was known of it, as when it is judged. */
  addReceipts(receipts: readonly Receipt[]): Promise<void>;
  /** Newest injection first. */
  receipts(filter: ReceiptFilter): Promise<readonly Receipt[]>;
  /** Of these items as far as any was given. */
  usage(items: readonly string[]): Promise<ReadonlyMap<string, Usage>>;
  /** What those of the newest learnings of a space and the user scope say that were used this often or more. */
  usedStatements(filter: Pick<LearningFilter, 'workspace' | 'limit'>, leastUsed: number): Promise<readonly string[]>;
  /** Of what was judged this often or more, and never found to be used. */
  unused(leastJudged: number): Promise<ReadonlyMap<string, Usage>>;
  /** Of everything that was given since then. */
  usageSince(since: number): Promise<Usage>;

  /** Which version of the file was last seen on disk; what differs from it was done by somebody else. */
  versionOnDisk(ref: MemoryFileRef): Promise<number | undefined>;
  noteOnDisk(ref: MemoryFileRef, version: number): Promise<void>;
  /** When every file was last seen to hold what it should; 0 when that is not known, as after a rebuild. */
  filesSeenAt(): Promise<number>;
  noteFilesSeen(at: number): Promise<void>;
  /**
   * When the version that stands on disk was replaced with its scope: which lines it had, as `lineDigest` tells them.
   * Undefined once a version is noted.
   */
  goneLinesOnDisk(ref: MemoryFileRef): Promise<ReadonlySet<string> | undefined>;
  /** The files of which `goneLinesOnDisk` knows lines: they are to be written, whether they have a version or not. */
  filesGoneOnDisk(): Promise<readonly MemoryFileRef[]>;

  /**
   * Hands out an empty store beside this one (or the one an earlier try left unfinished). After `swap` this one holds
   * what that one held; without it nothing has changed here.
   */
  rebuild(fill: (fresh: Knowledge, swap: () => Promise<void>) => Promise<void>): Promise<void>;
  /** A rebuild was begun and has not come to its end. */
  isRebuildUnfinished(): Promise<boolean>;

  /** Marks of these records as far as there are any. */
  recordMarks(ids: readonly RecordId[]): Promise<ReadonlyMap<RecordId, RecordMark>>;
  /** Those that a person has marked so. */
  sensitiveRecords(): Promise<readonly RecordId[]>;
  /** Everything that is kept in these scopes; one consistent state. */
  scopeState(scopes: readonly (SpaceId | null)[]): Promise<ScopeState>;
  /** Learnings that rest on any of these records, and actions; whether they still hold or not. */
  restingOn(records: readonly RecordId[]): Promise<{
    readonly learnings: readonly Learning[];
    readonly actions: readonly PendingAction[];
  }>;
  /** What these acts did, as far as it is known: what actions and reviews were is forgotten with their scope. */
  changesOf(acts: readonly ActId[]): Promise<ActChanges>;
  /** Receipts of these injections, and of these items, for good. */
  eraseReceipts(injections: readonly InjectionId[], items: readonly string[]): Promise<void>;
  /** Turns that are gone leave the queue. */
  forgetTurns(ids: readonly TurnId[]): Promise<void>;
  /** What was overwritten is off the disk when this resolves; throws `erasure-unfinished` while another process holds it. */
  settleDisk(): Promise<void>;

  counts(): Promise<KnowledgeCounts>;
  close(): Promise<void>;
}
