/**
 * What is not given: to agents, unless a person's setting says so, learnings and records that are marked sensitive; and to
 * no agent and by no search what is past its time, and what is to be forgotten and is not gone yet.
 */
import type { LearningId, RecordId, SessionId, SpaceId } from './ids.ts';
import type { Learning } from './learning.ts';
import type { StoredRecord } from './record.ts';
import { SENSITIVE_TAG } from './sensitivity.ts';

/** On its way out. */
export interface Hidden {
  readonly records: readonly RecordId[];
  readonly learnings: readonly LearningId[];
  readonly sessions: readonly SessionId[];
  readonly spaces: readonly SpaceId[];
  /** What some of the learnings say. */
  readonly texts: readonly string[];
}

export interface Withholding {
  /** Whether agents are given it all the same. */
  readonly givesSensitive?: boolean;
  /** Records that a person has marked; others carry the tag. */
  readonly sensitiveRecords?: readonly RecordId[];
  readonly hidden?: Hidden;
}

type Recorded = Pick<StoredRecord, 'id' | 'tags'> & Partial<Pick<StoredRecord, 'sessionId' | 'workspace' | 'hidden'>>;

export function isWithheld(
  record: Recorded,
  { givesSensitive = false, sensitiveRecords = [], hidden }: Withholding,
): boolean {
  if (isHidden(record, hidden)) return true;
  return !givesSensitive && (record.tags.includes(SENSITIVE_TAG) || sensitiveRecords.includes(record.id));
}

/** A record: because it is past its time (`StoredRecord.hidden`), or on its way out. */
export function isHidden(record: Omit<Recorded, 'tags'>, hidden: Hidden | undefined): boolean {
  if (record.hidden !== undefined) return true;
  if (hidden === undefined) return false;
  const { id, sessionId, workspace } = record;
  return hidden.records.includes(id) || isOf(hidden, sessionId, workspace);
}

/** A learning, or an action that rests on the same. */
export function isHiddenLearning(
  {
    id,
    evidence,
    sessionId,
    workspace,
  }: Pick<Learning, 'evidence' | 'sessionId' | 'workspace'> & { readonly id: string },
  hidden: Hidden | undefined,
): boolean {
  if (hidden === undefined) return false;
  const isKnown =
    hidden.learnings.some((learning) => learning === id) || evidence.some((record) => hidden.records.includes(record));
  return isKnown || isOf(hidden, sessionId, workspace);
}

function isOf(
  { sessions, spaces }: Hidden,
  session: SessionId | null | undefined,
  space: SpaceId | null | undefined,
): boolean {
  return (session != null && sessions.includes(session)) || (space != null && spaces.includes(space));
}
