/**
 * The memory files: `GET /files`, `GET /files/:name`, `GET /files/:name/history`, `POST /files/:name/undo` and
 * `POST /files/deploy`. A file of a project needs its `workspace`; those of the home do not.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { fileSpec } from '../../files/manifest.ts';
import { CarryoverError } from '../../memory/error.ts';
import { MEMORY_FILE_NAMES, type MemoryFileRef } from '../../memory/memory-file.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { fileToWire, versionToWire } from '../knowledge-wire.ts';
import { parseBody } from '../parse-body.ts';
import type { HttpEnvironment } from '../request.ts';
import { requireWorkspace, scopeOf } from '../workspace.ts';

const DEFAULT_VERSIONS = 20;
const MOST_VERSIONS = 1_000;

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
  async function refOf(name: string, workspace: string | undefined): Promise<MemoryFileRef> {
    const known = MEMORY_FILE_NAMES.find((each) => each === name);
    if (known === undefined)
      throw notFound('there is no such memory file', `the files are ${MEMORY_FILE_NAMES.join(', ')}`);
    if (fileSpec(known).scope === 'user') return { name: known, workspace: null };
    const space = await requireWorkspace(workspace, resolveWorkspace);
    if (space !== undefined) return { name: known, workspace: space };
    throw notFound('nothing is remembered of this folder yet', 'work there with an agent first');
  }

  app.get('/files', async (context) => {
    const { workspace } = await scopeOf(context.req.query('workspace'), resolveWorkspace);
    return answerJson(200, { files: (await curation.files(workspace)).map(fileToWire) });
  });

  app.get('/files/:name', async (context) => {
    const ref = await refOf(context.req.param('name'), context.req.query('workspace'));
    const placed = await curation.file(ref, parseCount('version', context.req.query('version')));
    const { content, humanLines } = placed.file;
    return answerJson(200, { ...fileToWire(placed), content, human_lines: humanLines });
  });

  app.get('/files/:name/history', async (context) => {
    const ref = await refOf(context.req.param('name'), context.req.query('workspace'));
    const limit = parseCount('limit', context.req.query('limit'), MOST_VERSIONS) ?? DEFAULT_VERSIONS;
    // One more, to say what the oldest shown changed.
    const versions = await curation.fileHistory(ref, limit + 1);
    const shown = versions.slice(0, limit).map((version, index) => versionToWire(version, versions[index + 1]));
    return answerJson(200, { versions: shown });
  });

  app.post('/files/:name/undo', async (context) => {
    const { workspace, version } = await parseBody(context.env.incoming, undoInput);
    const ref = await refOf(context.req.param('name'), workspace);
    return answerJson(200, fileToWire(await curation.undo(ref, version)));
  });

  app.post('/files/deploy', async (context) => {
    const deployment = await parseBody(context.env.incoming, deployInput);
    const { release, files } = await curation.deploy(deployment);
    return answerJson(200, { release, files: files.map(fileToWire) });
  });
}

function parseCount(name: string, text: string | undefined, most = Number.MAX_SAFE_INTEGER): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= most) return count;
  throw new CarryoverError(`${name} is not a number`, {
    code: 'invalid-input',
    hint: `${name} is a whole number from 1 on`,
  });
}

function notFound(message: string, hint: string): CarryoverError {
  return new CarryoverError(message, { code: 'not-found', hint });
}
