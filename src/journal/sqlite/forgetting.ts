/** Forgettings that are under way, and the receipts of those that came to their end. */
import type { ForgetReceipt } from '../../memory/forgetting.ts';
import type { ActId } from '../../memory/ids.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import type { Forgetting } from '../journal.ts';
import { fromJson } from './json-cells.ts';
import { limitOf } from './reads.ts';
import { insertRow } from './tables.ts';

interface KeptRow {
  readonly id: string;
  readonly data: string;
}

/** Oldest first. */
export function readForgettings(statements: SqliteStatements): readonly Forgetting[] {
  return statements
    .all<KeptRow>('SELECT id, data FROM forgettings ORDER BY seq')
    .map(({ id, data }) => ({ id: id as ActId, note: data }));
}

export function keepForgetting(statements: SqliteStatements, { id, note }: Forgetting): void {
  const sql = 'INSERT INTO forgettings (id, data) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET data = excluded.data';
  statements.run(sql, id, note);
}

export function endForgetting(statements: SqliteStatements, receipt: ForgetReceipt): void {
  statements.run('DELETE FROM forgettings WHERE id = ?', receipt.id);
  insertRow(statements, 'forget_receipts', { id: receipt.id, data: JSON.stringify(receipt) });
}

export function readReceipts(statements: SqliteStatements, limit: number): readonly ForgetReceipt[] {
  return statements
    .all<KeptRow>('SELECT id, data FROM forget_receipts ORDER BY seq DESC LIMIT ?', limitOf(limit))
    .map(({ id, data }) => fromJson<ForgetReceipt>(data, 'forget_receipts', id));
}
