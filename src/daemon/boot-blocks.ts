/**
 * Gives boot blocks and remembers them: each one given is journalled as an injection with its receipts, and the newest of
 * each space is kept as a file for sessions that start while the daemon is away.
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
import { isOperational } from '../memory/learning.ts';
import { permission, type Scope } from '../memory/permission.ts';
import type { StoredRecord } from '../memory/record.ts';
import { weakest } from '../memory/trust.ts';
import type { Turn } from '../memory/turn.ts';
import { isWithheld, type Withholding } from '../memory/withheld.ts';
import type { Clock } from '../platform/clock.ts';
import { databaseKeys } from '../platform/database-keys.ts';
import type { LiveConfig } from '../platform/live-config.ts';
import {
  type BootBlock,
  changedSince,
  composeBoot,
  FRESH_ACTIONS_MS,
  RECENT_LEARNINGS_MS,
} from '../recall/boot-block.ts';
import { BootParts } from '../recall/boot-parts.ts';
import type { BootInput, BootSource, OwnTurn } from '../recall/boot-sections.ts';
import { removeLastBlocks, writeLastBlock } from '../recall/last-block.ts';
import { InjectionSwitch } from './injection-switch.ts';
import { readableOperational } from './readable-operational.ts';
import { withholding } from './withholding.ts';

/** More than fits; the block says how many were left out. */
const LEARNINGS = 200;
const ACTIONS = 100;
const TURNS = 5;
/** Newest turns among which those that the person began, and no curator has read, are looked for. */
const LOOKED_AT = 25;
const KEEP_AFTER_MS = 100;
const SOURCES: ReadonlySet<string> = new Set<BootSource>(['startup', 'compact', 'clear', 'resume', 'fork']);

export interface BootBlocksOptions {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly spaces: SpaceDirectory;
  readonly clock: Clock;
  /** For copies that can be read without a key; undefined where there may be none. */
  readonly folder: string | undefined;
  readonly config: LiveConfig;
  onError(operation: string, error: unknown): void;
  /** Takes over what people changed on disk, so that the block holds it. */
  settle(workspace: SpaceId | null): Promise<void>;
}

/** Whom a block is for; without a session it is looked at only. */
interface BootOf {
  readonly workspace: SpaceId | null;
  readonly source: BootSource;
  readonly sessionId?: SessionId;
  readonly app?: AppId | undefined;
  readonly isRun?: boolean | undefined;
}

type KnownRequest = BootRequest & { readonly workspace: SpaceId };

export class BootBlocks {
  readonly #options: BootBlocksOptions;
  readonly #parts: BootParts;
  readonly #switch: InjectionSwitch;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: BootBlocksOptions) {
    this.#options = options;
    this.#parts = new BootParts(options.clock);
    this.#switch = new InjectionSwitch(options.config, options.spaces);
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
    const { sessionId, cwd, source, part } = request;
    const { journal, spaces } = this.#options;
    const workspace =
      request.workspace ?? (await journal.session(sessionId))?.workspace ?? (await spaces.resolve(cwd)).space.id;
    if (!(await this.#switch.allows({ workspace, sessionId }))) return undefined;
    return this.#parts.part(`${sessionId} ${source}`, part, () => this.#compose({ ...request, workspace }));
  }

  /** Something was erased: no rendered copy may stay. They come back with the next session. */
  forgetAll(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    if (this.#options.folder !== undefined) removeLastBlocks(this.#options.folder);
  }

  async #compose({ sessionId, workspace, cwd, source, isRun, app }: KnownRequest): Promise<readonly string[]> {
    const { journal, knowledge, spaces, clock, config, settle, folder } = this.#options;
    await settle(workspace);
    const kind = SOURCES.has(source) ? (source as BootSource) : 'startup';
    const now = await this.#input({ workspace, source: kind, sessionId, app, isRun });
    const input = kind === 'resume' ? await this.#sinceLastGiven(now, sessionId) : now;
    const block = composeBoot(input, config.current['boot.budgetChars']);
    if (block === undefined) return [];
    const ts = clock.now();
    const id = newId<InjectionId>(ts);
    const injection = { id, ts, sessionId, workspace, kind: 'boot', items: block.items, text: block.text } as const;
    await giveInjection(journal, knowledge, injection);
    // What an app or a run was given lacks what other sessions need, or holds what is not theirs.
    if (kind !== 'resume' && app === undefined && isRun !== true) {
      const { anchor } = (await spaces.resolve(cwd)).located;
      // The session does not wait for the copy that a later one may need.
      if (folder !== undefined) this.#keepLater(folder, anchor, block.parts);
    }
    return block.parts;
  }

  #keepLater(folder: string, anchor: string, parts: readonly string[]): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#keepLast(folder, anchor, parts);
    }, KEEP_AFTER_MS).unref();
    this.#timers.add(timer);
  }

  #keepLast(folder: string, anchor: string, parts: readonly string[]): void {
    // It is read without a key: what is encrypted must not lie there.
    if (databaseKeys().length > 0) return;
    try {
      writeLastBlock(folder, anchor, ...parts);
    } catch (error) {
      this.#options.onError('keep the last boot block', error);
    }
  }

  async #sinceLastGiven(input: BootInput, sessionId: SessionId): Promise<BootInput> {
    const last = await this.#options.journal.lastInjection({ sessionId, kinds: ['boot'] });
    return last === undefined ? input : changedSince(input, last.ts);
  }

  async #input({ workspace, source, sessionId, app, isRun }: BootOf): Promise<BootInput> {
    const { journal, knowledge, clock, config } = this.#options;
    const now = clock.now();
    const files = [];
    for (const ref of refsOf(config.current['files.preset'], workspace)) files.push(await knowledge.file(ref));
    const actions = await knowledge.actions({ workspace, statuses: ['pending'], limit: ACTIONS });
    const maySee = (scope: Scope): boolean => permission(callerFor(app), 'read', scope) === 'yes';
    const all = workspace === null ? [] : await journal.turns({ workspace, limit: LOOKED_AT });
    const withheld = await withholding(config, knowledge);
    const turns = await this.#open(await this.#seen(all, maySee), withheld);
    const learnings = await knowledge.learnings({ workspace, since: now - RECENT_LEARNINGS_MS, limit: LEARNINGS });
    const budgetTokens = isRun === true ? 0 : config.current['operational.budgetTokens'];
    const own = source === 'compact' && sessionId !== undefined;
    return {
      files: files.filter((file) => file !== undefined),
      learnings: learnings.filter(
        (learning) =>
          maySee(learning.scope) && isActive(learning, now) && (budgetTokens > 0 || !isOperational(learning.type)),
      ),
      ...(budgetTokens > 0
        ? { operational: { ...(await readableOperational(knowledge, { workspace, app, now })), budgetTokens } }
        : {}),
      actions: await this.#openActions(
        actions.filter(({ touchedAt }) => now - touchedAt < FRESH_ACTIONS_MS),
        withheld,
      ),
      uncurated: await this.#uncurated(turns),
      stood: (own ? await this.#open(await journal.turns({ sessionId, limit: LOOKED_AT }), withheld) : turns).slice(
        0,
        TURNS,
      ),
      source,
      givesSensitive: withheld.givesSensitive === true,
    };
  }

  /** What an app says is its own memory. */
  async #seen(turns: readonly Turn[], maySee: (scope: Scope) => boolean): Promise<readonly Turn[]> {
    const seen = new Map<SessionId, boolean>();
    for (const { sessionId } of turns) {
      if (seen.has(sessionId)) continue;
      const app = (await this.#options.journal.session(sessionId))?.metadata.app;
      seen.set(sessionId, typeof app !== 'string' || maySee({ kind: 'app', app: app as AppId }));
    }
    return turns.filter(({ sessionId }) => seen.get(sessionId) === true);
  }

  /**
   * A turn tells all that was said in it: one record that agents are not given, or a prompt that is not the person's, keeps
   * all of it from them.
   */
  async #open(turns: readonly Turn[], withheld: Withholding): Promise<readonly OwnTurn[]> {
    const open: OwnTurn[] = [];
    for (const turn of turns) {
      const records = await this.#options.journal.recordsOfTurn(turn.id, turn.lastSeq);
      const promptSource = promptSourceOf(records);
      if (promptSource !== undefined && !records.some((record) => isWithheld(record, withheld)))
        open.push({ ...turn, promptSource });
    }
    return open;
  }

  async #openActions(actions: readonly PendingAction[], withheld: Withholding): Promise<readonly PendingAction[]> {
    if (withheld.givesSensitive === true) return actions;
    const open: PendingAction[] = [];
    for (const action of actions) {
      const { sourceLearningId: id } = action;
      const learning = id === null ? undefined : await this.#options.knowledge.learning(id);
      if (learning?.sensitive !== true) open.push(action);
    }
    return open;
  }

  async #uncurated(turns: readonly OwnTurn[]): Promise<readonly OwnTurn[]> {
    const found: OwnTurn[] = [];
    for (const turn of turns)
      if (((await this.#options.knowledge.curatedRevision(turn.id)) ?? 0) < turn.rev) found.push(turn);
    return found;
  }
}

/** Undefined when somebody else began the turn. One without a prompt is the agent's own, unless it was imported. */
function promptSourceOf(records: readonly StoredRecord[]): OwnTurn['promptSource'] | undefined {
  if (records.some(({ source }) => source === 'import')) return undefined;
  const source = weakest(records.flatMap((record) => (record.type === 'prompt' ? [record.source] : [])));
  return source === 'typed' || source === 'pasted' ? source : undefined;
}
