/**
 * What a person has decided, and that it stays so: a statement they took out, a task they closed or a suggestion they
 * turned down does not come back because a turn from before is read (late, or anew). Said again afterwards, it may.
 *
 * Limits: told in other words, a statement is another one. Said before and after the decision in one batch, what counts is
 * the turn its evidence was found in.
 */
import type { ActionStatus, PendingAction } from '../../memory/action.ts';
import { contentDigest } from '../../memory/content-digest.ts';
import { type Learning, newLearning } from '../../memory/learning.ts';
import { relationOf, statementOf } from '../../memory/likeness.ts';
import { trustRank } from '../../memory/trust.ts';
import type { Draft } from './draft.ts';
import type { Evidence } from './evidence.ts';
import { isComparable, typesBeside } from './rivals.ts';

const CANDIDATES = 30;
const MOST_REVIEWS = 200;

/** Whether a person has decided against it after its evidence was said; without evidence, whether at all. */
export async function isDecidedAgainst(
  draft: Draft,
  said: Pick<Learning, 'type' | 'content' | 'trust'> & Partial<Pick<Learning, 'subject'>>,
  evidence: Pick<Evidence, 'records'> | undefined,
): Promise<boolean> {
  const saidAt = Math.max(0, ...(evidence?.records ?? []).map(({ ts }) => ts));
  const { type, content: text, subject = null } = said;
  if (await isDropped(draft, text, evidence)) return true;
  const statement = statementOf(text);
  const isIt = (known: Learning) =>
    isComparable(known, { type, subject }) && relationOf(statementOf(known.content), statement) === 'same';
  const hits = await draft.searchLearnings({
    text,
    workspace: draft.act.workspace,
    types: typesBeside(type),
    valid: false,
    limit: CANDIDATES,
  });
  const same = hits
    .map(({ learning }) => learning)
    .filter((learning) => (learning.type === 'ACTION') === (type === 'ACTION') && isIt(learning));
  // Moved to another file, or put back.
  if (same.some(({ validTo }) => validTo === null)) return false;
  for (const learning of same)
    if ((learning.validTo ?? 0) > saidAt && (await isClosedByPerson(draft, learning))) return true;
  const rejected = await draft.knowledge.reviews({ statuses: ['rejected'], limit: MOST_REVIEWS });
  return rejected.some(
    ({ held, createdAt }) =>
      held.kind === 'learning' &&
      createdAt > saidAt &&
      // What somebody better trusted says is not what was turned down.
      trustRank(said.trust) >= trustRank(held.learning.trust) &&
      isIt(held.learning),
  );
}

/** Nothing is known of it any more but the words of the turn it came from. */
async function isDropped(
  draft: Draft,
  text: string,
  evidence: Pick<Evidence, 'records'> | undefined,
): Promise<boolean> {
  const turns = new Set((evidence?.records ?? []).flatMap(({ turnId }) => turnId ?? []));
  for (const turn of turns) if (await draft.knowledge.wasDropped(turn, contentDigest(text))) return true;
  return false;
}

async function isClosedByPerson(draft: Draft, { id, type }: Learning): Promise<boolean> {
  const last = (await draft.knowledge.learningHistory(id)).at(-1);
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
