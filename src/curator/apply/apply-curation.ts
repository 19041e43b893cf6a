/** A curation: what was answered about a batch of turns, checked line by line against what the turns say. */
import { type Curation, IMPORT_CURATOR, MARKER_CURATOR } from '../../memory/act.ts';
import { appOf, callerFor } from '../../memory/app.ts';
import type { AppId } from '../../memory/ids.ts';
import type { CuratorAnswer } from '../answer.ts';
import { curatedTurns } from '../batch-input.ts';
import type { CuratedTurn } from '../curator.ts';
import { parseAnswer } from '../grammar/parse-answer.ts';
import { callsIn } from '../rules/calls.ts';
import { ENGLISH } from '../rules/languages/english.ts';
import { todosIn } from '../rules/todos.ts';
import { applyMarkers } from './apply-markers.ts';
import type { Draft } from './draft.ts';
import { BatchEvidence, type Evidence } from './evidence.ts';
import { Flood } from './flood.ts';
import { isJunk } from './junk.ts';
import { OriginCheck, type OriginStores } from './origin-check.ts';
import { complete, completeAction, settleAction } from './settle-action.ts';
import { type Candidate, settleLearning } from './settle-learning.ts';
import { weaveFiles } from './weave-files.ts';

export async function applyCuration(draft: Draft, act: Curation, stores: OriginStores): Promise<void> {
  const turns = await curatedTurns(stores.journal, act.turns);
  const origins = new OriginCheck(stores, act, turns);
  if (act.curator === MARKER_CURATOR) return applyMarkers(draft, act, turns, origins);
  const answer = joined(act.answers);
  const evidence = new BatchEvidence(turns, origins);
  draft.caller = callerFor(appIn(turns));
  await settleAll(draft, act, answer, evidence);
  draft.curated = act.turns;
  // What was imported tells of no deeds here: it ticks off nothing and names no file that was touched.
  if (act.curator === IMPORT_CURATOR) return;
  // What is to be done in a space is no app's to close.
  if (draft.caller.kind !== 'app') await closeCompleted(draft, answer, turns, evidence);
  await weaveFiles(draft, { act, answer, evidence, turns });
  for (const _ of answer.refusedFiles) draft.drop('refused-file');
}

/** The first answer's learnings; of each file the last version that was given. */
function joined(answers: readonly string[]): CuratorAnswer {
  const [first, ...rest] = answers.map((text) => parseAnswer(text));
  if (first === undefined) return { learnings: [], actions: [], done: [], files: [], refusedFiles: [] };
  const files = new Map([first, ...rest].flatMap((answer) => answer.files).map((file) => [file.name, file]));
  return { ...first, files: [...files.values()] };
}

async function settleAll(draft: Draft, act: Curation, answer: CuratorAnswer, batch: BatchEvidence): Promise<void> {
  const flood = new Flood();
  for (const [index, answered] of answer.learnings.entries()) {
    draft.settling(answered.content);
    const evidence = await batch.of(answered.content, answered.turns, answered.type);
    if (evidence === undefined) draft.drop('no-evidence');
    else if (isJunk(answered.content)) draft.drop('junk');
    // What a person imports is as much as they want.
    else if (act.curator !== IMPORT_CURATOR && !flood.takes(evidence)) draft.drop('flood');
    else await settleLearning(draft, { answered, evidence, index }, act.settings);
  }
  for (const [index, answered] of answer.actions.entries()) {
    draft.settling(answered.content);
    const evidence = await batch.of(answered.content, answered.turns, 'ACTION');
    if (evidence === undefined) draft.drop('no-evidence');
    else if (draft.caller.kind === 'app')
      await settleLearning(draft, asLearning(answer, index, evidence), act.settings);
    else await settleAction(draft, answered, evidence, index);
  }
  draft.settling(undefined);
}

/** A batch has the turns of one app, or of none. Were it mixed, all of it would have the rights of the app. */
function appIn(turns: readonly CuratedTurn[]): AppId | undefined {
  return turns.flatMap(({ records }) => records.flatMap((record) => appOf(record) ?? []))[0];
}

/** A task that an app sets itself is its own affair; its place in the answer is behind the learnings. */
function asLearning({ learnings, actions }: CuratorAnswer, at: number, evidence: Evidence): Candidate {
  const { content = '', turns = [] } = actions[at] ?? {};
  const answered = { type: 'ACTION', content, turns, scope: null, subject: null, tags: [], replaces: null } as const;
  return { answered, evidence, index: learnings.length + at };
}

/** What the agent ticked off in its own list, which is observed, and what the curator says is done, which is checked. */
async function closeCompleted(
  draft: Draft,
  answer: CuratorAnswer,
  turns: readonly CuratedTurn[],
  batch: BatchEvidence,
): Promise<void> {
  const open = await draft.openActions(draft.act.workspace);
  const ticked = new Set(todosIn(callsIn(turns), open, ENGLISH).done);
  for (const action of open) if (ticked.has(action.id)) await complete(draft, action);
  for (const named of answer.done)
    if (![...ticked].some((id) => id.startsWith(named))) await completeAction(draft, named, batch);
}
