/**
 * Which space is at this place. A space is where its newest row in `space_roots` says, and rows are only ever added.
 *
 * In this order: the same place with the same fingerprint is the same space. A directory that a space is known by is that
 * space wherever it is: moved, or reached by a second path (a bind mount) while the first still leads to it. A known
 * place with another fingerprint is the same space while that is proven (fingerprint.ts): people clone again into the
 * same folder, or make a folder a repository. Where it is not, another repository has come to this path, and gets a
 * space of its own; each is found again when it comes back. Anything else is new; so is a copy. A place without a
 * fingerprint (it is gone, or only a name) is known by its path alone.
 */
import { basename, join } from 'node:path';
import { certainAnchor, isSameProject } from '../../memory/fingerprint.ts';
import { newId, type SpaceId } from '../../memory/ids.ts';
import type { Space, SpaceIdentity } from '../../memory/space.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { insertRow, type SpaceRootColumns } from './tables.ts';

/** A space, and the one that was at its root before it. */
export interface ReplacedSpace {
  readonly space: Space;
  readonly before: SpaceId;
}

export interface SpaceSighting {
  readonly identity: SpaceIdentity;
  readonly now: number;
  readonly exists: (path: string) => boolean;
}

interface FoundSpace {
  readonly space: Space;
  /** Whether where or what it is now has to be noted. */
  readonly isNews: boolean;
}

const CURRENT_ROOTS = `SELECT * FROM space_roots AS place
  WHERE seq = (SELECT max(seq) FROM space_roots WHERE space_id = place.space_id)`;

/** Registers the space, or where it is now, when that is news. Call it inside a writing transaction. */
export function resolveSpace(statements: SqliteStatements, sighting: SpaceSighting): Space {
  const found = lookUp(statements, sighting);
  if (found?.isNews === false) return found.space;
  return insertRoot(statements, found?.space.id ?? insertSpace(statements, sighting.now), sighting);
}

/** What `resolveSpace` would answer, for questions that may not leave a trace; undefined where it would make a new one. */
export function findSpace(statements: SqliteStatements, sighting: Omit<SpaceSighting, 'now'>): Space | undefined {
  return lookUp(statements, sighting)?.space;
}

/** The answer that needs no writing; undefined where something would have to be noted. */
export function settledSpace(statements: SqliteStatements, sighting: Omit<SpaceSighting, 'now'>): Space | undefined {
  const found = lookUp(statements, sighting);
  return found?.isNews === false ? found.space : undefined;
}

function lookUp(statements: SqliteStatements, sighting: Omit<SpaceSighting, 'now'>): FoundSpace | undefined {
  const { identity, exists } = sighting;
  const known = spaceAsSeen(statements, identity);
  if (known !== undefined) return { space: spaceOf(known), isNews: false };
  const directory = spaceOfDirectory(statements, sighting);
  if (directory !== undefined) {
    const isSecondPath = directory.anchor !== identity.anchor && exists(directory.anchor);
    const space = spaceOf({ ...directory, root: identity.root, kind: identity.kind });
    return { space, isNews: !isSecondPath };
  }
  const place = spaceAtPlace(statements, identity);
  // A folder that is gone has nothing to add to what is known of it.
  return place === undefined ? undefined : { space: spaceOf(place), isNews: identity.fingerprint !== '' };
}

/** Exactly as it was last seen. */
function spaceAsSeen(statements: SqliteStatements, identity: SpaceIdentity): SpaceRootColumns | undefined {
  return statements.get(
    `${CURRENT_ROOTS} AND anchor = ? AND root = ? AND kind = ? AND fingerprint = ? ORDER BY seq DESC LIMIT 1`,
    identity.anchor,
    identity.root,
    identity.kind,
    identity.fingerprint,
  );
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

/** Known by its directory, here or elsewhere. Where that proves nothing, only when nobody is at its place any more. */
function spaceOfDirectory(
  statements: SqliteStatements,
  { identity, exists }: Omit<SpaceSighting, 'now'>,
): SpaceRootColumns | undefined {
  const { anchor, fingerprint } = identity;
  if (fingerprint === '') return undefined;
  const certain = certainAnchor(fingerprint);
  return statements
    .all<SpaceRootColumns>(
      `${CURRENT_ROOTS} AND (fingerprint = ? OR (? <> '' AND substr(fingerprint || ' ', 1, length(?) + 1) = ? || ' '))
       ORDER BY seq DESC`,
      fingerprint,
      certain,
      certain,
      certain,
    )
    .find(
      (row) => (certain !== '' || row.anchor === anchor || !exists(row.anchor)) && isProven(statements, row, identity),
    );
}

/** Several have been at this path when one repository took the place of another. */
function spaceAtPlace(statements: SqliteStatements, identity: SpaceIdentity): SpaceRootColumns | undefined {
  return statements
    .all<SpaceRootColumns>(
      `${CURRENT_ROOTS} AND (anchor = ? OR root = ?) ORDER BY seq DESC`,
      identity.anchor,
      identity.root,
    )
    .find((row) => (row.anchor === identity.anchor || isOwnAnchor(row)) && isProven(statements, row, identity));
}

/** 0.1.0 took a folder for the root of whatever repository it named: such a row proves nothing about the folder. */
function isOwnAnchor({ anchor, root }: SpaceRootColumns): boolean {
  return anchor === root || anchor === join(root, '.git');
}

/** A folder that was a repository before it was none is compared with that one: the next to come there may be another. */
function isProven(statements: SqliteStatements, row: SpaceRootColumns, identity: SpaceIdentity): boolean {
  const before =
    row.kind === 'folder' && identity.kind === 'git'
      ? statements.get<SpaceRootColumns>(
          "SELECT * FROM space_roots WHERE space_id = ? AND root = ? AND kind = 'git' ORDER BY seq DESC LIMIT 1",
          row.space_id,
          row.root,
        )
      : undefined;
  return isSameProject(before ?? row, identity);
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

/** Spaces that were made since, because another repository than before had come to a known path; newest first. */
export function readReplaced(statements: SqliteStatements, since: number): readonly ReplacedSpace[] {
  const rows = statements.all<SpaceRootColumns & { readonly before: SpaceId }>(
    `WITH current AS (${CURRENT_ROOTS}) SELECT newer.*, max(older.seq), older.space_id AS before
     FROM current AS newer JOIN spaces AS made ON made.id = newer.space_id
     JOIN current AS older ON older.root = newer.root JOIN spaces AS known ON known.id = older.space_id
     WHERE made.created_at >= ? AND known.seq < made.seq
     GROUP BY newer.space_id ORDER BY made.seq DESC LIMIT 20`,
    since,
  );
  return rows.map((row) => ({ space: spaceOf(row), before: row.before }));
}

function spaceOf(row: SpaceRootColumns): Space {
  return { id: row.space_id, root: row.root, name: basename(row.root) || row.root, kind: row.kind };
}
