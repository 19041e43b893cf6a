/**
 * Runs what the gate computes on sentences of its own, so that the first prompt of a memory that has just begun is not late:
 * code that has run a few times takes a tenth of the time.
 */
import type { LearningId } from '../../memory/ids.ts';
import { newLearning } from '../../memory/learning.ts';
import { candidatesOf } from './candidate.ts';
import { featuresOf } from './features.ts';
import { promptWords } from './prompt-words.ts';
import { verdictsOf } from './verdict.ts';

const ROUNDS = 20;
const FACTS = 40;
const PROMPTS = [
  'how did we fix the import of the price list last time?',
  'rename the column "total" in report.sql:\nselect total from orders',
  'wo waren wir mit dem Umbau der Rechnungen?',
];
const SENTENCES = [
  'The import of price lists runs at six with `make prices`.',
  'Reports are written in report.sql and sent on Monday.',
  'Rechnungen gehen als PDF an die Buchhaltung.',
  'Never rename a column without a migration.',
];

export function warmUpGate(now: number): void {
  const near = Array.from({ length: FACTS }, (_, at) =>
    newLearning(now, {
      id: `warm-${at}` as LearningId,
      workspace: null,
      type: 'FACT',
      trust: 'typed',
      content: `${SENTENCES[at % SENTENCES.length]} ${at}`,
      asked: ['change the table', 'send the numbers'],
    }),
  );
  const material = { hits: [], near, replaced: new Map(), last: { turns: [], tasks: [] } };
  for (let round = 0; round < ROUNDS; round += 1) {
    const prompt = promptWords(PROMPTS[round % PROMPTS.length] ?? '', () => 1);
    if (prompt !== undefined)
      verdictsOf(featuresOf(candidatesOf(material, { at: () => undefined }), prompt, now), prompt);
  }
}
