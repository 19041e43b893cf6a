/** What is known about running things, as far as an app, or whoever is none, may read it. */
import type { Knowledge } from '../knowledge/knowledge.ts';
import { callerFor } from '../memory/app.ts';
import type { AppId, SpaceId } from '../memory/ids.ts';
import { permission } from '../memory/permission.ts';
import { type Hidden, isHiddenLearning } from '../memory/withheld.ts';
import type { OperationalInput } from '../recall/operational-section.ts';

/** More than fits. */
const MEMORIES = 500;

export async function readableOperational(
  knowledge: Pick<Knowledge, 'operational'>,
  {
    workspace,
    app,
    now,
    hidden,
  }: {
    readonly workspace: SpaceId | null;
    readonly app?: AppId | undefined;
    readonly now: number;
    readonly hidden: Hidden | undefined;
  },
): Promise<Pick<OperationalInput, 'learnings' | 'total' | 'now'>> {
  const { learnings, total } = await knowledge.operational({ workspace, now, limit: MEMORIES });
  const readable = learnings.filter(
    (learning) => permission(callerFor(app), 'read', learning.scope) === 'yes' && !isHiddenLearning(learning, hidden),
  );
  return { learnings: readable, total: total - (learnings.length - readable.length), now };
}
