/**
 * `POST /memory/forget` (D-064): without `confirm` what would go, with it the receipt of what went. The receipt says whether
 * the home has been searched already; with `wait` it comes when it has. `GET /memory/forgets`: the receipts so far. `DELETE /memory/record/:id` (D-023) is the same for one.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { CarryoverError } from '../../memory/error.ts';
import { isOutsideId, type RecordId } from '../../memory/ids.ts';
import { answerJson } from '../answer.ts';
import { answerProgress } from '../answer-progress.ts';
import type { ApiDependencies } from '../api.ts';
import { forgetInput, forgetPreviewToWire, forgetReceiptToWire, selectionOf } from '../forget-wire.ts';
import { route } from '../openapi/route.ts';
import { id } from '../openapi/schemas/common.ts';
import { forgetAnswer, forgetProgress, forgetReceipt } from '../openapi/schemas/privacy.ts';
import type { HttpEnvironment } from '../request.ts';

const RECEIPTS = 100;
const silently = (): void => undefined;

type ForgetDependencies = Pick<ApiDependencies, 'forget' | 'resolveWorkspace' | 'clock' | 'log'>;

export function forgetRoutes(app: Hono<HttpEnvironment>, dependencies: ForgetDependencies): void {
  const { forget, resolveWorkspace } = dependencies;

  route(
    app,
    {
      method: 'post',
      path: '/memory/forget',
      needs: 'forget',
      onlyShows: ({ body }) => body.confirm !== true,
      summary: 'What would go; with `confirm` the receipt of what went, with `wait` once the home was searched',
      tag: 'privacy',
      body: forgetInput,
      answer: [forgetAnswer, forgetProgress],
    },
    async (_context, { body }) => {
      const selection = await selectionOf(body, resolveWorkspace);
      if (body.confirm !== true) return answerJson(200, forgetPreviewToWire(await forget.preview(selection)));
      const answer = body.wait === true ? 'proven' : 'erased';
      if (body.progress !== true)
        return answerJson(200, forgetReceiptToWire(await forget.run(selection, silently, answer)));
      return answerProgress(
        async (tell) => ({
          finished: true,
          ...forgetReceiptToWire(await forget.run(selection, (step, done, total) => tell({ step, done, total }))),
        }),
        dependencies,
      );
    },
  );

  route(
    app,
    {
      method: 'get',
      path: '/memory/forgets',
      summary: 'The receipts so far',
      tag: 'privacy',
      answer: z.strictObject({ receipts: z.array(forgetReceipt) }),
    },
    async () => answerJson(200, { receipts: (await forget.receipts(RECEIPTS)).map(forgetReceiptToWire) }),
  );

  route(
    app,
    {
      method: 'delete',
      path: '/memory/record/:id',
      needs: 'forget',
      summary: 'Forgets one record for good',
      tag: 'privacy',
      answer: z.strictObject({ id, deleted: z.literal(true), receipt: forgetReceipt }),
    },
    async (_context, { path }) => {
      if (!isOutsideId(path.id)) throw noSuchRecord();
      const receipt = await forget.run({ kind: 'record', ids: [path.id as RecordId] }, silently, 'erased');
      return answerJson(200, { id: path.id, deleted: true, receipt: forgetReceiptToWire(receipt) });
    },
  );
}

function noSuchRecord(): CarryoverError {
  return new CarryoverError('there is no record with this id', {
    code: 'not-found',
    hint: 'ids come from a search or an export',
  });
}
