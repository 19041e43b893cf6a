/**
 * Which space is at this place. A space is where its newest row in `space_roots` says, and rows are only ever added.
 *
 * In this order: the same place with the same fingerprint is the same space. A place with the fingerprint of a space
 * whose own place is gone is that space, moved. A known place with another fingerprint is the same space too: people
 * delete a clone and clone again into the same folder, or make a folder a repository. Anything else is new; so is a
 * copy, because the place it was copied from still exists. A place without a fingerprint (it is gone, or only a name)
 * is known by its path alone.
 */
import { basename } from 'node:path';
import { newId, type SpaceId } from '../../memory/ids.ts';
import type { Space, SpaceIdentity } from '../../memory/space.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { insertRow, type SpaceRootColumns } from './tables.ts';

export interface SpaceSighting {
  readonly identity: SpaceIdentity;
  readonly now: number;
  readonly exists: (path: string) => boolean;
}

const CURRENT_ROOTS = `SELECT * FROM space_roots AS place
  WHERE seq = (SELECT max(seq) FROM space_roots WHERE space_id = place.space_id)`;

/** Registers the space, or where it is now, when that is news. Call it inside a writing transaction. */
export function resolveSpace(statements: SqliteStatements, sighting: SpaceSighting): Space {
  const known = knownSpace(statements, sighting.identity);
  if (known !== undefined) return known;
  const atPlace = spaceAtPlace(statements, sighting.identity);
  // A folder that is gone has nothing to add to what is known of it.
  if (sighting.identity.fingerprint === '' && atPlace !== undefined) return spaceOf(atPlace);
  const id = movedSpace(statements, sighting) ?? atPlace?.space_id ?? insertSpace(statements, sighting.now);
  return insertRoot(statements, id, sighting);
}

/** What `resolveSpace` would answer, for questions that may not leave a trace; undefined where it would make a new one. */
export function findSpace(statements: SqliteStatements, sighting: Omit<SpaceSighting, 'now'>): Space | undefined {
  const known = knownSpace(statements, sighting.identity);
  if (known !== undefined) return known;
  const id = movedSpace(statements, sighting) ?? spaceAtPlace(statements, sighting.identity)?.space_id;
  return id === undefined ? undefined : readSpace(statements, id);
}

/** The answer that needs no writing: a space exactly as it was last seen. */
export function knownSpace(statements: SqliteStatements, identity: SpaceIdentity): Space | undefined {
  const row = statements.get<SpaceRootColumns>(
    `${CURRENT_ROOTS} AND anchor = ? AND root = ? AND kind = ? AND fingerprint = ? ORDER BY seq DESC LIMIT 1`,
    identity.anchor,
    identity.root,
    identity.kind,
    identity.fingerprint,
  );
  return row === undefined ? undefined : spaceOf(row);
}

export function readSpaceIds(statements: SqliteStatements): readonly SpaceId[] {
  return statements.all<{ readonly id: SpaceId }>('SELECT id FROM spaces ORDER BY seq').map(({ id }) => id);
}

export function readSpace(statements: SqliteStatements, id: SpaceId): Space | undefined {
  const row = statements.get<SpaceRootColumns>(
    'SELECT * FROM space_roots WHERE space_id = ? ORDER BY seq DESC LIMIT 1',
    id,
  );
  return row === undefined ? undefined : spaceOf(row);
}

function movedSpace(
  statements: SqliteStatements,
  { identity, exists }: Omit<SpaceSighting, 'now'>,
): SpaceId | undefined {
  if (identity.fingerprint === '') return undefined;
  return statements
    .all<SpaceRootColumns>(`${CURRENT_ROOTS} AND fingerprint = ? ORDER BY seq DESC`, identity.fingerprint)
    .find((place) => place.anchor === identity.anchor || !exists(place.anchor))?.space_id;
}

function spaceAtPlace(statements: SqliteStatements, identity: SpaceIdentity): SpaceRootColumns | undefined {
  return statements.get(
    `${CURRENT_ROOTS} AND (anchor = ? OR root = ?) ORDER BY seq DESC LIMIT 1`,
    identity.anchor,
    identity.root,
  );
}

function insertSpace(statements: SqliteStatements, now: number): SpaceId {
  const id = newId<SpaceId>(now);
  insertRow(statements, 'spaces', { id, created_at: now });
  return id;
}

function insertRoot(statements: SqliteStatements, id: SpaceId, { identity, now }: SpaceSighting): Space {
  const { anchor, root, kind, fingerprint } = identity;
  const row: SpaceRootColumns = { space_id: id, anchor, root, kind, fingerprint, seen_at: now };
  insertRow(statements, 'space_roots', row);
  return spaceOf(row);
}

function spaceOf(row: SpaceRootColumns): Space {
  return { id: row.space_id, root: row.root, name: basename(row.root) || row.root, kind: row.kind };
}
