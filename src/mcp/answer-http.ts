/**
 * One request to `/mcp` (streamable HTTP), without a session: each stands for itself, so a restart of the daemon is not
 * noticed, and there is nothing to end (GET and DELETE are answered with 405). Handshake, versions and batches are the
 * SDK's. The tools ask the daemon over its socket, as the stdio server does: one way in, one scoping.
 */
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server';
import type { McpCall } from '../http/api.ts';
import type { DaemonClient } from '../http/client.ts';
import { VERSION } from '../platform/version.ts';
import { daemonMemory } from './daemon-memory.ts';
import { INSTRUCTIONS, type MemoryTools, memoryTools, SERVER_NAME, UNKNOWN_TOOL } from './tools.ts';

/** Nothing here ever changes while somebody listens; an open stream would only hold a connection. */
const SUBSCRIPTIONS = 0;

export function answerMcp({ request, body, workspace }: Omit<McpCall, 'app'>, client: DaemonClient): Promise<Response> {
  const tools = memoryTools(daemonMemory(client, { workspace }));
  const handler = createMcpHandler(() => serverOf(tools), { maxSubscriptions: SUBSCRIPTIONS });
  return handler.fetch(request, { parsedBody: body });
}

/** The low-level server, because a tool here also answers to a name that is not listed. */
function serverOf(tools: MemoryTools): Server {
  const about = { name: SERVER_NAME, version: VERSION };
  const server = new Server(about, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler('tools/list', () => ({ tools: [...tools.definitions] as Tool[] }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const called = tools.call(params.name, params.arguments ?? {});
    if (called === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, UNKNOWN_TOOL);
    return { ...(await called) };
  });
  return server;
}
