/** What the MCP server needs of memory. The command line composes it with the daemon's client. */
import type { WireSearch, WireStatus } from '../http/wire.ts';

export interface SearchRequest {
  readonly query: string;
  readonly limit: number;
  readonly type: 'facts' | 'records' | 'all';
  readonly since?: string;
  /** The caller's folder. Always set: an agent sees its own space, never all of them. */
  readonly workspace: string;
}

export interface Memory {
  search(request: SearchRequest): Promise<WireSearch>;
  status(): Promise<WireStatus>;
}
