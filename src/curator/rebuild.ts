/**
 * Knowledge and files from the journal alone, at no model's cost. The acts are applied to an empty store beside the one
 * in use, which keeps serving; when it has caught up, it takes its place. Killed at any moment, the next start goes on
 * where it was; capture and curation are held up only for the last step.
 */
import type { Injection, Journal } from '../journal/journal.ts';
import type { Knowledge, Receipt } from '../knowledge/knowledge.ts';
import { type ActId, newId } from '../memory/ids.ts';
import type { Clock } from '../platform/clock.ts';
import { faultPoint } from '../platform/fault-point.ts';
import type { FileKeeper } from './file-keeper.ts';
import { Projector } from './projector.ts';
import type { CurationScheduler } from './scheduler.ts';

export interface RebuildOptions {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly projector: Projector;
  readonly scheduler: CurationScheduler;
  readonly keeper: FileKeeper;
  readonly clock: Clock;
}

export type RebuildProgress = (done: number, total: number) => void;

const INJECTIONS_PAGE = 500;

export async function rebuild(options: RebuildOptions, onProgress: RebuildProgress): Promise<void> {
  const { journal, knowledge, projector, scheduler, keeper } = options;
  // What a person has changed on disk is part of what is replayed.
  await keeper.settleAll();
  await knowledge.rebuild(async (fresh, swap) => {
    const replay = new Projector({ journal, knowledge: fresh });
    await replay.catchUp(onProgress);
    const through = await projectReceipts(journal, fresh, 0);
    // The last acts, and then nothing may be added until the new store is the one.
    await scheduler.quietly(() =>
      projector.hold(async () => {
        await replay.catchUp(onProgress);
        await projectReceipts(journal, fresh, through);
        faultPoint('before-rebuild-swap');
        await swap();
        faultPoint('after-rebuild-swap');
      }),
    );
  });
  await keeper.settleAll();
  scheduler.nudge();
}

/** Asks the curator again about every turn, as far as the budget goes; what people did stays done. */
export async function recurate(options: RebuildOptions, onProgress: RebuildProgress): Promise<void> {
  const { knowledge, projector, keeper, clock } = options;
  // Half a replay of an earlier rebuild holds what this one leaves out.
  if (await knowledge.isRebuildUnfinished()) await rebuild(options, onProgress);
  await keeper.settleAll();
  const files = (await knowledge.files()).map(({ name, workspace, content }) => ({
    file: { name, workspace },
    content,
  }));
  const now = clock.now();
  await projector.record({
    kind: 'edit',
    id: newId<ActId>(now),
    ts: now,
    workspace: null,
    change: { kind: 'recurate', files },
  });
  await rebuild(options, onProgress);
}

/** Returns the place it got to. */
async function projectReceipts(journal: Journal, knowledge: Knowledge, after: number): Promise<number> {
  let through = after;
  for (;;) {
    const injections = await journal.injections(through, INJECTIONS_PAGE);
    const last = injections.at(-1);
    if (last === undefined) return through;
    await knowledge.addReceipts(injections.flatMap(receiptsOf));
    through = last.seq;
  }
}

export function receiptsOf({ id, ts, sessionId, items }: Injection): readonly Receipt[] {
  return items.map((item, index) => ({ injectionId: id, ts, sessionId, item, rank: index + 1 }));
}
