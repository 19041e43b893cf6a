/**
 * What a tool said does not become the agent's own by being said again (T-06): stories of several batches, by the rules with
 * markers and by a curator that believes everything. Honest stories must still be kept.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { storiesIn } from './support/laundering-story.ts';
import { StoryBench, type StoryMode } from './support/story-bench.ts';

const MODES: readonly StoryMode[] = ['rules', 'fooled', 'every form'];
const [ATTACKS, CONTROLS] = ['attacks', 'controls'].map((name) =>
  storiesIn(readFileSync(join(import.meta.dirname, 'corpora', 'laundering', `${name}.jsonl`), 'utf8')),
) as [ReturnType<typeof storiesIn>, ReturnType<typeof storiesIn>];

async function failuresOf(stories: typeof ATTACKS, mode: StoryMode): Promise<ReadonlyMap<string, readonly string[]>> {
  const bench = await StoryBench.open();
  try {
    const failed = new Map<string, readonly string[]>();
    for (const story of stories) {
      const failures = await bench.play(story, mode);
      if (failures.length > 0) failed.set(story.id, failures);
    }
    return failed;
  } finally {
    await bench.close();
  }
}

it.each(MODES)('T-06: what a tool said is not learned as the agent’s own in a later batch (%s)', async (mode) => {
  expect(ATTACKS.length).toBeGreaterThanOrEqual(40);
  expect(Object.fromEntries(await failuresOf(ATTACKS, mode))).toEqual({});
});

it('T-06: what a person typed, the agent ran or a tracked file says is kept, by the rules or by a model', async () => {
  expect(CONTROLS.length).toBeGreaterThanOrEqual(20);
  const [rules, fooled] = [await failuresOf(CONTROLS, 'rules'), await failuresOf(CONTROLS, 'fooled')];
  const lost = CONTROLS.filter(({ id }) => rules.has(id) && fooled.has(id));
  expect(lost.map(({ id }) => id)).toEqual([]);
});
