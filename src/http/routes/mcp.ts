/**
 * `/mcp`: the memory tools for agents over streamable HTTP. `x-carryover-workspace` names the folder or the space the
 * agent works in; without it there is the user scope alone. An app's token is answered for that app and its space. A
 * name nobody knows is refused here, before a model is told.
 */
import type { Context, Hono } from 'hono';
import * as z from 'zod';
import { secured } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { readerOfApp } from '../audience.ts';
import { readJson } from '../limits.ts';
import { route } from '../openapi/route.ts';
import type { HttpEnvironment } from '../request.ts';
import { scopeOf } from '../workspace.ts';

const WORKSPACE_HEADER = 'x-carryover-workspace';

export function mcpRoute(
  app: Hono<HttpEnvironment>,
  { mcp, resolveWorkspace }: Pick<ApiDependencies, 'mcp' | 'resolveWorkspace'>,
): void {
  const handle = async (context: Context<HttpEnvironment>): Promise<Response> => {
    const { incoming } = context.env;
    const workspace = textOf(incoming.headers[WORKSPACE_HEADER]);
    const app = context.get('app');
    if (app === undefined) await scopeOf(workspace, resolveWorkspace);
    else await readerOfApp(app, workspace, { resolveWorkspace });
    const body = context.req.method === 'POST' ? await readJson(incoming) : undefined;
    return secured(await mcp({ request: context.req.raw, body, workspace, app: app?.app }));
  };
  route(
    app,
    {
      method: 'post',
      path: '/mcp',
      needs: 'read',
      summary: 'The memory tools for agents (MCP, streamable HTTP)',
      tag: 'agents',
      rawBody: z.looseObject({}),
      answer: [z.looseObject({}), { contentType: 'text/event-stream', describe: 'messages of that protocol' }],
    },
    handle,
  );
  // Other methods are refused there too, in the words of that protocol.
  app.all('/mcp', handle);
}

/** Node reads headers as Latin-1; folders are UTF-8. */
function textOf(header: string | readonly string[] | undefined): string | undefined {
  return header === undefined ? undefined : Buffer.from(String(header), 'latin1').toString('utf8');
}
