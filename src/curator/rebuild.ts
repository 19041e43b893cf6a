/**
 * Knowledge and files from the journal alone, at no model's cost. The acts are applied to an empty store beside the one
 * in use, which keeps serving; when it has caught up, it takes its place. Killed at any moment, the next start goes on
 * where it was. Capture is held up only for the last step, and so is curation unless it is to curate everything anew.
 */
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { type ActId, type InjectionId, newId } from '../memory/ids.ts';
import type { Receipt } from '../memory/receipt.ts';
import { isEmptied } from '../memory/record.ts';
import { Breather } from '../platform/breathe.ts';
import type { Clock } from '../platform/clock.ts';
import { faultPoint } from '../platform/fault-point.ts';
import type { FileSync } from './file-sync.ts';
import { Projector } from './projector.ts';
import { judgedReceipts, receiptsOf } from './receipts.ts';
import type { CurationScheduler } from './scheduler.ts';

export interface RebuildOptions {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly projector: Projector;
  readonly scheduler: CurationScheduler;
  readonly keeper: FileSync;
  readonly clock: Clock;
}

export type RebuildProgress = (done: number, total: number) => void;

const INJECTIONS_PAGE = 500;
const REVISIONS_PAGE = 100;

export async function rebuild(options: RebuildOptions, onProgress: RebuildProgress): Promise<void> {
  const { knowledge, projector, scheduler, keeper } = options;
  // One that was cut off may be to curate anew: a batch that ran before it is done would start from what is void.
  const isResumed = await knowledge.isRebuildUnfinished();
  const run = async () => {
    await projector.catchUp();
    // What a person has changed on disk is part of what is replayed.
    await keeper.settleAll();
    await knowledge.rebuild(async (fresh, swap) => {
      const replay = replayInto(fresh, options, onProgress);
      await replay();
      await (isResumed ? takePlace(options, replay, swap) : scheduler.quietly(() => takePlace(options, replay, swap)));
    });
  };
  await (isResumed ? scheduler.quietly(run) : run());
  await keeper.settleAll();
  scheduler.nudge();
}

/**
 * Has every turn read again, by the model as far as the caps go and then by rules; what people did stays done. From the
 * act that says so until the new store is in place no batch runs. The new store is there first, so that one that is cut
 * off is found, and finished, by the next start.
 */
export async function recurate(options: RebuildOptions, onProgress: RebuildProgress): Promise<void> {
  const { knowledge, projector, scheduler, keeper, clock } = options;
  // Half a replay of an earlier rebuild holds what this one leaves out.
  if (await knowledge.isRebuildUnfinished()) await rebuild(options, onProgress);
  await scheduler.quietly(async () => {
    await projector.catchUp();
    await keeper.settleAll();
    await knowledge.rebuild(async (fresh, swap) => {
      const files = (await knowledge.files()).map(({ name, workspace, content }) => ({
        file: { name, workspace },
        content,
      }));
      const now = clock.now();
      const act = { kind: 'edit', id: newId<ActId>(now), ts: now, workspace: null } as const;
      await projector.record({ ...act, change: { kind: 'recurate', files } });
      faultPoint('after-recurate-act');
      const replay = replayInto(fresh, options, onProgress);
      await replay();
      await takePlace(options, replay, swap);
    });
  });
  await keeper.settleAll();
  scheduler.nudge();
}

/** Each call goes on where the last one ended. */
function replayInto(
  fresh: Knowledge,
  { journal, knowledge, clock }: RebuildOptions,
  onProgress: RebuildProgress,
): () => Promise<void> {
  const projector = new Projector({ journal, knowledge: fresh, isFresh: true });
  let through = 0;
  let revisedThrough: number | undefined;
  return async () => {
    await projector.catchUp(onProgress);
    // Those the queue knows of are closed by now, and judged with what they were given.
    revisedThrough ??= await knowledge.queue.fedThrough();
    through = await projectReceipts({ journal, fresh, before: knowledge }, through, clock);
    revisedThrough = await judgeRevisions(journal, fresh, revisedThrough, clock);
  };
}

/** The last acts, and then nothing may be added until the new store is the one. */
function takePlace(
  { projector }: RebuildOptions,
  replay: () => Promise<void>,
  swap: () => Promise<void>,
): Promise<void> {
  return projector.hold(async () => {
    await replay();
    faultPoint('before-rebuild-swap');
    await swap();
    faultPoint('after-rebuild-swap');
  });
}

interface ReceiptStores {
  readonly journal: Journal;
  readonly fresh: Knowledge;
  /** Of a turn whose text is past its time nobody can tell any more what it did: what was judged then stays so. */
  readonly before: Knowledge;
}

/** Returns the place it got to. */
async function projectReceipts(stores: ReceiptStores, after: number, clock: Clock): Promise<number> {
  const { journal, fresh, before } = stores;
  const breather = new Breather(clock);
  let through = after;
  for (;;) {
    const injections = await journal.injections(through, INJECTIONS_PAGE);
    const last = injections.at(-1);
    if (last === undefined) return through;
    await fresh.addReceipts(injections.flatMap(receiptsOf));
    for (const [turnId, given] of Map.groupBy(injections, ({ detail }) => detail?.turnId ?? null)) {
      const turn = turnId === null ? undefined : await journal.turn(turnId);
      if (turn === undefined) continue;
      const isPast = (await journal.recordsOfTurn(turn.id, turn.lastSeq)).some(isEmptied);
      if (isPast) for (const { id } of given) await fresh.addReceipts(await receiptsIn(before, id));
      else await fresh.addReceipts(await judgedReceipts(turn, given, { journal, knowledge: fresh }, breather));
    }
    through = last.seq;
  }
}

function receiptsIn(knowledge: Knowledge, injectionId: InjectionId): Promise<readonly Receipt[]> {
  return knowledge.receipts({ injectionId, limit: Number.MAX_SAFE_INTEGER });
}

/** What turns that were closed meanwhile did with what they were given. Returns the place it got to. */
async function judgeRevisions(journal: Journal, knowledge: Knowledge, after: number, clock: Clock): Promise<number> {
  const breather = new Breather(clock);
  let through = after;
  for (;;) {
    const revisions = await journal.turnRevisions(through, REVISIONS_PAGE);
    const last = revisions.at(-1);
    if (last === undefined) return through;
    for (const { id } of revisions) {
      const injections = await journal.injectionsOfTurn(id);
      const turn = injections.length === 0 ? undefined : await journal.turn(id);
      if (turn === undefined) continue;
      await knowledge.addReceipts(await judgedReceipts(turn, injections, { journal, knowledge }, breather));
    }
    through = last.seq;
  }
}
