/** A curation: what was answered about a batch of turns, checked line by line against what the turns say. */
import type { Journal } from '../../journal/journal.ts';
import type { Curation } from '../../memory/act.ts';
import { tierOf } from '../../memory/trust.ts';
import type { CuratorAnswer } from '../answer.ts';
import { curatedTurns } from '../batch-input.ts';
import type { CuratedTurn } from '../curator.ts';
import { parseAnswer } from '../grammar/parse-answer.ts';
import { callsIn } from '../rules/calls.ts';
import { ENGLISH } from '../rules/languages/english.ts';
import { todosIn } from '../rules/todos.ts';
import type { Draft } from './draft.ts';
import { BatchEvidence, type Evidence } from './evidence.ts';
import { isJunk } from './junk.ts';
import { complete, completeAction, settleAction } from './settle-action.ts';
import { settleLearning } from './settle-learning.ts';
import { weaveFiles } from './weave-files.ts';

/** POI-11: new things from one output and from all outputs of a batch. A page that says much is not learned by heart. */
const MOST_OF_ONE_OUTPUT = 3;
const MOST_OF_OUTPUTS = 20;

export async function applyCuration(draft: Draft, act: Curation, journal: Journal): Promise<void> {
  const turns = await curatedTurns(journal, act.turns);
  const answer = joined(act.answers);
  const evidence = new BatchEvidence(turns);
  await settleAll(draft, act, answer, evidence);
  await closeCompleted(draft, answer, turns, evidence);
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
  const outputs = new Map<string, number>();
  for (const [index, answered] of answer.learnings.entries()) {
    const evidence = await batch.of(answered.content, answered.turns);
    if (evidence === undefined) draft.drop('no-evidence');
    else if (isJunk(answered.content)) draft.drop('junk');
    else if (isFlood(evidence, outputs)) draft.drop('flood');
    else await settleLearning(draft, { answered, evidence, index }, act.settings);
  }
  for (const [index, answered] of answer.actions.entries()) {
    const evidence = await batch.of(answered.content, answered.turns);
    if (evidence === undefined) draft.drop('no-evidence');
    else await settleAction(draft, answered, evidence, index);
  }
}

/** Counts along. */
function isFlood({ trust, records }: Evidence, outputs: Map<string, number>): boolean {
  const output = records.findLast(({ source }) => source === trust)?.id;
  if (tierOf(trust) !== 'tool' || output === undefined) return false;
  const all = [...outputs.values()].reduce((sum, count) => sum + count, 0);
  const sofar = outputs.get(output) ?? 0;
  if (sofar >= MOST_OF_ONE_OUTPUT || all >= MOST_OF_OUTPUTS) return true;
  outputs.set(output, sofar + 1);
  return false;
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
