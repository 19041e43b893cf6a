/** How knowledge, memory files, the queue and what models cost look outside. */
import type { SpendReport } from '../curator/spend/spend-report.ts';
import { countLines, linesOf } from '../files/file-text.ts';
import { fileSpec } from '../files/manifest.ts';
import type { ParkedTurn, QueueSummary } from '../knowledge/queue.ts';
import type { PendingAction } from '../memory/action.ts';
import { confidenceAt, isActive } from '../memory/decay.ts';
import type { CarryoverError } from '../memory/error.ts';
import { FIRST_TIER, type Learning, type LearningChange } from '../memory/learning.ts';
import type { FileVersion } from '../memory/memory-file.ts';
import type { MemoryRecord } from '../memory/record.ts';
import { isQuestion, type Review } from '../memory/review.ts';
import { diffLines } from '../platform/line-diff.ts';
import { unifiedDiff } from '../platform/unified-diff.ts';
import { callFields } from '../privacy/export/journal-lines.ts';
import type { PlacedFile } from './curation-api.ts';
import { errorBody } from './error-body.ts';
import { scopeToWire } from './scope-wire.ts';

/** Of each record; a person who wants more looks it up. */
const EVIDENCE_CHARS = 500;

export function learningToWire(learning: Learning) {
  return {
    id: learning.id,
    created_at: learning.createdAt,
    updated_at: learning.updatedAt,
    confirmed_at: learning.confirmedAt,
    session_id: learning.sessionId,
    turn_id: learning.turnId,
    workspace: learning.workspace,
    scope: scopeToWire(learning.scope),
    type: learning.type,
    subject: learning.subject,
    content: learning.content,
    tier: learning.tier ?? FIRST_TIER,
    tags: learning.tags,
    confidence: learning.confidence,
    trust: learning.trust,
    evidence: learning.evidence,
    pinned: learning.pinned,
    sensitive: learning.sensitive,
    persistent: learning.persistent,
    valid_from: learning.validFrom,
    valid_to: learning.validTo,
    superseded_by: learning.supersededBy,
  };
}

/** The same as it is now: `confidence` with what it has lost since it was confirmed, and whether agents are given it. */
export function presentLearningToWire(learning: Learning, now: number) {
  return {
    ...learningToWire(learning),
    confidence: confidenceAt(learning, now),
    active: isActive(learning, now),
  };
}

export function changeToWire({ ts, cause, before, after }: LearningChange) {
  return {
    ts,
    cause,
    before_content: before?.content ?? null,
    content: after.content,
    confidence: after.confidence,
  };
}

export function actionToWire(action: PendingAction) {
  return {
    id: action.id,
    content: action.content,
    priority: action.priority,
    status: action.status,
    created_at: action.createdAt,
    touched_at: action.touchedAt,
    workspace: action.workspace,
    session_id: action.sessionId,
  };
}

export function fileToWire({ file, space, path }: PlacedFile) {
  const { owner, limitLines } = fileSpec(file.name);
  const lines = countLines(file.content);
  return {
    name: file.name,
    workspace: file.workspace,
    space,
    path,
    owner,
    version: file.version,
    lines,
    limit_lines: limitLines,
    over_limit: lines > limitLines,
    updated_at: file.ts,
    author: file.author,
  };
}

/** `before` is the version it came after. */
export function versionToWire({ version, ts, author, actId, content }: FileVersion, before: FileVersion | undefined) {
  const changes = diffLines(linesOf(before?.content ?? ''), linesOf(content));
  return {
    version,
    ts,
    author,
    act_id: actId,
    lines: countLines(content),
    added: changes.filter(({ sign }) => sign === '+').length,
    removed: changes.filter(({ sign }) => sign === '-').length,
  };
}

/** `rewrite` is what a held one does to its file; `evidence` what a held learning rests on; `replaced` what it would close. */
export function reviewToWire(
  review: Review,
  rewrite: { readonly before: string | null; readonly after: string } | undefined,
  evidence: readonly MemoryRecord[],
  replaced?: Learning,
) {
  const { held } = review;
  const { id, createdAt, actId, reason, status } = review;
  const common = { id, created_at: createdAt, act_id: actId, reason, status };
  if (held.kind === 'learning') {
    const { learning, replaces } = held;
    return {
      ...common,
      workspace: review.workspace,
      kind: held.kind,
      learning: learningToWire(learning),
      replaces,
      ...(held.movesTo === undefined ? {} : { moves_to: held.movesTo }),
      question: isQuestion(review),
      proposed: held.isProposed === true,
      replaced: replaced === undefined ? null : learningToWire(replaced),
      evidence: evidence.map(({ id, source, content }) => ({ id, source, content: content.slice(0, EVIDENCE_CHARS) })),
    };
  }
  const { file, content, kind, before } = held;
  const diff = rewrite === undefined ? '' : unifiedDiff(file.name, rewrite.before, rewrite.after);
  return { ...common, workspace: file.workspace, kind, file: file.name, on_disk: before !== undefined, content, diff };
}

export function queueToWire({ waiting, claimed, parked, oldestAt, spaces }: QueueSummary) {
  return {
    waiting,
    claimed,
    parked,
    oldest_at: oldestAt,
    spaces: spaces.map((space) => ({
      workspace: space.workspace,
      waiting: space.waiting,
      urgent: space.urgent,
      oldest_at: space.oldestAt,
      newest_at: space.newestAt,
      due_at: space.dueAt,
    })),
  };
}

export function parkedToWire(turn: ParkedTurn) {
  return {
    turn_id: turn.id,
    session_id: turn.sessionId,
    workspace: turn.workspace,
    parked_at: turn.parkedAt,
    attempts: turn.attempts,
    reason: turn.reason,
  };
}

export function problemToWire(problem: CarryoverError | undefined) {
  return problem === undefined ? null : errorBody(problem).error;
}

export function spendToWire({ day, ...report }: SpendReport) {
  return {
    day: {
      calls: day.calls,
      failed_calls: day.failedCalls,
      unsettled_calls: day.unsettledCalls,
      input_tokens: day.inputTokens,
      output_tokens: day.outputTokens,
      usd: day.usd,
    },
    daily_usd: report.dailyUsd,
    session_usd: report.sessionUsd,
    left_usd: report.leftUsd,
    model_calls: report.modelCalls,
    extractions: report.extractions,
    sessions: report.sessions,
    calls: report.calls.map(callFields),
  };
}
