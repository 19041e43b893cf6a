/** Actions, file versions and reviews, as rows and back. */
import type { PendingAction } from '../memory/action.ts';
import type { SpaceId } from '../memory/ids.ts';
import type { FileVersion, MemoryFileRef } from '../memory/memory-file.ts';
import type { Review } from '../memory/review.ts';
import { fromJson, toJson } from './cells.ts';

export interface ActionColumns {
  readonly id: PendingAction['id'];
  readonly created_at: number;
  readonly touched_at: number;
  readonly workspace: SpaceId | null;
  readonly session_id: PendingAction['sessionId'];
  readonly content: string;
  readonly priority: PendingAction['priority'];
  readonly status: PendingAction['status'];
  readonly source_learning_id: PendingAction['sourceLearningId'];
  readonly evidence: string;
}

export interface FileColumns {
  readonly workspace: SpaceId | '';
  readonly name: FileVersion['name'];
  readonly version: number;
  readonly ts: number;
  readonly act_id: FileVersion['actId'];
  readonly author: FileVersion['author'];
  readonly content: string;
  readonly human_lines: string;
}

export interface ReviewColumns {
  readonly id: Review['id'];
  readonly created_at: number;
  readonly act_id: Review['actId'];
  readonly workspace: SpaceId | null;
  readonly reason: string;
  readonly status: Review['status'];
  readonly held: string;
}

export function actionColumns(action: PendingAction) {
  return {
    id: action.id,
    created_at: action.createdAt,
    touched_at: action.touchedAt,
    workspace: action.workspace,
    session_id: action.sessionId,
    content: action.content,
    priority: action.priority,
    status: action.status,
    source_learning_id: action.sourceLearningId,
    evidence: toJson(action.evidence),
  } satisfies ActionColumns;
}

export function actionOf(row: ActionColumns): PendingAction {
  return {
    id: row.id,
    createdAt: row.created_at,
    touchedAt: row.touched_at,
    workspace: row.workspace,
    sessionId: row.session_id,
    content: row.content,
    priority: row.priority,
    status: row.status,
    sourceLearningId: row.source_learning_id,
    evidence: fromJson(row.evidence, 'pending_actions', row.id),
  };
}

/** The key of a memory file: two files without a workspace are the same file, which two NULLs would not be. */
export function fileKey(ref: MemoryFileRef): readonly [workspace: SpaceId | '', name: MemoryFileRef['name']] {
  return [ref.workspace ?? '', ref.name];
}

export function fileColumns(file: FileVersion) {
  const [workspace, name] = fileKey(file);
  return {
    workspace,
    name,
    version: file.version,
    ts: file.ts,
    act_id: file.actId,
    author: file.author,
    content: file.content,
    human_lines: toJson(file.humanLines),
  } satisfies FileColumns;
}

export function fileOf(row: FileColumns): FileVersion {
  return {
    name: row.name,
    workspace: row.workspace === '' ? null : row.workspace,
    version: row.version,
    ts: row.ts,
    actId: row.act_id,
    author: row.author,
    content: row.content,
    humanLines: fromJson(row.human_lines, 'file_versions', `${row.name} ${row.version}`),
  };
}

export function reviewColumns(review: Review) {
  return {
    id: review.id,
    created_at: review.createdAt,
    act_id: review.actId,
    workspace: review.workspace,
    reason: review.reason,
    status: review.status,
    held: toJson(review.held),
  } satisfies ReviewColumns;
}

export function reviewOf(row: ReviewColumns): Review {
  return {
    id: row.id,
    createdAt: row.created_at,
    actId: row.act_id,
    workspace: row.workspace,
    reason: row.reason,
    status: row.status,
    held: fromJson(row.held, 'reviews', row.id),
  };
}
