/**
 * One request to `/mcp` (streamable HTTP), without a session: each stands for itself, so a restart of the daemon is not
 * noticed, and there is nothing to end (GET and DELETE are answered with 405). Handshake, versions and batches are the
 * SDK's. The tools ask the daemon over its socket, as the stdio server does: one way in, one scoping.
 */
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { McpCall } from '../http/api.ts';
import type { DaemonClient } from '../http/client.ts';
import { VERSION } from '../platform/version.ts';
import { daemonMemory } from './daemon-memory.ts';
import { createMcpServer } from './server.ts';

/** Nothing here ever changes while somebody listens; an open stream would only hold a connection. */
const SUBSCRIPTIONS = 0;

export function answerMcp({ request, body, workspace }: Omit<McpCall, 'app'>, client: DaemonClient): Promise<Response> {
  const memory = daemonMemory(client, { workspace });
  const handler = createMcpHandler(() => createMcpServer(memory, VERSION), { maxSubscriptions: SUBSCRIPTIONS });
  return handler.fetch(request, { parsedBody: body });
}
