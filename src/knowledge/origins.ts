/** Who said something first in a space. What is known of a digest is only added to: the first place stays. */
import type { SpaceId } from '../memory/ids.ts';
import type { SqliteStatements } from '../platform/sqlite-statements.ts';

/** Where in the journal something was said first, by whom (`OriginVoice`); null where it never was. */
export interface Sighting {
  readonly person: number | null;
  /** Said, written or run by the agent, or pasted. */
  readonly agent: number | null;
  readonly output: number | null;
  readonly read: number | null;
  /** Run by the agent, and it worked. */
  readonly ran: number | null;
  /** When a tool said it first. */
  readonly heardAt: number | null;
}

export interface OriginPage {
  readonly workspace: SpaceId | null;
  readonly through: number;
  /** By digest. */
  readonly sightings: ReadonlyMap<string, Sighting>;
}

interface OriginColumns {
  readonly digest: string;
  readonly person: number | null;
  readonly agent: number | null;
  readonly output: number | null;
  readonly read: number | null;
  readonly ran: number | null;
  readonly heard_at: number | null;
}

const PLACES = [
  'person',
  'agent',
  'output',
  'read',
  'ran',
  'heard_at',
] as const satisfies readonly (keyof OriginColumns)[];
/** What is known stays. */
const ADD_ORIGIN = `INSERT INTO origins (space, digest, ${PLACES.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (space, digest) DO UPDATE SET ${PLACES.map((place) => `${place} = coalesce(${place}, excluded.${place})`).join(', ')}
  WHERE ${PLACES.map((place) => `${place} IS NULL AND excluded.${place} IS NOT NULL`).join(' OR ')}`;

/** How far into the journal it is known who said what in this space; 0 after its scope was replaced. */
export function readOriginsThrough(statements: SqliteStatements, workspace: SpaceId | null): number {
  const mark = statements.get<{ readonly through: number }>(
    'SELECT through FROM origin_marks WHERE workspace = ?',
    workspace ?? '',
  );
  return mark?.through ?? 0;
}

/** Of these digests as far as anybody said them. */
export function readOrigins(
  statements: SqliteStatements,
  workspace: SpaceId | null,
  digests: readonly string[],
): ReadonlyMap<string, Sighting> {
  const rows = statements.all<OriginColumns>(
    `SELECT * FROM origins WHERE space = (SELECT space FROM origin_marks WHERE workspace = ?)
       AND digest IN (SELECT value FROM json_each(?))`,
    workspace ?? '',
    JSON.stringify(digests),
  );
  return new Map(rows.map(({ digest, heard_at: heardAt, ...places }) => [digest, { ...places, heardAt }]));
}

/** Pages come in the order of the journal; one that was added before changes nothing. In the order of the table. */
export function addOrigins(statements: SqliteStatements, { workspace, through, sightings }: OriginPage): void {
  if (through <= readOriginsThrough(statements, workspace)) return;
  statements.run(
    `INSERT INTO origin_marks (workspace, through) VALUES (?, ?)
     ON CONFLICT (workspace) DO UPDATE SET through = excluded.through`,
    workspace ?? '',
    through,
  );
  const space = spaceOf(statements, workspace);
  for (const digest of [...sightings.keys()].sort()) {
    const seen = sightings.get(digest);
    if (seen === undefined) continue;
    const { person, agent, output, read, ran, heardAt } = seen;
    statements.run(ADD_ORIGIN, space, digest, person, agent, output, read, ran, heardAt);
  }
}

/** Of a space that has a mark. */
function spaceOf(statements: SqliteStatements, workspace: SpaceId | null): number {
  const sql = 'SELECT space FROM origin_marks WHERE workspace = ?';
  return statements.get<{ readonly space: number }>(sql, workspace ?? '')?.space ?? 0;
}

/** They are computed anew from what the journal still holds. */
export function forgetOrigins(statements: SqliteStatements, scopes: string): void {
  const named = 'WHERE workspace IN (SELECT value FROM json_each(?))';
  statements.run(`DELETE FROM origins WHERE space IN (SELECT space FROM origin_marks ${named})`, scopes);
  statements.run(`DELETE FROM origin_marks ${named}`, scopes);
}
