/** `GET /memory/context?workspace=`: the block a session there would start with, the parts it is handed over in, and what it is made from. Gives nothing to anybody. */
import type { Hono } from 'hono';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import type { HttpEnvironment } from '../request.ts';
import { requireWorkspace } from '../workspace.ts';

export function contextRoute(
  app: Hono<HttpEnvironment>,
  { resolveWorkspace, bootBlock }: Pick<ApiDependencies, 'resolveWorkspace' | 'bootBlock'>,
): void {
  app.get('/memory/context', async (context) => {
    const space = await requireWorkspace(context.req.query('workspace'), resolveWorkspace);
    // A folder nobody has worked in yet starts with what is known of the user.
    const block = await bootBlock(space ?? null);
    return answerJson(200, { block: block?.text ?? '', parts: block?.parts ?? [], items: block?.items ?? [] });
  });
}
