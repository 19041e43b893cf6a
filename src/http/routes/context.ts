/**
 * `GET /memory/context`: what agents are given. Gives nothing to anybody.
 * - `workspace=`: the block a session there would start with, the parts it is handed over in, and what it is made from.
 * - `workspace=&prompt=`: the block that would be given with this prompt, and what it is made from; empty for silence.
 * - `injection=<id|last>[&session_id=]`: what was given, as it was, and what became of it.
 * - `item=<id>`: where it was last given, and how often it was used.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import type { SessionId } from '../../memory/ids.ts';
import type { AppCaller } from '../access.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { readerOfApp } from '../audience.ts';
import { preview, replay, replayItem } from '../injections.ts';
import * as query from '../openapi/query.ts';
import { route } from '../openapi/route.ts';
import { contextAnswer } from '../openapi/schemas/context.ts';
import type { HttpEnvironment } from '../request.ts';
import { requireWorkspace } from '../workspace.ts';

const contextQuery = z.object({
  workspace: query.workspace,
  prompt: z.string().optional(),
  injection: z.string().optional().describe('the id of what was given, the beginning of it, or last'),
  session_id: z.string().optional(),
  item: z.string().optional().describe('the id of what was given, learned or recorded, or the beginning of it'),
});

export function contextRoute(
  app: Hono<HttpEnvironment>,
  dependencies: Pick<ApiDependencies, 'resolveWorkspace' | 'bootBlock' | 'promptBlock' | 'journal' | 'knowledge'>,
): void {
  const { resolveWorkspace, bootBlock, promptBlock } = dependencies;
  /** What was given to whom is the person's to know; an app is told what it would be given itself. */
  async function appContext(caller: AppCaller, { workspace, prompt }: z.infer<typeof contextQuery>): Promise<object> {
    const { workspace: space, app } = await readerOfApp(caller, workspace, dependencies);
    const block = prompt === undefined ? await bootBlock(space, app) : await promptBlock(space, prompt, app);
    return { block: block?.text ?? '' };
  }

  route(
    app,
    {
      method: 'get',
      path: '/memory/context',
      summary: 'What agents are given, were given, or would be given',
      tag: 'memory',
      query: contextQuery,
      answer: contextAnswer,
    },
    async (context, { query: asked }) => {
      const app = context.get('app');
      if (app !== undefined) return answerJson(200, await appContext(app, asked));
      const { workspace, prompt, injection, item } = asked;
      if (injection !== undefined) {
        const sessionId = asked.session_id as SessionId | undefined;
        return answerJson(200, await replay(injection, sessionId, dependencies));
      }
      if (item !== undefined) return answerJson(200, await replayItem(item, dependencies));
      const space = await requireWorkspace(workspace, resolveWorkspace);
      if (prompt !== undefined)
        return answerJson(200, await preview(await promptBlock(space ?? null, prompt), dependencies));
      // A folder nobody has worked in yet starts with what is known of the user.
      const block = await bootBlock(space ?? null);
      return answerJson(200, { block: block?.text ?? '', parts: block?.parts ?? [], items: block?.items ?? [] });
    },
  );
}
