/**
 * Gives boot blocks and remembers them: each one that reached the client is journalled as an injection with its receipts,
 * and the newest of each space is kept as a file for sessions that start while the daemon is away or late (`last-blocks.ts`).
 *
 * After a compaction the session gets everything again, and where it stood; on resume, where it still has its old block
 * in context, only what has changed since.
 */
import type { SpaceDirectory } from '../capture/space-directory.ts';
import type { BootRequest } from '../clients/claude-code/hook-handler.ts';
import { giveInjection } from '../curator/receipts.ts';
import { refsOf } from '../files/manifest.ts';
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { PendingAction } from '../memory/action.ts';
import { callerFor } from '../memory/app.ts';
import { isActive } from '../memory/decay.ts';
import { type AppId, type InjectionId, newId, type SessionId, type SpaceId } from '../memory/ids.ts';
import type { Injection } from '../memory/injection.ts';
import { isOperational } from '../memory/learning.ts';
import { permission, type Scope } from '../memory/permission.ts';
import { isHiddenLearning, type Withholding } from '../memory/withheld.ts';
import type { Clock } from '../platform/clock.ts';
import type { LiveConfig } from '../platform/live-config.ts';
import {
  type BootBlock,
  changedSince,
  composeBoot,
  FRESH_ACTIONS_MS,
  RECENT_LEARNINGS_MS,
} from '../recall/boot-block.ts';
import { BootParts } from '../recall/boot-parts.ts';
import type { BootInput, BootSource, UnlearnedStatement } from '../recall/boot-sections.ts';
import { standing, tellTurns } from '../recall/turn-lines.ts';
import { EarlierTurns } from './earlier-turns.ts';
import { givenFile, marksOf } from './given-file.ts';
import { InjectionSwitch } from './injection-switch.ts';
import { LastBlocks } from './last-blocks.ts';
import { readableOperational } from './operational-memories.ts';
import { type OnItsWayOut, withholding } from './sensitive-filter.ts';
import { UnlearnedStatements } from './unlearned-statements.ts';
import { withUses } from './used-lines.ts';

/** More than fits; the block says how many were left out. */
const LEARNINGS = 200;
const ACTIONS = 100;
const TURNS = 5;
/** Newest turns among which those that the person began, and no curator has read, are looked for. */
const LOOKED_AT = 25;
/** What a hook waits for a session that would start without its memory. */
const NOTHING_YET_MS = 5_000;
const MOST_COMPOSED = 200;
/** Whoever has something forgotten waits so long for its copies at most. */
const REPLACED_WITHIN_MS = 3_000;
/** What a session waits for prompts to be read: after a start or a forgetting none is. */
const READING_MS = 100;
const SOURCES: ReadonlySet<string> = new Set<BootSource>(['startup', 'compact', 'clear', 'resume', 'fork']);

export interface BootBlocksOptions {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly spaces: SpaceDirectory;
  readonly clock: Clock;
  /** For copies that can be read without a key; undefined where there may be none. */
  readonly folder: string | undefined;
  readonly config: LiveConfig;
  readonly withheld: OnItsWayOut;
  onError(operation: string, error: unknown): void;
  /** Takes over what people changed on disk, so that the block holds it. */
  settle(workspace: SpaceId | null, patienceMs?: number): Promise<void>;
}

/** Whom a block is for; without a session it is looked at only. */
interface BootOf {
  readonly workspace: SpaceId | null;
  readonly source: BootSource;
  readonly sessionId?: SessionId;
  readonly app?: AppId | undefined;
  readonly isRun?: boolean | undefined;
  /** How long it may take to read what nobody has read before; no end to it for what is made beside. */
  readonly patienceMs?: number;
}

export class BootBlocks {
  readonly #options: BootBlocksOptions;
  readonly #parts: BootParts;
  readonly #switch: InjectionSwitch;
  /** Composed, and not out yet: by the session's start. */
  readonly #composed = new Map<string, Injection>();
  readonly #keeping = new Set<Promise<void>>();
  readonly #last: LastBlocks;
  readonly #unlearned: UnlearnedStatements;
  readonly #earlier: EarlierTurns;

  constructor(options: BootBlocksOptions) {
    this.#options = options;
    this.#parts = new BootParts(options.clock);
    this.#unlearned = new UnlearnedStatements(options);
    this.#earlier = new EarlierTurns(options.journal, options.knowledge);
    this.#switch = new InjectionSwitch(options.config, options.spaces);
    const { journal, spaces, folder, onError } = options;
    const compose = (workspace: SpaceId, isQuick: boolean) => this.#forLater(workspace, isQuick);
    this.#last = new LastBlocks({ journal, spaces, folder, compose, onError });
  }

  /** The stores are open, and doors too: sessions start. */
  start(): void {
    this.#last.start();
  }

  /** What a session that starts now, or the app, would be given. */
  async preview(workspace: SpaceId | null, app?: AppId): Promise<BootBlock | undefined> {
    await this.#options.settle(workspace);
    return composeBoot(
      await this.#input({ workspace, source: 'startup', app }),
      this.#options.config.current['boot.budgetChars'],
    );
  }

  async give(request: BootRequest): Promise<string | undefined> {
    const { sessionId, workspace, source, part, delivery } = request;
    if (!(await this.#switch.allows({ workspace, sessionId }))) return undefined;
    const start = `${sessionId} ${source}`;
    const text = await this.#parts.part(start, part, () => this.#compose(start, request));
    if (text !== undefined) this.#keepLater(start, delivery);
    return text;
  }

  /**
   * Something new is known of this space, or of all: the files for late sessions follow, and what the next block is made from
   * is read before somebody waits for it.
   */
  changed(workspace?: SpaceId): void {
    this.#last.changed(workspace);
  }

  /** Something was switched off: no rendered copy may stay. */
  removeCopies(): void {
    this.#unlearned.forget();
    this.#last.removeAll();
  }

  /** Something is on its way out: rendered copies are replaced by those without it. */
  withheld(): void {
    this.#unlearned.forget();
    this.#last.replaceBeside();
  }

  /** Something was erased: resolves when no rendered copy from before is left. */
  erased(): Promise<void> {
    this.#unlearned.forget();
    return this.#last.replaceAll(REPLACED_WITHIN_MS);
  }

  /** When everything that was given is journalled, and nothing is made anew beside: the stores may then be closed. */
  async settled(): Promise<void> {
    await Promise.all([...this.#keeping, this.#last.settled()]);
  }

  async #compose(start: string, { sessionId, workspace, source, isRun, app }: BootRequest): Promise<readonly string[]> {
    const { clock, config, settle } = this.#options;
    const kind = SOURCES.has(source) ? (source as BootSource) : 'startup';
    const compose = async (patienceMs?: number) => {
      await settle(workspace, patienceMs);
      const now = await this.#input({ workspace, source: kind, sessionId, app, isRun, patienceMs: READING_MS });
      const input = kind === 'resume' ? await this.#sinceLastGiven(now, sessionId) : now;
      return composeBoot(input, config.current['boot.budgetChars']);
    };
    // A file that is being taken over may be all there is: then it is waited for, as long as the hook waits.
    const block = (await compose()) ?? (kind === 'resume' ? undefined : await compose(NOTHING_YET_MS));
    // Somebody works here: what a late session would get is kept up to date, without having this one wait for it.
    this.changed(workspace);
    if (block === undefined) return [];
    const ts = clock.now();
    const id = newId<InjectionId>(ts);
    const [oldest] = this.#composed.keys();
    // What never reached anybody.
    if (this.#composed.size >= MOST_COMPOSED && oldest !== undefined) this.#composed.delete(oldest);
    this.#composed.set(start, { id, ts, sessionId, workspace, kind: 'boot', items: block.items, text: block.text });
    return block.parts;
  }

  /** Given is what reached the client: the first part that did tells of the whole block. */
  #keepLater(start: string, delivery: BootRequest['delivery']): void {
    const { journal, knowledge, onError } = this.#options;
    const keeping = Promise.resolve(delivery ?? true)
      .then(async (isDelivered) => {
        const injection = this.#composed.get(start);
        if (!isDelivered || injection === undefined) return;
        this.#composed.delete(start);
        await giveInjection(journal, knowledge, injection);
      })
      .catch((error: unknown) => onError('keep what was given', error))
      .finally(() => this.#keeping.delete(keeping));
    this.#keeping.add(keeping);
  }

  /** Also what is made beside stands behind the switches. */
  async #forLater(workspace: SpaceId, isQuick: boolean): Promise<BootBlock | undefined> {
    if (!(await this.#switch.allows({ workspace, sessionId: '' as SessionId }))) return undefined;
    const about = { workspace, source: 'startup' } as const;
    const input = await this.#input(isQuick ? { ...about, patienceMs: READING_MS } : about);
    return composeBoot(input, this.#options.config.current['boot.budgetChars']);
  }

  async #sinceLastGiven(input: BootInput, sessionId: SessionId): Promise<BootInput> {
    const last = await this.#options.journal.lastInjection({ sessionId, kinds: ['boot'] });
    return last === undefined ? input : changedSince(input, last.ts);
  }

  async #input({ workspace, source, sessionId, app, isRun, patienceMs }: BootOf): Promise<BootInput> {
    const { journal, knowledge, clock, config } = this.#options;
    const now = clock.now();
    const files = [];
    for (const ref of refsOf(config.current['files.preset'], workspace)) files.push(await knowledge.file(ref));
    const actions = await knowledge.actions({ workspace, statuses: ['pending'], limit: ACTIONS });
    const maySee = (scope: Scope): boolean => permission(callerFor(app), 'read', scope) === 'yes';
    const all = workspace === null ? [] : await journal.turns({ workspace, limit: LOOKED_AT });
    const withheld = await withholding(config, knowledge, this.#options.withheld);
    const { hidden } = withheld;
    const marks = await marksOf(knowledge);
    const turns = await this.#earlier.open(await this.#earlier.seen(all, maySee), withheld, app);
    const learnings = await knowledge.learnings({ workspace, since: now - RECENT_LEARNINGS_MS, limit: LEARNINGS });
    const found = (await knowledge.foundEdits()).map(({ held: { file } }) => file);
    const budgetTokens = isRun === true ? 0 : config.current['operational.budgetTokens'];
    const own = source === 'compact' && sessionId !== undefined;
    const input: BootInput = {
      ...(await withUses(
        files.filter((file) => file !== undefined).map((file) => givenFile(file, { hidden, marks })),
        { workspace, knowledge, budgetChars: config.current['boot.budgetChars'] },
        learnings,
      )),
      learnings: learnings.filter(
        (learning) =>
          maySee(learning.scope) &&
          !isHiddenLearning(learning, hidden) &&
          isActive(learning, now) &&
          (budgetTokens > 0 || !isOperational(learning.type)),
      ),
      ...(budgetTokens > 0
        ? { operational: { ...(await readableOperational(knowledge, { workspace, app, now, hidden })), budgetTokens } }
        : {}),
      actions: await this.#openActions(
        actions.filter(({ touchedAt }) => now - touchedAt < FRESH_ACTIONS_MS),
        withheld,
      ),
      unlearned: await this.#unlearnedIn(workspace, withheld, app, patienceMs),
      uncurated: await this.#earlier.uncurated(turns),
      stood: standing(
        own ? await this.#earlier.open(await journal.turns({ sessionId, limit: LOOKED_AT }), withheld, app) : turns,
        TURNS,
        own,
      ),
      source,
      waiting: found.filter((file) => [workspace, null].includes(file.workspace)).map(({ name }) => name),
      givesSensitive: withheld.givesSensitive === true,
    };
    const root = workspace === null ? undefined : (await journal.space(workspace))?.root;
    return { ...input, told: await tellTurns({ ...input, root, known: turns }, clock) };
  }

  /** A model that reads everything has chosen; and what people told their agents is not an app's. */
  async #unlearnedIn(
    workspace: SpaceId | null,
    withheld: Withholding,
    app: AppId | undefined,
    patienceMs: number | undefined,
  ): Promise<readonly UnlearnedStatement[]> {
    const isByRules = this.#options.config.current['curator.provider'] === 'rules';
    return workspace === null || app !== undefined || !isByRules
      ? []
      : this.#unlearned.of(workspace, withheld, patienceMs);
  }

  async #openActions(actions: readonly PendingAction[], withheld: Withholding): Promise<readonly PendingAction[]> {
    if (withheld.givesSensitive === true && withheld.hidden === undefined) return actions;
    const open: PendingAction[] = [];
    for (const action of actions) {
      const { sourceLearningId: id } = action;
      const learning = id === null ? undefined : await this.#options.knowledge.learning(id);
      const isSensitive = learning?.sensitive === true && withheld.givesSensitive !== true;
      if (!isSensitive && !isHiddenLearning(action, withheld.hidden)) open.push(action);
    }
    return open;
  }
}
