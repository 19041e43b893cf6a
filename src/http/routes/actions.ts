/** `GET /actions?workspace=&status=` and `PUT /actions/:id {status}`: what is left to do, and a person's word about it. */
import type { Hono } from 'hono';
import * as z from 'zod';
import { ACTION_STATUSES } from '../../memory/action.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { findById } from '../find-by-id.ts';
import { actionToWire } from '../knowledge-wire.ts';
import * as query from '../openapi/query.ts';
import { route } from '../openapi/route.ts';
import { action } from '../openapi/schemas/knowledge.ts';
import type { HttpEnvironment } from '../request.ts';
import { scopeOf } from '../workspace.ts';

const statusInput = z.strictObject({ status: z.enum(ACTION_STATUSES) });
const listQuery = z.object({ workspace: query.workspace, status: query.status(ACTION_STATUSES) });
const ALL = Number.MAX_SAFE_INTEGER;

export function actionRoutes(
  app: Hono<HttpEnvironment>,
  { knowledge, curation, resolveWorkspace }: Pick<ApiDependencies, 'knowledge' | 'curation' | 'resolveWorkspace'>,
): void {
  route(
    app,
    {
      method: 'get',
      path: '/actions',
      summary: 'What is left to do',
      tag: 'knowledge',
      query: listQuery,
      answer: z.strictObject({ actions: z.array(action) }),
    },
    async (_context, { query: { workspace, status } }) => {
      const scope = await scopeOf(workspace, resolveWorkspace);
      const actions = await knowledge.actions({ ...scope, statuses: status, limit: ALL });
      return answerJson(200, { actions: actions.map(actionToWire) });
    },
  );

  route(
    app,
    {
      method: 'put',
      path: '/actions/:id',
      needs: 'review',
      summary: "A person's word about one of them",
      tag: 'knowledge',
      body: statusInput,
      answer: action,
    },
    async (_context, { path, body }) => {
      const { id } = findById(await knowledge.actions({ limit: ALL }), path.id, 'action');
      return answerJson(200, actionToWire(await curation.setAction(id, body.status)));
    },
  );
}
