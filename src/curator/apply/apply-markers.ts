/**
 * What an agent noted down by marker lines, as operational memory (C-030 … C-034). It is the agent's own word, so it is
 * settled like any other fact of its trust, however short it is (the service and the category say the rest), and stands in no
 * file. The turn is still to be curated.
 */
import type { Journal } from '../../journal/journal.ts';
import type { Curation } from '../../memory/act.ts';
import { appOf, callerFor } from '../../memory/app.ts';
import { curatedTurns } from '../batch-input.ts';
import { noteIn } from '../marker-notes.ts';
import type { Draft } from './draft.ts';
import { settleLearning } from './settle-learning.ts';

/** Of one turn: who notes down more tells a story. */
const MOST_TAKEN = 20;

export async function applyMarkers(draft: Draft, act: Curation, journal: Journal): Promise<void> {
  const [turn] = await curatedTurns(journal, act.turns);
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
      const evidence = { turn, records: [record], trust: 'assistant', isTurned: false } as const;
      await settleLearning(draft, { answered, evidence, index }, act.settings);
    }
  }
}
