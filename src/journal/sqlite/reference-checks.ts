/** What must hold between rows. Each check gives the rows that are wrong as `subject`; none when all is well. */
import { keyOf } from '../../platform/stored-ids.ts';
import { storedTable, type TableName } from './tables.ts';

interface ReferenceCheck {
  readonly table: string;
  readonly problem: string;
  readonly sql: string;
}

/** Rows of these are never erased, so every number that was given has a row. */
const NEVER_ERASED = [
  ...(['act_order', 'model_calls', 'model_call_sessions', 'model_call_ends'] as const),
  ...(['tombstones', 'content_tombstones', 'session_tombstones', 'forget_receipts'] as const),
  ...(['running_times', 'retention_sweeps'] as const),
] satisfies readonly TableName[];

export const REFERENCE_CHECKS: readonly ReferenceCheck[] = [
  orphans('records', 'session', 'sessions', 'session', 'seq'),
  orphans('observations', 'session', 'sessions', 'session', 'seq'),
  orphans('records', 'space', 'space_names', 'space', 'num'),
  orphans('observations', 'space', 'space_names', 'space', 'num'),
  orphans('injections', 'session_id', 'sessions', 'session'),
  orphans('injection_details', 'injection_id', 'injections', 'injection'),
  orphans('space_roots', 'space_id', 'spaces', 'space'),
  missingRows('records', '(SELECT count(record_seq) FROM tombstones)'),
  {
    table: 'open_turns',
    problem: 'a turn that was never closed is not on the list of open turns',
    sql: `SELECT DISTINCT turn_id AS subject FROM records WHERE turn IS NOT NULL
       AND turn NOT IN (SELECT id FROM observation_rows) AND turn NOT IN (SELECT turn FROM open_turns)`,
  },
  {
    table: 'hidden_records',
    problem: 'names a record that is not there',
    sql: 'SELECT CAST(seq AS TEXT) AS subject FROM hidden_records WHERE record_seq NOT IN (SELECT seq FROM record_rows)',
  },
  ...NEVER_ERASED.map((table) => missingRows(table, '0')),
  ...(['curations', 'edits', 'scans', 'checkpoints'] as const).map((table) =>
    orphans(table, 'id', 'act_order', 'place in the order of acts'),
  ),
  {
    table: 'checkpoint_rows',
    problem: 'rows are missing of what was known in a scope',
    sql: `SELECT coalesce(scope, 'no space') AS subject FROM newest_checkpoints AS newest WHERE rows <> (
        SELECT count(*) FROM checkpoint_rows AS held
        WHERE held.checkpoint_id = newest.checkpoint_id AND held.scope IS newest.scope)`,
  },
  orphans('model_call_sessions', 'call_id', 'model_calls', 'model call'),
  orphans('model_call_ends', 'call_id', 'model_calls', 'model call'),
  {
    table: 'act_order',
    problem: 'names an act that is not there',
    sql: `SELECT id AS subject FROM act_order WHERE (kind, id) NOT IN (
        SELECT 'curation', id FROM curations UNION ALL SELECT 'edit', id FROM edits
        UNION ALL SELECT 'scan', id FROM scans UNION ALL SELECT 'checkpoint', id FROM checkpoints)`,
  },
  {
    // Erasing takes all revisions of a turn and may leave one of its own, or none; a turn that is heard of again counts
    // from 1. So a revision is lost, not erased, when the rest of its count is there.
    table: 'curations',
    problem: 'names a revision of a turn that is not there and was not erased',
    sql: `SELECT DISTINCT ref.subject FROM (
        SELECT curation.id AS subject, curation.ts, iif(turn.type = 'text', 1, turn.value ->> 'rev') AS rev,
          iif(turn.type = 'text', turn.value, turn.value ->> 'id') AS id
        FROM curations AS curation, json_each(curation.turns) AS turn
      ) AS ref
      JOIN observation_rows AS rest ON rest.id = ${keyOf('ref.id')}
      WHERE (rest.rev > ref.rev OR rest.closed_at <= ref.ts)
        AND NOT EXISTS (
          SELECT 1 FROM observation_rows AS turn WHERE turn.id = rest.id
            AND (turn.rev = ref.rev OR (turn.rev > ref.rev AND turn.close_reason = 'erasure')))`,
  },
];

function orphans(table: TableName, column: string, parent: string, what: string, key = 'id'): ReferenceCheck {
  return {
    table,
    problem: `names a ${what} that is not there`,
    sql: `SELECT CAST(seq AS TEXT) AS subject FROM ${storedTable(table)}
      WHERE ${column} NOT IN (SELECT ${key} FROM ${parent})`,
  };
}

/** `erased` is an expression: how many rows have gone the right way. */
function missingRows(table: TableName, erased: string): ReferenceCheck {
  return {
    table,
    problem: 'rows are missing that were not erased',
    sql: `SELECT 'rows missing: ' || missing AS subject FROM (
        SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${storedTable(table)}'), 0)
          - (SELECT count(*) FROM ${storedTable(table)}) - ${erased} AS missing
      ) WHERE missing <> 0`,
  };
}
