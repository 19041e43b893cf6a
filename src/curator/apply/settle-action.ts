/**
 * Answered actions against open ones: the same thing again is touched, what is done is closed. An action
 * stands on a learning of type ACTION, which is found by search like any other and ends with it.
 */

import type { ActionStatus, PendingAction } from '../../memory/action.ts';
import { NEW_CONFIDENCE } from '../../memory/confidence.ts';
import { type ActionId, deriveId, type LearningId } from '../../memory/ids.ts';
import { relationOf, statementOf } from '../../memory/likeness.ts';
import type { AnsweredAction } from '../answer.ts';
import type { Draft } from './draft.ts';
import type { Evidence } from './evidence.ts';

const SHORTEST_ID = 6;

export async function settleAction(
  draft: Draft,
  answered: AnsweredAction,
  evidence: Evidence,
  index: number,
): Promise<void> {
  const known = await openActionLike(draft, answered.content);
  const records = evidence.records.map(({ id }) => id);
  if (known === undefined) return addAction(draft, answered, evidence, index);
  // The same turn read again is no new mention.
  if (!known.evidence.some((id) => records.includes(id))) draft.putAction({ ...known, touchedAt: draft.act.ts });
}

async function openActionLike(draft: Draft, content: string): Promise<PendingAction | undefined> {
  const statement = statementOf(content);
  const open = await draft.openActions(draft.act.workspace);
  return open.find((action) => relationOf(statementOf(action.content), statement) === 'same');
}

/** `named` is an id or its beginning, as the curator was shown it. */
export async function completeAction(draft: Draft, named: string): Promise<void> {
  const open = await draft.openActions(draft.act.workspace);
  const action = named.length < SHORTEST_ID ? undefined : open.find(({ id }) => id.startsWith(named));
  if (action === undefined) draft.drop('unknown-action');
  else await setStatus(draft, action, 'completed');
}

export async function setStatus(draft: Draft, action: PendingAction, status: ActionStatus): Promise<void> {
  const { ts } = draft.act;
  draft.putAction({ ...action, status, touchedAt: ts });
  const learning = action.sourceLearningId === null ? undefined : await draft.learning(action.sourceLearningId);
  if (learning === undefined) return;
  const validTo = status === 'pending' ? null : ts;
  draft.put({ ...learning, validTo, updatedAt: ts }, status === 'pending' ? 'edited' : 'withdrawn', learning);
}

function addAction(draft: Draft, { content, priority }: AnsweredAction, evidence: Evidence, index: number): void {
  const { id: actId, ts } = draft.act;
  const { turn } = evidence.turn;
  const records = evidence.records.map(({ id }) => id);
  const learningId = deriveId<LearningId>(actId, 'action-learning', String(index));
  draft.put(
    {
      id: learningId,
      createdAt: ts,
      updatedAt: ts,
      confirmedAt: ts,
      sessionId: turn.sessionId,
      turnId: turn.id,
      workspace: turn.workspace,
      scope: { kind: turn.workspace === null ? 'user' : 'space' },
      type: 'ACTION',
      subject: null,
      content,
      tags: [],
      confidence: NEW_CONFIDENCE,
      trust: evidence.trust,
      evidence: records,
      pinned: false,
      sensitive: false,
      persistent: false,
      validFrom: ts,
      validTo: null,
      supersededBy: null,
    },
    'learned',
    null,
  );
  draft.putAction({
    id: deriveId<ActionId>(actId, 'action', String(index)),
    createdAt: ts,
    touchedAt: ts,
    workspace: turn.workspace,
    sessionId: turn.sessionId,
    content,
    priority,
    status: 'pending',
    sourceLearningId: learningId,
    evidence: records,
  });
}
