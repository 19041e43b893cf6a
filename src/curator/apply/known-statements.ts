/**
 * What holds in each scope, kept at hand across acts, so that a new statement finds those it may repeat or replace without a
 * search over all spaces: a replay asks for every statement it applies. Filled from the store when a scope is first asked for,
 * then following each change; the same knowledge gives the same answer, however it came about.
 */

import type { KnowledgeChange } from '../../knowledge/commit.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { LearningId, SpaceId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import { StatementIndex } from '../../memory/replacement/statement-index.ts';

/** Of one scope, the newest. */
const MOST_KNOWN = 20_000;
/** A replay goes through spaces one after the other. */
const MOST_SCOPES = 8;

class Scope {
  readonly #learnings = new Map<LearningId, Learning>();
  readonly #index = new StatementIndex<LearningId>();

  put(learning: Learning): void {
    const { id, content, validTo } = learning;
    if (validTo !== null) this.remove(id);
    else {
      if (this.#learnings.get(id)?.content !== content) this.#index.put(id, textOf(learning));
      this.#learnings.set(id, learning);
    }
  }

  remove(id: LearningId): void {
    this.#learnings.delete(id);
    this.#index.remove(id);
  }

  near(text: string, limit: number): readonly Learning[] {
    return this.#index.near(text, limit).flatMap((id) => this.#learnings.get(id) ?? []);
  }
}

export class KnownStatements {
  readonly #knowledge: Knowledge;
  readonly #scopes = new Map<SpaceId | null, Scope>();

  constructor(knowledge: Knowledge) {
    this.#knowledge = knowledge;
  }

  /** Of a space and of the user scope, the nearest of each first. */
  async near(text: string, workspace: SpaceId | null, limit: number): Promise<readonly Learning[]> {
    const found: Learning[] = [];
    for (const scope of new Set([workspace, null])) found.push(...(await this.#scope(scope)).near(text, limit));
    return found;
  }

  /** What was committed. */
  follow({ learnings, removed = [], replaces }: KnowledgeChange): void {
    if (replaces !== undefined) this.forget();
    for (const { after } of learnings) this.#scopes.get(after.workspace)?.put(after);
    for (const { id, workspace } of removed) this.#scopes.get(workspace)?.remove(id);
  }

  /** What the store holds may be another than was followed. */
  forget(): void {
    this.#scopes.clear();
  }

  async #scope(workspace: SpaceId | null): Promise<Scope> {
    const known = this.#scopes.get(workspace);
    if (known !== undefined) return known;
    const scope = new Scope();
    const learnings = await this.#knowledge.learnings({ workspace, limit: MOST_KNOWN });
    for (const learning of learnings) if (learning.workspace === workspace) scope.put(learning);
    for (const oldest of [...this.#scopes.keys()].filter((key) => key !== null).slice(0, -MOST_SCOPES + 1))
      this.#scopes.delete(oldest);
    this.#scopes.set(workspace, scope);
    return scope;
  }
}

/** What it is about may stand beside it. */
function textOf({ subject, content }: Learning): string {
  return subject === null ? content : `${subject} ${content}`;
}
