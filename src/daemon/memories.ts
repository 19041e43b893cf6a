/**
 * What a person does to single learnings, made into edits (C-050). What they write is redacted and folded to one line; a
 * value out of its bounds is refused, never bent.
 */
import { isDeepStrictEqual } from 'node:util';
import { heldHistory } from '../curator/apply/removal.ts';
import { undoing, wasUndone } from '../curator/undo.ts';
import type { ChangedMemory, MemoriesApi, MemoryChange, MemoryWish } from '../http/memories-api.ts';
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { EditChange } from '../memory/act.ts';
import { ACTIVE_CONFIDENCE, isActive } from '../memory/decay.ts';
import { CarryoverError } from '../memory/error.ts';
import { type ActId, type LearningId, newId, type SpaceId } from '../memory/ids.ts';
import { isOperational, type Learning, type LearningType, NEW_CONFIDENCE, newLearning } from '../memory/learning.ts';
import { NO_SERVICE } from '../memory/marker.ts';
import { tierOf } from '../memory/trust.ts';
import type { Clock } from '../platform/clock.ts';
import { writtenLine, writtenMemory } from './written-line.ts';

export interface MemoriesServiceOptions {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly clock: Clock;
  clean(text: string): string;
  /** Resolves when it is applied and the files on disk have followed. */
  edit(workspace: SpaceId | null, change: EditChange): Promise<ActId>;
}

const MOST_SERVICE_CHARS = 200;
const OWN_EDITS: ReadonlySet<string> = new Set<EditChange['kind']>(['amend', 'drop', 'restore', 'merge']);

export class MemoriesService implements MemoriesApi {
  readonly #options: MemoriesServiceOptions;

  constructor(options: MemoriesServiceOptions) {
    this.#options = options;
  }

  async create(wish: MemoryWish): Promise<ChangedMemory> {
    const { clock, edit } = this.#options;
    const { workspace, category: type, active = true, confidence = NEW_CONFIDENCE } = wish;
    const ts = clock.now();
    const learning = newLearning(ts, {
      id: newId<LearningId>(ts),
      workspace,
      type,
      subject: this.#service(wish.service, type),
      content: writtenMemory(wish.observation, this.#options.clean),
      confidence: inBounds(confidence),
      trust: 'typed',
      persistent: wish.persistent ?? isWish(type),
      validTo: active ? null : ts,
    });
    const act = await edit(workspace, { kind: 'amend', before: null, after: learning });
    return { learning: await this.#known(learning.id), act };
  }

  async change(id: LearningId, change: MemoryChange, base?: number): Promise<ChangedMemory> {
    const { clock, edit } = this.#options;
    const before = await this.#known(id);
    if (base !== undefined && base !== before.updatedAt)
      throw new CarryoverError('the memory was changed meanwhile', {
        code: 'changed-meanwhile',
        subject: id,
        hint: 'read it again, then send its `updated_at` as `base_updated_at`',
      });
    const { category: type = before.type, service, observation, persistent = before.persistent } = change;
    const ts = clock.now();
    const after: Learning = {
      ...before,
      type,
      subject: service === undefined ? before.subject : this.#service(service, type),
      content: observation === undefined ? before.content : writtenMemory(observation, this.#options.clean),
      persistent,
      ...standing(before, change, ts),
      ...(change.workspace === undefined ? {} : movedTo(change.workspace, before)),
    };
    const isSame = Object.entries(after).every(([key, value]) => Reflect.get(before, key) === value);
    if (isSame) return { learning: before, act: null };
    // Of the project it comes to or from: a later checkpoint of another one leaves it as it is.
    const act = await edit(after.workspace ?? before.workspace, { kind: 'amend', before, after });
    const now = await this.#known(id);
    // Moved to where it holds already, it is one with that.
    const isOne = after.workspace !== before.workspace && after.validTo === null && now.validTo !== null;
    return { learning: isOne && now.supersededBy !== null ? await this.#known(now.supersededBy) : now, act };
  }

  async drop(ids: readonly LearningId[]): ReturnType<MemoriesApi['drop']> {
    const { knowledge, edit } = this.#options;
    const wanted = [...new Set(ids)];
    const found = await Promise.all(wanted.map((id) => knowledge.learning(id)));
    const dropped = found.filter((learning) => learning !== undefined);
    const acts: ActId[] = [];
    for (const [workspace, learnings] of Map.groupBy(dropped, (learning) => learning.workspace))
      acts.push(await edit(workspace, { kind: 'drop', learnings, history: await heldHistory(knowledge, learnings) }));
    return { dropped, unknown: wanted.filter((_, place) => found[place] === undefined), acts };
  }

  async merge(id: LearningId, ids: readonly LearningId[]): Promise<ChangedMemory> {
    const into = await this.#known(id);
    const others = [...new Set(ids)].filter((other) => other !== id);
    const from = await Promise.all(others.map((other) => this.#known(other)));
    const isApart = ({ workspace, scope }: Learning) =>
      workspace !== into.workspace || !isDeepStrictEqual(scope, into.scope);
    if (from.some(isApart))
      throw invalid('memories of different spaces are not merged', 'merge those of one space, or of none');
    if (from.length === 0) throw invalid('there is nothing to merge', 'name one or more others');
    const act = await this.#options.edit(into.workspace, { kind: 'merge', into, from });
    return { learning: await this.#known(id), act };
  }

  async takeBack(id: ActId): Promise<readonly Learning[]> {
    const { journal, knowledge, edit } = this.#options;
    const act = await journal.storedAct(id);
    if (act?.kind !== 'edit' || !OWN_EDITS.has(act.change.kind)) throw unknown('edit of a memory', id);
    if (await wasUndone(this.#options, act))
      throw new CarryoverError('this was taken back before', {
        code: 'already-decided',
        subject: id,
        hint: 'look at the list again',
      });
    const taken = await undoing(this.#options, { kind: 'act', id });
    for (const { workspace, change } of taken.edits) await edit(workspace, change);
    const touched = [...taken.withdrawn, ...taken.restored];
    return (await Promise.all(touched.map((learning) => knowledge.learning(learning.id)))).filter(
      (learning) => learning !== undefined,
    );
  }

  async #known(id: LearningId): Promise<Learning> {
    const learning = await this.#options.knowledge.learning(id);
    if (learning === undefined) throw unknown('memory', id);
    return learning;
  }

  #service(name: string | null, type: LearningType): string | null {
    const line = writtenLine(name ?? '', this.#options.clean);
    if (line.length > MOST_SERVICE_CHARS)
      throw invalid(`a service has ${MOST_SERVICE_CHARS} characters at most`, 'name it shorter');
    return line === '' || (line === NO_SERVICE && isOperational(type)) ? null : line;
  }
}

/** Sure enough and not told otherwise, it is given to agents again (C-037). */
function standing(before: Learning, { active, confidence }: MemoryChange, ts: number): Partial<Learning> {
  const given = confidence === undefined ? undefined : inBounds(confidence);
  if (active === false) return { ...counted(given, ts), ...(before.validTo === null ? { validTo: ts } : {}) };
  const isFaded = !isActive(before, ts);
  const isOpened = isFaded && (active === true || (given ?? 0) >= ACTIVE_CONFIDENCE);
  if (!isOpened) return counted(given, ts);
  const isUnsure = !isActive({ ...before, validTo: null, supersededBy: null }, ts);
  return { ...counted(given ?? (isUnsure ? NEW_CONFIDENCE : undefined), ts), validTo: null, supersededBy: null };
}

/**
 * Where it holds from now on. What holds everywhere is read by every project as the person's own: whoever says so of something
 * an agent or a tool said has said it.
 */
function movedTo(workspace: SpaceId | null, { workspace: from, scope, type, trust }: Learning): Partial<Learning> {
  if (workspace === from) return {};
  if (scope.kind === 'app') throw invalid('what an app keeps for itself stays with it', 'write it anew where it holds');
  if (type === 'ACTION') throw invalid('a task stays in its project', 'add it there, and dismiss it here');
  if (workspace !== null) return { workspace, scope: { kind: 'space' } };
  return { workspace, scope: { kind: 'user' }, trust: tierOf(trust) === 'user' ? trust : 'typed' };
}

/** What was given counts from now on. */
function counted(confidence: number | undefined, ts: number): Partial<Learning> {
  return confidence === undefined ? {} : { confidence, confirmedAt: ts };
}

function isWish(type: LearningType): boolean {
  return type === 'PREFERENCE' || type === 'CORRECTION';
}

function inBounds(confidence: number): number {
  if (confidence >= 0 && confidence <= 1) return confidence;
  throw invalid('a confidence is from 0 to 1', 'give 0.7 for what is new');
}

function invalid(message: string, hint: string): CarryoverError {
  return new CarryoverError(message, { code: 'invalid-input', hint });
}

function unknown(what: string, subject: string): CarryoverError {
  return new CarryoverError(`there is no such ${what}`, { code: 'not-found', subject, hint: 'look at the list again' });
}
