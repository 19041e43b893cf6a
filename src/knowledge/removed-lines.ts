/**
 * What is known of a file on disk when the version it holds is deleted: digests of its lines, until the file is written
 * again. With them the words of a person who edits it in between are told from lines that must not come back.
 */

import type { SpaceId } from '../memory/ids.ts';
import { lineDigest, type MemoryFileRef } from '../memory/memory-file.ts';
import type { SqliteStatements } from '../platform/sqlite-statements.ts';
import { fromJson } from '../store/json-cells.ts';
import { FOUND } from './reads.ts';
import { fileKey } from './tables.ts';
import { wholeVersions } from './version-texts.ts';

interface DiskColumns {
  readonly workspace: SpaceId | '';
  readonly name: MemoryFileRef['name'];
  readonly version: number | null;
}

/** Which version of the file was last seen on disk; what differs from it was done by somebody else. */
export function readVersionOnDisk(statements: SqliteStatements, ref: MemoryFileRef): number | undefined {
  const sql = 'SELECT version FROM disk_versions WHERE workspace = ? AND name = ?';
  return statements.get<{ readonly version: number }>(sql, ...fileKey(ref))?.version;
}

export function noteOnDisk(statements: SqliteStatements, ref: MemoryFileRef, version: number): void {
  statements.run(
    `INSERT INTO disk_versions (workspace, name, version) VALUES (?, ?, ?)
     ON CONFLICT (workspace, name) DO UPDATE SET version = excluded.version, gone_lines = NULL`,
    ...fileKey(ref),
    version,
  );
}

/** A file that was replaced before and is not written yet still holds the lines it had then. */
export function noteGoneLines(statements: SqliteStatements, scopes: readonly (SpaceId | null)[]): void {
  const files = statements.all<DiskColumns>(
    `SELECT file.workspace, file.name, disk.version FROM (
       SELECT workspace, name FROM file_versions
       UNION SELECT ifnull(workspace, ''), held ->> '$.file.name' FROM reviews WHERE ${FOUND}
     ) AS file
     LEFT JOIN disk_versions AS disk ON disk.workspace = file.workspace AND disk.name = file.name
     WHERE file.workspace IN (SELECT value FROM json_each(?)) AND disk.gone_lines IS NULL`,
    JSON.stringify(scopes.map((scope) => scope ?? '')),
  );
  for (const { workspace, name, version } of files) {
    // Which one is on disk may not be known, as after a rebuild: then it may be any.
    const sql = 'SELECT * FROM file_versions WHERE workspace = ? AND name = ? AND ifnull(version = ?, 1)';
    const contents = wholeVersions(statements, statements.all(sql, workspace, name, version));
    // A change that waits stands on disk, too.
    const found = statements.all<{ readonly content: string }>(
      `SELECT held ->> '$.content' AS content FROM reviews WHERE ${FOUND} AND ifnull(workspace, '') = ? AND held ->> '$.file.name' = ?`,
      workspace,
      name,
    );
    const digests = new Set([...contents, ...found].flatMap(({ content }) => content.split('\n')).map(lineDigest));
    statements.run(
      `INSERT INTO disk_versions (workspace, name, version, gone_lines) VALUES (?, ?, 0, ?)
       ON CONFLICT (workspace, name) DO UPDATE SET version = 0, gone_lines = excluded.gone_lines`,
      workspace,
      name,
      JSON.stringify([...digests]),
    );
  }
}

/**
 * When the version that stands on disk was replaced with its scope: which lines it had, as `lineDigest` tells them.
 * Undefined once a version is noted.
 */
export function readGoneLines(statements: SqliteStatements, ref: MemoryFileRef): ReadonlySet<string> | undefined {
  const sql = 'SELECT gone_lines AS lines FROM disk_versions WHERE workspace = ? AND name = ?';
  const lines = statements.get<{ readonly lines: string | null }>(sql, ...fileKey(ref))?.lines;
  return lines === undefined || lines === null
    ? undefined
    : new Set(fromJson<string[]>(lines, 'disk_versions', ref.name));
}

/** The files of which `readGoneLines` knows lines: they are to be written, whether they have a version or not. */
export function readGoneFiles(statements: SqliteStatements): readonly MemoryFileRef[] {
  return statements
    .all<DiskColumns>(
      'SELECT workspace, name, version FROM disk_versions WHERE gone_lines IS NOT NULL ORDER BY workspace, name',
    )
    .map(({ workspace, name }) => ({ name, workspace: workspace === '' ? null : workspace }));
}
