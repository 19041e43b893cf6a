/**
 * Checkpoints: one row for the act, one for each thing that was known. There may be hundreds of thousands of them, so they
 * are stored in small transactions before the act is, and count only with it. A newer checkpoint takes the place of an
 * older one of the same scope: what that held is deleted before storing is done, because it may have been forgotten since.
 */
import type { Checkpoint } from '../../memory/act.ts';
import type { ActId, SpaceId } from '../../memory/ids.ts';
import type { Json } from '../../memory/record.ts';
import { type DroppedMark, placesOfChanges, type ScopeState } from '../../memory/scope-state.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import type { SqliteWriter } from '../../platform/sqlite-writer.ts';
import { fromJson, toJson } from '../../store/json-cells.ts';
import { changeJson, learningJson, reviewJson } from './act-rows.ts';
import type { CheckpointColumns, CheckpointRowColumns } from './forgetting-tables.ts';
import { insertRow } from './tables.ts';

interface ScopeRows {
  readonly workspace: SpaceId | null;
  readonly rows: number;
}

/** Rows of one transaction: some milliseconds. */
const ROWS = 500;

/** The work that stores the act: to be run inside a transaction. Stores the rows too, unless they are there already. */
export function insertCheckpoint(checkpoint: Checkpoint): (statements: SqliteStatements) => void {
  const { id, ts, workspace, cause, state } = checkpoint;
  const counts = new Map<SpaceId | null, number>(checkpoint.scopes.map((scope) => [scope, 0]));
  for (const { scope } of partsOf(state)) {
    const count = counts.get(scope);
    if (count === undefined) throw new RangeError('a checkpoint names every scope it holds something of');
    counts.set(scope, count + 1);
  }
  const scopes = toJson(checkpoint.scopes.map((scope) => ({ workspace: scope, rows: counts.get(scope) ?? 0 })));
  return (statements) => {
    insertRow(statements, 'checkpoints', { id, ts, workspace, cause, scopes });
    if (statements.get('SELECT 1 FROM checkpoint_rows WHERE checkpoint_id = ? LIMIT 1', id) !== undefined) return;
    for (const row of rowsOf(checkpoint)) insertRow(statements, 'checkpoint_rows', row);
  };
}

/** Everything but the act itself, a few at a time. What an attempt that was cut off has left goes first. */
export async function storeRows(writer: SqliteWriter, checkpoint: Checkpoint): Promise<void> {
  await deleteRows(writer, 'SELECT seq FROM checkpoint_rows WHERE checkpoint_id NOT IN (SELECT id FROM checkpoints)');
  const rows = rowsOf(checkpoint);
  const storePage = (statements: SqliteStatements) => {
    for (let count = 0; count < ROWS; count += 1) {
      const next = rows.next();
      if (next.done === true) return false;
      insertRow(statements, 'checkpoint_rows', next.value);
    }
    return true;
  };
  while (await writer.run(storePage));
}

const SUPERSEDED = `SELECT held.seq FROM newest_checkpoints AS newest CROSS JOIN checkpoints AS older
  CROSS JOIN checkpoint_rows AS held ON held.checkpoint_id = older.id AND held.scope IS newest.scope
  WHERE older.id <> newest.checkpoint_id`;

/** A kill came before what a newer one replaces was deleted. */
export function holdsSuperseded(statements: SqliteStatements): boolean {
  return statements.get(`${SUPERSEDED} LIMIT 1`) !== undefined;
}

export async function deleteSuperseded(writer: SqliteWriter): Promise<void> {
  await deleteRows(writer, SUPERSEDED);
}

async function deleteRows(writer: SqliteWriter, places: string): Promise<void> {
  const sql = `DELETE FROM checkpoint_rows WHERE seq IN (${places} LIMIT ${ROWS})`;
  while ((await writer.run((statements) => statements.run(sql))) > 0);
}

export function readCheckpoint(statements: SqliteStatements, id: ActId): Checkpoint | undefined {
  const row = statements.get<CheckpointColumns>('SELECT * FROM checkpoints WHERE id = ?', id);
  if (row === undefined) return undefined;
  const scopes = fromJson<readonly ScopeRows[]>(row.scopes, 'checkpoints', id).map(({ workspace }) => workspace);
  const { ts, workspace, cause } = row;
  return { kind: 'checkpoint', id, ts, workspace, cause, scopes, state: readState(statements, id) };
}

/** The place of the newest checkpoint of each scope that has one. */
export function readCheckpoints(statements: SqliteStatements): ReadonlyMap<SpaceId | null, number> {
  const sql = 'SELECT scope, place FROM newest_checkpoints ORDER BY scope';
  const rows = statements.all<{ readonly scope: SpaceId | null; readonly place: number }>(sql);
  return new Map(rows.map(({ scope, place }) => [scope, place]));
}

interface Part {
  readonly kind: CheckpointRowColumns['kind'];
  readonly scope: SpaceId | null;
  readonly json: () => Json;
}

function* rowsOf({ id, state }: Checkpoint): Generator<CheckpointRowColumns> {
  for (const { kind, scope, json } of partsOf(state)) yield { checkpoint_id: id, scope, kind, data: toJson(json()) };
}

function* partsOf(state: ScopeState): Generator<Part> {
  const placeOf = placesOfChanges(state);
  for (const learning of state.learnings) {
    yield { kind: 'learning', scope: learning.workspace, json: () => learningJson(learning) };
  }
  for (const change of state.history) {
    yield { kind: 'change', scope: placeOf(change), json: () => changeJson(change) };
  }
  for (const action of state.actions) {
    yield { kind: 'action', scope: action.workspace, json: () => ({ ...action }) };
  }
  for (const review of state.reviews) {
    yield { kind: 'review', scope: review.workspace, json: () => reviewJson(review) };
  }
  for (const file of state.files) yield { kind: 'file', scope: file.workspace, json: () => ({ ...file }) };
  for (const mark of state.recordMarks) yield { kind: 'mark', scope: mark.workspace, json: () => ({ ...mark }) };
  for (const mark of state.dropped ?? []) yield { kind: 'dropped', scope: mark.workspace, json: () => ({ ...mark }) };
}

function readState(statements: SqliteStatements, id: ActId): ScopeState {
  const held: Record<CheckpointRowColumns['kind'], unknown[]> = {
    learning: [],
    change: [],
    action: [],
    review: [],
    file: [],
    mark: [],
    dropped: [],
  };
  const sql = 'SELECT kind, data FROM checkpoint_rows WHERE checkpoint_id = ? ORDER BY seq';
  for (const { kind, data } of statements.all<CheckpointRowColumns>(sql, id)) {
    held[kind].push(fromJson(data, 'checkpoint_rows', id));
  }
  return {
    learnings: held.learning as ScopeState['learnings'],
    history: held.change as ScopeState['history'],
    actions: held.action as ScopeState['actions'],
    reviews: held.review as ScopeState['reviews'],
    files: held.file as ScopeState['files'],
    recordMarks: held.mark as ScopeState['recordMarks'],
    ...(held.dropped.length === 0 ? {} : { dropped: held.dropped as readonly DroppedMark[] }),
  };
}
