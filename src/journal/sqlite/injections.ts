/** The reads of injections. Each is one statement, so each sees one state. */

import type { SessionId, SpaceId, TurnId } from '../../memory/ids.ts';
import type { Injection, StoredInjection } from '../../memory/injection.ts';
import type { SqliteStatements, SqliteValue } from '../../platform/sqlite-statements.ts';
import { PAST_IDS } from '../../platform/stored-ids.ts';
import { type InjectionRow, injectionOf } from './injection-rows.ts';
import { limitOf, whereOf } from './reads.ts';

export interface InjectionFilter {
  readonly sessionId?: SessionId;
  /** `null` for those of no space. */
  readonly workspace?: SpaceId | null;
  readonly kinds?: readonly Injection['kind'][];
  /** Those made from this. */
  readonly item?: Injection['items'][number];
  /** Milliseconds since the epoch, inclusive. */
  readonly until?: number;
}

const WITH_DETAILS = `SELECT injection.*, detail.turn_id, detail.scores, detail.tokens, detail.took_ms
  FROM injections AS injection LEFT JOIN injection_details AS detail ON detail.injection_id = injection.id`;

export function readInjections(statements: SqliteStatements, after: number, limit: number): readonly StoredInjection[] {
  return read(statements, 'WHERE injection.seq > ? ORDER BY injection.seq LIMIT ?', after, limitOf(limit));
}

/** Those whose id is this, or begins with it. */
export function readInjectionsById(
  statements: SqliteStatements,
  beginning: string,
  limit: number,
): readonly StoredInjection[] {
  const where = 'WHERE injection.id >= ? AND injection.id < ? ORDER BY injection.id LIMIT ?';
  return read(statements, where, beginning, beginning + PAST_IDS, limitOf(limit));
}

export function readLastInjection(
  statements: SqliteStatements,
  { sessionId, workspace, kinds, item, until }: InjectionFilter,
): StoredInjection | undefined {
  const [where, values] = whereOf({ 'injection.session_id': sessionId, 'injection.workspace': workspace });
  const more: (readonly [string, SqliteValue])[] = [];
  if (kinds !== undefined) more.push(['kind IN (SELECT value FROM json_each(?))', JSON.stringify(kinds)]);
  // Asked of each one of the session: what is given every day was given to thousands of others.
  if (item !== undefined)
    more.push([
      'EXISTS (SELECT 1 FROM injection_items AS held WHERE held.item = ? AND held.injection_seq = injection.seq)',
      item,
    ]);
  if (until !== undefined) more.push(['injection.ts <= ?', until]);
  const conditions = [where === '' ? 'WHERE true' : where, ...more.map(([sql]) => sql)].join(' AND ');
  const asked = [...values, ...more.map(([, value]) => value)];
  return read(statements, `${conditions} ORDER BY injection.seq DESC LIMIT 1`, ...asked)[0];
}

/** In their order. */
export function readInjectionsOfTurn(statements: SqliteStatements, id: TurnId): readonly StoredInjection[] {
  return read(statements, 'WHERE detail.turn_id = ? ORDER BY injection.seq', id);
}

/** All of them in their order, one at a time. */
export function* iterateInjections(statements: SqliteStatements): Generator<StoredInjection> {
  for (const row of statements.iterate<InjectionRow>(`${WITH_DETAILS} ORDER BY injection.seq`)) yield injectionOf(row);
}

function read(
  statements: SqliteStatements,
  rest: string,
  ...values: readonly SqliteValue[]
): readonly StoredInjection[] {
  return statements.all<InjectionRow>(`${WITH_DETAILS} ${rest}`, ...values).map(injectionOf);
}
