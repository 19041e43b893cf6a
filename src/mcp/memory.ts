/** What the tools need of memory. Whoever composes it binds it to one caller: no tool can name another space. */
import type { WireFact, WireRecord } from '../http/detail-wire.ts';
import type { WireSearch } from '../http/search-wire.ts';
import type { WireSpaceStatus } from '../http/space-status.ts';

export interface SearchRequest {
  readonly query: string;
  readonly limit: number;
  readonly type: 'facts' | 'records' | 'all';
  readonly since?: string;
}

export interface Memory {
  search(request: SearchRequest): Promise<WireSearch>;
  /** Undefined when there is none, or none that this caller may see. */
  fact(id: string): Promise<WireFact | undefined>;
  record(id: string): Promise<WireRecord | undefined>;
  status(): Promise<WireSpaceStatus>;
}
