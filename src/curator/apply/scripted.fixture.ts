/** A workbench whose model says what a test wants it to, for tests of what becomes of an answer. */
import { expect } from 'vitest';
import type { Learning } from '../../memory/learning.ts';
import type { Config } from '../../platform/config.ts';
import { type SpokenTurn, Workbench } from '../workbench.fixture.ts';

export interface Scripted {
  readonly bench: Workbench;
  /** One turn, curated with this answer. */
  learn(turn: SpokenTurn, ...answers: readonly string[]): ReturnType<Workbench['curate']>;
  /** Of all learnings, also closed ones, the one that says this. */
  learning(content: string): Promise<Learning>;
}

export async function openScripted(config: Partial<Config> = {}): Promise<Scripted> {
  let script: string[] = [];
  const bench = await Workbench.open({ config, answer: async () => ({ text: script.shift() ?? 'NONE' }) });
  return {
    bench,
    learn: async (turn, ...answers) => {
      await bench.turn(turn);
      script = [...answers];
      return bench.curate();
    },
    learning: async (content) => {
      const all = await bench.knowledge.learnings({ valid: false, limit: 1_000 });
      const found = all.find((learning) => learning.content === content);
      if (found === undefined) throw new Error(`nothing was learned that says: ${content}`);
      return found;
    },
  };
}

/** All that a replay must give again. */
export async function everything({ knowledge }: Workbench) {
  const learnings = await knowledge.learnings({ valid: false, limit: 10_000 });
  return {
    learnings,
    history: await Promise.all(learnings.map(({ id }) => knowledge.learningHistory(id))),
    actions: await knowledge.actions({ limit: 10_000 }),
    files: await knowledge.files(),
    reviews: await knowledge.reviews({ limit: 10_000 }),
    counts: await knowledge.counts(),
  };
}

/** Disposes of it, once a replay has given the same. */
export async function closeReplayed(bench: Workbench): Promise<void> {
  try {
    const before = await everything(bench);
    await bench.rebuild();
    expect(await everything(bench), 'a replay gives the same').toEqual(before);
  } finally {
    await bench.dispose();
  }
}

export function update(label: string, ...lines: readonly string[]): string {
  return `${label}_MD_UPDATE:\n\`\`\`\`markdown\n${lines.join('\n')}\n\`\`\`\`\n`;
}
