/** A forgetting that is under way, and the receipts of those that came to their end. */
import { CarryoverError } from '../../memory/error.ts';
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

export function readForgetting(statements: SqliteStatements): Forgetting | undefined {
  const row = statements.get<KeptRow>('SELECT id, data FROM forgetting');
  return row === undefined ? undefined : { id: row.id as ActId, note: row.data };
}

export function keepForgetting(statements: SqliteStatements, forgetting: Forgetting): void {
  const other = statements.get<KeptRow>('SELECT id FROM forgetting WHERE id <> ?', forgetting.id);
  if (other !== undefined) {
    throw new CarryoverError('something else is being forgotten', {
      code: 'forgetting-under-way',
      hint: 'it goes on by itself; ask again when it is done',
      retryable: true,
    });
  }
  const sql = 'REPLACE INTO forgetting (only, id, data) VALUES (1, ?, ?)';
  statements.run(sql, forgetting.id, forgetting.note);
}

export function endForgetting(statements: SqliteStatements, receipt: ForgetReceipt): void {
  statements.run('DELETE FROM forgetting WHERE id = ?', receipt.id);
  insertRow(statements, 'forget_receipts', { id: receipt.id, data: JSON.stringify(receipt) });
}

export function readReceipts(statements: SqliteStatements, limit: number): readonly ForgetReceipt[] {
  return statements
    .all<KeptRow>('SELECT id, data FROM forget_receipts ORDER BY seq DESC LIMIT ?', limitOf(limit))
    .map(({ id, data }) => fromJson<ForgetReceipt>(data, 'forget_receipts', id));
}
