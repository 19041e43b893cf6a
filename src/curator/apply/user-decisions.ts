/**
 * What a person has decided, and that it stays so: a statement they took out, removed or put in other words, a task they
 * closed or a suggestion they turned down does not come back because a turn from before is read (late, or anew). Afterwards
 * the user may say it again, and a task may come up again; what an agent, a tool or a page says never brings a statement
 * back, under whatever category or type it comes, with its service or without, and does not confirm what the person put in
 * its place.
 *
 * Limits: told in other words, a statement is another one, but for what was turned down (held-claims.ts); one that was removed is known by its words alone, whatever the
 * service. Said before and after the decision in one batch, what counts is the turn its evidence was found in.
 */
import type { ActionStatus, PendingAction } from '../../memory/action.ts';
import { contentDigest } from '../../memory/content-digest.ts';
import { isOperational, type Learning, newLearning } from '../../memory/learning.ts';
import { likeness, relationOf, statementOf } from '../../memory/similarity.ts';
import { isComparable, typesBeside } from './conflicts.ts';
import type { Evidence } from './evidence.ts';
import { reviewsHolding } from './held-claims.ts';
import type { Draft } from './unit-of-work.ts';

const CANDIDATES = 30;

/** Whether a person has decided against it after its evidence was said; without evidence, whether at all. */
export async function isDecidedAgainst(
  draft: Draft,
  said: Pick<Learning, 'type' | 'content' | 'trust'> & Partial<Pick<Learning, 'subject'>>,
  evidence: Pick<Evidence, 'records'> | undefined,
): Promise<boolean> {
  const { type, content: text, subject = null } = said;
  const isUsers = said.trust === 'typed' || type === 'ACTION';
  // Only the user may think again.
  const saidAt = isUsers ? Math.max(0, ...(evidence?.records ?? []).map(({ ts }) => ts)) : 0;
  const digest = contentDigest(text);
  if (await isDropped(draft, digest, evidence)) return true;
  const statement = statementOf(text);
  const isIt = (known: Learning) =>
    isComparable(known, { type, subject }) && relationOf(statementOf(known.content), statement) === 'same';
  const hits = await draft.searchLearnings({
    text,
    workspace: draft.act.workspace,
    ...(isUsers ? { types: typesBeside(type) } : {}),
    valid: false,
    limit: CANDIDATES,
  });
  const same = hits
    .map(({ learning }) => ({ learning, is: statementOf(learning.content) }))
    .filter(({ learning, is }) =>
      isUsers
        ? (learning.type === 'ACTION') === (type === 'ACTION') && isIt(learning)
        : learning.type !== 'ACTION' &&
          mayBeOneThing(learning, { type, subject }) &&
          relationOf(is, statement) === 'same',
    );
  // Moved to another file, put back, or said again by the user. What a person put in its place may be much like it.
  const standing = same.filter(
    ({ learning }) => learning.validTo === null && (isIt(learning) || learning.trust === 'typed'),
  );
  if (isUsers && standing.length > 0) return false;
  const nearest = Math.max(-1, ...standing.map(({ is }) => likeness(is, statement)));
  for (const { learning, is } of same)
    if (
      likeness(is, statement) > nearest &&
      (learning.validTo ?? 0) > saidAt &&
      (await isClosedByPerson(draft, learning))
    )
      return true;
  if (!isUsers && nearest < 1 && (await isDroppedHere(draft, digest))) return true;
  if (standing.length > 0) return false;
  const rejected = await reviewsHolding(draft, text, 'rejected');
  return rejected.some(({ held, createdAt }) => {
    if (held.kind !== 'learning') return false;
    // What the user says themselves is not what was turned down, unless it was their own.
    if (said.trust !== 'typed') return true;
    return createdAt > saidAt && held.learning.trust === 'typed' && isIt(held.learning);
  });
}

/** `30 s` may hold for another service; said without one, or as something else, it is the same again. */
function mayBeOneThing(a: Pick<Learning, 'type' | 'subject'>, b: Pick<Learning, 'type' | 'subject'>): boolean {
  const areBothServices = isOperational(a.type) && isOperational(b.type) && a.subject !== null && b.subject !== null;
  return !areBothServices || a.subject === b.subject;
}

/** Nothing is known of it any more but the words of the turn it came from. */
async function isDropped(
  { knowledge }: Draft,
  digest: string,
  evidence: Pick<Evidence, 'records'> | undefined,
): Promise<boolean> {
  const turns = new Set((evidence?.records ?? []).flatMap(({ turnId }) => turnId ?? []));
  for (const turn of turns) if (await knowledge.wasDropped(turn, digest)) return true;
  return false;
}

async function isDroppedHere({ knowledge, act: { workspace } }: Draft, digest: string): Promise<boolean> {
  for (const scope of new Set([workspace, null])) if (await knowledge.wasDroppedFrom(scope, digest)) return true;
  return false;
}

async function isClosedByPerson(draft: Draft, { id, type }: Learning): Promise<boolean> {
  const history = await draft.knowledge.learningHistory(id);
  // Made closed: a wording that a person replaced.
  if (history[0]?.before === null && history[0].after.validTo !== null && history[0].cause === 'superseded')
    return true;
  const last = history.at(-1);
  // A curator may close a task, too, and withdraws its learning then.
  return last?.cause === (type === 'ACTION' ? 'reviewed' : 'withdrawn');
}

/** Closes it for good; `next` is what the person put in its place. */
export function withdraw(draft: Draft, old: Learning, next?: Learning): void {
  const { ts } = draft.act;
  const supersededBy = next?.id ?? old.supersededBy;
  draft.put({ ...old, updatedAt: ts, validTo: ts, supersededBy }, 'withdrawn', old);
}

export async function decideAction(draft: Draft, action: PendingAction, status: ActionStatus): Promise<void> {
  const { ts } = draft.act;
  draft.putAction({ ...action, status, touchedAt: ts });
  if (action.sourceLearningId === null) return;
  const learning = (await draft.learning(action.sourceLearningId)) ?? sourceOf(draft, action, action.sourceLearningId);
  draft.put({ ...learning, validTo: status === 'pending' ? null : ts, updatedAt: ts }, 'reviewed', learning);
}

/** Whoever found it is void. That a person has dealt with it makes it theirs. */
function sourceOf(draft: Draft, action: PendingAction, id: Learning['id']): Learning {
  const { content, workspace, sessionId, evidence, createdAt } = action;
  const given = { id, type: 'ACTION', content, workspace, sessionId, evidence, trust: 'typed' } as const;
  const learning = newLearning(createdAt, given);
  draft.put(learning, 'learned', null);
  return learning;
}
