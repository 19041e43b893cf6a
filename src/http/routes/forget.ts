/**
 * `POST /memory/forget` (D-064): without `confirm` what would go, with it the receipt of what went, which comes when the
 * home has been searched. `GET /memory/forgets`: the receipts so far. `DELETE /memory/record/:id` (D-023) is the same for one.
 */
import type { Hono } from 'hono';
import { CarryoverError } from '../../memory/error.ts';
import { isOutsideId, type RecordId } from '../../memory/ids.ts';
import { answerJson } from '../answer.ts';
import { answerProgress } from '../answer-progress.ts';
import type { ApiDependencies } from '../api.ts';
import { forgetInput, forgetPreviewToWire, forgetReceiptToWire, selectionOf } from '../forget-wire.ts';
import { parseBody } from '../parse-body.ts';
import type { HttpEnvironment } from '../request.ts';

const RECEIPTS = 100;
const silently = (): void => undefined;

type ForgetDependencies = Pick<ApiDependencies, 'forget' | 'journal' | 'resolveWorkspace' | 'clock' | 'log'>;

export function forgetRoutes(app: Hono<HttpEnvironment>, dependencies: ForgetDependencies): void {
  const { forget, journal, resolveWorkspace } = dependencies;

  app.post('/memory/forget', async (context) => {
    const input = await parseBody(context.env.incoming, forgetInput);
    const selection = await selectionOf(input, resolveWorkspace);
    if (input.confirm !== true) return answerJson(200, forgetPreviewToWire(await forget.preview(selection)));
    if (input.progress !== true) return answerJson(200, forgetReceiptToWire(await forget.run(selection, silently)));
    return answerProgress(
      async (tell) => ({
        finished: true,
        ...forgetReceiptToWire(await forget.run(selection, (step, done, total) => tell({ step, done, total }))),
      }),
      dependencies,
    );
  });

  app.get('/memory/forgets', async () =>
    answerJson(200, { receipts: (await journal.forgetReceipts(RECEIPTS)).map(forgetReceiptToWire) }),
  );

  app.delete('/memory/record/:id', async (context) => {
    const id = context.req.param('id');
    if (!isOutsideId(id)) throw noSuchRecord();
    const receipt = await forget.run({ kind: 'record', ids: [id as RecordId] }, silently);
    return answerJson(200, { id, deleted: true, receipt: forgetReceiptToWire(receipt) });
  });
}

function noSuchRecord(): CarryoverError {
  return new CarryoverError('there is no record with this id', {
    code: 'not-found',
    hint: 'ids come from a search or an export',
  });
}
