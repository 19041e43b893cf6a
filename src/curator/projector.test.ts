import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { type ActId, newId } from '../memory/ids.ts';
import { Projector } from './projector.ts';
import { Workbench } from './workbench.fixture.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await Workbench.open();
});
afterEach(() => bench.dispose());

function written(line: string, ts = bench.now) {
  const file = { name: 'user.md', workspace: null } as const;
  const change = { kind: 'file', file, before: '', content: `- ${line}\n` } as const;
  return { kind: 'edit', id: newId<ActId>(ts), ts, workspace: null, change } as const;
}

/** Gives up, once, where the machine would. */
function crashingOnce(knowledge: Knowledge): Knowledge {
  let crashes = 1;
  return new Proxy(knowledge, {
    get: (target, name) => {
      if (name === 'commit' && crashes-- > 0) return () => Promise.reject(new Error('crashed'));
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe('knowledge after the journal', () => {
  it('gets an act that was journalled before a crash with the next one, in order, and once', async () => {
    const { journal, knowledge } = bench;
    const projector = new Projector({ journal, knowledge: crashingOnce(knowledge) });
    await expect(projector.record(written('Lives in Oslo, up north'))).rejects.toThrow('crashed');
    expect(await bench.contents()).toEqual([]);
    await projector.record(written('Drinks green tea daily'));
    expect(await bench.contents()).toEqual(['Drinks green tea daily', 'Lives in Oslo, up north']);
    await projector.catchUp();
    expect((await knowledge.counts()).learningsEver).toBe(2);
    expect(await knowledge.appliedThrough()).toBe((await journal.actCounts()).last);
  });

  it('gets acts that come at once in the order of the journal', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const lines = letters.map((letter) => `${letter.repeat(6)} ${letter.repeat(9)}`);
    await Promise.all(lines.map((line) => bench.projector.record(written(line))));
    expect(await bench.knowledge.fileVersions({ name: 'user.md', workspace: null }, 100)).not.toHaveLength(0);
    expect((await bench.knowledge.file({ name: 'user.md', workspace: null }))?.content.split('\n').sort()).toEqual(
      ['', ...lines.map((line) => `- ${line}`)].sort(),
    );
  });
});
