/**
 * The deed itself, while nothing is curated. What may stay is in the journal before what goes is erased, and what goes is
 * erased in small steps, so that captures go on beside it. Done again after a crash, it ends the same, and counts the same:
 * what goes is counted before it does.
 */
import { setImmediate as nextLoop } from 'node:timers/promises';
import { CarryoverError } from '../../memory/error.ts';
import type { InjectionId, SpaceId, TurnId } from '../../memory/ids.ts';
import { Breather } from '../../platform/breathe.ts';
import { faultPoint } from '../../platform/fault-point.ts';
import type { ForgetOptions, ForgetProgress } from './forget-options.ts';
import { endedWith, spacesOf } from './gather.ts';
import type { Job } from './job.ts';
import type { Erasing, SealedPlan } from './plan.ts';

const BATCH = 50;
/** Ids of one statement where none costs more than a look. */
const LOOKED_UP = 500;

/** Resolves to what went, with the counts of all of it. */
export async function eraseAll(
  job: Job,
  sealed: SealedPlan,
  options: ForgetOptions,
  onProgress: ForgetProgress,
): Promise<Erasing> {
  const { journal, knowledge, projector, keeper } = options;
  await projector.catchUp();
  // What a person changed on disk meanwhile is theirs, and part of what is kept.
  await keeper.settleAll();
  const plan = await checkpointed(job, sealed, options);
  faultPoint('after-forget-checkpoint');
  // What was kept may be much: those who waited for it come first.
  await nextLoop();
  await journal.eraseActs(plan.scopes, await placeOf(job, options), new Set(plan.keptEdits));
  faultPoint('after-forget-acts');
  const injections = await eraseRecords(job, plan, options, onProgress);
  for (const id of plan.injections) injections.add(id);
  for (const ids of pagesOf([...injections], BATCH)) await journal.eraseInjections(ids);
  const ended = endedWith(job.selection, plan.sessions);
  for (const id of ended) await journal.eraseSession(id, job.askedAt);
  await eraseReceipts(plan, [...injections], options);
  for (const ids of pagesOf(await goneTurns(plan, options), LOOKED_UP)) await knowledge.forgetTurns(ids);
  faultPoint('after-forget-erased');
  // The disk follows what is known.
  await keeper.settleAll();
  for (const id of spacesOf(job.selection)) await eraseSpace(id, options);
  return { ...plan, counts: countsOf(job, plan, injections.size) };
}

/** All that goes: also blocks that were given since it was planned. */
function countsOf({ selection }: Pick<Job, 'selection'>, plan: Erasing, injections: number): Erasing['counts'] {
  return { ...plan.counts, sessions: endedWith(selection, plan.sessions).length, injections };
}

/** What is known of its reach, when what is left of the scopes is kept. */
async function checkpointed(job: Job, sealed: SealedPlan, options: ForgetOptions): Promise<Erasing> {
  const { journal, projector, clock, search } = options;
  const stored = await journal.storedAct(job.id);
  if (stored !== undefined) {
    // It was kept before a crash; now knowledge holds nothing of what went any more. Older ones may, in the journal.
    await journal.act(stored);
    return search.planned(sealed);
  }
  let plan: Erasing | undefined;
  await projector.recordFrom(async () => {
    const ts = clock.now();
    const keeping = { actId: job.id, ts };
    const { erasing, scopes, state } = await search.cleanse({ selection: job.selection, sealed, keeping });
    plan = erasing;
    return { kind: 'checkpoint', id: job.id, ts, workspace: null, cause: 'forget', scopes, state };
  });
  return plan ?? search.planned(sealed);
}

/** After its files, whose folder is found by its name. One that somebody works in again stays, empty but for that. */
async function eraseSpace(id: SpaceId, { journal, spaceErased }: ForgetOptions): Promise<void> {
  await journal.eraseSpace(id);
  if ((await journal.space(id)) === undefined) await spaceErased(id);
}

async function placeOf(job: Job, { journal }: ForgetOptions): Promise<number> {
  const place = await journal.actPlace(job.id);
  if (place !== undefined) return place;
  throw new CarryoverError('the checkpoint is missing', { code: 'internal-error', subject: job.id });
}

/** The injections that held one of them. */
async function eraseRecords(
  { selection, askedAt }: Job,
  { records, recordHashes, turns, sessions, gone, goneHashes }: Erasing,
  options: ForgetOptions,
  onProgress: ForgetProgress,
): Promise<Set<InjectionId>> {
  const { journal, clock } = options;
  const breather = new Breather(clock);
  const injections = new Set<InjectionId>();
  const erase = async (erasing: Omit<Parameters<typeof journal.eraseRecords>[0], 'now'>): Promise<void> => {
    const erased = await journal.eraseRecords({ ...erasing, now: askedAt });
    for (const id of erased.injections) injections.add(id);
    await breather.breathe();
  };
  // What comes late of a turn that went with its session is refused; a session that goes on may add to its turns.
  const endedTurns = endedWith(selection, sessions).length > 0 ? turns : [];
  // What was made of them must not come back with an import, or with a block that was on its way.
  for (const contentHashes of pagesOf(goneHashes, LOOKED_UP)) await erase({ ids: [], contentHashes });
  for (const otherIds of pagesOf([...gone, ...endedTurns], LOOKED_UP))
    await erase({ ids: [], contentHashes: [], otherIds });
  for (let at = 0; at < records.length; at += BATCH) {
    const ids = records.slice(at, at + BATCH);
    const hashes = recordHashes.slice(at, at + BATCH);
    // An older version has kept none.
    const contentHashes =
      hashes.length < ids.length ? await hashesOf(ids, options) : hashes.filter((hash) => hash !== null);
    await erase({ ids, contentHashes });
    onProgress('erase', Math.min(at + BATCH, records.length), records.length);
    faultPoint('after-forget-batch');
  }
  return injections;
}

async function hashesOf(ids: Erasing['records'], { journal, hash }: ForgetOptions): Promise<readonly string[]> {
  const found = await Promise.all(ids.map((id) => journal.record(id)));
  return found.flatMap((record) => (record === undefined || record.content === '' ? [] : hash(record.content)));
}

async function eraseReceipts(
  { records, turns, gone }: Erasing,
  injections: readonly InjectionId[],
  { knowledge, clock }: ForgetOptions,
): Promise<void> {
  const breather = new Breather(clock);
  for (const ids of pagesOf(injections, LOOKED_UP)) await knowledge.eraseReceipts(ids, []);
  for (const items of pagesOf<string>([...records, ...turns, ...gone], LOOKED_UP)) {
    await knowledge.eraseReceipts([], items);
    await breather.breathe();
  }
}

/** Turns of which nothing is left. */
async function goneTurns({ turns }: Erasing, { journal, clock }: ForgetOptions): Promise<readonly TurnId[]> {
  const breather = new Breather(clock);
  const gone: TurnId[] = [];
  for (const id of turns) {
    if ((await journal.turn(id)) === undefined) gone.push(id);
    await breather.breathe();
  }
  return gone;
}

function* pagesOf<Item>(items: readonly Item[], size: number): Iterable<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
