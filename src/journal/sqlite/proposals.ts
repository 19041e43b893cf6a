/** Proposals: changes that wait until a person has said yes or no to them. */
import { CarryoverError } from '../../memory/error.ts';
import type { Proposal, WaitingProposal } from '../../memory/proposal.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { fromJson } from '../../store/json-cells.ts';

interface Row {
  readonly seq: number;
  readonly data: string;
}

const TABLE = 'proposals';

type KeptData = Omit<WaitingProposal, 'seq' | 'wish'>;

/** In the order they were first asked for. */
export function readProposals(statements: SqliteStatements): readonly WaitingProposal[] {
  const rows = statements.all<Row & { readonly wish: string }>('SELECT seq, wish, data FROM proposals ORDER BY seq');
  return rows.map(({ seq, wish, data }) => ({
    ...fromJson<KeptData>(data, TABLE, String(seq)),
    wish: fromJson<Proposal['wish']>(wish, TABLE, String(seq)),
    seq,
  }));
}

/** The same wish again is counted, not kept twice; refused with `too-many-proposals` when so many wait already. */
export function keepProposal(
  statements: SqliteStatements,
  { wish, ...given }: Proposal,
  most: number,
): WaitingProposal {
  const key = JSON.stringify(wish);
  const known = statements.get<Row>('SELECT seq, data FROM proposals WHERE wish = ?', key);
  if (known !== undefined) {
    const before = fromJson<KeptData>(known.data, TABLE, String(known.seq));
    const kept = { ...given, firstAt: before.firstAt, count: before.count + given.count };
    statements.run('UPDATE proposals SET data = ? WHERE seq = ?', JSON.stringify(kept), known.seq);
    return { ...kept, wish, seq: known.seq };
  }
  const { waiting } = statements.get<{ waiting: number }>('SELECT count(*) AS waiting FROM proposals') ?? {
    waiting: 0,
  };
  if (waiting >= most)
    throw new CarryoverError(`${waiting} changes wait for the owner already`, {
      code: 'too-many-proposals',
      hint: 'nothing was changed or kept; the owner decides about those first: `carryover review`',
    });
  const sql = 'INSERT INTO proposals (wish, data) VALUES (?, ?) RETURNING seq';
  const { seq } = statements.get<Pick<Row, 'seq'>>(sql, key, JSON.stringify(given)) ?? { seq: 0 };
  return { ...given, wish, seq };
}

/** It was decided; false when there was none. */
export function dropProposal(statements: SqliteStatements, seq: number): boolean {
  return statements.run('DELETE FROM proposals WHERE seq = ?', seq) > 0;
}
