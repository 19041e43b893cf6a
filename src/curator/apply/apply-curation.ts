/** A curation: what was answered about a batch of turns, checked line by line against what the turns say. */
import type { Journal } from '../../journal/journal.ts';
import type { Curation } from '../../memory/act.ts';
import type { CuratorAnswer } from '../answer.ts';
import { curatedTurns } from '../batch-input.ts';
import type { CuratedTurn } from '../curator.ts';
import { parseAnswer } from '../grammar/parse-answer.ts';
import { callsIn } from '../rules/calls.ts';
import { ENGLISH } from '../rules/languages/english.ts';
import { todosIn } from '../rules/todos.ts';
import type { Draft } from './draft.ts';
import { BatchEvidence } from './evidence.ts';
import { isJunk } from './junk.ts';
import { completeAction, settleAction } from './settle-action.ts';
import { settleLearning } from './settle-learning.ts';
import { weaveFiles } from './weave-files.ts';

export async function applyCuration(draft: Draft, act: Curation, journal: Journal): Promise<void> {
  const turns = await curatedTurns(journal, act.turns);
  const answer = joined(act.answers);
  const evidence = new BatchEvidence(turns);
  await settleAll(draft, act, answer, evidence);
  await closeCompleted(draft, answer, turns);
  await weaveFiles(draft, { act, answer, evidence, turns });
  for (const _ of answer.refusedFiles) draft.drop('refused-file');
  draft.curated = act.turns;
}

/** The first answer's learnings; of each file the last version that was given. */
function joined(answers: readonly string[]): CuratorAnswer {
  const [first, ...rest] = answers.map((text) => parseAnswer(text));
  if (first === undefined) return { learnings: [], actions: [], done: [], files: [], refusedFiles: [] };
  const files = new Map([first, ...rest].flatMap((answer) => answer.files).map((file) => [file.name, file]));
  return { ...first, files: [...files.values()] };
}

async function settleAll(draft: Draft, act: Curation, answer: CuratorAnswer, batch: BatchEvidence): Promise<void> {
  for (const [index, answered] of answer.learnings.entries()) {
    const evidence = await batch.of(answered.content, answered.turns);
    if (evidence === undefined) draft.drop('no-evidence');
    else if (isJunk(answered.content)) draft.drop('junk');
    else await settleLearning(draft, { answered, evidence, index }, act.settings);
  }
  for (const [index, answered] of answer.actions.entries()) {
    const evidence = await batch.of(answered.content, answered.turns);
    if (evidence === undefined) draft.drop('no-evidence');
    else await settleAction(draft, answered, evidence, index);
  }
}

/** What the curator says is done, and what the agent ticked off in its own list: the list is observed, not believed. */
async function closeCompleted(draft: Draft, answer: CuratorAnswer, turns: readonly CuratedTurn[]): Promise<void> {
  for (const id of answer.done) await completeAction(draft, id);
  const open = await draft.openActions(draft.act.workspace);
  for (const id of todosIn(callsIn(turns), open, ENGLISH).done) await completeAction(draft, id);
}
