/** What was given to whom, and what became of it. */

import type { InjectionId, SessionId } from '../memory/ids.ts';
import type { Receipt } from '../memory/receipt.ts';
import type { SqliteStatements } from '../platform/sqlite-statements.ts';
import { PAST_IDS } from '../platform/stored-ids.ts';
import type { Cells } from '../store/table.ts';
import { type Condition, limitOf, whereOf } from './conditions.ts';
import { type LearningFilter, newestPlaces } from './read-learnings.ts';
import { RECEIPTS } from './tables.ts';

/** How often something was given with a prompt or before a tool call, and what became of it as far as it is judged. */
export interface Usage {
  readonly given: number;
  readonly used: number;
  readonly ignored: number;
}

export interface ReceiptFilter {
  readonly sessionId?: SessionId;
  readonly injectionId?: InjectionId;
  /** An id, or how it begins. */
  readonly item?: string;
  readonly limit: number;
}

const COUNTED = `count(*) AS given, count(*) FILTER (WHERE outcome = 'used') AS used,
  count(*) FILTER (WHERE outcome <> 'used') AS ignored`;

/** The same place of the same injection again replaces what was known of it, as when it is judged. */
export function addReceipts(statements: SqliteStatements, receipts: readonly Receipt[]): void {
  for (const receipt of receipts) RECEIPTS.put(statements, RECEIPTS.cells(receipt));
}

/** Receipts of these injections, and of these items, for good. */
export function eraseReceipts(
  statements: SqliteStatements,
  injections: readonly string[],
  items: readonly string[],
): void {
  const named = (column: string, values: readonly string[]) =>
    statements.run(`DELETE FROM receipts WHERE ${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values));
  named('injection_id', injections);
  named('item', items);
}

/** Newest injection first. */
export function readReceipts(statements: SqliteStatements, filter: ReceiptFilter): readonly Receipt[] {
  const { sessionId, injectionId, item, limit } = filter;
  const conditions: readonly (Condition | undefined)[] = [
    sessionId === undefined ? undefined : ['session_id = ?', sessionId],
    injectionId === undefined ? undefined : ['injection_id = ?', injectionId],
    item === undefined ? undefined : ['item >= ? AND item < ?', item, item + PAST_IDS],
  ];
  const [where, values] = whereOf(conditions.filter((condition) => condition !== undefined));
  const sql = `SELECT * FROM receipts ${where} ORDER BY ts DESC, injection_id DESC, rank LIMIT ?`;
  return statements.all<Cells>(sql, ...values, limitOf(limit)).map(receiptOf);
}

/** 0.1.0 told apart what a turn had gone against. */
function receiptOf(cells: Cells): Receipt {
  return RECEIPTS.value(cells.outcome === 'contradicted' ? { ...cells, outcome: 'ignored' } : cells);
}

/** Of these items as far as any was given. */
export function readUsage(statements: SqliteStatements, items: readonly string[]): ReadonlyMap<string, Usage> {
  return usageByItem(
    statements.all(
      `SELECT item, ${COUNTED} FROM receipts
       WHERE item IN (SELECT value FROM json_each(?)) AND kind <> 'boot' GROUP BY item`,
      JSON.stringify(items),
    ),
  );
}

/**
 * What those of the newest learnings of a space and the user scope say that were used this often or more. Asked at
 * every session start: of the learnings only the words are read.
 */
export function readUsedStatements(
  statements: SqliteStatements,
  filter: Pick<LearningFilter, 'workspace' | 'limit'>,
  leastUsed: number,
): readonly string[] {
  const [newest, values] = newestPlaces(filter);
  return statements
    .all<{ readonly content: string }>(
      `SELECT held.content FROM (${newest}) AS page CROSS JOIN learnings AS held ON held.seq = page.seq
       WHERE (SELECT count(*) FROM receipts WHERE item = held.id AND kind <> 'boot' AND outcome = 'used') >= ?`,
      ...values,
      leastUsed,
    )
    .map(({ content }) => content);
}

/**
 * Of what was judged this often or more, and never found to be used. Walks an index over all receipts: for once, at
 * the start.
 */
export function readUnused(statements: SqliteStatements, leastJudged: number): ReadonlyMap<string, Usage> {
  return usageByItem(
    statements.all(
      `SELECT item, ${COUNTED} FROM receipts
       WHERE kind <> 'boot' GROUP BY item HAVING used = 0 AND ignored >= ?`,
      leastJudged,
    ),
  );
}

function usageByItem(rows: readonly (Usage & { readonly item: string })[]): ReadonlyMap<string, Usage> {
  return new Map(rows.map(({ item, ...usage }) => [item, usage]));
}

/** Of everything that was given since then. */
export function readUsageSince(statements: SqliteStatements, since: number): Usage {
  const sql = `SELECT ${COUNTED} FROM receipts WHERE ts >= ? AND kind <> 'boot'`;
  return statements.get<Usage>(sql, since) ?? { given: 0, used: 0, ignored: 0 };
}
