/**
 * Is the journal whole? Row checksums, missing rows, references, and the file's own structure. Reads in short slices
 * without holding a transaction, so that captures go on meanwhile.
 * Never throws on a damaged file: what cannot be read is a problem like any other. Repairs nothing.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { messageOf } from '../../memory/error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { REFERENCE_CHECKS } from './reference-checks.ts';
import { rowChecksum } from './row-checksum.ts';
import { COLUMNS, TABLE_NAMES, type TableName } from './tables.ts';

export interface VerifyProblem {
  readonly table: string;
  /** The row's id or position. */
  readonly subject: string;
  readonly problem: string;
}

export interface VerifyReport {
  readonly checkedRows: number;
  readonly problems: readonly VerifyProblem[];
}

export interface Verification {
  /** A reading connection. */
  readonly statements: SqliteStatements;
  readonly clock: Clock;
  readonly onProgress: ((done: number, total: number) => void) | undefined;
}

/** The event loop gets its turn at least this often. */
const SLICE_MS = 10;
/** A thoroughly damaged file must not fill the memory. */
const PROBLEMS_LIMIT = 1_000;

export async function verifyJournal(verification: Verification): Promise<VerifyReport> {
  const findings = new Findings();
  await checkRows(verification, findings);
  await checkReferences(verification, findings);
  await findings.guard('file', () => checkStructure(verification, findings));
  return { checkedRows: findings.checkedRows, problems: findings.problems };
}

class Findings {
  readonly problems: VerifyProblem[] = [];
  checkedRows = 0;

  add(table: string, subject: string, problem: string): void {
    if (this.problems.length < PROBLEMS_LIMIT) this.problems.push({ table, subject, problem });
  }

  /** A check that cannot be finished is a finding about its table. */
  async guard(table: string, check: () => Promise<void> | void): Promise<void> {
    try {
      await check();
    } catch (cause) {
      this.add(table, 'the whole of it', messageOf(cause));
    }
    await nextTurn();
  }
}

async function checkRows(verification: Verification, findings: Findings): Promise<void> {
  const { statements, onProgress } = verification;
  let total = 0;
  for (const table of TABLE_NAMES) {
    await findings.guard(table, () => {
      total += statements.get<{ readonly rows: number }>(`SELECT count(*) AS rows FROM ${table}`)?.rows ?? 0;
    });
  }
  for (const table of TABLE_NAMES) {
    await findings.guard(table, async () => {
      for await (const damaged of scanTable(verification, table)) {
        if (damaged !== undefined) findings.add(table, damaged, 'the checksum does not fit the row');
        findings.checkedRows += 1;
        onProgress?.(findings.checkedRows, Math.max(total, findings.checkedRows));
      }
    });
  }
}

async function checkReferences({ statements }: Verification, findings: Findings): Promise<void> {
  for (const { table, problem, sql } of REFERENCE_CHECKS) {
    await findings.guard(table, () => {
      for (const row of statements.all<{ readonly subject: string }>(sql)) findings.add(table, row.subject, problem);
    });
  }
}

function checkStructure({ statements }: Verification, findings: Findings): void {
  for (const row of statements.all<{ readonly integrity_check: string }>('PRAGMA integrity_check(100)')) {
    if (row.integrity_check !== 'ok') findings.add('file', 'structure', row.integrity_check);
  }
}

/** One value per row: its id when it is damaged. */
async function* scanTable({ statements, clock }: Verification, table: TableName): AsyncGenerator<string | undefined> {
  const columns = ['seq', ...COLUMNS[table]];
  const sql = `SELECT ${columns.join(', ')}, checksum FROM ${table} WHERE seq > ? ORDER BY seq`;
  let after = -1;
  for (let more = true; more; ) {
    more = false;
    const found: (string | undefined)[] = [];
    const startedAt = clock.elapsed();
    for (const row of statements.iterate<Readonly<Record<string, unknown>>>(sql, after)) {
      after = Number(row.seq);
      const cells = columns.map((column) => row[column]);
      found.push(rowChecksum(table, cells) === row.checksum ? undefined : String(row.id ?? row.seq));
      more = clock.elapsed() - startedAt > SLICE_MS;
      if (more) break;
    }
    yield* found;
    await nextTurn();
  }
}
