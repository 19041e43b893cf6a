/**
 * What an agent noted down by marker lines, as operational memory (C-030 … C-034). It is the agent's own word as far as no
 * tool said it first, so it is checked and settled like any other learning, however short it is (the service and the
 * category say the rest), and stands in no file. The turn is still to be curated.
 */
import type { Curation } from '../../memory/act.ts';
import { appOf, callerFor } from '../../memory/app.ts';
import type { CuratedTurn } from '../curator.ts';
import { noteIn } from '../marker-notes.ts';
import { settleLearning } from './apply-learning.ts';
import type { OriginCheck } from './origin-check.ts';
import type { Draft } from './unit-of-work.ts';

/** Of one turn: who notes down more tells a story. */
const MOST_TAKEN = 20;

export async function applyMarkers(
  draft: Draft,
  act: Curation,
  [turn]: readonly CuratedTurn[],
  origins: OriginCheck,
): Promise<void> {
  if (turn === undefined) return;
  draft.caller = callerFor(turn.records.flatMap((record) => appOf(record) ?? [])[0]);
  for (const [index, answer] of act.answers.entries()) {
    const note = noteIn(answer);
    const record = turn.records.find(({ id }) => id === note?.record);
    if (note === undefined || record === undefined) draft.drop('no-evidence');
    else if (index >= MOST_TAKEN) draft.drop('flood');
    else {
      const { category: type, service: subject, text: content, tier } = note;
      const answered = { type, subject, content, tier, turns: [1], scope: null, tags: [], replaces: null };
      const said = { turn, records: [record], trust: 'assistant', isTurned: false } as const;
      const evidence = await origins.judged(content, said, type);
      await settleLearning(draft, { answered, evidence, index }, act.settings);
    }
  }
}
