/** Acts to rows and back. */

import {
  CURATION,
  type Curation,
  type Edit,
  type EditChange,
  SCAN,
  type Scan,
  type TurnRef,
} from '../../memory/act.ts';
import type { TurnId } from '../../memory/ids.ts';
import type { Learning, LearningChange } from '../../memory/learning.ts';
import type { MemoryFileRef } from '../../memory/memory-file.ts';
import type { Json } from '../../memory/record.ts';
import type { Review } from '../../memory/review.ts';
import { damagedRow, fromJson, toJson } from '../../store/json-cells.ts';
import { rows } from '../../store/table.ts';
import type { CurationColumns, EditColumns, ScanColumns } from './act-tables.ts';

const CURATIONS = rows('curations', CURATION, {
  columns: {
    // Nearly all are read when they were closed once: then the id says it.
    turns: {
      told: (turns) => turns.map(({ id, rev }) => (rev === 1 ? id : { id, rev })),
      untold: (json) =>
        (json as readonly (TurnId | TurnRef)[]).map((turn) => (typeof turn === 'string' ? { id: turn, rev: 1 } : turn)),
    },
    files: {
      told: (files) =>
        files.map(({ name, workspace, version, whole }) =>
          whole === undefined ? { name, workspace, version } : { name, workspace, version, whole },
        ),
      untold: (json) => json as Curation['files'],
    },
  },
});
const SCANS = rows('scans', SCAN);

export const curationColumns: (curation: Curation) => CurationColumns = CURATIONS.cells;
export const scanColumns: (scan: Scan) => ScanColumns = SCANS.cells;

export function curationOf(row: CurationColumns): Curation {
  return { kind: 'curation', ...CURATIONS.value(row) };
}

export function scanOf(row: ScanColumns): Scan {
  return { kind: 'scan', ...SCANS.value(row) };
}

const NO_CHANGE = {
  file_name: null,
  file_workspace: null,
  version: null,
  content: null,
  release: null,
  files: null,
  action: null,
  status: null,
  review: null,
  decision: null,
  before: null,
  replaced: null,
} as const;

export function editColumns({ id, ts, workspace, change }: Edit): EditColumns {
  return { ...NO_CHANGE, id, ts, workspace, kind: change.kind, ...changeColumns(change) };
}

function changeColumns(change: EditChange): Partial<EditColumns> {
  switch (change.kind) {
    case 'file':
      return {
        ...fileColumns(change.file),
        before: change.before,
        content: change.content,
        ...(change.by === undefined ? {} : { action: toJson({ by: change.by }) }),
      };
    case 'undo':
      return {
        ...fileColumns(change.file),
        version: change.version,
        before: change.before,
        content: change.content,
      };
    case 'deploy':
      return {
        release: change.release,
        files: toJson(change.files.map(({ name, content }) => ({ name, content }))),
      };
    case 'action':
      return { action: toJson({ ...change.action }), status: change.status };
    case 'review':
      return {
        review: toJson(reviewJson(change.review)),
        decision: change.decision,
        replaced: change.replaced === null ? null : toJson(learningJson(change.replaced)),
        before: change.base,
      };
    case 'recurate':
      return {
        files: toJson(
          change.files.map(({ file: { name, workspace }, content }) => ({ file: { name, workspace }, content })),
        ),
      };
    case 'remember':
      return { action: toJson({ learning: learningJson(change.learning) }) };
    case 'mark': {
      const { kind: _, target, learning, ...marks } = change;
      const marked = learning === null ? null : learningJson(learning);
      return { action: toJson({ target: { ...target }, learning: marked, ...marks }) };
    }
    case 'revert':
      return { action: toJson({ acts: change.acts, learnings: change.learnings.map(learningJson) }) };
    case 'amend': {
      const { before, after } = change;
      return { action: toJson({ before: before === null ? null : learningJson(before), after: learningJson(after) }) };
    }
    case 'drop':
    case 'restore': {
      const history = change.history === undefined ? {} : { history: change.history.map(changeJson) };
      return { action: toJson({ learnings: change.learnings.map(learningJson), ...history }) };
    }
    case 'merge':
      return { action: toJson({ into: learningJson(change.into), from: change.from.map(learningJson) }) };
    case 'ask':
      return { action: toJson({ reviews: change.reviews.map(reviewJson) }) };
    case 'erased':
      return {};
  }
}

type Said<Kind extends EditChange['kind']> = Omit<Extract<EditChange, { kind: Kind }>, 'kind'>;

export function editOf(row: EditColumns): Edit {
  return { kind: 'edit', id: row.id, ts: row.ts, workspace: row.workspace, change: changeOf(row) };
}

function changeOf(row: EditColumns): EditChange {
  const present = <Cell>(cell: Cell | null): Cell => {
    if (cell === null) throw damagedRow('edits', row.id);
    return cell;
  };
  const file = (): MemoryFileRef => ({ name: present(row.file_name), workspace: row.file_workspace });
  switch (row.kind) {
    case 'file':
      return {
        kind: 'file',
        file: file(),
        before: present(row.before),
        content: present(row.content),
        ...(row.action === null ? {} : fromJson<Pick<Said<'file'>, 'by'>>(row.action, 'edits', row.id)),
      };
    case 'undo':
      return {
        kind: 'undo',
        file: file(),
        version: present(row.version),
        before: present(row.before),
        content: present(row.content),
      };
    case 'deploy':
      return { kind: 'deploy', release: present(row.release), files: fromJson(present(row.files), 'edits', row.id) };
    case 'action':
      return { kind: 'action', action: fromJson(present(row.action), 'edits', row.id), status: present(row.status) };
    case 'review':
      return {
        kind: 'review',
        review: fromJson(present(row.review), 'edits', row.id),
        decision: present(row.decision),
        replaced: row.replaced === null ? null : fromJson(row.replaced, 'edits', row.id),
        base: present(row.before),
      };
    case 'recurate':
      return { kind: 'recurate', files: fromJson(present(row.files), 'edits', row.id) };
    case 'remember':
      return { kind: 'remember', ...fromJson<Said<'remember'>>(present(row.action), 'edits', row.id) };
    case 'mark':
      return { kind: 'mark', ...fromJson<Said<'mark'>>(present(row.action), 'edits', row.id) };
    case 'revert':
      return { kind: 'revert', ...fromJson<Said<'revert'>>(present(row.action), 'edits', row.id) };
    case 'amend':
      return { kind: 'amend', ...fromJson<Said<'amend'>>(present(row.action), 'edits', row.id) };
    case 'drop':
    case 'restore':
      return { kind: row.kind, ...fromJson<Said<'drop'>>(present(row.action), 'edits', row.id) };
    case 'merge':
      return { kind: 'merge', ...fromJson<Said<'merge'>>(present(row.action), 'edits', row.id) };
    case 'ask':
      return { kind: 'ask', ...fromJson<Said<'ask'>>(present(row.action), 'edits', row.id) };
    case 'erased':
      return { kind: 'erased' };
  }
}

export function reviewJson({ held, ...review }: Review): Json {
  if (held.kind === 'learning') return { ...review, held: { ...held, learning: learningJson(held.learning) } };
  return { ...review, held: { ...held, file: { ...held.file } } };
}

export function changeJson({ before, after, ...change }: LearningChange): Json {
  return { ...change, before: before === null ? null : learningJson(before), after: learningJson(after) };
}

export function learningJson({ scope, ...learning }: Learning): Json {
  return { ...learning, scope: { ...scope } };
}

function fileColumns({ name, workspace }: MemoryFileRef): Partial<EditColumns> {
  return { file_name: name, file_workspace: workspace };
}
