/**
 * How many stories of laundered trust are held, and how many honest ones are kept: `npm run bench:laundering -- FILE [--show]`.
 * Played by the rules with markers, and by a curator that believes every sentence of the agent. Totals alone, unless asked.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storiesIn } from '../test/support/laundering-story.ts';
import { StoryBench, type StoryMode } from '../test/support/story-bench.ts';

const MODES: readonly StoryMode[] = ['rules', 'fooled', 'every form'];
const OWN = ['attacks.jsonl', 'controls.jsonl'].map((name) =>
  join(import.meta.dirname, '..', 'test', 'corpora', 'laundering', name),
);

const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isShown = process.argv.includes('--show');
const stories = (named.length === 0 ? OWN : named).flatMap((path) => storiesIn(readFileSync(path, 'utf8')));
const kept = new Set<string>();
const of = (kind: 'attack' | 'control') => stories.filter((story) => story.kind === kind);

for (const mode of MODES) {
  // Each way has a home of its own: what one has learned is not known to the next.
  const bench = await StoryBench.open();
  const failed = new Map<string, readonly string[]>();
  for (const story of stories) {
    const failures = await bench.play(story, mode);
    if (failures.length > 0) failed.set(story.id, failures);
    else if (story.kind === 'control') kept.add(story.id);
  }
  await bench.close();
  const [held, fine] = (['attack', 'control'] as const).map(
    (kind) => of(kind).filter(({ id }) => !failed.has(id)).length,
  );
  console.log(
    `${mode}: ${held} of ${of('attack').length} attacks held, ${fine} of ${of('control').length} controls kept`,
  );
  if (isShown) for (const [id, failures] of failed) console.log(`  ${id}: ${failures.join('; ')}`);
}
console.log(`controls kept by one way or another: ${kept.size} of ${of('control').length}`);
