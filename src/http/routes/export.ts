/**
 * `GET /memory/export?format=jsonl` (D-025): everything, one JSON object per line. Rows are read only as fast as the
 * receiver takes them, and reading stops when it goes away. A failure midway cuts the connection, so that a part can
 * never be taken for the whole.
 */
import type { Hono } from 'hono';
import type { ExportRow } from '../../journal/journal.ts';
import { CarryoverError, messageOf } from '../../memory/error.ts';
import { answer } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import type { HttpEnvironment } from '../request.ts';
import { exportRowToWire } from '../wire.ts';

/** Rows are small; sending them one by one would be all overhead. */
const CHUNK_CHARS = 64 * 1024;

export function exportRoute(
  app: Hono<HttpEnvironment>,
  { journal, log }: Pick<ApiDependencies, 'journal' | 'log'>,
): void {
  app.get('/memory/export', (context) => {
    if ((context.req.query('format') ?? 'jsonl') !== 'jsonl') {
      throw new CarryoverError('this format is not known', { code: 'invalid-input', hint: 'format is jsonl' });
    }
    const rows = journal.exportRows()[Symbol.asyncIterator]();
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

async function nextChunk(rows: AsyncIterator<ExportRow>): Promise<{ text: string; done: boolean }> {
  let text = '';
  while (text.length < CHUNK_CHARS) {
    const next = await rows.next();
    if (next.done) return { text, done: true };
    text += `${JSON.stringify(exportRowToWire(next.value))}\n`;
  }
  return { text, done: false };
}
