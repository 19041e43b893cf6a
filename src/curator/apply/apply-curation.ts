/** A curation: what was answered about a batch of turns, checked line by line against what the turns say. */
import { type Curation, IMPORT_CURATOR, MARKER_CURATOR } from '../../memory/act.ts';
import { appOf, callerFor } from '../../memory/app.ts';
import type { AppId, LearningId } from '../../memory/ids.ts';
import type { AnsweredAction } from '../answer.ts';
import { curatedTurns } from '../batch-input.ts';
import type { CuratedTurn } from '../curator.ts';
import { callsIn } from '../rules/calls.ts';
import { todosIn } from '../rules/todos.ts';
import { actionsTogether, type BothAnswers, bothAnswers, contentOf, learningsTogether } from './answers-together.ts';
import { complete, completeAction, settleAction } from './apply-action.ts';
import { type Candidate, learningIdAt, settleLearning } from './apply-learning.ts';
import { applyMarkers } from './apply-markers.ts';
import { Flood } from './batch-quota.ts';
import { boundExtraction } from './bound-extraction.ts';
import { BatchEvidence, type Evidence } from './evidence.ts';
import { isLowValue } from './low-value.ts';
import { OriginCheck, type OriginStores } from './origin-check.ts';
import type { Draft } from './unit-of-work.ts';
import { updateFiles } from './update-files.ts';

export async function applyCuration(draft: Draft, act: Curation, stores: OriginStores): Promise<void> {
  const turns = await curatedTurns(stores.journal, act.turns);
  const origins = new OriginCheck(stores, act, turns);
  if (act.curator === MARKER_CURATOR) return applyMarkers(draft, act, turns, origins);
  const given = bothAnswers(act.answers);
  // Of the rules nothing was asked for, so they are bound by nothing.
  const isBound = act.settings.extraction === true;
  const answers = isBound ? { ...given, asked: boundExtraction(draft, given.asked) } : given;
  const evidence = new BatchEvidence(turns, origins);
  draft.caller = callerFor(appIn(turns));
  const byRules = await settleAll(draft, act, answers, evidence);
  draft.curated = act.turns;
  // What was imported tells of no deeds here: it ticks off nothing and names no file that was touched.
  if (act.curator === IMPORT_CURATOR) return;
  // What is to be done in a space is no app's to close.
  if (draft.caller.kind !== 'app') await closeCompleted(draft, answers, turns, evidence);
  await updateFiles(draft, { act, answer: answers.asked, evidence, turns, byRules });
  for (const _ of answers.asked.refusedFiles) draft.drop('refused-file');
}

/** Gives the ids of what the rules alone have said. */
async function settleAll(
  draft: Draft,
  act: Curation,
  answers: BothAnswers,
  batch: BatchEvidence,
): Promise<ReadonlySet<LearningId>> {
  const flood = new Flood();
  const byRules = new Set<LearningId>();
  for (const one of await learningsTogether(answers, batch)) {
    const { answered, index, isByRules } = one;
    draft.settling(answered.content);
    const evidence = one.evidence ?? batch.unsupported(answered.turns);
    if (isByRules) byRules.add(learningIdAt(act.id, index));
    if (evidence === undefined) draft.drop('no-evidence');
    else if (isLowValue(contentOf(one))) draft.drop('junk');
    // What a person imports is as much as they want; what nobody said is held, as far as somebody reads it.
    else if (act.curator !== IMPORT_CURATOR && one.evidence !== undefined && !flood.takes(evidence))
      draft.drop('flood');
    else await settleLearning(draft, { answered, evidence, index }, act.settings);
  }
  const places = answers.asked.learnings.length;
  for (const { answered, index, evidence: found } of await actionsTogether(answers, batch)) {
    draft.settling(answered.content);
    const evidence = found ?? batch.unsupported(answered.turns);
    if (evidence === undefined) draft.drop('no-evidence');
    else if (draft.caller.kind === 'app')
      await settleLearning(draft, asLearning(answered, places + index, evidence), act.settings);
    else await settleAction(draft, answered, evidence, index);
  }
  draft.settling(undefined);
  return byRules;
}

/** A batch has the turns of one app, or of none. Were it mixed, all of it would have the rights of the app. */
function appIn(turns: readonly CuratedTurn[]): AppId | undefined {
  return turns.flatMap(({ records }) => records.flatMap((record) => appOf(record) ?? []))[0];
}

/** A task that an app sets itself is its own affair; its place in the answer is behind the learnings. */
function asLearning({ content, turns }: AnsweredAction, index: number, evidence: Evidence): Candidate {
  const answered = { type: 'ACTION', content, turns, scope: null, subject: null, tags: [], replaces: null } as const;
  return { answered, evidence, index };
}

/** What the agent ticked off in its own list, which is observed, and what the curator says is done, which is checked. */
async function closeCompleted(
  draft: Draft,
  { asked, rules }: BothAnswers,
  turns: readonly CuratedTurn[],
  batch: BatchEvidence,
): Promise<void> {
  const open = await draft.openActions(draft.act.workspace);
  const ticked = new Set(todosIn(callsIn(turns), open).done);
  for (const action of open) if (ticked.has(action.id)) await complete(draft, action);
  for (const named of new Set([...asked.done, ...rules.done]))
    if (![...ticked].some((id) => id.startsWith(named))) await completeAction(draft, named, batch);
}
