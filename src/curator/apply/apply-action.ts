/**
 * Answered actions against open ones: the same thing again is touched, what is done is closed. An action
 * stands on a learning of type ACTION, which is found by search like any other and ends with it.
 * What text out of a tool asks for is no task of ours, unless a person says so.
 */
import type { ActionPriority, PendingAction } from '../../memory/action.ts';
import { type ActionId, deriveId, type LearningId } from '../../memory/ids.ts';
import { type Learning, newLearning } from '../../memory/learning.ts';
import { relationOf, statementOf } from '../../memory/similarity.ts';
import { mayBecome, type Tier, tierOf } from '../../memory/trust.ts';
import type { AnsweredAction } from '../answer.ts';
import { isDisguised } from './disallowed-claim.ts';
import type { BatchEvidence, Evidence } from './evidence.ts';
import { isWaiting } from './held-claims.ts';
import { hold, TURNED } from './hold.ts';
import type { Draft } from './unit-of-work.ts';
import { isDecidedAgainst } from './user-decisions.ts';

const SHORTEST_ID = 6;

export async function settleAction(
  draft: Draft,
  answered: AnsweredAction,
  evidence: Evidence,
  index: number,
): Promise<void> {
  const { workspace } = draft.act;
  const { turn, records, trust, content = answered.content } = evidence;
  const ids = records.map(({ id }) => id);
  const statement = statementOf(content);
  const isIt = (action: PendingAction) => relationOf(statementOf(action.content), statement) === 'same';
  // The same turn read again is no new mention, and opens nothing that was closed.
  const isReadAgain = (action: PendingAction) => isIt(action) && action.evidence.some((id) => ids.includes(id));
  const open = await draft.openActions(workspace);
  if ([...open, ...(await draft.closedActions(workspace))].some(isReadAgain)) return draft.drop('known');
  const known = open.find(isIt);
  const doubt = doubtOf(content, evidence);
  if (known !== undefined && doubt !== undefined) return draft.drop('known');
  if (known !== undefined) return draft.putAction({ ...known, touchedAt: draft.act.ts });
  const said = { type: 'ACTION', content, trust } as const;
  if (await isWaiting(draft, said)) return draft.drop('known');
  if (await isDecidedAgainst(draft, said, evidence)) return draft.drop('decided-before');
  const { sessionId, id: turnId } = turn.turn;
  const action = {
    content,
    priority: answered.priority,
    workspace: turn.turn.workspace,
    sessionId,
    turnId,
    trust,
    evidence: ids,
  };
  if (doubt === undefined) addAction(draft, `answer ${index}`, action);
  else await hold(draft, learningUnder(draft, `answer ${index}`, action), null, doubt);
}

function doubtOf(content: string, { waits, isTurned, trust }: Evidence): string | undefined {
  if (waits !== undefined) return waits;
  if (isTurned) return TURNED;
  if (!mayBecome(trust, 'ACTION')) return 'a task needs your words, or those of the agent';
  return isDisguised(content, trust, 'ACTION') ? "what it asks for needs the user's own words" : undefined;
}

/**
 * What the curator says is done. `named` is an id or its beginning, as it was shown. Somebody must have spoken of it in
 * these turns: the user, where the task was the user's, and no tool.
 */
export async function completeAction(draft: Draft, named: string, batch: BatchEvidence): Promise<void> {
  const open = await draft.openActions(draft.act.workspace);
  const action = named.length < SHORTEST_ID ? undefined : open.find(({ id }) => id.startsWith(named));
  if (action === undefined) return draft.drop('unknown-action');
  const evidence = await batch.ofWhole(action.content);
  const isTold = evidence?.records.some(({ id }) => !action.evidence.includes(id)) === true;
  const source = action.sourceLearningId === null ? undefined : await draft.learning(action.sourceLearningId);
  const needed = tierOf(source?.trust ?? 'typed');
  if (evidence === undefined || !isTold || !reaches(tierOf(evidence.trust), needed)) draft.drop('unsupported-done');
  else await complete(draft, action);
}

function reaches(tier: Tier, needed: Tier): boolean {
  return tier === 'user' || (tier === 'assistant' && needed !== 'user');
}

export async function complete(draft: Draft, action: PendingAction): Promise<void> {
  const { ts } = draft.act;
  draft.putAction({ ...action, status: 'completed', touchedAt: ts });
  const learning = action.sourceLearningId === null ? undefined : await draft.learning(action.sourceLearningId);
  if (learning !== undefined) draft.put({ ...learning, validTo: ts, updatedAt: ts }, 'withdrawn', learning);
}

type NewAction = Pick<Learning, 'content' | 'workspace' | 'sessionId' | 'turnId' | 'trust' | 'evidence'> & {
  readonly priority: ActionPriority;
};

/** `key` tells it from the others of this act. */
export function addAction(draft: Draft, key: string, action: NewAction): void {
  const { id: actId, ts } = draft.act;
  const { content, workspace, sessionId, evidence, priority } = action;
  const source = learningUnder(draft, key, action);
  draft.put(source, 'learned', null);
  draft.putAction({
    id: deriveId<ActionId>(actId, 'action', key),
    createdAt: ts,
    touchedAt: ts,
    workspace,
    sessionId,
    content,
    priority,
    status: 'pending',
    sourceLearningId: source.id,
    evidence,
  });
}

function learningUnder({ act }: Draft, key: string, { priority: _, ...action }: NewAction): Learning {
  const id = deriveId<LearningId>(act.id, 'action-learning', key);
  return newLearning(act.ts, { id, type: 'ACTION', ...action });
}
