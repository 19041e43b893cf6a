/** How hits of a search look outside. */
import { confidenceAt, isActive } from '../memory/decay.ts';
import type { LearningId, RecordId, SessionId, SpaceId } from '../memory/ids.ts';
import { isUnsettled, type Learning } from '../memory/learning.ts';
import type { JsonObject, RecordType } from '../memory/record.ts';
import type { SourceClass } from '../memory/source.ts';
import type { RecallHit, RecordHit, ScoreExplanation } from '../recall/recall.ts';
import type { LinkedSpace } from './audience.ts';
import { scopeToWire } from './scope-wire.ts';

export interface WireHit {
  readonly id: RecordId | LearningId;
  readonly type: RecordType | 'fact';
  /** Of a record: where its text came from. */
  readonly source?: SourceClass;
  /** 0 … 1; the best in this answer is 1. */
  readonly score: number;
  readonly snippet: string;
  readonly session_id: SessionId | null;
  readonly workspace: SpaceId | null;
  readonly ts: number;
  readonly tags: readonly string[];
  /** Of a fact: learning_type, scope, subject, confidence, trust, valid; `active: false` for one that no agent is given, `unsettled` for one that may have replaced another. */
  readonly metadata: JsonObject;
  /** Its name, when it comes from another space that a person linked. */
  readonly linked_space?: string;
  /** When it was asked for. */
  readonly explain?: ScoreExplanation;
}

export interface WireSearch {
  readonly hits: readonly WireHit[];
  readonly took_ms: number;
}

/** Of a fact; a record may carry any metadata. */
export function subjectOf({ type, metadata }: Pick<WireHit, 'type' | 'metadata'>): string | null {
  return type === 'fact' && typeof metadata.subject === 'string' ? metadata.subject : null;
}

export function hitToWire(
  hit: RecallHit,
  {
    score,
    now,
    linked = [],
  }: { readonly score: number; readonly now: number; readonly linked?: readonly LinkedSpace[] | undefined },
): WireHit {
  const { snippet, explanation } = hit;
  const about = hit.kind === 'fact' ? aboutFact(hit.learning, now) : aboutRecord(hit.record);
  const space = linked.find(({ id }) => id === about.workspace);
  return {
    ...about,
    score,
    snippet,
    ...(space === undefined ? {} : { linked_space: space.name }),
    ...(explanation === undefined ? {} : { explain: explanation }),
  };
}

type About = Omit<WireHit, 'score' | 'snippet' | 'linked_space' | 'explain'>;

function aboutRecord(record: RecordHit['record']): About {
  return {
    id: record.id,
    type: record.type,
    source: record.source,
    session_id: record.sessionId,
    workspace: record.workspace,
    ts: record.ts,
    tags: record.tags,
    metadata: record.metadata,
  };
}

/** Its time is when somebody last said it, its confidence what is left of it now. */
function aboutFact(learning: Learning, now: number): About {
  return {
    id: learning.id,
    type: 'fact',
    session_id: learning.sessionId,
    workspace: learning.workspace,
    ts: learning.confirmedAt,
    tags: learning.tags,
    metadata: {
      learning_type: learning.type,
      scope: scopeToWire(learning.scope),
      subject: learning.subject,
      confidence: confidenceAt(learning, now),
      trust: learning.trust,
      valid: learning.validTo === null,
      ...(isActive(learning, now) ? {} : { active: false }),
      ...(isUnsettled(learning) ? { unsettled: true } : {}),
      ...(learning.pinned ? { pinned: true } : {}),
      ...(learning.sensitive ? { sensitive: true } : {}),
    },
  };
}
