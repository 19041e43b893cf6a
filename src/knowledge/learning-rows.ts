/** Learnings and their history, as rows and back. */
import type { ActId, AppId } from '../memory/ids.ts';
import { FIRST_TIER, type Learning, type LearningCause, type LearningChange } from '../memory/learning.ts';
import type { Scope } from '../memory/permission.ts';
import { fromJson, toJson } from './cells.ts';

export interface LearningColumns {
  readonly id: Learning['id'];
  readonly created_at: number;
  readonly updated_at: number;
  readonly confirmed_at: number;
  readonly valid_from: number;
  readonly valid_to: number | null;
  readonly workspace: Learning['workspace'];
  readonly session_id: Learning['sessionId'];
  readonly source_observation_id: Learning['turnId'];
  readonly scope: Scope['kind'];
  readonly app: AppId | null;
  readonly type: Learning['type'];
  readonly subject: string | null;
  readonly content: string;
  readonly tier: number;
  readonly tags: string;
  readonly asked: string;
  readonly confidence: number;
  readonly trust: Learning['trust'];
  readonly evidence: string;
  readonly pinned: number;
  readonly sensitive: number;
  readonly persistent: number;
  readonly superseded_by: Learning['supersededBy'];
}

export interface HistoryColumns {
  readonly learning_id: Learning['id'];
  readonly ts: number;
  readonly cause: LearningCause;
  readonly before: string | null;
  readonly after: string;
  readonly act_id: ActId | null;
}

export function learningColumns(learning: Learning) {
  return {
    id: learning.id,
    created_at: learning.createdAt,
    updated_at: learning.updatedAt,
    confirmed_at: learning.confirmedAt,
    valid_from: learning.validFrom,
    valid_to: learning.validTo,
    workspace: learning.workspace,
    session_id: learning.sessionId,
    source_observation_id: learning.turnId,
    scope: learning.scope.kind,
    app: learning.scope.kind === 'app' ? learning.scope.app : null,
    type: learning.type,
    subject: learning.subject,
    content: learning.content,
    tier: learning.tier ?? FIRST_TIER,
    tags: toJson(learning.tags),
    asked: toJson(learning.asked ?? []),
    confidence: learning.confidence,
    trust: learning.trust,
    evidence: toJson(learning.evidence),
    pinned: Number(learning.pinned),
    sensitive: Number(learning.sensitive),
    persistent: Number(learning.persistent),
    superseded_by: learning.supersededBy,
  } satisfies LearningColumns;
}

export function learningOf(row: LearningColumns): Learning {
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    confirmedAt: row.confirmed_at,
    sessionId: row.session_id,
    turnId: row.source_observation_id,
    workspace: row.workspace,
    scope: scopeOf(row),
    type: row.type,
    subject: row.subject,
    content: row.content,
    // Not said of a learning: most are of it.
    ...(row.tier === FIRST_TIER ? {} : { tier: row.tier }),
    tags: fromJson(row.tags, 'learnings', row.id),
    ...(row.asked === '[]' ? {} : { asked: fromJson<readonly string[]>(row.asked, 'learnings', row.id) }),
    confidence: row.confidence,
    trust: row.trust,
    evidence: fromJson(row.evidence, 'learnings', row.id),
    pinned: row.pinned === 1,
    sensitive: row.sensitive === 1,
    persistent: row.persistent === 1,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    supersededBy: row.superseded_by,
  };
}

/** The schema gives every row of scope `app` its app. */
function scopeOf({ scope, app }: LearningColumns): Scope {
  if (app !== null) return { kind: 'app', app };
  return { kind: scope === 'user' ? 'user' : 'space' };
}

/** A change that was made before, and is put back, keeps the act that made it. */
export function historyColumns(change: LearningChange, actId?: ActId) {
  return {
    learning_id: change.learningId,
    ts: change.ts,
    cause: change.cause,
    before: change.before === null ? null : toJson(change.before),
    after: toJson(change.after),
    act_id: change.actId ?? actId ?? null,
  } satisfies HistoryColumns;
}

export function changeOf(row: HistoryColumns): LearningChange {
  return {
    learningId: row.learning_id,
    ts: row.ts,
    cause: row.cause,
    before: row.before === null ? null : fromJson(row.before, 'learning_history', row.learning_id),
    after: fromJson(row.after, 'learning_history', row.learning_id),
    ...(row.act_id === null ? {} : { actId: row.act_id }),
  };
}
