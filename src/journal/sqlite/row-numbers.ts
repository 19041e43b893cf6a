/** In rows of records and turns a session stands as its number in `sessions`, a space as its number in `space_names`. */
import type { SessionId, SpaceId } from '../../memory/ids.ts';
import type { SqliteStatements, SqliteValue } from '../../platform/sqlite-statements.ts';

/** Stands for what is not known: no row has it. */
const NONE = -1;

export function sessionNum(statements: SqliteStatements, id: SessionId): number {
  return statements.get<{ readonly seq: number }>('SELECT seq FROM sessions WHERE id = ?', id)?.seq ?? NONE;
}

/** Null for rows of no space. */
export function spaceNum(statements: SqliteStatements, id: SpaceId | null): number | null {
  return id === null ? null : (knownSpace(statements, id) ?? NONE);
}

/** Gives a space that has none its number. Inside a transaction. */
export function spaceNumOf(statements: SqliteStatements, id: SqliteValue): SqliteValue {
  if (typeof id !== 'string') return id;
  const known = knownSpace(statements, id);
  if (known !== undefined) return known;
  statements.run('INSERT INTO space_names (id) VALUES (?)', id);
  return knownSpace(statements, id) ?? NONE;
}

function knownSpace(statements: SqliteStatements, id: string): number | undefined {
  return statements.get<{ readonly num: number }>('SELECT num FROM space_names WHERE id = ?', id)?.num;
}
