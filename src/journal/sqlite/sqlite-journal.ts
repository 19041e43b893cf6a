/**
 * The journal on SQLite: one writing connection with group commit, one reading connection, both on this thread.
 * The guarantees are those of `Journal`; this adds that reads never wait for writers, that the file is brought to the
 * current schema after a backup, that one made by a newer Carryover is read and not written, and that a damaged or
 * foreign file is refused before anything writes to it.
 * Limits: everything runs on this thread and holds the event loop while a statement runs.
 */
import { resolve } from 'node:path';
import type { Act, Scan, StoredAct } from '../../memory/act.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { ForgetReceipt } from '../../memory/forgetting.ts';
import type { ActId, InjectionId, RecordId, SessionId, SpaceId, TurnId } from '../../memory/ids.ts';
import type { ModelCall, ModelCallEnd, SettledCall } from '../../memory/model-call.ts';
import { type OriginKey, originKey } from '../../memory/origins.ts';
import type { StoredRecord } from '../../memory/record.ts';
import type { SessionSummary } from '../../memory/session.ts';
import type { Space, SpaceIdentity } from '../../memory/space.ts';
import type { Turn, TurnCloseReason } from '../../memory/turn.ts';
import { faultPoint } from '../../platform/fault-point.ts';
import { openSqlite, readSqliteHeader, type SqliteDatabase } from '../../platform/sqlite.ts';
import { sqliteError } from '../../platform/sqlite-error.ts';
import { checkSchema } from '../../platform/sqlite-migrations.ts';
import { SqliteStatements } from '../../platform/sqlite-statements.ts';
import type { SqliteWriter } from '../../platform/sqlite-writer.ts';
import type {
  AppendResult,
  ErasedRows,
  ErasingRecords,
  EventFilter,
  EventPage,
  ExportRow,
  Forgetting,
  IdBeginning,
  Injection,
  InjectionFilter,
  Journal,
  JournalBatch,
  JournalCounts,
  JournalRow,
  JournalSelection,
  OpenTurn,
  OpenTurnFilter,
  ReplacedSpace,
  RestoredRows,
  RewritePage,
  RewrittenPage,
  SessionPage,
  Spending,
  StoredInjection,
  StoredTurn,
  TurnUnderWay,
  VerifyReport,
} from '../journal.ts';
import type { EmptiedRecord } from '../retention-journal.ts';
import {
  prepareAct,
  readAct,
  readActCounts,
  readActPlace,
  readActs,
  readLastRecurate,
  readLastRelease,
  readLastScan,
} from './acts.ts';
import { readAgentActivity } from './agent-activity.ts';
import { prepareAppend } from './append.ts';
import { deleteSuperseded, holdsSuperseded, readCheckpoints, storeRows } from './checkpoints.ts';
import { closeTurn } from './close-turn.ts';
import { emptyRecords } from './empty-records.ts';
import { eraseInjections, eraseRecords, injectionsHolding } from './erase.ts';
import { eraseActs } from './erase-acts.ts';
import { eraseSession, eraseSpace } from './erase-whole.ts';
import { readEventPage, readRecordsBetween } from './event-pages.ts';
import { RowExports } from './export-rows.ts';
import { endForgetting, keepForgetting, readForgettings, readReceipts } from './forgetting.ts';
import { restoreRows } from './import-rows.ts';
import { readInjections, readInjectionsById, readInjectionsOfTurn, readLastInjection } from './injections.ts';
import { readCalls, readSpending, reserveCall, settleCall } from './model-calls.ts';
import { type JournalOptions, openWriter, readOnlyRefusal } from './opening.ts';
import {
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
} from './reads.ts';
import { findSpace, readReplaced, readSpace, readSpaceIds, resolveSpace, settledSpace } from './resolve-space.ts';
import { rewriteTexts } from './rewrite-texts.ts';
import { JOURNAL_SCHEMA } from './schema.ts';
import { selectedRecords } from './selected-records.ts';
import {
  readMarkerLines,
  readRecordsBetweenTurns,
  readSessionPage,
  readTextsHolding,
  readTurnPage,
} from './session-pages.ts';
import { shrink } from './shrink.ts';
import { SqliteOrigins } from './sqlite-origins.ts';
import { SqliteProposals } from './sqlite-proposals.ts';
import { type Read, SqliteRetention, type Write } from './sqlite-retention.ts';
import { isErasedAt, wasErased } from './tombstones.ts';
import { readRecordsOfTurn } from './turn-texts.ts';
import { verifyJournal } from './verify.ts';

export async function openJournal(options: JournalOptions): Promise<Journal> {
  const path = resolve(options.path);
  const header = readSqliteHeader(path);
  const newer = checkSchema(header, JOURNAL_SCHEMA, path);
  const refusal = newer ?? (options.readOnly === true ? readOnlyRefusal(header, path) : undefined);
  const writer = refusal ?? openWriter(path, options.backupFolder, options.clock);
  const reader = openSqlite({ path, access: 'read', synchronous: 'FULL' });
  const origins = originKey(options.secret ?? '');
  const journal = new SqliteJournal({ path, reader, writer, clock: options.clock, exists: options.exists, origins });
  await journal.finishCheckpoint();
  return journal;
}

interface Parts extends Pick<JournalOptions, 'path' | 'clock' | 'exists'> {
  readonly reader: SqliteDatabase;
  /** The writer, or why there is none. */
  readonly writer: SqliteWriter | CarryoverError;
  readonly origins: OriginKey;
}

class SqliteJournal implements Journal {
  readonly retention: SqliteRetention;
  readonly proposals: SqliteProposals;
  readonly origins: SqliteOrigins;
  /** Turns counted so far; erasing makes it void. */
  #turnCount: TurnCount | undefined;
  readonly #parts: Parts;
  readonly #reading: SqliteStatements;
  readonly #exports: RowExports;
  #lastCheckpoint: Promise<unknown> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#reading = new SqliteStatements(parts.reader);
    this.#exports = new RowExports(parts);
    const read: Read = (work) => this.#read(work);
    const write: Write = async (work) => this.#writer().run(work);
    this.origins = new SqliteOrigins(read, parts.origins);
    this.retention = new SqliteRetention(read, write, (work) => this.#erase(work), parts.origins);
    this.proposals = new SqliteProposals(read, write);
  }

  get readOnlyReason(): CarryoverError | undefined {
    const { writer } = this.#parts;
    return writer instanceof CarryoverError ? writer : undefined;
  }

  async append(batch: JournalBatch): Promise<AppendResult> {
    return this.#writer().run(prepareAppend(batch));
  }

  async closeTurn(id: TurnId, reason: TurnCloseReason, closedAt: number): Promise<Turn | undefined> {
    return this.#writer().run((statements) => closeTurn(statements, { id, reason, closedAt }));
  }

  async openTurns(filter: OpenTurnFilter = {}): Promise<readonly OpenTurn[]> {
    return this.#read((statements) => readOpenTurns(statements, filter));
  }

  async turnUnderWay(id: SessionId, at: number): Promise<TurnUnderWay | undefined> {
    return this.#read((statements) => readTurnUnderWay(statements, id, at));
  }

  async record(id: RecordId): Promise<StoredRecord | undefined> {
    return this.#read((statements) => readRecord(statements, id));
  }

  async recordIds(wanted: IdBeginning): Promise<readonly RecordId[]> {
    return this.#read((statements) => readRecordIds(statements, wanted));
  }

  async recordsOfSession(id: SessionId): Promise<readonly StoredRecord[]> {
    return this.#read((statements) => readRecordsOfSession(statements, id));
  }

  async session(id: SessionId): Promise<SessionSummary | undefined> {
    return this.#read((statements) => readSession(statements, id));
  }

  async sessions(filter: Parameters<Journal['sessions']>[0]): Promise<readonly SessionSummary[]> {
    return this.#read((statements) => readSessions(statements, filter));
  }

  async sessionPage(filter: Parameters<Journal['sessionPage']>[0]): Promise<SessionPage> {
    return this.#read((statements) => readSessionPage(statements, filter));
  }

  async turnPage(filter: Parameters<Journal['turnPage']>[0]): Promise<readonly Turn[]> {
    return this.#read((statements) => readTurnPage(statements, filter));
  }

  async recordsBetweenTurns(id: SessionId, limit: number): Promise<readonly StoredRecord[]> {
    return this.#read((statements) => readRecordsBetweenTurns(statements, id, limit));
  }

  async eventPage(filter: EventFilter): Promise<EventPage> {
    return this.#read((statements) => readEventPage(statements, filter));
  }

  async recordsBetween(moments: readonly number[]): Promise<readonly number[]> {
    return this.#read((statements) => readRecordsBetween(statements, moments));
  }

  async wasAgentActive(stretch: Parameters<Journal['wasAgentActive']>[0]): Promise<boolean> {
    return this.#read((statements) => readAgentActivity(statements, stretch));
  }

  async textsHolding(...asked: Parameters<Journal['textsHolding']>): Promise<readonly string[]> {
    return this.#read((statements) => readTextsHolding(statements, ...asked));
  }

  async markerLines(id: SessionId, limit: number): Promise<readonly string[]> {
    return this.#read((statements) => readMarkerLines(statements, id, limit));
  }

  async turns(filter: Parameters<Journal['turns']>[0]): Promise<readonly Turn[]> {
    return this.#read((statements) => readTurns(statements, filter));
  }

  async turnIds(filter: Parameters<Journal['turnIds']>[0]): Promise<readonly TurnId[]> {
    return this.#read((statements) => readTurnIds(statements, filter));
  }

  async turnRevisions(after: number, limit: number): Promise<readonly StoredTurn[]> {
    return this.#read((statements) => readTurnRevisions(statements, after, limit));
  }

  async turn(id: TurnId, rev?: number): Promise<Turn | undefined> {
    return this.#read((statements) => readTurn(statements, id, rev));
  }

  async recordsOfTurn(id: TurnId, throughSeq: number): Promise<readonly StoredRecord[]> {
    return this.#read((statements) => readRecordsOfTurn(statements, id, throughSeq));
  }

  async recordIdsOfTurn(id: TurnId, throughSeq: number, limit: number): Promise<readonly RecordId[]> {
    return this.#read((statements) => readRecordIdsOfTurn(statements, id, throughSeq, limit));
  }

  async promptOfTurn(id: TurnId): Promise<StoredRecord | undefined> {
    return this.#read((statements) => readPromptOfTurn(statements, id));
  }

  async act(act: Act): Promise<number> {
    const writer = this.#writer();
    const store = prepareAct(act);
    if (act.kind !== 'checkpoint') return writer.run(store);
    // One after the other: what another has stored half would look like what a kill has left.
    const stored = this.#lastCheckpoint.then(async () => {
      if (this.#read((statements) => readAct(statements, act.id)) === undefined) await storeRows(writer, act);
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
    const { writer } = this.#parts;
    if (writer instanceof CarryoverError) return;
    try {
      if (this.#read(holdsSuperseded)) await deleteSuperseded(writer);
    } catch (thrown) {
      if (!(thrown instanceof CarryoverError)) throw thrown;
    }
  }

  async acts(after: number, limit: number): Promise<readonly StoredAct[]> {
    return this.#read((statements) => readActs(statements, after, limit));
  }

  async storedAct(id: ActId): Promise<StoredAct | undefined> {
    return this.#read((statements) => readAct(statements, id));
  }

  async actPlace(id: ActId): Promise<number | undefined> {
    return this.#read((statements) => readActPlace(statements, id));
  }

  async actCounts(): Promise<{ readonly total: number; readonly last: number }> {
    return this.#read(readActCounts);
  }

  async lastScan(workspace: SpaceId): Promise<Scan | undefined> {
    return this.#read((statements) => readLastScan(statements, workspace));
  }

  async lastRecurate(): Promise<number> {
    return this.#read(readLastRecurate);
  }

  async lastRelease(): Promise<string | undefined> {
    return this.#read(readLastRelease);
  }

  async injections(after: number, limit: number): Promise<readonly StoredInjection[]> {
    return this.#read((statements) => readInjections(statements, after, limit));
  }

  async injectionsById(beginning: string, limit: number): Promise<readonly StoredInjection[]> {
    return this.#read((statements) => readInjectionsById(statements, beginning, limit));
  }

  async lastInjection(filter: InjectionFilter): Promise<StoredInjection | undefined> {
    return this.#read((statements) => readLastInjection(statements, filter));
  }

  async injectionsOfTurn(id: TurnId): Promise<readonly StoredInjection[]> {
    return this.#read((statements) => readInjectionsOfTurn(statements, id));
  }

  async reserveCall(call: ModelCall): Promise<void> {
    return this.#writer().run((statements) => reserveCall(statements, call));
  }

  async settleCall(end: ModelCallEnd): Promise<void> {
    return this.#writer().run((statements) => settleCall(statements, end));
  }

  async spending(filter: Parameters<Journal['spending']>[0]): Promise<Spending> {
    return this.#read((statements) => readSpending(statements, filter));
  }

  async modelCalls(limit: number): Promise<readonly SettledCall[]> {
    return this.#read((statements) => readCalls(statements, limit));
  }

  async counts(): Promise<JournalCounts> {
    const { counts, known } = this.#read((statements) => readCounts(statements, this.#turnCount));
    this.#turnCount = known;
    return counts;
  }

  async resolveSpace(identity: SpaceIdentity, now: number): Promise<Space> {
    const sighting = { identity, now, exists: this.#parts.exists };
    const settled = this.#read((statements) => settledSpace(statements, sighting));
    return settled ?? this.#writer().run((statements) => resolveSpace(statements, sighting));
  }

  async findSpace(identity: SpaceIdentity): Promise<Space | undefined> {
    return this.#read((statements) => findSpace(statements, { identity, exists: this.#parts.exists }));
  }

  async space(id: SpaceId): Promise<Space | undefined> {
    return this.#read((statements) => readSpace(statements, id));
  }

  async replacedSpaces(since: number): Promise<readonly ReplacedSpace[]> {
    return this.#read((statements) => readReplaced(statements, since));
  }

  async spaceIds(): Promise<readonly SpaceId[]> {
    return this.#read(readSpaceIds);
  }

  exportRows(): AsyncGenerator<ExportRow> {
    return this.#exports.rows();
  }

  async restoreRows(rows: readonly JournalRow[]): Promise<RestoredRows> {
    return this.#writer().run((statements) => restoreRows(statements, rows));
  }

  async lastRecordSeq(): Promise<number> {
    return this.#read(readLastRecordSeq);
  }

  async selectedRecords(selection: JournalSelection, after: number, limit: number): Promise<readonly StoredRecord[]> {
    return selectedRecords((work) => this.#read(work), selection, { after, limit });
  }

  async eraseRecords(erasing: ErasingRecords): Promise<ErasedRows> {
    return this.#erase((statements) => eraseRecords(statements, erasing));
  }

  async eraseSession(id: SessionId, now: number): Promise<void> {
    return this.#erase((statements) => eraseSession(statements, id, now));
  }

  async eraseSpace(id: SpaceId): Promise<void> {
    return this.#erase((statements) => eraseSpace(statements, id, this.#parts.clock.now()));
  }

  async eraseInjections(ids: readonly InjectionId[]): Promise<void> {
    return this.#erase((statements) => eraseInjections(statements, ids));
  }

  async injectionsHolding(items: Injection['items']): Promise<readonly InjectionId[]> {
    return this.#read((statements) => injectionsHolding(statements, items));
  }

  async eraseActs(...erasing: Parameters<Journal['eraseActs']>): Promise<number> {
    return eraseActs((work) => this.#erase(work), ...erasing);
  }

  async wasErased(asked: Parameters<Journal['wasErased']>[0]): Promise<boolean> {
    return this.#read((statements) => wasErased(statements, asked));
  }

  async wasErasedAt(session: SessionId, at: number): Promise<boolean> {
    return this.#read((statements) => isErasedAt(statements, session, at));
  }

  async checkpoints(): Promise<ReadonlyMap<SpaceId | null, number>> {
    return this.#read(readCheckpoints);
  }

  async forgettings(): Promise<readonly Forgetting[]> {
    return this.#read(readForgettings);
  }

  async keepForgetting(forgetting: Forgetting): Promise<void> {
    return this.#writer().run((statements) => keepForgetting(statements, forgetting));
  }

  async endForgetting(receipt: ForgetReceipt): Promise<void> {
    await this.#writer().run((statements) => endForgetting(statements, receipt));
    await this.settleDisk();
  }

  async forgetReceipts(limit: number): Promise<readonly ForgetReceipt[]> {
    return this.#read((statements) => readReceipts(statements, limit));
  }

  async emptyRecords(records: readonly EmptiedRecord[]): Promise<void> {
    return this.#erase((statements) => emptyRecords(statements, records, this.#parts.origins));
  }

  async rewriteTexts(page: RewritePage): Promise<RewrittenPage> {
    if (page.dryRun) return this.#read((statements) => rewriteTexts(statements, page));
    return this.#erase((statements) => rewriteTexts(statements, page));
  }

  async settleDisk(): Promise<void> {
    const writer = this.#writer();
    this.#exports.stop('something was erased while it was being exported', 'start the export again');
    if (await writer.truncateWal()) return;
    throw new CarryoverError('it is erased, but another process keeps an older state of the journal on disk', {
      code: 'erasure-unfinished',
      subject: this.#parts.path,
      hint: 'close other programs that read the journal, then ask for the same again',
      retryable: true,
    });
  }

  async shrink(forMs: number): Promise<boolean> {
    return shrink(this.#writer(), this.#parts.clock, forMs);
  }

  async verify(onProgress?: (done: number, total: number) => void): Promise<VerifyReport> {
    return verifyJournal({ statements: this.#reading, clock: this.#parts.clock, onProgress });
  }

  async close(): Promise<void> {
    this.#exports.stop('the journal was closed while it was being exported', 'start Carryover and export again');
    this.#parts.reader.close();
    // Last, so that its closing moves the WAL into the main file.
    if (!(this.#parts.writer instanceof CarryoverError)) await this.#parts.writer.close();
  }

  #writer(): SqliteWriter {
    if (this.#parts.writer instanceof CarryoverError) throw this.#parts.writer;
    return this.#parts.writer;
  }

  /** What is being exported holds what was erased. */
  async #erase<Result>(work: (statements: SqliteStatements) => Result): Promise<Result> {
    const result = await this.#writer().run(work);
    this.#turnCount = undefined;
    this.#exports.stop('something was erased while it was being exported', 'start the export again');
    return result;
  }

  #read<Result>(work: (statements: SqliteStatements) => Result): Result {
    try {
      return work(this.#reading);
    } catch (cause) {
      throw sqliteError(cause, this.#parts.path);
    }
  }
}
