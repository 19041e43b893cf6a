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
    await projectReceipts(journal, fresh);
    // The last acts, and then nothing may be added until the new store is the one.
    await scheduler.quietly(() =>
      projector.hold(async () => {
        await replay.catchUp(onProgress);
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
  const now = options.clock.now();
  await options.projector.record({
    kind: 'edit',
    id: newId<ActId>(now),
    ts: now,
    workspace: null,
    change: { kind: 'recurate' },
  });
  await rebuild(options, onProgress);
}

async function projectReceipts(journal: Journal, knowledge: Knowledge): Promise<void> {
  for (let after = 0; ; ) {
    const injections = await journal.injections(after, INJECTIONS_PAGE);
    const last = injections.at(-1);
    if (last === undefined) return;
    await knowledge.addReceipts(injections.flatMap(receiptsOf));
    after = last.seq;
  }
}

export function receiptsOf({ id, ts, sessionId, items }: Injection): readonly Receipt[] {
  return items.map((item, index) => ({ injectionId: id, ts, sessionId, item, rank: index + 1 }));
}
