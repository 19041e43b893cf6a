/** Conditions of a query with the values for their places, so that text and values never come apart. */
import type { SpaceId } from '../memory/ids.ts';
import type { SqliteValue } from '../platform/sqlite-statements.ts';

export type Condition = readonly [sql: string, ...values: SqliteValue[]];
/** SQL and the values for its places. */
export type Query = readonly [sql: string, values: readonly SqliteValue[]];

/** A space and the user scope beside it; `null` for the user scope alone; all when it is absent. */
export function inScope({ workspace }: { readonly workspace?: SpaceId | null }): readonly Condition[] {
  if (workspace === undefined) return [];
  return workspace === null ? [['workspace IS NULL']] : [['(workspace = ? OR workspace IS NULL)', workspace]];
}

/** All when no values are given; none when none are in the list. */
export function oneOf(column: string, values: readonly string[] | undefined): readonly Condition[] {
  return values === undefined ? [] : [[`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values)]];
}

export function whereOf(conditions: readonly Condition[]): Query {
  if (conditions.length === 0) return ['', []];
  const sql = `WHERE ${conditions.map(([condition]) => condition).join(' AND ')}`;
  return [sql, conditions.flatMap(([, ...values]) => values)];
}

/** SQLite reads a negative limit as no limit. */
export function limitOf(limit: number): number {
  return Math.max(0, Math.trunc(limit));
}
