/** `GET /memory/spend`: what models have cost, against what they may. */
import type { Hono } from 'hono';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { spendToWire } from '../knowledge-wire.ts';
import type { HttpEnvironment } from '../request.ts';

export function spendRoute(app: Hono<HttpEnvironment>, { curation }: Pick<ApiDependencies, 'curation'>): void {
  app.get('/memory/spend', async () => answerJson(200, spendToWire(await curation.spend())));
}
