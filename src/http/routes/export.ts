/**
 * `GET /memory/export?format=jsonl&workspace=` (D-025): everything, one JSON object per line: the journal, then what
 * knowledge it adds up to. Two exports of the same state are the same, byte for byte. Rows are read only as fast as the
 * receiver takes them, and reading stops when it goes away. A failure midway cuts the connection, and a whole export says
 * so in its last line, so that a part can never be taken for the whole. Limit: learnings are read in one go.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { CarryoverError, messageOf } from '../../memory/error.ts';
import type { SpaceId } from '../../memory/ids.ts';
import type { Review } from '../../memory/review.ts';
import { journalLine, workspaceOf } from '../../privacy/export/journal-lines.ts';
import { EXPORT_VERSION } from '../../privacy/import/importer.ts';
import { answer } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { actionToWire, learningToWire } from '../knowledge-wire.ts';
import * as query from '../openapi/query.ts';
import { route } from '../openapi/route.ts';
import { exportLine } from '../openapi/schemas/export-line.ts';
import type { HttpEnvironment } from '../request.ts';
import { scopeOf } from '../workspace.ts';

/** Rows are small; sending them one by one would be all overhead. */
const CHUNK_CHARS = 64 * 1024;
const ALL = Number.MAX_SAFE_INTEGER;

const exportQuery = z.object({ format: z.enum(['jsonl']).default('jsonl'), workspace: query.workspace });

type ExportDependencies = Pick<ApiDependencies, 'journal' | 'knowledge' | 'log' | 'resolveWorkspace'>;
type Stores = Pick<ExportDependencies, 'journal' | 'knowledge'>;

export function exportRoute(app: Hono<HttpEnvironment>, dependencies: ExportDependencies): void {
  const { log, resolveWorkspace } = dependencies;
  route(
    app,
    {
      method: 'get',
      path: '/memory/export',
      summary: 'Everything, one JSON object per line',
      tag: 'privacy',
      query: exportQuery,
      answer: {
        contentType: 'application/x-ndjson',
        describe: 'the journal, then what knowledge it adds up to; the last line says that it is whole',
        line: exportLine,
      },
    },
    async (context, { query: asked }) => {
      const { workspace } = await scopeOf(asked.workspace, resolveWorkspace);
      if (workspace === null) {
        throw new CarryoverError('nothing is known of this project', { code: 'not-found', hint: 'check its folder' });
      }
      const rows = framed(dependencies, workspace)[Symbol.asyncIterator]();
      const encoder = new TextEncoder();
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            try {
              const { text, done } = await nextChunk(rows);
              if (text !== '') controller.enqueue(encoder.encode(text));
              if (done) controller.close();
            } catch (thrown) {
              log.error('export-failed', { message: messageOf(thrown) });
              context.env.outgoing.destroy();
              controller.close();
            }
          },
          async cancel() {
            await rows.return?.();
          },
        },
        // Nothing is read before the receiver asks for it.
        { highWaterMark: 0 },
      );
      return answer(200, 'application/x-ndjson', body);
    },
  );
}

async function* framed(stores: Stores, workspace: SpaceId | undefined): AsyncIterable<object> {
  yield { kind: 'carryover-export', version: EXPORT_VERSION, workspace: workspace ?? null };
  let lines = 1;
  for await (const line of exported(stores, workspace)) {
    yield line;
    lines += 1;
  }
  yield { kind: 'end', lines };
}

async function* exported({ journal, knowledge }: Stores, workspace: SpaceId | undefined): AsyncGenerator<object> {
  const isWanted = (of: string | null | undefined) => workspace === undefined || of === workspace;
  for await (const row of journal.exportRows()) if (isWanted(workspaceOf(row))) yield journalLine(row);
  // Also those that hold no more: they say until when they did.
  for (const learning of (await knowledge.learnings({ valid: false, limit: ALL })).toSorted(byAge))
    if (isWanted(learning.workspace))
      yield {
        kind: 'learning',
        ...learningToWire(learning),
        ...(learning.asked === undefined ? {} : { asked: learning.asked }),
      };
  for (const action of (await knowledge.actions({ limit: ALL })).toSorted(byAge))
    if (isWanted(action.workspace))
      yield {
        kind: 'action',
        ...actionToWire(action),
        source_learning_id: action.sourceLearningId,
        evidence: action.evidence,
      };
  const files = (await knowledge.files()).toSorted((a, b) => compare(keyOf(a), keyOf(b)));
  for (const { name, workspace: of, version, ts, actId, author, content, humanLines } of files)
    if (isWanted(of))
      yield { kind: 'file', name, workspace: of, version, ts, act_id: actId, author, content, human_lines: humanLines };
  for (const review of (await knowledge.reviews({ limit: ALL })).toSorted(byAge))
    if (isWanted(review.workspace)) yield reviewLine(review);
}

/** An order that does not depend on how knowledge came about. */
function byAge(a: { createdAt: number; id: string }, b: { createdAt: number; id: string }): number {
  return a.createdAt - b.createdAt || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function keyOf({ workspace, name }: { readonly workspace: SpaceId | null; readonly name: string }): string {
  return `${workspace ?? ''}/${name}`;
}

function reviewLine({ id, createdAt, actId, workspace, reason, status, held }: Review): object {
  const { kind } = held;
  const what =
    held.kind === 'learning'
      ? { learning: learningToWire(held.learning), replaces: held.replaces }
      : { file: held.file.name, base: held.base, content: held.content };
  return { kind: 'review', id, created_at: createdAt, act_id: actId, workspace, reason, status, holds: kind, ...what };
}

async function nextChunk(rows: AsyncIterator<object>): Promise<{ text: string; done: boolean }> {
  let text = '';
  while (text.length < CHUNK_CHARS) {
    const next = await rows.next();
    if (next.done) return { text, done: true };
    text += `${JSON.stringify(next.value)}\n`;
  }
  return { text, done: false };
}
