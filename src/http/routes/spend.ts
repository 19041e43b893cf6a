/** `GET /memory/spend`: what models have cost, against what they may. */
import type { Hono } from 'hono';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { spendToWire } from '../knowledge-wire.ts';
import { route } from '../openapi/route.ts';
import { spendAnswer } from '../openapi/schemas/status.ts';
import type { HttpEnvironment } from '../request.ts';

export function spendRoute(app: Hono<HttpEnvironment>, { curation }: Pick<ApiDependencies, 'curation'>): void {
  route(
    app,
    {
      method: 'get',
      path: '/memory/spend',
      summary: 'What models have cost, against what they may',
      tag: 'curator',
      answer: spendAnswer,
    },
    async () => answerJson(200, spendToWire(await curation.spend())),
  );
}
