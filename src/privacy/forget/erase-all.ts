/**
 * The deed itself, while nothing is curated. What may stay is in the journal before what goes is erased, and what goes is
 * erased in small steps, so that captures go on beside it. Done again after a crash, it ends the same, and counts the same:
 * what goes is counted before it does.
 */
import { CarryoverError } from '../../memory/error.ts';
import type { InjectionId, LearningId, SpaceId, TurnId } from '../../memory/ids.ts';
import { Breather } from '../../platform/breathe.ts';
import { faultPoint } from '../../platform/fault-point.ts';
import { checkpointScopes } from '../checkpoint-scopes.ts';
import { teller } from '../traces/seeker.ts';
import { cleanse } from './cleanse.ts';
import type { ForgetOptions, ForgetProgress } from './forget-options.ts';
import { endedWith, spacesOf } from './gather.ts';
import { type Job, type JobKeeper, type JobNotes, notesOf } from './job.ts';
import { actsReading, forgottenOf } from './lineage.ts';

const BATCH = 50;

export async function eraseAll(
  given: Job,
  options: ForgetOptions,
  jobs: JobKeeper,
  onProgress: ForgetProgress,
): Promise<Job> {
  const { journal, knowledge, projector, keeper } = options;
  await projector.catchUp();
  // What a person changed on disk meanwhile is theirs, and part of what is kept.
  await keeper.settleAll();
  const job = await checkpointed(given, options, jobs);
  const notes = notesOf(job);
  faultPoint('after-forget-checkpoint');
  await journal.eraseActs(notes.scopes, await placeOf(job, options));
  faultPoint('after-forget-acts');
  const injections = await eraseRecords(job, options, onProgress);
  for (const id of notes.injections) injections.add(id);
  await journal.eraseInjections([...injections]);
  const ended = endedWith(job.selection, notes.sessions);
  for (const id of ended) await journal.eraseSession(id, job.askedAt);
  await knowledge.eraseReceipts([...injections], [...notes.records, ...notes.turns, ...notes.gone]);
  await knowledge.forgetTurns(await goneTurns(notes, options));
  faultPoint('after-forget-erased');
  // The disk follows what is known.
  await keeper.settleAll();
  for (const id of spacesOf(job.selection)) await eraseSpace(id, options);
  const counts = { ...notes.counts, sessions: ended.length, injections: injections.size };
  return jobs.keep({ ...job, step: 'erased', notes: { ...notes, counts } });
}

/** The job with what is known of its reach, when what is left of the scopes is kept. */
async function checkpointed(job: Job, options: ForgetOptions, jobs: JobKeeper): Promise<Job> {
  const { journal, knowledge, projector, clock } = options;
  const stored = await journal.storedAct(job.id);
  if (stored !== undefined) {
    // It was kept before a crash; now knowledge holds nothing of what went any more. Older ones may, in the journal.
    await journal.act(stored);
    return job;
  }
  const reached = await reachOf(notesOf(job), options);
  const { reading, inScopes: acts, spaces } = await actsReading(reached, reached.scopes, journal);
  const breather = new Breather(clock);
  const forgotten = forgottenOf(reached, job.selection, reading, await teller(reached.needles, breather), journal);
  const { records, turns } = reached;
  const scopes = await checkpointScopes(reached.scopes, spaces, knowledge);
  let kept = job;
  await projector.recordFrom(async () => {
    const ts = clock.now();
    const known = await knowledge.scopeState(scopes);
    const { state, gone, counts } = await cleanse(known, forgotten, { actId: job.id, ts }, breather);
    const sums = { ...reached.counts, ...counts, acts, records: records.length, turns: turns.length };
    const ids = gone.map(({ id }) => id);
    const held = await journal.injectionsHolding([...records, ...turns, ...ids]);
    const notes = {
      ...reached,
      injections: [...new Set([...reached.injections, ...held])],
      gone: ids,
      goneHashes: gone.map(({ content }) => options.hash(content)),
      counts: sums,
    };
    kept = await jobs.keep({ ...job, notes });
    return { kind: 'checkpoint', id: job.id, ts, workspace: null, cause: 'forget', scopes, state };
  });
  return kept;
}

/** The scopes and the injections in which its words stand, besides those that lineage knows of. */
export async function reachOf(notes: JobNotes, { traces, knowledge }: ForgetOptions): Promise<JobNotes> {
  const scopes = new Set<SpaceId | null>(notes.scopes);
  const injections = new Set<InjectionId>(notes.injections);
  for (const { row } of (await traces.cells(notes.needles)).traces) {
    if (row?.table === 'injections' && row.id !== null) injections.add(row.id as InjectionId);
    else if (row?.table === 'learning_history' && row.id !== null)
      scopes.add((await knowledge.learning(row.id as LearningId))?.workspace ?? null);
    else if (row?.workspace !== undefined) scopes.add(row.workspace);
  }
  return { ...notes, scopes: [...scopes], injections: [...injections] };
}

/** After its files, whose folder is found by its name. One that somebody works in again stays, empty but for that. */
async function eraseSpace(id: SpaceId, { journal, spaceErased }: ForgetOptions): Promise<void> {
  await journal.eraseSpace(id);
  if ((await journal.space(id)) === undefined) await spaceErased(id);
}

async function placeOf(job: Job, { journal }: ForgetOptions): Promise<number> {
  const checkpoint = await journal.storedAct(job.id);
  if (checkpoint !== undefined) return checkpoint.seq;
  throw new CarryoverError('the checkpoint is missing', { code: 'internal-error', subject: job.id });
}

/** The injections that held one of them. */
async function eraseRecords(job: Job, options: ForgetOptions, onProgress: ForgetProgress): Promise<Set<InjectionId>> {
  const { journal, clock, hash } = options;
  const { records, turns, sessions, gone, goneHashes } = notesOf(job);
  // What comes late of a turn that went with its session is refused; a session that goes on may add to its turns.
  const endedTurns = endedWith(job.selection, sessions).length > 0 ? turns : [];
  const breather = new Breather(clock);
  const injections = new Set<InjectionId>();
  for (let at = 0; at < records.length || at === 0; at += BATCH) {
    const ids = records.slice(at, at + BATCH);
    const found = await Promise.all(ids.map((id) => journal.record(id)));
    const contents = found.flatMap((record) => (record === undefined || record.content === '' ? [] : record.content));
    const erased = await journal.eraseRecords({
      ids,
      // What was made of them must not come back with an import, or with a block that was on its way.
      contentHashes: [...contents.map((content) => hash(content)), ...(at === 0 ? goneHashes : [])],
      otherIds: at === 0 ? [...gone, ...endedTurns] : [],
      now: job.askedAt,
    });
    for (const id of erased.injections) injections.add(id);
    onProgress('erase', Math.min(at + BATCH, records.length), records.length);
    faultPoint('after-forget-batch');
    await breather.breathe();
  }
  return injections;
}

/** Turns of which nothing is left. */
async function goneTurns({ turns }: JobNotes, { journal }: ForgetOptions): Promise<readonly TurnId[]> {
  const gone: TurnId[] = [];
  for (const id of turns) if ((await journal.turn(id)) === undefined) gone.push(id);
  return gone;
}
