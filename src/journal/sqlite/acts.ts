/**
 * Acts: one order over all kinds, the row itself in the table of its kind. Both are written in one transaction and stay;
 * what an erased act said is emptied within a transaction. So reading the order first and the rows after sees whole acts.
 */
import type { Act, Scan, StoredAct } from '../../memory/act.ts';
import type { ActId, SpaceId } from '../../memory/ids.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { damagedRow } from '../../store/json-cells.ts';
import { curationColumns, curationOf, editColumns, editOf, scanColumns, scanOf } from './act-rows.ts';
import type { CurationColumns, EditColumns, ScanColumns } from './act-tables.ts';
import { insertCheckpoint, readCheckpoint } from './checkpoints.ts';
import { limitOf } from './reads.ts';
import { refusingInvalid } from './refusing-invalid.ts';
import { insertRow } from './tables.ts';

interface Place {
  readonly seq: number;
  readonly id: ActId;
  readonly kind: Act['kind'];
}

/** The work that stores the act and gives its place: to be run inside a transaction. */
export function prepareAct(act: Act): (statements: SqliteStatements) => number {
  const insert = refusingInvalid('the act', () => insertOf(act));
  return (statements) =>
    refusingInvalid('the act', () => {
      const seq = insertRow(statements, 'act_order', { id: act.id, kind: act.kind });
      if (seq === undefined) return placeOf(statements, act.id)?.seq ?? missing(act.id);
      insert(statements);
      return seq;
    });
}

function insertOf(act: Act): (statements: SqliteStatements) => void {
  switch (act.kind) {
    case 'curation': {
      const row = curationColumns(act);
      return (statements) => void insertRow(statements, 'curations', row);
    }
    case 'edit': {
      const row = editColumns(act);
      return (statements) => void insertRow(statements, 'edits', row);
    }
    case 'scan': {
      const row = scanColumns(act);
      return (statements) => void insertRow(statements, 'scans', row);
    }
    case 'checkpoint':
      return insertCheckpoint(act);
  }
}

/** In their order. */
export function readActs(statements: SqliteStatements, after: number, limit: number): readonly StoredAct[] {
  return readPlaces(statements, after, limitOf(limit)).map((place) => actAt(statements, place));
}

function readPlaces(statements: SqliteStatements, after: number, limit: number): readonly Place[] {
  return statements.all<Place>('SELECT seq, id, kind FROM act_order WHERE seq > ? ORDER BY seq LIMIT ?', after, limit);
}

/** Those that say something by themselves; `through` is the place that was looked through. */
export function readStatements(
  statements: SqliteStatements,
  after: number,
  limit: number,
): { readonly acts: readonly StoredAct[]; readonly through: number | undefined } {
  const places = readPlaces(statements, after, limit);
  return {
    acts: places.filter(({ kind }) => kind !== 'checkpoint').map((place) => actAt(statements, place)),
    through: places.length < limit ? undefined : places.at(-1)?.seq,
  };
}

export function readAct(statements: SqliteStatements, id: ActId): StoredAct | undefined {
  const place = placeOf(statements, id);
  return place === undefined ? undefined : actAt(statements, place);
}

/** Its place in the order of acts, without reading what it holds: a checkpoint may be megabytes. */
export function readActPlace(statements: SqliteStatements, id: ActId): number | undefined {
  return placeOf(statements, id)?.seq;
}

/** The newest look at a space's folder. */
export function readLastScan(statements: SqliteStatements, workspace: SpaceId): Scan | undefined {
  const row = statements.get<ScanColumns>(
    'SELECT * FROM scans WHERE workspace = ? ORDER BY seq DESC LIMIT 1',
    workspace,
  );
  return row === undefined ? undefined : scanOf(row);
}

/** The place of the newest act that asks for everything to be curated anew; 0 when there is none. */
export function readLastRecurate(statements: SqliteStatements): number {
  const last = statements.get<{ readonly seq: number }>(
    `SELECT place.seq FROM edits AS edit JOIN act_order AS place ON place.id = edit.id
     WHERE edit.kind = 'recurate' ORDER BY edit.seq DESC LIMIT 1`,
  );
  return last?.seq ?? 0;
}

/** The release that was deployed last. */
export function readLastRelease(statements: SqliteStatements): string | undefined {
  const last = statements.get<{ readonly release: string | null }>(
    `SELECT release FROM edits WHERE kind = 'deploy' ORDER BY seq DESC LIMIT 1`,
  );
  return last?.release ?? undefined;
}

/** `last` is the place of the newest. */
export function readActCounts(statements: SqliteStatements): { readonly total: number; readonly last: number } {
  const counts = statements.get<{ readonly total: number; readonly last: number }>(
    'SELECT count(*) AS total, coalesce(max(seq), 0) AS last FROM act_order',
  );
  return counts ?? { total: 0, last: 0 };
}

function placeOf(statements: SqliteStatements, id: ActId): Place | undefined {
  return statements.get<Place>('SELECT seq, id, kind FROM act_order WHERE id = ?', id);
}

function actAt(statements: SqliteStatements, { seq, id, kind }: Place): StoredAct {
  switch (kind) {
    case 'curation': {
      const row = statements.get<CurationColumns>('SELECT * FROM curations WHERE id = ?', id);
      return { ...curationOf(row ?? missing(id)), seq };
    }
    case 'edit': {
      const row = statements.get<EditColumns>('SELECT * FROM edits WHERE id = ?', id);
      return { ...editOf(row ?? missing(id)), seq };
    }
    case 'scan': {
      const row = statements.get<ScanColumns>('SELECT * FROM scans WHERE id = ?', id);
      return { ...scanOf(row ?? missing(id)), seq };
    }
    case 'checkpoint':
      return { ...(readCheckpoint(statements, id) ?? missing(id)), seq };
  }
}

function missing(id: ActId): never {
  throw damagedRow('act_order', id);
}
