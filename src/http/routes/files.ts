/**
 * The memory files: `GET /files`, `GET /files/:name`, `GET /files/:name/history`, `PUT /files/:name`,
 * `POST /files/:name/undo` and `POST /files/deploy`. A file of a project needs its `workspace`; those of the home do not.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { fileSpec } from '../../files/manifest.ts';
import { CarryoverError } from '../../memory/error.ts';
import { MEMORY_FILE_NAMES, type MemoryFileRef } from '../../memory/memory-file.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { fileToWire, versionToWire } from '../knowledge-wire.ts';
import * as query from '../openapi/query.ts';
import { route } from '../openapi/route.ts';
import { editedFile, fileVersion, memoryFile, memoryFileText } from '../openapi/schemas/files.ts';
import type { HttpEnvironment } from '../request.ts';
import { requireWorkspace, scopeOf } from '../workspace.ts';

const DEFAULT_VERSIONS = 20;
const MOST_VERSIONS = 1_000;

const versionQuery = z.object({
  workspace: query.workspace,
  version: query.whole(Number.MAX_SAFE_INTEGER).optional().describe('a whole number from 1 on'),
});
const historyQuery = z.object({
  workspace: query.workspace,
  limit: query.whole(MOST_VERSIONS).default(DEFAULT_VERSIONS).describe(`1 to ${MOST_VERSIONS}`),
});
const editInput = z.strictObject({
  workspace: z.string().optional(),
  content: z.string(),
  base_version: z.int().min(0),
});
const undoInput = z.strictObject({ workspace: z.string().optional(), version: z.int().min(1).optional() });
const deployInput = z.strictObject({
  release: z.string(),
  files: z
    .array(z.strictObject({ name: z.enum(['soul.md', 'os.md']), content: z.string() }))
    .min(1)
    .refine((files) => new Set(files.map(({ name }) => name)).size === files.length, 'a file is named twice'),
});

export function fileRoutes(
  app: Hono<HttpEnvironment>,
  { curation, resolveWorkspace }: Pick<ApiDependencies, 'curation' | 'resolveWorkspace'>,
): void {
  const refOf = (name: string, workspace: string | undefined) => fileRefOf(name, workspace, resolveWorkspace);

  route(
    app,
    {
      method: 'get',
      path: '/files',
      summary: 'The memory files of a space and of the home',
      tag: 'files',
      query: z.object({ workspace: query.workspace }),
      answer: z.strictObject({ files: z.array(memoryFile) }),
    },
    async (_context, { query: asked }) => {
      const { workspace } = await scopeOf(asked.workspace, resolveWorkspace);
      return answerJson(200, { files: (await curation.files(workspace)).map(fileToWire) });
    },
  );

  route(
    app,
    {
      method: 'get',
      path: '/files/:name',
      summary: 'One file with its text and the lines a person wrote',
      tag: 'files',
      query: versionQuery,
      answer: memoryFileText,
    },
    async (_context, { path, query: { workspace, version } }) => {
      const placed = await curation.file(await refOf(path.name, workspace), version);
      const { content, humanLines } = placed.file;
      return answerJson(200, { ...fileToWire(placed), content, human_lines: humanLines });
    },
  );

  route(
    app,
    {
      method: 'get',
      path: '/files/:name/history',
      summary: 'Its versions, newest first',
      tag: 'files',
      query: historyQuery,
      answer: z.strictObject({ versions: z.array(fileVersion) }),
    },
    async (_context, { path, query: { workspace, limit } }) => {
      // One more, to say what the oldest shown changed.
      const versions = await curation.fileHistory(await refOf(path.name, workspace), limit + 1);
      const shown = versions.slice(0, limit).map((version, index) => versionToWire(version, versions[index + 1]));
      return answerJson(200, { versions: shown });
    },
  );

  route(
    app,
    {
      method: 'put',
      path: '/files/:name',
      needs: 'files',
      summary: "A person's text for it; what changed since `base_version` is merged",
      tag: 'files',
      body: editInput,
      answer: editedFile,
    },
    async (_context, { path, body: { workspace, content, base_version } }) => {
      const ref = await refOf(path.name, workspace);
      const edited = await curation.edit(ref, { content, base: base_version });
      return answerJson(200, { ...fileToWire(edited), previous_version: edited.previous, merged: edited.merged });
    },
  );

  route(
    app,
    {
      method: 'post',
      path: '/files/:name/undo',
      needs: 'files',
      summary: 'Back to that version, or to the one before the newest',
      tag: 'files',
      body: undoInput,
      answer: memoryFile,
    },
    async (_context, { path, body: { workspace, version } }) =>
      answerJson(200, fileToWire(await curation.undo(await refOf(path.name, workspace), version))),
  );

  route(
    app,
    {
      method: 'post',
      path: '/files/deploy',
      needs: 'deploy',
      summary: 'Replaces the locked files',
      tag: 'files',
      body: deployInput,
      answer: z.strictObject({ release: z.string(), files: z.array(memoryFile) }),
    },
    async (_context, { body }) => {
      const { release, files } = await curation.deploy(body);
      return answerJson(200, { release, files: files.map(fileToWire) });
    },
  );
}

/** Throws `not-found` for what is no memory file, and for a folder nobody has worked in. */
export async function fileRefOf(
  name: string,
  workspace: string | undefined,
  resolveWorkspace: ApiDependencies['resolveWorkspace'],
): Promise<MemoryFileRef> {
  const known = MEMORY_FILE_NAMES.find((each) => each === name);
  if (known === undefined)
    throw notFound('there is no such memory file', `the files are ${MEMORY_FILE_NAMES.join(', ')}`);
  if (fileSpec(known).scope === 'user') return { name: known, workspace: null };
  const space = await requireWorkspace(workspace, resolveWorkspace);
  if (space !== undefined) return { name: known, workspace: space };
  throw notFound('nothing is remembered of this folder yet', 'work there with an agent first');
}

function notFound(message: string, hint: string): CarryoverError {
  return new CarryoverError(message, { code: 'not-found', hint });
}
