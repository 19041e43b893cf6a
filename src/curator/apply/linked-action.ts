/** What is to be done stands on a learning of type ACTION: when a person changes that, the task and its line follow. */
import { type ActionId, deriveId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import type { Draft } from './unit-of-work.ts';

const PRIORITY = 2;

/** `before` is null for one that is new. */
export async function keepTask(draft: Draft, before: Learning | null, after: Learning): Promise<void> {
  if (before?.type !== 'ACTION' && after.type !== 'ACTION') return;
  const { ts, id: actId } = draft.act;
  const { id, workspace, sessionId, content, evidence } = after;
  const tasks = [...(await draft.openActions(workspace)), ...(await draft.closedActions(workspace))];
  const task = tasks.find(({ sourceLearningId }) => sourceLearningId === id);
  const isTask = after.type === 'ACTION';
  const isSame = task !== undefined && isTask && task.content === content;
  // Its line goes with it.
  if (task !== undefined && !isSame) draft.putAction({ ...task, status: 'dismissed', touchedAt: ts });
  if (!isTask || (isSame && (before?.validTo === null) === (after.validTo === null))) return;
  const status = after.validTo === null ? 'pending' : 'dismissed';
  const added = {
    id: deriveId<ActionId>(actId, 'action', id),
    createdAt: ts,
    workspace,
    sessionId,
    content,
    priority: task?.priority ?? PRIORITY,
    sourceLearningId: id,
    evidence,
  } as const;
  draft.putAction({ ...(isSame ? task : added), status, touchedAt: ts });
}
