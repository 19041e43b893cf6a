/** What the doors need from the rest of the product. The daemon composes it; nothing here knows how it is done. */
import type { RecordInput } from '../capture/record-input.ts';
import type { RecordsRead } from '../capture/record-reading.ts';
import type { RedactionCounts } from '../capture/redaction-tally.ts';
import type { Journal, RetentionJournal } from '../journal/journal.ts';
import type { AppendResult } from '../journal/sqlite/append.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { AppId, RecordId, SpaceId } from '../memory/ids.ts';
import type { Fields } from '../memory/json-guards.ts';
import type { Right } from '../memory/right.ts';
import type { SpaceIdentity } from '../memory/space.ts';
import type { StatusReport } from '../memory/status.ts';
import type { Telling } from '../memory/telling.ts';
import type { Withholding } from '../memory/withheld.ts';
import type { App } from '../platform/apps.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { NamedToken } from '../platform/named-tokens.ts';
import type { Forget } from '../privacy/forget/forget.ts';
import type { Importer } from '../privacy/import/importer.ts';
import type { BootBlock } from '../recall/boot-block.ts';
import type { PromptBlock } from '../recall/prompt-block.ts';
import type { Recall } from '../recall/recall.ts';
import type { Access, AppCaller } from './access.ts';
import type { LinkedSpace } from './audience.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import type { CurationApi } from './curation-api.ts';
import type { MemoriesApi } from './memories-api.ts';
import type { Pages } from './pages.ts';
import type { PersonProofs } from './person-proof.ts';
import type { PrivacyApi } from './privacy-api.ts';
import type { ProposalsApi } from './proposals-api.ts';
import type { RunsApi } from './runs-api.ts';
import type { SettingsApi } from './settings-api.ts';
import type { UpdateFeed } from './update-feed.ts';

interface HookHandler {
  /** Takes one event of a client; what it resolves to is answered to the client, after the event is committed. */
  receive(
    body: Buffer,
    sender: {
      readonly app: AppCaller | undefined;
      /** How it was told: equal words may be another event, or the same one by another hook. */
      readonly telling: Telling;
      /** Throws when the sender may not tell of this, redacted as it is stored. */
      readonly check: (payload: Fields) => Promise<void>;
      /** Whether the answer reached the client. */
      readonly delivery: Promise<boolean>;
    },
  ): Promise<object>;
  /** An event that must leave no trace, now or when its session is seen again later. */
  skip(body: Buffer, check: (payload: Fields) => Promise<void>): Promise<object>;
}

/** A request to the tools for agents; its body was read already. */
export interface McpCall {
  readonly request: Request;
  readonly body: unknown;
  /** The folder or the id of the space the agent works in. */
  readonly workspace: string | undefined;
  /** Set when the agent is an app. */
  readonly app: AppId | undefined;
}

export interface IntakeResult extends AppendResult {
  /** The id of each input, in the order given. */
  readonly ids: readonly RecordId[];
}

/** The person's own list of apps. */
export interface AppsApi {
  list(): readonly App[];
  /** Resolves to its token, which nobody can ask for again. */
  add(name: AppId, workspace: string): Promise<App & { readonly token: string }>;
  /** False when there was none. */
  remove(name: string): boolean;
}

/** The tokens of the owner's scripts. */
interface TokensApi {
  list(): readonly NamedToken[];
  /** Nobody can ask for it again. */
  add(name: string, may: readonly Right[]): NamedToken & { readonly token: string };
  /** False when there was none. */
  remove(name: string): boolean;
}

/** Knowledge as it is read here; what changes it goes through `CurationApi`. */
type KnowledgeReads = Pick<
  Knowledge,
  | 'action'
  | 'actions'
  | 'appliedThrough'
  | 'changedLearnings'
  | 'createdOperational'
  | 'file'
  | 'files'
  | 'foundEdits'
  | 'learning'
  | 'learningHistory'
  | 'learningsById'
  | 'learnings'
  | 'learningsOfTurns'
  | 'learningsReplacedBy'
  | 'memoryCount'
  | 'memoryPage'
  | 'receipts'
  | 'recordMarks'
  | 'reviews'
  | 'counts'
  | 'learnedBetween'
  | 'services'
  | 'usageSince'
  | 'fileVersion'
  | 'fileVersions'
  | 'review'
  | 'usage'
> & { readonly queue: Pick<Knowledge['queue'], 'summary' | 'parked'> };

export interface ApiDependencies {
  readonly journal: Pick<
    Journal,
    | 'eventPage'
    | 'exportRows'
    | 'counts'
    | 'recordsOfSession'
    | 'recordsBetween'
    | 'recordsBetweenTurns'
    | 'turns'
    | 'space'
    | 'injectionsById'
    | 'injectionsOfTurn'
    | 'lastInjection'
    | 'promptOfTurn'
    | 'spaceIds'
    | 'record'
    | 'recordIds'
    | 'recordIdsOfTurn'
    | 'recordsOfTurn'
    | 'session'
    | 'sessionPage'
    | 'turn'
    | 'turnPage'
  > & { readonly retention: Pick<RetentionJournal, 'hiddenCounts' | 'showRecords'> };
  readonly knowledge: KnowledgeReads;
  readonly recall: Pick<Recall, 'search' | 'rebuildIndex'>;
  readonly curation: CurationApi;
  readonly memories: MemoriesApi;
  readonly runs: RunsApi;
  /** When learnings change. */
  readonly updates: Pick<UpdateFeed, 'subscribe'>;
  /** Reads and redacts what was sent; then, when its form was checked, resolves the space and stores durably. */
  readonly intake: {
    read(body: Buffer): Promise<RecordsRead>;
    records(inputs: readonly RecordInput[], app?: AppCaller): Promise<IntakeResult>;
  };
  /** By client name. */
  readonly hooks: ReadonlyMap<string, HookHandler>;
  /** Whether an event is of the project that a hook's token is for. */
  readonly hookReach: { includes(project: SpaceIdentity, payload: Fields): Promise<boolean> };
  /** The space of a folder path or a space id; undefined when none is known. */
  resolveWorkspace(workspace: string): Promise<SpaceId | undefined>;
  /** The space of a folder, as a first session there would make it known. */
  registerFolder(folder: string): Promise<SpaceId>;
  /** The spaces that agents in this one may read besides. */
  linkedSpaces(workspace: SpaceId): Promise<readonly LinkedSpace[]>;
  /** What agents are not given. */
  withholding(): Promise<Withholding>;
  /** The block a session in this space, or the app, would start with. */
  bootBlock(workspace: SpaceId | null, app?: AppId): Promise<BootBlock | undefined>;
  /** The block a prompt there would be given. */
  promptBlock(workspace: SpaceId | null, prompt: string, app?: AppId): Promise<PromptBlock | undefined>;
  readonly apps: AppsApi;
  readonly tokens: TokensApi;
  readonly persons: PersonProofs;
  readonly proposals: ProposalsApi;
  /** Whether no client was ever connected and nothing is kept. */
  isFresh(): Promise<boolean>;
  readonly importer: Pick<Importer, 'run'>;
  readonly forget: Pick<Forget, 'preview' | 'run' | 'receipts'>;
  readonly privacy: PrivacyApi;
  readonly settings: SettingsApi;
  /** Secrets that were taken out of what is stored. */
  redactions(): RedactionCounts;
  mcp(call: McpCall): Promise<Response>;
  status(): Promise<StatusReport>;
  /** Where it listens. */
  port(): number;
  /** Asks the daemon to shut down gracefully. */
  stop(): void;
  readonly access: Access;
  readonly sessions: BrowserSessions;
  readonly pages?: Pages;
  readonly clock: Clock;
  readonly log: Log;
}
