/** How memory does as far as it concerns one space: nothing of other spaces, and no path. */
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { SpaceId } from '../memory/ids.ts';
import type { StatusReport } from '../memory/status.ts';
import { isGiven, type Reader } from './audience.ts';

export interface WireSpaceStatus {
  readonly version: string;
  readonly state: StatusReport['state'];
  /** Null when nothing is known of the place that was asked for. */
  readonly workspace: SpaceId | null;
  /** Those that hold there, and those of the user that do everywhere. */
  readonly learnings: number;
  readonly pending_actions: number;
  /** `filling`: records still wait to be indexed, and are not found yet. */
  readonly search: 'ready' | 'filling' | 'unavailable';
}

const ALL = Number.MAX_SAFE_INTEGER;

export async function spaceStatus(
  { version, state, recall }: Pick<StatusReport, 'version' | 'state' | 'recall'>,
  reader: Reader & { readonly workspace: SpaceId | null },
  knowledge: Pick<Knowledge, 'learnings' | 'actions'>,
): Promise<WireSpaceStatus> {
  const { workspace } = reader;
  const learnings = await knowledge.learnings({ workspace, limit: ALL });
  const actions = await knowledge.actions({ workspace, statuses: ['pending'], limit: ALL });
  return {
    version,
    state,
    workspace,
    learnings: learnings.filter((learning) => isGiven(reader, learning)).length,
    pending_actions: actions.length,
    search: recall === null ? 'unavailable' : recall.waiting > 0 ? 'filling' : 'ready',
  };
}
