/** A whole curating half on real stores in a folder of its own, for tests: turns go in, knowledge and files come out. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileStore } from '../files/file-store.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { type Knowledge, openKnowledge } from '../knowledge/knowledge.ts';
import type { EditChange } from '../memory/act.ts';
import type { ActionStatus } from '../memory/action.ts';
import { APP_MARK } from '../memory/app.ts';
import type { CarryoverError } from '../memory/error.ts';
import {
  type ActId,
  type AppId,
  deriveId,
  newId,
  type RecordId,
  type SessionId,
  type SpaceId,
  type TurnId,
} from '../memory/ids.ts';
import type { MemoryFileName, MemoryFileRef } from '../memory/memory-file.ts';
import type { MemoryRecord } from '../memory/record.ts';
import { segmentedPrompt } from '../memory/record-segments.ts';
import type { Review } from '../memory/review.ts';
import type { Clock } from '../platform/clock.ts';
import { type Config, defaultConfig } from '../platform/config.ts';
import { BatchRunner } from './batch.ts';
import { reviewDecision } from './decisions.ts';
import { type FileReport, FileSync } from './file-sync.ts';
import { FolderLooks } from './folder-scans.ts';
import type { Completion, Provider, Question } from './llm/provider.ts';
import { MarkerReader } from './markers.ts';
import { Projector } from './projector.ts';
import { rebuild, recurate } from './rebuild.ts';
import { isUrgent } from './rules/urgent.ts';
import { CurationScheduler } from './scheduler.ts';
import { SpendLedger } from './spend/ledger.ts';

const START = Date.UTC(2026, 10, 1, 12);
export const SESSION = deriveId<SessionId>('workbench session');

export interface SpokenTurn {
  readonly user: string;
  readonly answer?: string;
  readonly calls?: readonly {
    readonly tool?: string;
    readonly input: string;
    readonly outcome?: 'ok' | 'error';
    readonly output?: string;
    readonly path?: string;
  }[];
  readonly session?: SessionId;
  /** Another than the workbench's own. */
  readonly space?: SpaceId;
  /** Handed in by an app. */
  readonly app?: AppId;
}

export interface WorkbenchOptions {
  readonly config?: Partial<Config>;
  /** Asked in place of the rules. */
  readonly answer?: (question: Question) => Promise<Partial<Completion> & { readonly text: string }>;
  readonly mostUsd?: number;
  readonly home?: string;
  /** False leaves the home empty, without a project. */
  readonly registers?: boolean;
  /** What is found on disk is not always the person's: the journal tells when agents were at work. */
  readonly agents?: 'at work';
}

export class Workbench {
  readonly home: string;
  readonly project: string;
  readonly reports: FileReport[] = [];
  readonly fallbacks: CarryoverError[] = [];
  readonly problems: CarryoverError[] = [];
  readonly questions: Question[] = [];
  now = START;
  readonly clock: Clock = { now: () => this.now, elapsed: () => performance.now() };
  readonly #options: WorkbenchOptions;
  #turns = 0;
  #stores: ReturnType<Workbench['compose']> | undefined;
  #space: SpaceId | undefined;

  private constructor(options: WorkbenchOptions) {
    this.#options = options;
    this.home = options.home ?? mkdtempSync(join(tmpdir(), 'carryover-workbench-'));
    this.project = join(this.home, 'project');
    mkdirSync(this.project, { recursive: true });
  }

  static async open(options: WorkbenchOptions = {}): Promise<Workbench> {
    const bench = new Workbench(options);
    await bench.reopen();
    return bench;
  }

  get memory(): string {
    return join(this.home, 'memory');
  }

  get #open(): ReturnType<Workbench['compose']> {
    if (this.#stores === undefined) throw new Error('the workbench is closed');
    return this.#stores;
  }

  get journal(): Journal {
    return this.#open.journal;
  }

  get knowledge(): Knowledge {
    return this.#open.knowledge;
  }

  get keeper(): FileSync {
    return this.#open.keeper;
  }

  get scheduler(): CurationScheduler {
    return this.#open.scheduler;
  }

  get projector(): Projector {
    return this.#open.projector;
  }

  get space(): SpaceId {
    if (this.#space === undefined) throw new Error('no space yet');
    return this.#space;
  }

  /** As a daemon that starts on this home. */
  async reopen(): Promise<void> {
    const backupFolder = join(this.home, 'backups');
    const { clock } = this;
    const journal = await openJournal({
      path: join(this.memory, 'transcript.db'),
      backupFolder,
      clock,
      exists: existsSync,
    });
    const knowledge = await openKnowledge({ path: join(this.memory, 'memory.db'), backupFolder, clock });
    const identity = { anchor: this.project, root: this.project, kind: 'folder', fingerprint: 'workbench' } as const;
    if (this.#options.registers !== false) this.#space = (await journal.resolveSpace(identity, this.now)).id;
    this.#stores = this.compose(journal, knowledge);
    await this.projector.catchUp();
    await this.keeper.settleAll();
  }

  private compose(journal: Journal, knowledge: Knowledge) {
    const config = { ...defaultConfig(), ...this.#options.config };
    const { clock } = this;
    const projector = new Projector({ journal, knowledge });
    const keeper = new FileSync({
      desk: new FileStore({
        root: this.memory,
        folderOf: (id) => (id === this.#space ? 'spaces/project' : `spaces/${id}`),
      }),
      knowledge,
      projector,
      clock,
      preset: () => config['files.preset'],
      clean: withoutSecrets,
      learnFolder: async () => undefined,
      wasAgentActive: async (stretch) => this.#options.agents !== undefined && journal.wasAgentActive(stretch),
      onReport: (report) => this.reports.push(report),
    });
    const ledger = new SpendLedger({ journal, clock, settings: () => config });
    const provider = this.#provider();
    const settings = () => ({ match: config['lifecycle.match'], preset: config['files.preset'] });
    const folders = new FolderLooks({
      journal,
      projector,
      clock,
      preset: () => config['files.preset'],
      clean: withoutSecrets,
      mayLook: () => true,
      onNews: (workspace) => keeper.settle(workspace),
      onError: (error) => {
        throw error;
      },
    });
    const batches = new BatchRunner({
      journal,
      knowledge,
      projector,
      keeper,
      folders,
      clock,
      settings,
      model: () => (provider === undefined ? undefined : { provider, ledger }),
      clean: withoutSecrets,
      onFallback: (reason) => this.fallbacks.push(reason),
    });
    const scheduler = new CurationScheduler({
      journal,
      knowledge,
      batches,
      markers: new MarkerReader({ journal, projector, clock, settings }),
      clock,
      profile: () => config['curator.profile'],
      limits: () => config,
      owner: String(this.now),
      isUrgent,
      onProblem: (problem) => this.problems.push(problem),
    });
    return { journal, knowledge, projector, keeper, scheduler };
  }

  #provider(): Provider | undefined {
    const { answer, mostUsd = 0 } = this.#options;
    if (answer === undefined) return undefined;
    return {
      name: 'scripted',
      model: 'test',
      recipient: null,
      mostUsd: () => mostUsd,
      ask: async (question) => {
        this.questions.push(question);
        const usage = { ended: 'complete', inputTokens: 10, outputTokens: 10, costUsd: mostUsd } as const;
        return { ...usage, ...(await answer(question)) };
      },
    };
  }

  /** One closed turn. */
  async turn(spoken: SpokenTurn): Promise<TurnId> {
    this.#turns += 1;
    this.now += 60_000;
    const id = deriveId<TurnId>('workbench', this.home, String(this.#turns));
    const sessionId = spoken.session ?? SESSION;
    const workspace = spoken.space ?? this.space;
    const records: MemoryRecord[] = [];
    const add = (fields: Partial<MemoryRecord>) =>
      records.push({
        id: deriveId<RecordId>(id, String(records.length)),
        ts: this.now + records.length,
        type: 'prompt',
        sessionId,
        workspace,
        turnId: id,
        source: 'typed',
        tool: null,
        path: null,
        content: '',
        tags: [],
        ...fields,
        metadata: { ...fields.metadata, ...(spoken.app === undefined ? {} : { [APP_MARK]: spoken.app }) },
      });
    add({
      content: spoken.user,
      ...(spoken.app === undefined ? segmentedPrompt(spoken.user) : { source: 'assistant' }),
    });
    for (const [index, call] of (spoken.calls ?? []).entries()) {
      const common = {
        tool: call.tool ?? 'Bash',
        path: call.path ?? null,
        metadata: { tool_use_id: `${id}-${index}` },
      };
      add({ ...common, type: 'tool_use', source: 'assistant', content: call.input });
      add({
        ...common,
        type: call.outcome === 'error' ? 'error' : 'tool_result',
        source: 'tool',
        content: call.output ?? '',
      });
    }
    if (spoken.answer !== undefined) add({ type: 'assistant', source: 'assistant', content: spoken.answer });
    const session = { id: sessionId, client: 'test', workspace, cwd: this.project, startedAt: START };
    await this.journal.append({ sessions: [{ ...session, metadata: {} }], records });
    await this.journal.closeTurn(id, 'stop', this.now);
    return id;
  }

  async curate(): Promise<Awaited<ReturnType<CurationScheduler['curateNow']>>> {
    this.now += 1_000;
    return this.scheduler.curateNow();
  }

  /** What a person does at one of the doors. */
  async edit(change: EditChange, workspace: SpaceId | null = this.space): Promise<void> {
    this.now += 1_000;
    const base = { kind: 'edit', id: newId<ActId>(this.now), ts: this.now, workspace } as const;
    await this.projector.record({ ...base, change });
    await this.keeper.settleAll();
  }

  async setAction(content: string, status: ActionStatus): Promise<void> {
    const action = (await this.knowledge.actions({ limit: 1_000 })).find((known) => known.content === content);
    if (action === undefined) throw new Error(`no action says: ${content}`);
    await this.edit({ kind: 'action', action, status });
  }

  async decide(review: Review | undefined, decision: 'accepted' | 'rejected'): Promise<void> {
    if (review === undefined) throw new Error('no review');
    await this.edit(await reviewDecision(this.knowledge, review, decision));
  }

  async recurate(onProgress: (done: number, total: number) => void = () => undefined): Promise<void> {
    const { journal, knowledge, projector, scheduler, keeper, clock } = this;
    this.now += 1_000;
    await recurate({ journal, knowledge, projector, scheduler, keeper, clock }, onProgress);
  }

  async rebuild(onProgress: (done: number, total: number) => void = () => undefined): Promise<void> {
    const { journal, knowledge, projector, scheduler, keeper, clock } = this;
    await rebuild({ journal, knowledge, projector, scheduler, keeper, clock }, onProgress);
  }

  ref(name: MemoryFileName): MemoryFileRef {
    return { name, workspace: ['soul.md', 'os.md', 'user.md'].includes(name) ? null : this.space };
  }

  path(name: MemoryFileName): string {
    return this.ref(name).workspace === null ? join(this.memory, name) : join(this.memory, 'spaces', 'project', name);
  }

  /** On disk. */
  file(name: MemoryFileName): string {
    return existsSync(this.path(name)) ? readFileSync(this.path(name), 'utf8') : '';
  }

  async contents(): Promise<readonly string[]> {
    const learnings = await this.knowledge.learnings({ limit: 1_000 });
    return learnings.map(({ content }) => content);
  }

  async close(): Promise<void> {
    const { scheduler, knowledge, journal } = this.#open;
    await scheduler.stop();
    await knowledge.close();
    await journal.close();
    this.#stores = undefined;
  }

  async dispose(): Promise<void> {
    if (this.#stores !== undefined) await this.close();
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** Stands for the redactor, which has its own tests. */
function withoutSecrets(text: string): string {
  return text.replaceAll(/hunter\d+/g, '[removed]');
}
