/** Values the contract's tests are made of: whole, plain, and different only where a test says so. */
import type { PendingAction } from '../../memory/action.ts';
import {
  type ActId,
  type ActionId,
  deriveId,
  type LearningId,
  type RecordId,
  type ReviewId,
  type SessionId,
  type SpaceId,
  type TurnId,
} from '../../memory/ids.ts';
import type { Learning, LearningChange } from '../../memory/learning.ts';
import type { FileVersion } from '../../memory/memory-file.ts';
import type { Review } from '../../memory/review.ts';
import type { KnowledgeChange } from '../commit.ts';
import type { Knowledge } from '../knowledge.ts';
import type { ClaimRequest, QueuedTurn } from '../queue.ts';

export interface OpenedKnowledge {
  readonly knowledge: Knowledge;
  readonly cleanup: () => Promise<void>;
}
/** New and empty. */
export type OpenEmptyKnowledge = () => Promise<OpenedKnowledge>;

export const NOW = 1_763_000_000_000;
export const SESSION = deriveId<SessionId>('session');
export const SPACE = deriveId<SpaceId>('space');
export const OTHER_SPACE = deriveId<SpaceId>('other space');
const ACT = deriveId<ActId>('act');

let made = 0;

export function sampleLearning(different: Partial<Learning> = {}): Learning {
  made += 1;
  const ts = different.createdAt ?? NOW + made;
  return {
    id: deriveId<LearningId>('learning', String(made)),
    createdAt: ts,
    updatedAt: ts,
    confirmedAt: ts,
    sessionId: SESSION,
    turnId: turnId(made),
    workspace: SPACE,
    scope: { kind: 'space' },
    type: 'FACT',
    subject: 'build',
    content: `content ${made}`,
    tags: [],
    confidence: 0.7,
    trust: 'typed',
    evidence: [deriveId<RecordId>('record', String(made))],
    pinned: false,
    sensitive: false,
    persistent: false,
    validFrom: ts,
    validTo: null,
    supersededBy: null,
    ...different,
  };
}

export function learned(after: Learning): LearningChange {
  return { learningId: after.id, ts: after.updatedAt, cause: 'learned', before: null, after };
}

export function sampleAction(different: Partial<PendingAction> = {}): PendingAction {
  made += 1;
  return {
    id: deriveId<ActionId>('action', String(made)),
    createdAt: NOW + made,
    touchedAt: NOW + made,
    workspace: SPACE,
    sessionId: SESSION,
    content: `action ${made}`,
    priority: 2,
    status: 'pending',
    sourceLearningId: null,
    evidence: [],
    ...different,
  };
}

export function sampleFile(different: Partial<FileVersion> = {}): FileVersion {
  return {
    name: 'tools.md',
    workspace: SPACE,
    version: 1,
    ts: NOW,
    actId: ACT,
    author: 'curator',
    content: '# Tools\n',
    humanLines: [],
    ...different,
  };
}

export function sampleReview(different: Partial<Review> = {}): Review {
  made += 1;
  return {
    id: deriveId<ReviewId>('review', String(made)),
    createdAt: NOW + made,
    actId: ACT,
    workspace: SPACE,
    reason: 'only a tool said so',
    status: 'waiting',
    held: { kind: 'learning', learning: sampleLearning(), replaces: null },
    ...different,
  };
}

/** What an act changes; nothing unless said otherwise. */
export function sampleChange(actSeq: number, different: Partial<KnowledgeChange> = {}): KnowledgeChange {
  return { actSeq, learnings: [], actions: [], files: [], reviews: [], curated: [], dropped: {}, ...different };
}

/** Commits it as the act after the last one. */
export async function commitNext(knowledge: Knowledge, different: Partial<KnowledgeChange>): Promise<void> {
  const applied = await knowledge.appliedThrough();
  await knowledge.commit(sampleChange(applied + 1, different), applied);
}

export function turnId(number: number): TurnId {
  return deriveId<TurnId>('turn', String(number));
}

/** Turn `number` was closed `number` ms after `NOW`. */
export function sampleTurn(number: number, different: Partial<QueuedTurn> = {}): QueuedTurn {
  return {
    id: turnId(number),
    rev: 1,
    sessionId: SESSION,
    workspace: SPACE,
    closedAt: NOW + number,
    urgent: false,
    tokens: 0,
    tools: 0,
    ...different,
  };
}

export function sampleClaim(different: Partial<ClaimRequest> = {}): ClaimRequest {
  return { owner: 'daemon', now: NOW + 1_000, leaseMs: 60_000, limit: 25, ...different };
}

/** Runs a test on knowledge of its own and cleans up whatever happens. */
export async function onKnowledge(
  open: OpenEmptyKnowledge,
  test: (knowledge: Knowledge) => Promise<void>,
): Promise<void> {
  const { knowledge, cleanup } = await open();
  try {
    await test(knowledge);
  } finally {
    await cleanup();
  }
}
