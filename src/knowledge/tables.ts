/** The tables of knowledge that hold entities. Columns have the names of fields but for those that are named otherwise here. */
import { PENDING_ACTION } from '../memory/action.ts';
import * as field from '../memory/fields.ts';
import type { SpaceId } from '../memory/ids.ts';
import { LEARNING, LEARNING_CHANGE } from '../memory/learning.ts';
import { FILE_VERSION, type MemoryFileRef } from '../memory/memory-file.ts';
import type { Scope } from '../memory/permission.ts';
import { RECEIPT } from '../memory/receipt.ts';
import { REVIEW } from '../memory/review.ts';
import { DROPPED_MARK, RECORD_MARK } from '../memory/scope-state.ts';
import { table } from '../store/table.ts';

export const LEARNINGS = table('learnings', LEARNING, {
  key: ['id'],
  columns: {
    turnId: 'source_observation_id',
    scope: {
      columns: ['scope', 'app'],
      cells: (scope) => [scope.kind, scope.kind === 'app' ? scope.app : null],
      // The schema gives every row of scope `app` its app.
      value: (kind, app) => (app === null ? { kind } : { kind, app }) as Scope,
    },
  },
});

export const LEARNING_HISTORY = table('learning_history', LEARNING_CHANGE, { key: ['learning_id'] });
export const PENDING_ACTIONS = table('pending_actions', PENDING_ACTION, { key: ['id'] });
export const REVIEWS = table('reviews', REVIEW, { key: ['id'] });
export const RECEIPTS = table('receipts', RECEIPT, { key: ['injection_id', 'rank'] });
export const RECORD_MARKS = table('record_marks', RECORD_MARK, { key: ['id'] });
export const DROPPED_LEARNINGS = table('dropped_learnings', DROPPED_MARK, { key: ['turn_id', 'digest'] });

/** Of one that is not stored whole, `content` is what differs from the version `base` (`version-texts.ts`). */
const STORED_VERSION = { ...FILE_VERSION, base: field.nullable(field.count) };

export const FILE_VERSIONS = table('file_versions', STORED_VERSION, {
  key: ['workspace', 'name', 'version'],
  columns: {
    workspace: {
      columns: ['workspace'],
      cells: (workspace) => [workspace ?? ''],
      value: (workspace) => (workspace === '' ? null : (workspace as SpaceId)),
    },
  },
});

/** The key of a memory file: two files without a workspace are the same file, which two NULLs would not be. */
export function fileKey(ref: MemoryFileRef): readonly [workspace: SpaceId | '', name: MemoryFileRef['name']] {
  return [ref.workspace ?? '', ref.name];
}
