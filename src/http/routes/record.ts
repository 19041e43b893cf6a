/**
 * `POST /memory/record` (D-020): one record or a list, acknowledged after commit. `GET /memory/record/:id`: all of one,
 * as far as its reader may see it, and its turn in brief; the beginning of an id will do.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { goingFirst } from '../../platform/going-first.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { mayRead, readerOf } from '../audience.ts';
import { recordDetailToWire } from '../detail-wire.ts';
import { readBytes } from '../limits.ts';
import * as query from '../openapi/query.ts';
import { route } from '../openapi/route.ts';
import { recordDetail, storedRecords } from '../openapi/schemas/records.ts';
import { parseRecords, recordsInput } from '../parse-records.ts';
import { readableRecord } from '../readable-by-id.ts';
import type { HttpEnvironment } from '../request.ts';

export function recordRoutes(
  app: Hono<HttpEnvironment>,
  dependencies: Pick<
    ApiDependencies,
    'intake' | 'journal' | 'clock' | 'resolveWorkspace' | 'linkedSpaces' | 'withholding'
  >,
): void {
  const { intake, journal, clock } = dependencies;
  route(
    app,
    {
      method: 'post',
      path: '/memory/record',
      needs: 'capture',
      summary: 'Stores one record or a list of them',
      tag: 'capture',
      rawBody: recordsInput,
      answer: storedRecords,
      status: 201,
    },
    async (context) => {
      const body = await readBytes(context.env.incoming);
      const { ids, inserted, duplicates, erased } = await goingFirst(async () =>
        intake.records(parseRecords(await intake.read(body), clock.now()), context.get('app')),
      );
      return answerJson(201, {
        ids,
        inserted: inserted.length,
        duplicates: duplicates.length,
        // Only when it happened: what was erased does not come back, and the sender should know.
        ...(erased.length > 0 ? { erased: erased.length } : {}),
      });
    },
  );

  route(
    app,
    {
      method: 'get',
      path: '/memory/record/:id',
      summary: 'One record whole, and its turn in brief',
      tag: 'memory',
      query: z.object(query.reader),
      answer: recordDetail,
    },
    async (context, { path }) => {
      const reader = await readerOf(context, dependencies);
      const record = await readableRecord(path.id, reader, journal);
      const turn = record.turnId === null ? [] : await journal.recordsOfTurn(record.turnId, Number.MAX_SAFE_INTEGER);
      return answerJson(
        200,
        recordDetailToWire(
          record,
          turn.filter((other) => mayRead(reader, other)),
        ),
      );
    },
  );
}
