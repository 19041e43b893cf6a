/**
 * The journal: everything that cannot be recomputed, in `transcript.db`. One writing connection with group commit, one
 * reading connection, both on this thread.
 *
 * Guarantees (`journal.contract.ts` checks them):
 * - `append` resolves after the batch is committed durably: acknowledged means kept. A batch is all or nothing.
 * - Insert-only: nothing here changes a row but what is named to: erasing (which leaves a tombstone), emptying what is
 *   past its time, and redacting what an older rule let through.
 * - An id is stored once; the same id again is reported as a duplicate, and an erased id never comes back.
 * - Reads never wait for writers. The file is brought to the current schema after a backup, one made by a newer Carryover is
 *   read and not written, and a damaged or foreign file is refused before anything writes to it.
 *
 * Limits: everything runs on this thread and holds the event loop while a statement runs.
 */
import { resolve } from 'node:path';
import type { Act } from '../memory/act.ts';
import { CarryoverError } from '../memory/error.ts';
import type { ForgetReceipt } from '../memory/forgetting.ts';
import type { ActId, SpaceId } from '../memory/ids.ts';
import { type OriginKey, originKey } from '../memory/origins.ts';
import type { StoredRecord } from '../memory/record.ts';
import type { Space, SpaceIdentity } from '../memory/space.ts';
import { faultPoint } from '../platform/fault-point.ts';
import { openSqlite, readSqliteHeader, type SqliteDatabase } from '../platform/sqlite.ts';
import { sqliteError } from '../platform/sqlite-error.ts';
import { checkSchema } from '../platform/sqlite-migrations.ts';
import { SqliteStatements } from '../platform/sqlite-statements.ts';
import type { SqliteWriter } from '../platform/sqlite-writer.ts';
import { type Bound, bind, type Run } from '../store/bind.ts';
import {
  prepareAct,
  readAct,
  readActCounts,
  readActPlace,
  readActs,
  readLastRecurate,
  readLastRelease,
  readLastScan,
} from './sqlite/acts.ts';
import { wasAgentActive } from './sqlite/agent-activity.ts';
import { type AppendResult, type JournalBatch, prepareAppend } from './sqlite/append.ts';
import { deleteSuperseded, holdsSuperseded, readCheckpoints, storeRows } from './sqlite/checkpoints.ts';
import { closeTurn } from './sqlite/close-turn.ts';
import { type EmptiedRecord, emptyBeforeTurns, emptyRecords, remakeTurn } from './sqlite/empty-records.ts';
import { eraseInjections, eraseRecords, injectionsHolding } from './sqlite/erase.ts';
import { eraseActs } from './sqlite/erase-acts.ts';
import { eraseSession, eraseSpace } from './sqlite/erase-whole.ts';
import { readEventPage, readRecordsBetween } from './sqlite/event-pages.ts';
import { type ExportRow, RowExports } from './sqlite/export-rows.ts';
import { endForgetting, keepForgetting, readForgettings, readReceipts } from './sqlite/forgetting.ts';
import {
  hideRecords,
  keepSweep,
  readAgedRecords,
  readHiddenCounts,
  readHiddenRecords,
  readSweepRecord,
  showRecords,
} from './sqlite/hidden-records.ts';
import { restoreRows } from './sqlite/import-rows.ts';
import { readInjections, readInjectionsById, readInjectionsOfTurn, readLastInjection } from './sqlite/injections.ts';
import { readCalls, readSpending, reserveCall, settleCall } from './sqlite/model-calls.ts';
import { type JournalOptions, openWriter, readOnlyRefusal } from './sqlite/opening.ts';
import { dropProposal, keepProposal, readProposals } from './sqlite/proposals.ts';
import {
  type JournalCounts,
  readCounts,
  readLastRecordSeq,
  readOpenTurns,
  readPromptOfTurn,
  readRecord,
  readRecordIds,
  readRecordIdsOfTurn,
  readRecordsOfSession,
  readSession,
  readSessions,
  readTurn,
  readTurnIds,
  readTurnRevisions,
  readTurns,
  readTurnUnderWay,
  type TurnCount,
} from './sqlite/reads.ts';
import {
  findSpace,
  readReplaced,
  readSpace,
  readSpaceIds,
  resolveSpace,
  settledSpace,
} from './sqlite/resolve-space.ts';
import { type RewritePage, type RewrittenPage, rewriteTexts } from './sqlite/rewrite-texts.ts';
import { keepRunningTime, readLastTimeUntil, readRunningTimes } from './sqlite/running-times.ts';
import { JOURNAL_SCHEMA } from './sqlite/schema.ts';
import { type JournalSelection, selectedRecords } from './sqlite/selected-records.ts';
import {
  readMarkerLines,
  readRecordsBetweenTurns,
  readSessionPage,
  readTextsHolding,
  readTurnPage,
} from './sqlite/session-pages.ts';
import { shrink } from './sqlite/shrink.ts';
import { SqliteOrigins } from './sqlite/sqlite-origins.ts';
import { wasErased, wasErasedAt } from './sqlite/tombstones.ts';
import { readRecordsOfTurn } from './sqlite/turn-texts.ts';
import { type VerifyReport, verifyJournal } from './sqlite/verify.ts';

const READS = {
  openTurns: readOpenTurns,
  turnUnderWay: readTurnUnderWay,
  record: readRecord,
  recordIds: readRecordIds,
  recordsOfSession: readRecordsOfSession,
  session: readSession,
  sessions: readSessions,
  sessionPage: readSessionPage,
  turnPage: readTurnPage,
  recordsBetweenTurns: readRecordsBetweenTurns,
  eventPage: readEventPage,
  recordsBetween: readRecordsBetween,
  wasAgentActive,
  textsHolding: readTextsHolding,
  markerLines: readMarkerLines,
  turns: readTurns,
  turnIds: readTurnIds,
  turnRevisions: readTurnRevisions,
  turn: readTurn,
  recordsOfTurn: readRecordsOfTurn,
  recordIdsOfTurn: readRecordIdsOfTurn,
  promptOfTurn: readPromptOfTurn,
  acts: readActs,
  storedAct: readAct,
  actPlace: readActPlace,
  actCounts: readActCounts,
  lastScan: readLastScan,
  lastRecurate: readLastRecurate,
  lastRelease: readLastRelease,
  injections: readInjections,
  injectionsById: readInjectionsById,
  lastInjection: readLastInjection,
  injectionsOfTurn: readInjectionsOfTurn,
  injectionsHolding,
  spending: readSpending,
  modelCalls: readCalls,
  space: readSpace,
  spaceIds: readSpaceIds,
  replacedSpaces: readReplaced,
  lastRecordSeq: readLastRecordSeq,
  wasErased,
  wasErasedAt,
  checkpoints: readCheckpoints,
  forgettings: readForgettings,
  forgetReceipts: readReceipts,
};
const WRITES = { closeTurn, reserveCall, settleCall, restoreRows, keepForgetting };
/** Writes after which no export goes on with what it has read. */
const ERASES = { eraseRecords, eraseSession, eraseInjections };

const RETENTION = {
  reads: {
    agedRecords: readAgedRecords,
    hiddenRecords: readHiddenRecords,
    hiddenCounts: readHiddenCounts,
    sweepRecord: readSweepRecord,
    lastTimeUntil: readLastTimeUntil,
    runningTimes: readRunningTimes,
  },
  writes: { hideRecords, showRecords, keepSweep, keepRunningTime },
  erases: { remakeTurn },
};
const PROPOSALS = { reads: { list: readProposals }, writes: { keep: keepProposal, drop: dropProposal } };

/** What is hidden before its text goes, and how much time has really passed: what retention needs to destroy nothing by a wrong clock. */
export interface RetentionJournal
  extends Bound<typeof RETENTION.reads>,
    Bound<typeof RETENTION.writes>,
    Bound<typeof RETENTION.erases> {
  /**
   * As `Journal.emptyRecords` without the turns, for many records of one: those that are hidden stay so until `remakeTurn` has made every
   * revision say no more than its records do. One transaction each.
   */
  emptyBeforeTurns(records: readonly EmptiedRecord[]): Promise<void>;
}

/** Changes that wait until a person has said yes or no to them. */
interface ProposalJournal extends Bound<typeof PROPOSALS.reads>, Bound<typeof PROPOSALS.writes> {}

export interface Journal extends Bound<typeof READS>, Bound<typeof WRITES>, Bound<typeof ERASES> {
  readonly retention: RetentionJournal;
  readonly proposals: ProposalJournal;
  readonly origins: SqliteOrigins;
  /** Why this journal takes no writes (every write is refused with it); undefined when it does. */
  readonly readOnlyReason: CarryoverError | undefined;

  append(batch: JournalBatch): Promise<AppendResult>;
  /**
   * Keeps an act; resolves with its place in the order of acts. The same id again gives the place it has. When it resolves
   * for a checkpoint, what older ones held of its scopes is gone.
   */
  act(act: Act): Promise<number>;
  counts(): Promise<JournalCounts>;
  /** The space at this place, recognised even after a move; registered when it is new. */
  resolveSpace(identity: SpaceIdentity, now: number): Promise<Space>;
  /** The same without registering anything: undefined when no space is known there. */
  findSpace(identity: SpaceIdentity): Promise<Space | undefined>;
  /**
   * Everything, kind by kind and in its order: spaces, places, sessions, records, turns (every revision), injections, acts,
   * model calls, tombstones, receipts. Reads one consistent state; an erasure meanwhile ends it with `export-stopped`,
   * because that state still holds what was erased.
   */
  exportRows(): AsyncIterable<ExportRow>;
  /** Records of a selection, in their order; a learning's are named by their ids. */
  selectedRecords(selection: JournalSelection, after: number, limit: number): Promise<readonly StoredRecord[]>;
  /** The space, its folders and its scans; a person who works there again begins a new one. It stays while it has records. */
  eraseSpace(id: SpaceId): Promise<void>;
  /** Empties answers, edits and scans of these scopes before a place in the order of acts, but `kept`; how many. */
  eraseActs(scopes: readonly (SpaceId | null)[], before: number, kept?: ReadonlySet<ActId>): Promise<number>;
  /** Its end: what was kept of it is gone, also from the disk (or `erasure-unfinished`, as below); the receipt stays. */
  endForgetting(receipt: ForgetReceipt): Promise<void>;
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

export async function openJournal(options: JournalOptions): Promise<Journal> {
  const path = resolve(options.path);
  const header = readSqliteHeader(path);
  const newer = checkSchema(header, JOURNAL_SCHEMA, path);
  const refusal = newer ?? (options.readOnly === true ? readOnlyRefusal(header, path) : undefined);
  const writer = refusal ?? openWriter(path, options.backupFolder, options.clock);
  const reader = openSqlite({ path, access: 'read', synchronous: 'FULL' });
  const connections = new Connections(path, reader, writer);
  await connections.finishCheckpoint();
  return journalOn(connections, { ...options, path }, originKey(options.secret ?? ''));
}

function journalOn(connections: Connections, { path, clock, exists }: JournalOptions, origins: OriginKey): Journal {
  const exports = new RowExports({ path, clock });
  /** Turns counted so far; erasing makes it void. */
  let turnCount: TurnCount | undefined;
  const read: Run = async (work) => connections.read(work);
  const write: Run = async (work) => connections.writer().run(work);
  /** What is being exported holds what was erased. */
  const erase: Run = async (work) => {
    const result = await connections.writer().run(work);
    turnCount = undefined;
    exports.stop('something was erased while it was being exported', 'start the export again');
    return result;
  };
  const settleDisk = async () => {
    const writer = connections.writer();
    exports.stop('something was erased while it was being exported', 'start the export again');
    if (await writer.truncateWal()) return;
    throw new CarryoverError('it is erased, but another process keeps an older state of the journal on disk', {
      code: 'erasure-unfinished',
      subject: path,
      hint: 'close other programs that read the journal, then ask for the same again',
      retryable: true,
    });
  };
  return {
    ...bind(read, READS),
    ...bind(write, WRITES),
    ...bind(erase, ERASES),
    retention: {
      ...bind(read, RETENTION.reads),
      ...bind(write, RETENTION.writes),
      ...bind(erase, RETENTION.erases),
      emptyBeforeTurns: async (records) => {
        await erase((statements) => emptyBeforeTurns(statements, records, origins));
      },
    },
    proposals: { ...bind(read, PROPOSALS.reads), ...bind(write, PROPOSALS.writes) },
    origins: new SqliteOrigins((work) => connections.read(work), origins),
    readOnlyReason: connections.readOnlyReason,
    append: async (batch) => connections.writer().run(prepareAppend(batch)),
    act: async (act) => connections.act(act),
    counts: async () => {
      const { counts, known } = connections.read((statements) => readCounts(statements, turnCount));
      turnCount = known;
      return counts;
    },
    resolveSpace: async (identity, now) => {
      const sighting = { identity, now, exists };
      const settled = connections.read((statements) => settledSpace(statements, sighting));
      return settled ?? write((statements) => resolveSpace(statements, sighting));
    },
    findSpace: (identity) => read((statements) => findSpace(statements, { identity, exists })),
    exportRows: () => exports.rows(),
    selectedRecords: (selection, after, limit) =>
      selectedRecords((work) => connections.read(work), selection, { after, limit }),
    eraseSpace: (id) => erase((statements) => eraseSpace(statements, id, clock.now())),
    eraseActs: (scopes, before, kept) => eraseActs(erase, scopes, before, kept),
    endForgetting: async (receipt) => {
      await write((statements) => endForgetting(statements, receipt));
      await settleDisk();
    },
    emptyRecords: (records) => erase((statements) => emptyRecords(statements, records, origins)),
    rewriteTexts: (page) => (page.dryRun ? read : erase)((statements) => rewriteTexts(statements, page)),
    settleDisk,
    shrink: async (forMs) => shrink(connections.writer(), clock, forMs),
    verify: (onProgress) => verifyJournal({ statements: connections.reading, clock, onProgress }),
    close: async () => {
      exports.stop('the journal was closed while it was being exported', 'start Carryover and export again');
      await connections.close();
    },
  };
}

class Connections {
  readonly reading: SqliteStatements;
  readonly #path: string;
  readonly #reader: SqliteDatabase;
  /** The writer, or why there is none. */
  readonly #writer: SqliteWriter | CarryoverError;
  #lastCheckpoint: Promise<unknown> = Promise.resolve();

  constructor(path: string, reader: SqliteDatabase, writer: SqliteWriter | CarryoverError) {
    this.#path = path;
    this.#reader = reader;
    this.#writer = writer;
    this.reading = new SqliteStatements(reader);
  }

  get readOnlyReason(): CarryoverError | undefined {
    return this.#writer instanceof CarryoverError ? this.#writer : undefined;
  }

  writer(): SqliteWriter {
    if (this.#writer instanceof CarryoverError) throw this.#writer;
    return this.#writer;
  }

  read<Result>(work: (statements: SqliteStatements) => Result): Result {
    try {
      return work(this.reading);
    } catch (cause) {
      throw sqliteError(cause, this.#path);
    }
  }

  act(act: Act): Promise<number> {
    const writer = this.writer();
    const store = prepareAct(act);
    if (act.kind !== 'checkpoint') return writer.run(store);
    // One after the other: what another has stored half would look like what a kill has left.
    const stored = this.#lastCheckpoint.then(async () => {
      if (this.read((statements) => readAct(statements, act.id)) === undefined) await storeRows(writer, act);
      const place = await writer.run(store);
      faultPoint('after-checkpoint-stored');
      await deleteSuperseded(writer);
      return place;
    });
    this.#lastCheckpoint = stored.catch(() => undefined);
    return stored;
  }

  /** What a kill has left to do. One that cannot be finished now is with the next, and keeps nobody from reading. */
  async finishCheckpoint(): Promise<void> {
    if (this.#writer instanceof CarryoverError) return;
    try {
      if (this.read(holdsSuperseded)) await deleteSuperseded(this.#writer);
    } catch (thrown) {
      if (!(thrown instanceof CarryoverError)) throw thrown;
    }
  }

  async close(): Promise<void> {
    this.#reader.close();
    // Last, so that its closing moves the WAL into the main file.
    if (!(this.#writer instanceof CarryoverError)) await this.#writer.close();
  }
}
