/**
 * Gives what was found for a prompt, and remembers it: every block given is journalled as an injection with
 * its receipts, and nothing is given twice to a session that still has it in its context. What comes too late, or what a
 * switch forbids, is given to nobody and leaves no trace. Never throws to the agent.
 *
 * A block is handed over before it is journalled: the agent waits for the one and not for the other, and what did not reach
 * the client was not given. Limit: after a restart of the daemon, what was given before the session's last boot block
 * counts as gone.
 */
import { randomBytes } from 'node:crypto';
import type { SpaceDirectory } from '../capture/space-directory.ts';
import type { PromptRequest } from '../clients/claude-code/recall-request.ts';
import { giveInjection } from '../curator/receipts.ts';
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { type AppId, type InjectionId, newId, type SessionId, type SpaceId } from '../memory/ids.ts';
import type { Space } from '../memory/space.ts';
import type { Withholding } from '../memory/withheld.ts';
import type { Clock } from '../platform/clock.ts';
import type { LiveConfig } from '../platform/live-config.ts';
import { type ChosenItem, type PromptBlock, renderPromptBlock } from '../recall/prompt-block.ts';
import { InjectionSwitch } from './injection-switch.ts';
import { type OnItsWayOut, withholding } from './sensitive-filter.ts';
import { addWithOrigin, GivenItems } from './session-context.ts';
import { UnusedPenalty } from './unused-penalty.ts';

/** What the gate is asked; for a preview there is no session. */
export type Choice = Withholding &
  Omit<PromptRequest, 'cwd' | 'signal' | 'sessionId' | 'delivery'> & {
    readonly sessionId: SessionId | null;
    /** Ids that stand in the session's context already, and the block that it started with. */
    readonly given: ReadonlySet<string>;
    readonly shown?: string | undefined;
    /** By id, below 1: what was given often and never used. */
    readonly sinking: ReadonlyMap<string, number>;
    /** Other spaces that are read besides. */
    readonly linked?: readonly SpaceId[];
    /** The app it is for, when it is for one. */
    readonly app?: AppId;
  };

export interface PromptBlocksOptions {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly spaces: SpaceDirectory;
  readonly clock: Clock;
  readonly config: LiveConfig;
  readonly withheld: OnItsWayOut;
  /** Spaces that agents in this one may read besides. */
  linkedSpaces(workspace: SpaceId): Promise<readonly Pick<Space, 'id' | 'name'>[]>;
  /** The gate: what is worth giving, the best first; empty for silence. */
  choose(request: Choice, signal?: AbortSignal): Promise<readonly ChosenItem[]>;
  onError(operation: string, error: unknown): void;
}

const NONE_LINKED: ReadonlyMap<SpaceId, string> = new Map();

export class PromptBlocks {
  readonly #options: PromptBlocksOptions;
  readonly #switch: InjectionSwitch;
  readonly #given: GivenItems;
  readonly #sinking: UnusedPenalty;
  readonly #keeping = new Set<Promise<void>>();

  constructor(options: PromptBlocksOptions) {
    this.#options = options;
    this.#switch = new InjectionSwitch(options.config, options.spaces);
    this.#given = new GivenItems(options.knowledge, options.journal);
    this.#sinking = new UnusedPenalty(options.knowledge);
  }

  /** Learns what sinks; until then nothing does. */
  async start(): Promise<void> {
    await this.#sinking.load().catch((error: unknown) => this.#options.onError('read what was used', error));
  }

  async give(request: PromptRequest): Promise<string | undefined> {
    if (!this.#options.config.current['injection.prompts']) return undefined;
    const { clock, onError } = this.#options;
    const { cwd: _, delivery: _delivery, signal, ...about } = request;
    const startedMs = clock.elapsed();
    try {
      if (!(await this.#switch.allows(request))) return undefined;
      const { items: given, shown } = await this.#given.of(about.sessionId);
      // An app's reach ends with its own space.
      const linked = request.app === undefined ? await this.#linkedTo(request.workspace) : NONE_LINKED;
      const reach = { linked: [...linked.keys()], ...(await this.#withholding()) };
      const asked = { ...about, given, shown, sinking: this.#sinking.factors, ...reach };
      const chosen = (await this.#options.choose(asked, signal)).filter((item) => !given.has(idOf(item)));
      const block = this.#render(chosen, linked);
      if (block === undefined || signal.aborted) return undefined;
      const added = new Set<string>(block.items);
      for (const item of chosen)
        if (item.kind === 'fact' && added.has(item.learning.id)) addWithOrigin(added, item.learning);
      const fresh = [...added].filter((id) => !given.has(id));
      for (const id of fresh) given.add(id);
      this.#keepLater(request, block, {
        tookMs: clock.elapsed() - startedMs,
        undelivered: () => {
          for (const id of fresh) given.delete(id);
        },
      });
      return block.text;
    } catch (error) {
      onError('find memory for a prompt', error);
      return undefined;
    }
  }

  /** What a prompt would be given in a session that has nothing in its context yet. Gives nothing to anybody. */
  async preview(workspace: SpaceId | null, prompt: string, app?: AppId): Promise<PromptBlock | undefined> {
    const about = { sessionId: null, workspace, turnId: null, prompt, at: this.#options.clock.now() };
    const sinking = this.#sinking.factors;
    // An app's reach ends with its own space.
    const linked = app === undefined ? await this.#linkedTo(workspace) : NONE_LINKED;
    const whose = app === undefined ? { linked: [...linked.keys()] } : { app };
    const chosen = await this.#options.choose({
      ...about,
      ...whose,
      ...(await this.#withholding()),
      given: new Set(),
      sinking,
    });
    return this.#render(chosen, linked);
  }

  async #linkedTo(workspace: SpaceId | null): Promise<ReadonlyMap<SpaceId, string>> {
    const linked = workspace === null ? [] : await this.#options.linkedSpaces(workspace);
    return linked.length === 0 ? NONE_LINKED : new Map(linked.map(({ id, name }) => [id, name]));
  }

  #withholding(): Promise<Withholding> {
    return withholding(this.#options.config, this.#options.knowledge, this.#options.withheld);
  }

  /** It is known what became of these. */
  async judged(items: readonly string[]): Promise<void> {
    await this.#sinking.judged(items);
  }

  /** A compaction: what the session was given is gone from its context. */
  contextLost(sessionId: SessionId): void {
    this.#given.forget(sessionId, this.#options.clock.now());
  }

  /** When everything that was given is journalled. */
  async settled(): Promise<void> {
    await Promise.all(this.#keeping);
  }

  #render(chosen: readonly ChosenItem[], linked: ReadonlyMap<SpaceId, string>): PromptBlock | undefined {
    return renderPromptBlock(chosen, {
      id: randomBytes(6).toString('hex'),
      budgetTokens: this.#options.config.current['injection.budgetTokens'],
      linked,
    });
  }

  #keepLater(
    { sessionId, workspace, turnId, delivery }: PromptRequest,
    { items, scores, tokens, text }: PromptBlock,
    { tookMs, undelivered }: { readonly tookMs: number; undelivered(): void },
  ): void {
    const ts = this.#options.clock.now();
    const detail = { turnId, scores, tokens, tookMs };
    const id = newId<InjectionId>(ts);
    const { journal, knowledge } = this.#options;
    const injection = { id, ts, sessionId, workspace, kind: 'prompt', items, text, detail } as const;
    const keeping = Promise.resolve(delivery ?? true)
      .then((isDelivered) => (isDelivered ? giveInjection(journal, knowledge, injection) : undelivered()))
      .catch((error: unknown) => this.#options.onError('keep what was given', error))
      .finally(() => this.#keeping.delete(keeping));
    this.#keeping.add(keeping);
  }
}

function idOf(item: ChosenItem): string {
  return item.kind === 'fact' ? item.learning.id : item.id;
}
