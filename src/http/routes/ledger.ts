/**
 * `GET /ledger` (D-072): what agents are given and where text may go, how long it is kept, what was taken out and forgotten,
 * and the copies of it. Changed through `PUT /settings` and `POST /memory/forget`.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { forgetReceiptToWire } from '../forget-wire.ts';
import { route } from '../openapi/route.ts';
import { count } from '../openapi/schemas/common.ts';
import { forgetReceipt, redactionCounts } from '../openapi/schemas/privacy.ts';
import { settingsAnswer } from '../openapi/schemas/settings.ts';
import { backups, encryption, retention } from '../openapi/schemas/status.ts';
import type { HttpEnvironment } from '../request.ts';
import { statusToWire } from '../wire.ts';

/** The newest; `GET /memory/forgets` has more of them. */
const RECEIPTS = 20;

const ledgerAnswer = settingsAnswer.extend({
  retention,
  redactions: redactionCounts,
  receipts: z.array(forgetReceipt),
  backups,
  encryption,
  apps: count,
});

type LedgerDependencies = Pick<ApiDependencies, 'status' | 'settings' | 'redactions' | 'forget' | 'apps'>;

export function ledgerRoute(
  app: Hono<HttpEnvironment>,
  { status, settings, redactions, forget, apps }: LedgerDependencies,
): void {
  route(
    app,
    {
      method: 'get',
      path: '/ledger',
      summary: 'What is kept and for how long, what was taken out, and who gets to see it',
      tag: 'privacy',
      answer: ledgerAnswer,
      page: true,
    },
    async () => {
      const { privacy, backups, encryption } = statusToWire(await status());
      return answerJson(200, {
        ...settings.read(),
        retention: privacy.retention,
        redactions: redactions(),
        receipts: (await forget.receipts(RECEIPTS)).map(forgetReceiptToWire),
        backups,
        encryption,
        apps: apps.list().filter(({ unissued }) => unissued !== true).length,
      });
    },
  );
}
