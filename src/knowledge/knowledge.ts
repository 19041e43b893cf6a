/**
 * Knowledge: what the acts of the journal add up to, in `memory.db`.
 *
 * Guarantees (`knowledge.contract.ts` checks them):
 * - `commit` is all or nothing, and counts: the change of an act that was applied already is refused without effect, and
 *   so is one that would skip an act. Turns leave the queue in the commit that holds what was learned from them.
 * - Everything but the queue, the fed mark and what is noted about the disk can be computed from the journal.
 * - Reads never wait for writers, and a damaged or foreign file is refused before anything writes to it. Commits are not
 *   synced one by one: after a power cut the file may be a few acts behind, never mixed, and the journal gives them again.
 *
 * Limits: reads run on this thread and hold the event loop while a statement runs.
 */
import { type Bound, bind } from '../store/bind.ts';
import { readActChanges, readLastActOn, readRestingOn } from './act-changes.ts';
import { commitChange, type KnowledgeChange } from './commit.ts';
import { KnowledgeConnections, type KnowledgeOptions } from './connections.ts';
import { readAppliedThrough, readFilesSeenAt, setFilesSeen } from './marks.ts';
import { readMemoryCount, readMemoryPage } from './memory-page.ts';
import { readCreatedOperational, readLearnedBetween, readOperational, readServices } from './operational.ts';
import { addOrigins, readOrigins, readOriginsThrough } from './origins.ts';
import { type CurationQueue, queueOn } from './queue.ts';
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
  readFile,
  readFiles,
  readFileVersion,
  readFileVersions,
  readFoundEdits,
  readReview,
  readReviews,
} from './reads.ts';
import { Rebuilding } from './rebuilding.ts';
import {
  addReceipts,
  eraseReceipts,
  readReceipts,
  readUnused,
  readUsage,
  readUsageSince,
  readUsedStatements,
} from './receipts.ts';
import { forgetTurns, wasDropped, wasDroppedFrom } from './removed-learnings.ts';
import { noteOnDisk, readGoneFiles, readGoneLines, readVersionOnDisk } from './removed-lines.ts';
import { readRecordMarks, readScopeState, readSensitiveRecords, thinOut } from './scope-state.ts';

const READS = {
  appliedThrough: readAppliedThrough,
  learning: readLearning,
  learningsById: readLearningsById,
  learnings: readLearnings,
  searchLearnings,
  learningHistory: readHistory,
  changedLearnings: readChangedLearnings,
  learningsOfTurns: readLearningsOfTurns,
  learningsReplacedBy: readLearningsReplacedBy,
  memoryPage: readMemoryPage,
  memoryCount: readMemoryCount,
  services: readServices,
  operational: readOperational,
  createdOperational: readCreatedOperational,
  learnedBetween: readLearnedBetween,
  wasDropped,
  wasDroppedFrom,
  originsThrough: readOriginsThrough,
  origins: readOrigins,
  action: readAction,
  actions: readActions,
  file: readFile,
  fileVersion: readFileVersion,
  fileVersions: readFileVersions,
  files: readFiles,
  review: readReview,
  reviews: readReviews,
  foundEdits: readFoundEdits,
  lastActOn: readLastActOn,
  curatedRevision: readCuratedRevision,
  receipts: readReceipts,
  usage: readUsage,
  usedStatements: readUsedStatements,
  unused: readUnused,
  usageSince: readUsageSince,
  versionOnDisk: readVersionOnDisk,
  filesSeenAt: readFilesSeenAt,
  goneLinesOnDisk: readGoneLines,
  filesGoneOnDisk: readGoneFiles,
  recordMarks: readRecordMarks,
  sensitiveRecords: readSensitiveRecords,
  scopeState: readScopeState,
  restingOn: readRestingOn,
  changesOf: readActChanges,
  counts: readCounts,
};

const WRITES = { addOrigins, addReceipts, eraseReceipts, forgetTurns, noteOnDisk, noteFilesSeen: setFilesSeen };

export interface Knowledge extends Bound<typeof READS>, Bound<typeof WRITES> {
  readonly queue: CurationQueue;
  /**
   * `previousSeq` is the `seq` of the act before it. False when the act was applied before; throws `knowledge-gap` when
   * acts between are missing.
   */
  commit(change: KnowledgeChange, previousSeq: number): Promise<boolean>;
  /**
   * Hands out an empty store beside this one (or the one an earlier try left unfinished). After `swap` this one holds
   * what that one held; without it nothing has changed here.
   */
  rebuild(fill: (fresh: Knowledge, swap: () => Promise<void>) => Promise<void>): Promise<void>;
  /** A rebuild was begun and has not come to its end. */
  isRebuildUnfinished(): Promise<boolean>;
  /** What was overwritten is off the disk when this resolves; throws `erasure-unfinished` while another process holds it. */
  settleDisk(): Promise<void>;
  close(): Promise<void>;
}

export async function openKnowledge(options: KnowledgeOptions): Promise<Knowledge> {
  return knowledgeOn(new KnowledgeConnections(options));
}

function knowledgeOn(connections: KnowledgeConnections): Knowledge {
  const reads = bind(async (work) => connections.read(work), READS);
  const rebuilding = new Rebuilding(connections);
  return {
    ...reads,
    ...bind((work) => connections.write(work), WRITES),
    queue: queueOn(connections),
    commit: async (change, previousSeq) => {
      const { replaces } = change;
      // The act is in the journal by now: when this is cut off, it is done again.
      if (replaces !== undefined && previousSeq === (await reads.appliedThrough()))
        while (await connections.write((statements) => thinOut(statements, replaces.scopes, replaces.state)));
      return connections.write((statements) => commitChange(statements, change, previousSeq));
    },
    rebuild: (fill) => rebuilding.run((fresh) => fill(knowledgeOn(fresh), () => connections.replaceWith(fresh))),
    isRebuildUnfinished: async () => rebuilding.isUnfinished(),
    settleDisk: () => connections.settle(),
    close: () => connections.close(),
  };
}
