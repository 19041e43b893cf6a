/**
 * Empties acts whose state a checkpoint has taken over: that they were, when, of which turns and at what cost stays, and
 * what a replay or an upgrade asks for by kind (a new beginning, a release); what they said goes.
 */
import type { Act, EditChange } from '../../memory/act.ts';
import type { ActId, SpaceId } from '../../memory/ids.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { curationColumns, editColumns, scanColumns } from './act-rows.ts';
import { readStatements } from './acts.ts';
import { COLUMNS, replaceRow, type Stored, type Tables } from './tables.ts';

/** Acts of one transaction: an answer may be long. */
const PAGE = 50;

interface EmptiedPage {
  readonly emptied: number;
  /** Where to go on; undefined at the end. */
  readonly next: number | undefined;
}

interface Erasing {
  readonly scopes: ReadonlySet<SpaceId | null>;
  readonly before: number;
  readonly kept: ReadonlySet<ActId>;
}

/** How many it emptied; each page is a transaction of its own. */
export async function eraseActs(
  run: (work: (statements: SqliteStatements) => EmptiedPage) => Promise<EmptiedPage>,
  scopes: readonly (SpaceId | null)[],
  before: number,
  kept: ReadonlySet<ActId> = new Set(),
): Promise<number> {
  const erasing = { scopes: new Set(scopes), before, kept };
  let emptied = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const place: number = after;
    const page = await run((statements) => erasePage(statements, erasing, place));
    emptied += page.emptied;
    after = page.next;
  }
  return emptied;
}

function erasePage(statements: SqliteStatements, { scopes, before, kept }: Erasing, after: number): EmptiedPage {
  const { acts, through = before } = readStatements(statements, after, PAGE);
  const emptied = acts.filter(
    (act) => act.seq < before && scopes.has(act.workspace) && !kept.has(act.id) && emptyAct(statements, act),
  ).length;
  return { emptied, next: through < before ? through : undefined };
}

/** False when there was nothing left to take. */
export function emptyAct(statements: SqliteStatements, act: Act): boolean {
  switch (act.kind) {
    case 'curation': {
      const { match, preset } = act.settings;
      const settings = { match, preset, root: null };
      return put(
        statements,
        'curations',
        curationColumns({ ...act, files: [], settings, promptHash: '', answers: [] }),
      );
    }
    case 'edit':
      return put(statements, 'edits', editColumns({ ...act, change: emptyChange(act.change) }));
    case 'scan':
      return put(statements, 'scans', scanColumns({ ...act, paths: [] }));
    case 'checkpoint':
      return false;
  }
}

function emptyChange(change: EditChange): EditChange {
  if (change.kind === 'deploy' || change.kind === 'recurate') return { ...change, files: [] };
  return { kind: 'erased' };
}

function put<Name extends 'curations' | 'edits' | 'scans'>(
  statements: SqliteStatements,
  table: Name,
  row: Tables[Name],
): boolean {
  const stored = statements.get<Stored<Tables[Name]>>(`SELECT * FROM ${table} WHERE id = ?`, row.id);
  if (stored === undefined || COLUMNS[table].every((column) => stored[column] === row[column])) return false;
  replaceRow(statements, table, { ...row, seq: stored.seq });
  return true;
}
