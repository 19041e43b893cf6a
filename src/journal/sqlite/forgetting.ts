/** Forgettings that are under way, and the receipts of those that came to their end. */
import type { ForgetReceipt } from '../../memory/forgetting.ts';
import type { ActId } from '../../memory/ids.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { fromJson } from '../../store/json-cells.ts';
import { limitOf } from './reads.ts';
import { insertRow } from './tables.ts';

/** Kept while it is under way, and only then. */
export interface Forgetting {
  readonly id: ActId;
  /** How far it is and what it needs; it names what is to be forgotten, so who keeps it has enciphered it. */
  readonly note: string;
}

interface KeptRow {
  readonly id: string;
  readonly data: string;
}

/**
 * Those that were begun and have not come to their end, oldest first: what is needed to go on with them. Oldest first.
 */
export function readForgettings(statements: SqliteStatements): readonly Forgetting[] {
  return statements
    .all<KeptRow>('SELECT id, data FROM forgettings ORDER BY seq')
    .map(({ id, data }) => ({ id: id as ActId, note: data }));
}

/** Replaces what was kept of it. */
export function keepForgetting(statements: SqliteStatements, { id, note }: Forgetting): void {
  const sql = 'INSERT INTO forgettings (id, data) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET data = excluded.data';
  statements.run(sql, id, note);
}

export function endForgetting(statements: SqliteStatements, receipt: ForgetReceipt): void {
  statements.run('DELETE FROM forgettings WHERE id = ?', receipt.id);
  insertRow(statements, 'forget_receipts', { id: receipt.id, data: JSON.stringify(receipt) });
}

/** Newest first. */
export function readReceipts(statements: SqliteStatements, limit: number): readonly ForgetReceipt[] {
  return statements
    .all<KeptRow>('SELECT id, data FROM forget_receipts ORDER BY seq DESC LIMIT ?', limitOf(limit))
    .map(({ id, data }) => fromJson<ForgetReceipt>(data, 'forget_receipts', id));
}
