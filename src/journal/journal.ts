/**
 * The journal: everything that cannot be recomputed. Asynchronous, so that a networked engine fits behind it.
 *
 * Guarantees every engine gives (and `journal.contract.ts` checks):
 * - `append` resolves after the batch is committed durably: acknowledged means kept. A batch is all or nothing.
 * - Insert-only: nothing here changes a row but what is named to: erasing (which leaves a tombstone), emptying what is
 *   past its time, and redacting what an older rule let through.
 * - An id is stored once; the same id again is reported as a duplicate, and an erased id never comes back.
 */
import type { Act, Scan, StoredAct } from '../memory/act.ts';
import type { CarryoverError } from '../memory/error.ts';
import type { ForgetReceipt, Selection } from '../memory/forgetting.ts';
import type { ActId, ActionId, InjectionId, LearningId, RecordId, SessionId, SpaceId, TurnId } from '../memory/ids.ts';
import type { ModelCall, ModelCallEnd, SettledCall } from '../memory/model-call.ts';
import type { MemoryRecord, RecordType, StoredRecord } from '../memory/record.ts';
import type { Session, SessionSummary } from '../memory/session.ts';
import type { Space, SpaceIdentity } from '../memory/space.ts';
import type { Telling } from '../memory/telling.ts';
import type { Turn, TurnCloseReason } from '../memory/turn.ts';
import type { OriginsJournal } from './origins-journal.ts';
import type { ProposalJournal } from './proposal-journal.ts';
import type { EmptiedRecord, RetentionJournal } from './retention-journal.ts';

export interface JournalBatch {
  /** Sessions the records belong to; a known id is left as it is. */
  readonly sessions?: readonly Session[];
  /** With how they were told, where their ids may stand for several events. */
  readonly records?: readonly (MemoryRecord & { readonly telling?: Telling | undefined })[];
  readonly injections?: readonly Injection[];
}

export interface AppendResult {
  readonly inserted: readonly RecordId[];
  readonly duplicates: readonly RecordId[];
  /** Records that were erased earlier and therefore refused. */
  readonly erased: readonly RecordId[];
  /** What the records are stored under, in their order; only when one of them repeats another and has an id of its own. */
  readonly ids?: readonly RecordId[];
}

/** What was given to an agent: the rendered text and what it was made from, in the order it stands there. */
export interface Injection {
  readonly id: InjectionId;
  readonly ts: number;
  readonly sessionId: SessionId;
  readonly workspace: SpaceId | null;
  /** At the start of a session, with a prompt, or before a tool call. */
  readonly kind: 'boot' | 'prompt' | 'tool';
  readonly items: readonly (RecordId | TurnId | LearningId | ActionId)[];
  readonly text: string;
  readonly detail?: InjectionDetail;
}

/** What is known of one that was searched for: kept with it and erased with it. */
export interface InjectionDetail {
  /** The turn it was given to; null when it is not known. */
  readonly turnId: TurnId | null;
  /** One for each item. */
  readonly scores: readonly number[];
  readonly tokens: number;
  readonly tookMs: number;
}

export interface InjectionFilter {
  readonly sessionId?: SessionId;
  /** `null` for those of no space. */
  readonly workspace?: SpaceId | null;
  readonly kinds?: readonly Injection['kind'][];
  /** Those made from this. */
  readonly item?: Injection['items'][number];
  /** Milliseconds since the epoch, inclusive. */
  readonly until?: number;
}

export type StoredInjection = Injection & { readonly seq: number };

/** A revision of a turn with its place in the order of all revisions. */
export type StoredTurn = Turn & { readonly seq: number };

/** What model calls cost; calls that were never settled count with what was reserved. */
export interface Spending {
  readonly calls: number;
  readonly failedCalls: number;
  readonly unsettledCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number;
}

export interface IdBeginning {
  /** An id, or how it begins. */
  readonly beginning: string;
  /** A space and what belongs to none; `null` for that alone; absent for all. */
  readonly workspace?: SpaceId | null;
  /** Without what belongs to no space, unless that is what `workspace` asks for. */
  readonly exactly?: boolean;
  readonly limit: number;
}

export interface JournalCounts {
  /** As `sessionPage` lists them: without those of the client `run`. */
  readonly sessions: number;
  readonly records: number;
  readonly turns: number;
  readonly spaces: number;
  /** The `ts` of the record that was taken last. */
  readonly lastRecordAt: number | null;
}

/** A turn with records that no revision has seen yet. */
export interface OpenTurn {
  readonly id: TurnId;
  readonly sessionId: SessionId;
  /** Of the newest record, as its `ts`. */
  readonly workspace: SpaceId | null;
  readonly lastRecordAt: number;
  /** True when an earlier revision exists, so that this is a late event. */
  readonly revised: boolean;
}

export interface OpenTurnFilter {
  readonly sessionId?: SessionId;
  /**
   * Only those to be closed: late ones and idle ones whose last record is older, those whose next one began, and any whose last
   * record is of later than `aheadAfter`: a clock was ahead.
   */
  readonly due?: { readonly lateBefore: number; readonly idleBefore: number; readonly aheadAfter: number };
  readonly limit?: number;
}

export interface TurnUnderWay extends Pick<OpenTurn, 'id' | 'workspace' | 'lastRecordAt'> {
  readonly lastType: RecordType;
}

/** A space, and the one that was at its root before it. */
export interface ReplacedSpace {
  readonly space: Space;
  readonly before: SpaceId;
}

/** Where a space has been, as it was seen; the newest is where it is. */
export interface SpacePlace extends SpaceIdentity {
  readonly spaceId: SpaceId;
  readonly seenAt: number;
}

/** What was erased, without a word of it. Events of a session are refused through `erasedAt`. */
export interface Tombstone {
  readonly of: 'record' | 'content' | 'session';
  readonly hash: string;
  readonly erasedAt: number;
}

/** A revision of a turn that can be put into another journal, where records have other numbers. */
export type PortableTurn = Omit<Turn, 'lastSeq'> & {
  /** The last record it has seen. */
  readonly lastRecordId: RecordId | null;
};

/** One row of the journal, as it can be put into an empty one. */
export type JournalRow =
  | { readonly kind: 'space'; readonly row: { readonly id: SpaceId; readonly createdAt: number } }
  | { readonly kind: 'place'; readonly row: SpacePlace }
  | { readonly kind: 'session'; readonly row: Session }
  | { readonly kind: 'record'; readonly row: MemoryRecord }
  | { readonly kind: 'turn'; readonly row: PortableTurn }
  | { readonly kind: 'injection'; readonly row: Injection }
  | { readonly kind: 'act'; readonly row: Act }
  | { readonly kind: 'model-call'; readonly row: SettledCall }
  | { readonly kind: 'tombstone'; readonly row: Tombstone }
  | { readonly kind: 'forget-receipt'; readonly row: ForgetReceipt };

export type ExportRow =
  | Exclude<JournalRow, { readonly kind: 'session' | 'record' | 'injection' | 'act' }>
  | { readonly kind: 'session'; readonly row: SessionSummary }
  | { readonly kind: 'record'; readonly row: StoredRecord }
  | { readonly kind: 'injection'; readonly row: StoredInjection }
  | { readonly kind: 'act'; readonly row: StoredAct };

/** Why each of some rows was not taken; undefined for one that was. */
export type RestoredRows = readonly (string | undefined)[];
/** The reason for one that is there, or one that has its id. */
export const KNOWN_ROW = 'another row has this id';

/** Learnings are named by the records they rest on. */
export type JournalSelection = Exclude<Selection, { readonly kind: 'learning' | 'erased' }>;

export interface ErasingRecords {
  readonly ids: readonly RecordId[];
  readonly contentHashes: readonly string[];
  /**
   * Learnings and actions that go with them, and turns of sessions that go: what was made of one, or belongs to one, and
   * comes late is not taken.
   */
  readonly otherIds?: readonly (LearningId | ActionId | TurnId)[];
  readonly now: number;
}

export interface ErasedRows {
  /** Those that were there. */
  readonly records: readonly RecordId[];
  /** Turns that lost a record, whether anything is left of them or not. */
  readonly turns: readonly TurnId[];
  readonly injections: readonly InjectionId[];
}

/** Kept while it is under way, and only then. */
export interface Forgetting {
  readonly id: ActId;
  /** How far it is and what it needs; it names what is to be forgotten, so who keeps it has enciphered it. */
  readonly note: string;
}

export interface RewritePage {
  /** Where the last page ended; absent at the beginning. */
  readonly from?: string;
  readonly limit: number;
  /** Only counts what would change. */
  readonly dryRun: boolean;
  /** `field` is the name it stands under, where it has one. */
  change(text: string, field?: string): string;
}

export interface RewrittenPage {
  /** Undefined at the end. */
  readonly next: string | undefined;
  readonly rows: number;
  /** Rows that changed, by table. */
  readonly changed: Readonly<Record<string, number>>;
  /** The same rows, each as its table and its id, or its number where it has none. */
  readonly places: readonly string[];
}

/** Where a page ended; made by the engine and read by nobody else. */
type PageMark = string;

export interface SessionPage {
  readonly sessions: readonly SessionSummary[];
  /** Undefined at the end. */
  readonly next: PageMark | undefined;
}

export interface EventFilter {
  readonly workspace?: SpaceId | null;
  readonly sessionId?: SessionId;
  /** `metadata.level` and `metadata.service` of the record. */
  readonly levels?: readonly string[];
  readonly service?: string;
  /** `metadata.event` of the record: `marker`, `cooldown`, `run-start`, `run-end`; never `session-end`. */
  readonly kinds: readonly string[];
  /** Also of the record: what was done, and only those that say how often it may be (`metadata.uses`). */
  readonly action?: string;
  readonly isLimited?: true;
  /** Nothing that happened earlier, or later. */
  readonly since?: number;
  readonly until?: number;
  readonly after?: PageMark;
  readonly limit: number;
}

export interface EventPage {
  readonly events: readonly StoredRecord[];
  /** Of each of them: where a page that ended there would have ended. */
  readonly marks: readonly PageMark[];
  readonly next: PageMark | undefined;
}

export interface VerifyProblem {
  readonly table: string;
  /** The row's id or position. */
  readonly subject: string;
  readonly problem: string;
}

export interface VerifyReport {
  readonly checkedRows: number;
  readonly problems: readonly VerifyProblem[];
}

/** How many of the newest sessions are also found by what was said first in them: each costs a look at its first turn. */
export const TITLED_SESSIONS = 1_000;

export interface Journal {
  /** What is hidden before its text goes, and how much time has really passed. */
  readonly retention: RetentionJournal;
  readonly proposals: ProposalJournal;
  /** Why this journal takes no writes (every write is refused with it); undefined when it does. */
  readonly readOnlyReason: CarryoverError | undefined;

  readonly origins: OriginsJournal;

  append(batch: JournalBatch): Promise<AppendResult>;

  /**
   * Inserts the next revision of a turn, assembled from its records. Undefined when it has no records, or when the
   * content is the same as that of the newest revision.
   */
  closeTurn(id: TurnId, reason: TurnCloseReason, closedAt: number): Promise<Turn | undefined>;
  /** By the time of their last record, the oldest first. */
  openTurns(filter?: OpenTurnFilter): Promise<readonly OpenTurn[]>;
  /** Of the session's turns whose ids tell when they began (`deriveTimedId`), open or not: the last one until then. */
  turnUnderWay(id: SessionId, at: number): Promise<TurnUnderWay | undefined>;

  record(id: RecordId): Promise<StoredRecord | undefined>;
  recordIds(wanted: IdBeginning): Promise<readonly RecordId[]>;
  recordsOfSession(id: SessionId): Promise<readonly StoredRecord[]>;
  session(id: SessionId): Promise<SessionSummary | undefined>;
  /** Newest first. */
  sessions(filter: { readonly workspace?: SpaceId | null; readonly limit: number }): Promise<readonly SessionSummary[]>;
  /**
   * Newest first; `text` is looked for in the name of the client, the folder and the id, and in the beginning of the first
   * turn of the newest `TITLED_SESSIONS`. Costs the same everywhere.
   */
  sessionPage(filter: {
    readonly workspace?: SpaceId | null;
    readonly text?: string;
    readonly after?: PageMark;
    readonly limit: number;
  }): Promise<SessionPage>;
  /** Newest revisions in the order of the session; `after` is the `sequenceNum` of the last one of the page before. */
  turnPage(filter: {
    readonly sessionId: SessionId;
    readonly after?: number;
    readonly limit: number;
  }): Promise<readonly Turn[]>;
  /** What happened between turns: starts, compactions, ends. In the order of the journal. */
  recordsBetweenTurns(id: SessionId, limit: number): Promise<readonly StoredRecord[]>;
  /** Records of type `event`, newest first. */
  eventPage(filter: EventFilter): Promise<EventPage>;
  /** How many records happened between each two of these moments, which ascend. */
  recordsBetween(moments: readonly number[]): Promise<readonly number[]>;
  /**
   * Whether a session was at work in this stretch of time, both ends included: it recorded something, a turn of it spans
   * the stretch, or a call that began in it or up to a day before has no outcome yet.
   */
  wasAgentActive(stretch: { readonly since: number; readonly until: number }): Promise<boolean>;
  /**
   * Of a session, newest first: texts that its agent did not say (tool results, pasted prompts) and that hold this piece; no
   * more than fit into so many bytes, looked for in sixteen times as many. With a moment, of what was there by then.
   */
  textsHolding(id: SessionId, piece: string, bytes: number, until?: number): Promise<readonly string[]>;
  /** Of a session, newest first: digests of marker lines its agent has read (`MARKER_LINES`), record by record. */
  markerLines(id: SessionId, limit: number): Promise<readonly string[]>;
  /** Newest revisions, newest turn first. */
  turns(filter: {
    readonly workspace?: SpaceId | null;
    readonly sessionId?: SessionId;
    readonly limit: number;
  }): Promise<readonly Turn[]>;
  /** The same turns, without reading what was said in them. */
  turnIds(filter: {
    readonly workspace: SpaceId;
    /** Only of those that began before then. */
    readonly before?: number;
    readonly limit: number;
  }): Promise<readonly TurnId[]>;
  /** Revisions in the order they were closed, after a place in that order: what a curator has not been told of yet. */
  turnRevisions(after: number, limit: number): Promise<readonly StoredTurn[]>;
  /** The newest revision unless one is named. */
  turn(id: TurnId, rev?: number): Promise<Turn | undefined>;
  /** What the revision was made from: its records as far as it had seen them, in the order the journal took them. */
  recordsOfTurn(id: TurnId, throughSeq: number): Promise<readonly StoredRecord[]>;
  /** The same ones, without reading what they say; no more than asked for. */
  recordIdsOfTurn(id: TurnId, throughSeq: number, limit: number): Promise<readonly RecordId[]>;
  /** The first one, when it has several. */
  promptOfTurn(id: TurnId): Promise<StoredRecord | undefined>;

  /**
   * Keeps an act; resolves with its place in the order of acts. The same id again gives the place it has. When it resolves
   * for a checkpoint, what older ones held of its scopes is gone.
   */
  act(act: Act): Promise<number>;
  /** In their order. */
  acts(after: number, limit: number): Promise<readonly StoredAct[]>;
  storedAct(id: ActId): Promise<StoredAct | undefined>;
  /** Its place in the order of acts, without reading what it holds: a checkpoint may be megabytes. */
  actPlace(id: ActId): Promise<number | undefined>;
  /** `last` is the place of the newest. */
  actCounts(): Promise<{ readonly total: number; readonly last: number }>;
  /** The newest look at a space's folder. */
  lastScan(workspace: SpaceId): Promise<Scan | undefined>;
  /** The place of the newest act that asks for everything to be curated anew; 0 when there is none. */
  lastRecurate(): Promise<number>;
  /** The release that was deployed last. */
  lastRelease(): Promise<string | undefined>;
  injections(after: number, limit: number): Promise<readonly StoredInjection[]>;
  /** Those whose id is this, or begins with it. */
  injectionsById(beginning: string, limit: number): Promise<readonly StoredInjection[]>;
  lastInjection(filter: InjectionFilter): Promise<StoredInjection | undefined>;
  /** In their order. */
  injectionsOfTurn(id: TurnId): Promise<readonly StoredInjection[]>;

  /** Before the call is made. An id that was reserved before is refused: it would make two calls look like one. */
  reserveCall(call: ModelCall): Promise<void>;
  /** The same end again changes nothing; another end, or one of a call that was never reserved, is refused. */
  settleCall(end: ModelCallEnd): Promise<void>;
  /** Of calls that began at or after `since`; with a session only its share of each. */
  spending(filter: { readonly since: number; readonly sessionId?: SessionId }): Promise<Spending>;
  /** Newest first. */
  modelCalls(limit: number): Promise<readonly SettledCall[]>;
  counts(): Promise<JournalCounts>;

  /** The space at this place, recognised even after a move; registered when it is new. */
  resolveSpace(identity: SpaceIdentity, now: number): Promise<Space>;
  /** The same without registering anything: undefined when no space is known there. */
  findSpace(identity: SpaceIdentity): Promise<Space | undefined>;
  space(id: SpaceId): Promise<Space | undefined>;
  spaceIds(): Promise<readonly SpaceId[]>;
  /** Spaces that were made since, because another repository than before had come to a known path; newest first. */
  replacedSpaces(since: number): Promise<readonly ReplacedSpace[]>;

  /**
   * Everything, kind by kind and in its order: spaces, places, sessions, records, turns (every revision), injections, acts,
   * model calls, tombstones, receipts. Reads one consistent state; an erasure meanwhile ends it with `export-stopped`,
   * because that state still holds what was erased.
   */
  exportRows(): AsyncIterable<ExportRow>;
  /** Takes rows as they are, in the order of an export; one transaction. A row that does not fit is left out, alone. */
  restoreRows(rows: readonly JournalRow[]): Promise<RestoredRows>;

  /** The place of the newest record; 0 when there is none. */
  lastRecordSeq(): Promise<number>;
  /** Records of a selection, in their order; a learning's are named by their ids. */
  selectedRecords(selection: JournalSelection, after: number, limit: number): Promise<readonly StoredRecord[]>;
  /**
   * Removes records, every turn revision and injection that held one, and assembles what is left of their turns anew.
   * Leaves tombstones of their ids and of `contentHashes` (keyed by the home, so that they tell nobody anything).
   * One transaction: callers keep batches small. Nothing is off the disk before `settleDisk`.
   */
  eraseRecords(erasing: ErasingRecords): Promise<ErasedRows>;
  /** The session and what it was given, when it has no records left; events of it up to now are refused from here on. */
  eraseSession(id: SessionId, now: number): Promise<void>;
  /** The space, its folders and its scans; a person who works there again begins a new one. It stays while it has records. */
  eraseSpace(id: SpaceId): Promise<void>;
  eraseInjections(ids: readonly InjectionId[]): Promise<void>;
  /** Those made from one of these, in their order. */
  injectionsHolding(items: Injection['items']): Promise<readonly InjectionId[]>;
  /** Empties answers, edits and scans of these scopes before a place in the order of acts, but `kept`; how many. */
  eraseActs(scopes: readonly (SpaceId | null)[], before: number, kept?: ReadonlySet<ActId>): Promise<number>;
  /** Whether this id, or text with this keyed hash, was erased: for what comes back by import or repair. */
  wasErased(asked: { readonly id?: RecordId | LearningId; readonly contentHash?: string }): Promise<boolean>;
  /** Whether a record was erased that stood between what a session has before this moment and what it has after. */
  wasErasedAt(session: SessionId, at: number): Promise<boolean>;
  /** The place of the newest checkpoint of each scope that has one. */
  checkpoints(): Promise<ReadonlyMap<SpaceId | null, number>>;

  /** Those that were begun and have not come to their end, oldest first: what is needed to go on with them. */
  forgettings(): Promise<readonly Forgetting[]>;
  /** Replaces what was kept of it. */
  keepForgetting(forgetting: Forgetting): Promise<void>;
  /** Its end: what was kept of it is gone, also from the disk (or `erasure-unfinished`, as below); the receipt stays. */
  endForgetting(receipt: ForgetReceipt): Promise<void>;
  /** Newest first. */
  forgetReceipts(limit: number): Promise<readonly ForgetReceipt[]>;

  /**
   * Empties their text and that of every turn revision and injection made of them; id, time, session, source class, tool,
   * path and the keyed hash (`metadata.emptied`) stay. One transaction.
   */
  emptyRecords(records: readonly EmptiedRecord[]): Promise<void>;

  /** Runs every text the journal holds past `change`, page by page; returns where to go on, undefined at the end. */
  rewriteTexts(page: RewritePage): Promise<RewrittenPage>;

  /** What was erased is off the disk when this resolves; throws `erasure-unfinished` while another process holds it. */
  settleDisk(): Promise<void>;
  /** Gives free pages back to the disk, for about this long; false when there are none left. */
  shrink(forMs: number): Promise<boolean>;

  /** Checks row checksums and references. `onProgress` gets rows done and rows in all. */
  verify(onProgress?: (done: number, total: number) => void): Promise<VerifyReport>;

  close(): Promise<void>;
}
