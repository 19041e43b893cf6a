/**
 * Knowledge on SQLite. The guarantees are those of `Knowledge`; this adds that reads never wait for writers, and that a
 * damaged or foreign file is refused before anything writes to it. Commits are not synced one by one: after a power cut
 * the file may be a few acts behind, never mixed, and the journal gives them again.
 * Limits: reads run on this thread and hold the event loop while a statement runs.
 */
import type { PendingAction } from '../../memory/action.ts';
import type {
  ActId,
  ActionId,
  InjectionId,
  LearningId,
  RecordId,
  ReviewId,
  SpaceId,
  TurnId,
} from '../../memory/ids.ts';
import type { Learning, LearningChange } from '../../memory/learning.ts';
import type { FileVersion, MemoryFileRef } from '../../memory/memory-file.ts';
import type { FoundEdit, Review } from '../../memory/review.ts';
import type { RecordMark, ScopeState } from '../../memory/scope-state.ts';
import type {
  ActChanges,
  ChangedLearning,
  CreatedFilter,
  CreatedLearning,
  Knowledge,
  KnowledgeChange,
  KnowledgeCounts,
  LearningFilter,
  LearningHit,
  LearningSearch,
  MemoryFilter,
  MemoryPage,
  MemoryPageRequest,
  OriginPage,
  Receipt,
  ReceiptFilter,
  Sighting,
  Usage,
} from '../knowledge.ts';
import type { CurationQueue } from '../queue.ts';
import { readActChanges, readLastActOn, readRestingOn } from './act-changes.ts';
import { replaceRow } from './cells.ts';
import { commitChange } from './commit.ts';
import { KnowledgeConnections, type KnowledgeOptions } from './connections.ts';
import { readMark, setMark } from './marks.ts';
import { readMemoryCount, readMemoryPage } from './memory-page.ts';
import { readCreatedOperational, readLearnedBetween, readOperational, readServices } from './operational.ts';
import { addOrigins, readOrigins, readOriginsThrough } from './origins.ts';
import {
  readChangedLearnings,
  readHistory,
  readLearning,
  readLearnings,
  readLearningsById,
  readLearningsOfTurns,
  readLearningsReplacedBy,
  searchLearnings,
} from './read-learnings.ts';
import {
  readAction,
  readActions,
  readCounts,
  readCuratedRevision,
  readFiles,
  readFileVersion,
  readFileVersions,
  readFoundEdits,
  readReview,
  readReviews,
  readVersionOnDisk,
} from './reads.ts';
import { Rebuilding } from './rebuilding.ts';
import {
  eraseReceipts,
  putReceipt,
  readReceipts,
  readUnused,
  readUsage,
  readUsageSince,
  readUsedStatements,
} from './receipts.ts';
import { forgetTurns, wasDropped, wasDroppedFrom } from './removed-learnings.ts';
import { readGoneFiles, readGoneLines } from './removed-lines.ts';
import { fileKey } from './rows.ts';
import { readRecordMarks, readScopeState, readSensitiveRecords, thinOut } from './scope-state.ts';
import { SqliteQueue } from './sqlite-queue.ts';

export async function openKnowledge(options: KnowledgeOptions): Promise<Knowledge> {
  return new SqliteKnowledge(new KnowledgeConnections(options));
}

class SqliteKnowledge implements Knowledge {
  readonly queue: CurationQueue;
  readonly #connections: KnowledgeConnections;
  readonly #rebuilding: Rebuilding;

  constructor(connections: KnowledgeConnections) {
    this.#connections = connections;
    this.#rebuilding = new Rebuilding(connections);
    this.queue = new SqliteQueue(connections);
  }

  async appliedThrough(): Promise<number> {
    return this.#connections.read((statements) => readMark(statements, 'applied_through'));
  }

  async commit(change: KnowledgeChange, previousSeq: number): Promise<boolean> {
    const { replaces } = change;
    // The act is in the journal by now: when this is cut off, it is done again.
    if (replaces !== undefined && previousSeq === (await this.appliedThrough()))
      while (await this.#connections.write((statements) => thinOut(statements, replaces.scopes, replaces.state)));
    return this.#connections.write((statements) => commitChange(statements, change, previousSeq));
  }

  async learning(id: LearningId): Promise<Learning | undefined> {
    return this.#connections.read((statements) => readLearning(statements, id));
  }

  async learningsById(
    beginning: string,
    filter: Pick<LearningFilter, 'workspace' | 'limit'>,
  ): Promise<readonly Learning[]> {
    return this.#connections.read((statements) => readLearningsById(statements, beginning, filter));
  }

  async learnings(filter: LearningFilter): Promise<readonly Learning[]> {
    return this.#connections.read((statements) => readLearnings(statements, filter));
  }

  async searchLearnings(search: LearningSearch): Promise<readonly LearningHit[]> {
    return this.#connections.read((statements) => searchLearnings(statements, search));
  }

  async learningHistory(id: LearningId): Promise<readonly LearningChange[]> {
    return this.#connections.read((statements) => readHistory(statements, id));
  }

  async changedLearnings(after: number, limit: number): Promise<readonly ChangedLearning[]> {
    return this.#connections.read((statements) => readChangedLearnings(statements, after, limit));
  }

  async learningsOfTurns(ids: readonly TurnId[]): Promise<readonly Learning[]> {
    return this.#connections.read((statements) => readLearningsOfTurns(statements, ids));
  }

  async memoryPage(request: MemoryPageRequest): Promise<MemoryPage> {
    return this.#connections.read((statements) => readMemoryPage(statements, request));
  }

  async memoryCount(filter: MemoryFilter): Promise<number> {
    return this.#connections.read((statements) => readMemoryCount(statements, filter));
  }

  async services(): Promise<readonly string[]> {
    return this.#connections.read(readServices);
  }

  async operational(filter: Parameters<Knowledge['operational']>[0]): ReturnType<Knowledge['operational']> {
    return this.#connections.read((statements) => readOperational(statements, filter));
  }

  async createdOperational(filter: CreatedFilter): Promise<readonly CreatedLearning[]> {
    return this.#connections.read((statements) => readCreatedOperational(statements, filter));
  }

  async learnedBetween(moments: readonly number[]): Promise<readonly number[]> {
    return this.#connections.read((statements) => readLearnedBetween(statements, moments));
  }

  async wasDropped(turnId: TurnId, contentDigest: string): Promise<boolean> {
    return this.#connections.read((statements) => wasDropped(statements, turnId, contentDigest));
  }

  async wasDroppedFrom(workspace: SpaceId | null, contentDigest: string): Promise<boolean> {
    return this.#connections.read((statements) => wasDroppedFrom(statements, workspace, contentDigest));
  }

  async learningsReplacedBy(id: LearningId): Promise<readonly Learning[]> {
    return this.#connections.read((statements) => readLearningsReplacedBy(statements, id));
  }

  async action(id: ActionId): Promise<PendingAction | undefined> {
    return this.#connections.read((statements) => readAction(statements, id));
  }

  async actions(filter: Parameters<Knowledge['actions']>[0]): Promise<readonly PendingAction[]> {
    return this.#connections.read((statements) => readActions(statements, filter));
  }

  async file(ref: MemoryFileRef): Promise<FileVersion | undefined> {
    return this.#connections.read((statements) => readFileVersions(statements, ref, 1)[0]);
  }

  async fileVersion(ref: MemoryFileRef, version: number): Promise<FileVersion | undefined> {
    return this.#connections.read((statements) => readFileVersion(statements, ref, version));
  }

  async fileVersions(ref: MemoryFileRef, limit: number): Promise<readonly FileVersion[]> {
    return this.#connections.read((statements) => readFileVersions(statements, ref, limit));
  }

  async files(): Promise<readonly FileVersion[]> {
    return this.#connections.read(readFiles);
  }

  async review(id: ReviewId): Promise<Review | undefined> {
    return this.#connections.read((statements) => readReview(statements, id));
  }

  async foundEdits(): Promise<readonly FoundEdit[]> {
    return this.#connections.read(readFoundEdits);
  }

  async reviews(filter: Parameters<Knowledge['reviews']>[0]): Promise<readonly Review[]> {
    return this.#connections.read((statements) => readReviews(statements, filter));
  }

  async lastActOn(id: ReviewId): Promise<ActId | undefined> {
    return this.#connections.read((statements) => readLastActOn(statements, id));
  }

  async curatedRevision(id: TurnId): Promise<number | undefined> {
    return this.#connections.read((statements) => readCuratedRevision(statements, id));
  }

  async originsThrough(workspace: SpaceId | null): Promise<number> {
    return this.#connections.read((statements) => readOriginsThrough(statements, workspace));
  }

  addOrigins(page: OriginPage): Promise<void> {
    return this.#connections.write((statements) => addOrigins(statements, page));
  }

  async origins(workspace: SpaceId | null, digests: readonly string[]): Promise<ReadonlyMap<string, Sighting>> {
    return this.#connections.read((statements) => readOrigins(statements, workspace, digests));
  }

  addReceipts(receipts: readonly Receipt[]): Promise<void> {
    return this.#connections.write((statements) => {
      for (const receipt of receipts) putReceipt(statements, receipt);
    });
  }

  async receipts(filter: ReceiptFilter): Promise<readonly Receipt[]> {
    return this.#connections.read((statements) => readReceipts(statements, filter));
  }

  async usage(items: readonly string[]): Promise<ReadonlyMap<string, Usage>> {
    return this.#connections.read((statements) => readUsage(statements, items));
  }

  async usedStatements(
    filter: Pick<LearningFilter, 'workspace' | 'limit'>,
    leastUsed: number,
  ): Promise<readonly string[]> {
    return this.#connections.read((statements) => readUsedStatements(statements, filter, leastUsed));
  }

  async unused(leastJudged: number): Promise<ReadonlyMap<string, Usage>> {
    return this.#connections.read((statements) => readUnused(statements, leastJudged));
  }

  async usageSince(since: number): Promise<Usage> {
    return this.#connections.read((statements) => readUsageSince(statements, since));
  }

  async versionOnDisk(ref: MemoryFileRef): Promise<number | undefined> {
    return this.#connections.read((statements) => readVersionOnDisk(statements, ref));
  }

  noteOnDisk(ref: MemoryFileRef, version: number): Promise<void> {
    const [workspace, name] = fileKey(ref);
    return this.#connections.write((statements) =>
      replaceRow(statements, 'disk_versions', ['workspace', 'name'], { workspace, name, version, gone_lines: null }),
    );
  }

  async filesSeenAt(): Promise<number> {
    return this.#connections.read((statements) => readMark(statements, 'files_seen'));
  }

  noteFilesSeen(at: number): Promise<void> {
    return this.#connections.write((statements) => setMark(statements, 'files_seen', at));
  }

  async goneLinesOnDisk(ref: MemoryFileRef): Promise<ReadonlySet<string> | undefined> {
    return this.#connections.read((statements) => readGoneLines(statements, ref));
  }

  async filesGoneOnDisk(): Promise<readonly MemoryFileRef[]> {
    return this.#connections.read(readGoneFiles);
  }

  rebuild(fill: Parameters<Knowledge['rebuild']>[0]): Promise<void> {
    return this.#rebuilding.run((fresh) =>
      fill(new SqliteKnowledge(fresh), () => this.#connections.replaceWith(fresh)),
    );
  }

  async isRebuildUnfinished(): Promise<boolean> {
    return this.#rebuilding.isUnfinished();
  }

  async recordMarks(ids: readonly RecordId[]): Promise<ReadonlyMap<RecordId, RecordMark>> {
    return this.#connections.read((statements) => readRecordMarks(statements, ids));
  }

  async sensitiveRecords(): Promise<readonly RecordId[]> {
    return this.#connections.read(readSensitiveRecords);
  }

  async scopeState(scopes: readonly (SpaceId | null)[]): Promise<ScopeState> {
    return this.#connections.read((statements) => readScopeState(statements, scopes));
  }

  async restingOn(records: readonly RecordId[]): ReturnType<Knowledge['restingOn']> {
    return this.#connections.read((statements) => readRestingOn(statements, records));
  }

  async changesOf(acts: readonly ActId[]): Promise<ActChanges> {
    return this.#connections.read((statements) => readActChanges(statements, acts));
  }

  eraseReceipts(injections: readonly InjectionId[], items: readonly string[]): Promise<void> {
    return this.#connections.write((statements) => eraseReceipts(statements, injections, items));
  }

  forgetTurns(ids: readonly TurnId[]): Promise<void> {
    return this.#connections.write((statements) => forgetTurns(statements, ids));
  }

  settleDisk(): Promise<void> {
    return this.#connections.settle();
  }

  async counts(): Promise<KnowledgeCounts> {
    return this.#connections.read(readCounts);
  }

  close(): Promise<void> {
    return this.#connections.close();
  }
}
