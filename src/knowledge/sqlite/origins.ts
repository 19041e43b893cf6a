/** Who said something first in a space. What is known of a digest is only added to: the first place stays. */
import type { SpaceId } from '../../memory/ids.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import type { OriginPage, Sighting } from '../knowledge.ts';
import { replaceRow } from './cells.ts';

interface OriginColumns {
  readonly digest: string;
  readonly person: number | null;
  readonly agent: number | null;
  readonly output: number | null;
  readonly read: number | null;
  readonly ran: number | null;
  readonly heard_at: number | null;
}

const NOWHERE: Sighting = { person: null, agent: null, output: null, read: null, ran: null, heardAt: null };

export function readOriginsThrough(statements: SqliteStatements, workspace: SpaceId | null): number {
  const mark = statements.get<{ readonly through: number }>(
    'SELECT through FROM origin_marks WHERE workspace = ?',
    workspace ?? '',
  );
  return mark?.through ?? 0;
}

export function readOrigins(
  statements: SqliteStatements,
  workspace: SpaceId | null,
  digests: readonly string[],
): ReadonlyMap<string, Sighting> {
  const rows = statements.all<OriginColumns>(
    'SELECT * FROM origins WHERE workspace = ? AND digest IN (SELECT value FROM json_each(?))',
    workspace ?? '',
    JSON.stringify(digests),
  );
  return new Map(rows.map(({ digest, heard_at: heardAt, ...places }) => [digest, { ...places, heardAt }]));
}

/** Pages come in the order of the journal; one that was added before changes nothing. */
export function addOrigins(statements: SqliteStatements, { workspace, through, sightings }: OriginPage): void {
  if (through <= readOriginsThrough(statements, workspace)) return;
  const known = readOrigins(statements, workspace, [...sightings.keys()]);
  for (const [digest, seen] of sightings) {
    const before = known.get(digest) ?? NOWHERE;
    const { heardAt, ...places } = firstOf(before, seen);
    if (known.has(digest) && isSameSighting(before, { ...places, heardAt })) continue;
    const row = { workspace: workspace ?? '', digest, ...places, heard_at: heardAt };
    replaceRow(statements, 'origins', ['workspace', 'digest'], row);
  }
  replaceRow(statements, 'origin_marks', ['workspace'], { workspace: workspace ?? '', through });
}

/** They are computed anew from what the journal still holds. */
export function forgetOrigins(statements: SqliteStatements, scopes: string): void {
  for (const table of ['origins', 'origin_marks'])
    statements.run(`DELETE FROM ${table} WHERE workspace IN (SELECT value FROM json_each(?))`, scopes);
}

function firstOf(before: Sighting, next: Sighting): Sighting {
  return {
    person: before.person ?? next.person,
    agent: before.agent ?? next.agent,
    output: before.output ?? next.output,
    read: before.read ?? next.read,
    ran: before.ran ?? next.ran,
    heardAt: before.heardAt ?? next.heardAt,
  };
}

function isSameSighting(a: Sighting, b: Sighting): boolean {
  return (Object.keys(NOWHERE) as (keyof Sighting)[]).every((key) => a[key] === b[key]);
}
