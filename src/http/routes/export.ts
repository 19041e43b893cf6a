/**
 * `GET /memory/export?format=jsonl` (D-025): everything, one JSON object per line: the journal, then what knowledge it
 * adds up to. Rows are read only as fast as the receiver takes them, and reading stops when it goes away. A failure midway
 * cuts the connection, so that a part can never be taken for the whole. Limit: learnings are read in one go.
 */
import type { Hono } from 'hono';
import { CarryoverError, messageOf } from '../../memory/error.ts';
import { answer } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { actionToWire, learningToWire } from '../knowledge-wire.ts';
import type { HttpEnvironment } from '../request.ts';
import { exportRowToWire } from '../wire.ts';

/** Rows are small; sending them one by one would be all overhead. */
const CHUNK_CHARS = 64 * 1024;
const ALL = Number.MAX_SAFE_INTEGER;

type ExportDependencies = Pick<ApiDependencies, 'journal' | 'knowledge' | 'log'>;

export function exportRoute(app: Hono<HttpEnvironment>, { journal, knowledge, log }: ExportDependencies): void {
  app.get('/memory/export', (context) => {
    if ((context.req.query('format') ?? 'jsonl') !== 'jsonl') {
      throw new CarryoverError('this format is not known', { code: 'invalid-input', hint: 'format is jsonl' });
    }
    const rows = exported({ journal, knowledge })[Symbol.asyncIterator]();
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
  });
}

async function* exported({ journal, knowledge }: Omit<ExportDependencies, 'log'>): AsyncIterable<object> {
  for await (const row of journal.exportRows()) yield exportRowToWire(row);
  // Also those that hold no more: they say until when they did.
  for (const learning of await knowledge.learnings({ valid: false, limit: ALL }))
    yield { kind: 'learning', ...learningToWire(learning) };
  for (const action of await knowledge.actions({ limit: ALL }))
    yield {
      kind: 'action',
      ...actionToWire(action),
      source_learning_id: action.sourceLearningId,
      evidence: action.evidence,
    };
  for (const { name, workspace, version, ts, actId, author, content, humanLines } of await knowledge.files())
    yield { kind: 'file', name, workspace, version, ts, act_id: actId, author, content, human_lines: humanLines };
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
