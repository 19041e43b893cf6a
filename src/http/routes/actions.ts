/** `GET /actions?workspace=&status=` and `PUT /actions/:id {status}`: what is left to do, and a person's word about it. */
import type { Hono } from 'hono';
import * as z from 'zod';
import { ACTION_STATUSES } from '../../memory/action.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { findById } from '../find-by-id.ts';
import { actionToWire } from '../knowledge-wire.ts';
import { parseBody } from '../parse-body.ts';
import { parseStatus } from '../parse-status.ts';
import type { HttpEnvironment } from '../request.ts';
import { scopeOf } from '../workspace.ts';

const statusInput = z.strictObject({ status: z.enum(ACTION_STATUSES) });
const ALL = Number.MAX_SAFE_INTEGER;

export function actionRoutes(
  app: Hono<HttpEnvironment>,
  { knowledge, curation, resolveWorkspace }: Pick<ApiDependencies, 'knowledge' | 'curation' | 'resolveWorkspace'>,
): void {
  app.get('/actions', async (context) => {
    const statuses = parseStatus(context.req.query('status'), ACTION_STATUSES);
    const scope = await scopeOf(context.req.query('workspace'), resolveWorkspace);
    const actions = await knowledge.actions({ ...scope, statuses, limit: ALL });
    return answerJson(200, { actions: actions.map(actionToWire) });
  });

  app.put('/actions/:id', async (context) => {
    const { status } = await parseBody(context.env.incoming, statusInput);
    const { id } = findById(await knowledge.actions({ limit: ALL }), context.req.param('id'), 'action');
    return answerJson(200, actionToWire(await curation.setAction(id, status)));
  });
}
