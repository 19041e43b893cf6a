/**
 * `GET /memory/context`: what agents are given. Gives nothing to anybody.
 * - `workspace=`: the block a session there would start with, the parts it is handed over in, and what it is made from.
 * - `workspace=&prompt=`: the block that would be given with this prompt, and what it is made from; empty for silence.
 * - `injection=<id|last>[&session_id=]`: what was given, as it was, and what became of it.
 * - `item=<id>`: where it was last given, and how often it was used.
 */
import type { Hono } from 'hono';
import type { SessionId } from '../../memory/ids.ts';
import type { AppCaller } from '../access.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { readerOfApp } from '../reader.ts';
import { preview, replay, replayItem } from '../replay.ts';
import type { HttpEnvironment } from '../request.ts';
import { requireWorkspace } from '../workspace.ts';

export function contextRoute(
  app: Hono<HttpEnvironment>,
  dependencies: Pick<ApiDependencies, 'resolveWorkspace' | 'bootBlock' | 'promptBlock' | 'journal' | 'knowledge'>,
): void {
  const { resolveWorkspace, bootBlock, promptBlock } = dependencies;
  /** What was given to whom is the person's to know; an app is told what it would be given itself. */
  async function appContext(caller: AppCaller, query: (name: string) => string | undefined): Promise<object> {
    const { workspace, app } = await readerOfApp(caller, query('workspace'), dependencies);
    const prompt = query('prompt');
    const block = prompt === undefined ? await bootBlock(workspace, app) : await promptBlock(workspace, prompt, app);
    return { block: block?.text ?? '' };
  }

  app.get('/memory/context', async (context) => {
    const app = context.get('app');
    if (app !== undefined) return answerJson(200, await appContext(app, (name) => context.req.query(name)));
    const injection = context.req.query('injection');
    if (injection !== undefined) {
      const sessionId = context.req.query('session_id') as SessionId | undefined;
      return answerJson(200, await replay(injection, sessionId, dependencies));
    }
    const item = context.req.query('item');
    if (item !== undefined) return answerJson(200, await replayItem(item, dependencies));
    const space = await requireWorkspace(context.req.query('workspace'), resolveWorkspace);
    const prompt = context.req.query('prompt');
    if (prompt !== undefined)
      return answerJson(200, await preview(await promptBlock(space ?? null, prompt), dependencies));
    // A folder nobody has worked in yet starts with what is known of the user.
    const block = await bootBlock(space ?? null);
    return answerJson(200, { block: block?.text ?? '', parts: block?.parts ?? [], items: block?.items ?? [] });
  });
}
