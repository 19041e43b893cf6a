/** What the doors need from the rest of the product. The daemon composes it; nothing here knows how it is done. */
import type { RecordInput } from '../capture/record-input.ts';
import type { AppendResult, Erasure, Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { RecordId, SpaceId } from '../memory/ids.ts';
import type { StatusReport } from '../memory/status.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { BootBlock } from '../recall/boot-block.ts';
import type { PromptBlock } from '../recall/prompt-block.ts';
import type { Recall } from '../recall/recall.ts';
import type { Access } from './access.ts';
import type { CurationApi } from './curation-api.ts';

interface HookHandler {
  /** Takes one event of a client; what it resolves to is answered to the client, after the event is committed. */
  receive(payload: unknown): Promise<object>;
  /** An event that must leave no trace, now or when its session is seen again later. */
  skip(payload: unknown): Promise<void>;
}

/** A request to the tools for agents; its body was read already. */
export interface McpCall {
  readonly request: Request;
  readonly body: unknown;
  /** The folder or the id of the space the agent works in. */
  readonly workspace: string | undefined;
}

export interface IntakeResult extends AppendResult {
  /** The id of each input, in the order given. */
  readonly ids: readonly RecordId[];
}

/** Knowledge as it is read here; what changes it goes through `CurationApi`. */
type KnowledgeReads = Pick<
  Knowledge,
  | 'action'
  | 'actions'
  | 'file'
  | 'files'
  | 'learning'
  | 'learningHistory'
  | 'learningsById'
  | 'learnings'
  | 'learningsReplacedBy'
  | 'receipts'
  | 'reviews'
  | 'usage'
> & { readonly queue: Pick<Knowledge['queue'], 'summary' | 'parked'> };

export interface ApiDependencies {
  readonly journal: Pick<
    Journal,
    | 'exportRows'
    | 'injectionsById'
    | 'lastInjection'
    | 'promptOfTurn'
    | 'record'
    | 'recordIds'
    | 'recordsOfTurn'
    | 'turn'
  >;
  readonly knowledge: KnowledgeReads;
  readonly recall: Pick<Recall, 'search' | 'rebuildIndex'>;
  readonly curation: CurationApi;
  /** Redacts, resolves the space, and stores durably before it resolves. */
  readonly intake: { records(inputs: readonly RecordInput[]): Promise<IntakeResult> };
  /** By client name. */
  readonly hooks: ReadonlyMap<string, HookHandler>;
  /** The space of a folder path or a space id; undefined when none is known. */
  resolveWorkspace(workspace: string): Promise<SpaceId | undefined>;
  /** The block a session in this space would start with. */
  bootBlock(workspace: SpaceId | null): Promise<BootBlock | undefined>;
  /** The block a prompt there would be given. */
  promptBlock(workspace: SpaceId | null, prompt: string): Promise<PromptBlock | undefined>;
  erase(id: RecordId): Promise<Erasure>;
  mcp(call: McpCall): Promise<Response>;
  status(): Promise<StatusReport>;
  /** Asks the daemon to shut down gracefully. */
  stop(): void;
  readonly access: Access;
  readonly clock: Clock;
  readonly log: Log;
}
