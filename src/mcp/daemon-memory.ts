/**
 * Memory as an agent sees it through the daemon's HTTP API: the space of one folder and the user scope beside it, or the
 * user scope alone. What is not for agents never reaches this process: the daemon leaves it out. What the session that
 * asks has before its eyes is not found, where the session is known.
 */
import type { DaemonClient } from '../http/client.ts';
import type { WireFact, WireRecord } from '../http/detail-wire.ts';
import type { WireSearch } from '../http/search-wire.ts';
import type { WireSpaceStatus } from '../http/space-status.ts';
import { CarryoverError } from '../memory/error.ts';
import type { Memory } from './memory.ts';

interface AskingAgent {
  readonly workspace: string | undefined;
  readonly sessionId?: string | undefined;
}

export function daemonMemory(client: Pick<DaemonClient, 'request'>, { workspace, sessionId }: AskingAgent): Memory {
  const caller = { audience: 'agent', workspace };
  const get = (path: string, query: object = {}) => client.request('GET', path, { query: { ...query, ...caller } });
  return {
    search: async ({ query, limit, ...rest }) =>
      (await get('/memory/search', { q: query, k: limit, not_session_id: sessionId, ...rest })) as WireSearch,
    fact: async (id) => (await ifFound(get(`/memory/learnings/${encodeURIComponent(id)}`))) as WireFact | undefined,
    record: async (id) => (await ifFound(get(`/memory/record/${encodeURIComponent(id)}`))) as WireRecord | undefined,
    status: async () => (await get('/memory/status')) as WireSpaceStatus,
  };
}

async function ifFound(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof CarryoverError && thrown.code === 'not-found') return undefined;
    throw thrown;
  }
}
