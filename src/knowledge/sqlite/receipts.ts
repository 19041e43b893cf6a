/** What was given to whom, and what became of it. */

import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { PAST_IDS } from '../../platform/stored-ids.ts';
import type { LearningFilter, Receipt, ReceiptFilter, Usage } from '../knowledge.ts';
import { limitOf, replaceRow } from './cells.ts';
import { type Condition, whereOf } from './conditions.ts';
import { newestPlaces } from './read-learnings.ts';

const COUNTED = `count(*) AS given, count(*) FILTER (WHERE outcome = 'used') AS used,
  count(*) FILTER (WHERE outcome = 'ignored') AS ignored,
  count(*) FILTER (WHERE outcome = 'contradicted') AS contradicted`;

export function putReceipt(statements: SqliteStatements, receipt: Receipt): void {
  replaceRow(statements, 'receipts', ['injection_id', 'rank'], {
    injection_id: receipt.injectionId,
    ts: receipt.ts,
    session_id: receipt.sessionId,
    kind: receipt.kind,
    item: receipt.item,
    rank: receipt.rank,
    score: receipt.score,
    turn_id: receipt.turnId,
    outcome: receipt.outcome,
  });
}

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

export function readReceipts(statements: SqliteStatements, filter: ReceiptFilter): readonly Receipt[] {
  const { sessionId, injectionId, item, limit } = filter;
  const conditions: readonly (Condition | undefined)[] = [
    sessionId === undefined ? undefined : ['session_id = ?', sessionId],
    injectionId === undefined ? undefined : ['injection_id = ?', injectionId],
    item === undefined ? undefined : ['item >= ? AND item < ?', item, item + PAST_IDS],
  ];
  const [where, values] = whereOf(conditions.filter((condition) => condition !== undefined));
  return statements.all<Receipt>(
    `SELECT injection_id AS injectionId, ts, session_id AS sessionId, kind, item, rank, score, turn_id AS turnId, outcome
     FROM receipts ${where} ORDER BY ts DESC, injection_id DESC, rank LIMIT ?`,
    ...values,
    limitOf(limit),
  );
}

export function readUsage(statements: SqliteStatements, items: readonly string[]): ReadonlyMap<string, Usage> {
  return usageByItem(
    statements.all(
      `SELECT item, ${COUNTED} FROM receipts
       WHERE item IN (SELECT value FROM json_each(?)) AND kind <> 'boot' GROUP BY item`,
      JSON.stringify(items),
    ),
  );
}

/** Asked at every session start: of the learnings only the words are read. */
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

/** Walks an index over all receipts: for once, at the start. */
export function readUnused(statements: SqliteStatements, leastJudged: number): ReadonlyMap<string, Usage> {
  return usageByItem(
    statements.all(
      `SELECT item, ${COUNTED} FROM receipts
       WHERE kind <> 'boot' GROUP BY item HAVING used = 0 AND ignored + contradicted >= ?`,
      leastJudged,
    ),
  );
}

function usageByItem(rows: readonly (Usage & { readonly item: string })[]): ReadonlyMap<string, Usage> {
  return new Map(rows.map(({ item, ...usage }) => [item, usage]));
}

export function readUsageSince(statements: SqliteStatements, since: number): Usage {
  const sql = `SELECT ${COUNTED} FROM receipts WHERE ts >= ? AND kind <> 'boot'`;
  return statements.get<Usage>(sql, since) ?? { given: 0, used: 0, ignored: 0, contradicted: 0 };
}
