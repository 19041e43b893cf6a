/**
 * A process that works on the files of the home, as it is told by message, one piece after the other, and ends when its
 * parent lets go of the channel: to leave earlier would cut off what is still on its way, which is everything beyond what a pipe
 * holds. It gives way to everybody else.
 */
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { openJournal } from '../journal/journal.ts';
import { openKnowledge } from '../knowledge/knowledge.ts';
import { systemClock } from '../platform/clock.ts';
import { setDatabaseKeys } from '../platform/database-keys.ts';
import { sqliteError } from '../platform/sqlite-error.ts';
import { makeBackup } from '../privacy/backups/make-backup.ts';
import type { ForgetPlace } from '../privacy/forget/forget-tasks.ts';
import { ForgetWork, type LastSearch } from '../privacy/forget/forget-work.ts';
import { type ListPart, listParts, withoutLists } from '../privacy/process/list-parts.ts';
import type { FromProcess, GivenTask, PartOf, TaskName, Tasks } from '../privacy/process/tasks.ts';
import { compactFile } from '../privacy/retention/compact-file.ts';
import { migrateJournal } from '../privacy/retention/migrate-journal.ts';
import { byteTraces } from '../privacy/traces/byte-traces.ts';
import { cellTraces } from '../privacy/traces/cell-traces.ts';
import { placesOf } from '../privacy/traces/trace.ts';
import { tokenise } from '../recall/text/tokenise.ts';

/** In a hundred steps at most. */
const STEPS = 100;

interface Told<Name extends TaskName> {
  step(done: number, total: number): void;
  part(part: PartOf<Name>): void;
}

type Task<Name extends TaskName> = (
  input: Tasks[Name]['input'],
  told: Told<Name>,
) => Tasks[Name]['result'] | Promise<Tasks[Name]['result']>;

const TASKS: { readonly [Name in TaskName]: Task<Name> } = {
  preview: ({ place, ...wish }) => forgetting(place, (work) => work.preview(wish)),
  touched: ({ place, ...wish }) => forgetting(place, (work) => work.touched(wish)),
  plan: ({ place, ...planning }, { step, part }) =>
    forgetting(place, async (work) => inParts(await work.plan(planning, step), part)),
  planned: ({ place, sealed }, { part }) =>
    forgetting(place, async (work) => inParts(await work.planned(sealed), part)),
  cleanse: ({ place, ...cleansing }, { part }) =>
    forgetting(place, async (work) => {
      const { erasing, scopes, state } = await work.cleanse(cleansing);
      return {
        erasing: inParts(erasing, (list) => part({ ...list, of: 'erasing' })),
        scopes,
        state: inParts(state, (list) => part({ ...list, of: 'state' })),
      };
    }),
  prove: ({ place, ...proving }, { step }) => forgetting(place, (work) => work.prove(proving, step)),
  traces: ({ home, needles }, work) => {
    const inCells = cellTraces(home, needles, work);
    const { files, bytes, traces, unsearched } = byteTraces(home, needles, work);
    return { files, bytes, places: placesOf([...inCells.traces, ...traces]), unsearched };
  },
  backup: (input) => makeBackup(input),
  migrate: async (place) => {
    await migrateJournal(place);
    return undefined;
  },
  compact: ({ path }) => {
    compactFile(path);
    return undefined;
  },
};

/** What the last search has found is kept for the next. */
let last: LastSearch | undefined;

/** The stores are open only meanwhile: knowledge may be put in the place of another. */
async function forgetting<Result>(place: ForgetPlace, use: (work: ForgetWork) => Promise<Result>): Promise<Result> {
  const options = { backupFolder: place.backups, clock: systemClock, exists: existsSync, readOnly: true };
  const journal = await openJournal({ ...options, path: place.journal });
  const knowledge = await openKnowledge({ ...options, path: place.knowledge });
  const termsOf = (word: string) => tokenise(word).map(({ term }) => term);
  const work = new ForgetWork({ place, journal, knowledge, clock: systemClock, termsOf }, last);
  try {
    return await use(work);
  } finally {
    last = work.last;
    await knowledge.close();
    await journal.close();
  }
}

function inParts(whole: object, tellPart: (part: ListPart) => void): object {
  for (const part of listParts(whole)) tellPart(part);
  return withoutLists(whole);
}

function steps(): (done: number, total: number) => void {
  let told = 0;
  return (done, total) => {
    if (done < told) told = 0;
    if (done - told < total / STEPS) return;
    told = done;
    tell({ kind: 'progress', done, total });
  };
}

/** Nobody hears it when its parent is gone. */
function tell(message: FromProcess): void {
  if (process.connected) process.send?.(message);
}

async function run({ name, input, keys }: GivenTask): Promise<void> {
  try {
    setDatabaseKeys(keys);
    const told = { step: steps(), part: (part: unknown) => tell({ kind: 'part', part }) };
    tell({ kind: 'done', result: await TASKS[name](input as never, told) });
  } catch (thrown) {
    const { message, code, hint, subject, retryable } = sqliteError(thrown, 'the home');
    const named = { ...(hint === undefined ? {} : { hint }), ...(subject === undefined ? {} : { subject }) };
    tell({ kind: 'failed', message, details: { code, retryable, ...named } });
  }
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('message', (task) => void run(task as GivenTask));
