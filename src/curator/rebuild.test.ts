import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deriveId, type InjectionId, type LearningId } from '../memory/ids.ts';
import { everything } from './apply/scripted.fixture.ts';
import { rebuild, recurate } from './rebuild.ts';
import { SESSION, Workbench } from './workbench.fixture.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await Workbench.open();
  await bench.turn({ user: 'I prefer tabs over spaces.' });
  await bench.curate();
  await bench.turn({ user: 'Remember that the API runs on port 4000.' });
  await bench.curate();
  writeFileSync(bench.path('user.md'), `${bench.file('user.md')}- Lives in Oslo, up north\n`);
  await bench.keeper.settleAll();
});
afterEach(() => bench.dispose());

const parts = () => {
  const { journal, knowledge, projector, scheduler, keeper, clock } = bench;
  return { journal, knowledge, projector, scheduler, keeper, clock };
};

async function inject(number: number): Promise<void> {
  const items = [deriveId<LearningId>('item', String(number))];
  const base = { ts: bench.now, sessionId: SESSION, workspace: bench.space, kind: 'boot', text: 'known' } as const;
  await bench.journal.append({ injections: [{ ...base, id: deriveId<InjectionId>(String(number)), items }] });
}

describe('a rebuild (B-012, B-075)', () => {
  it('that is broken off goes on where it was, also after a restart', async () => {
    const before = await everything(bench);
    const failing = bench.rebuild((done) => {
      if (done >= 3) throw new Error('the power is gone');
    });
    await expect(failing).rejects.toThrow('the power is gone');
    expect(await everything(bench)).toEqual(before);
    await bench.close();
    await bench.reopen();
    expect(await bench.knowledge.isRebuildUnfinished()).toBe(true);
    const progress: number[] = [];
    await bench.rebuild((done) => progress.push(done));
    expect(progress[0]).toBeGreaterThan(3);
    expect(await everything(bench)).toEqual(before);
    expect(await bench.knowledge.isRebuildUnfinished()).toBe(false);
  });

  it('does not miss what is curated, edited or given while it runs', async () => {
    await inject(1);
    let meanwhile: Promise<unknown> | undefined;
    await bench.rebuild(() => {
      meanwhile ??= (async () => {
        await inject(2);
        await bench.turn({ user: 'I prefer dark mode in every editor.' });
        return bench.curate();
      })();
    });
    await meanwhile;
    await bench.curate();
    expect(bench.file('user.md')).toMatch(/tabs[\s\S]*dark mode/);
    expect(await bench.knowledge.receipts({ limit: 9 })).toHaveLength(2);
    const before = await everything(bench);
    await bench.rebuild();
    expect(await everything(bench)).toEqual(before);
  });

  it('T-12: asks the journal as often for each act of a long history as of a short one, and gives the same again', async () => {
    const asksPerAct = async () => {
      let asks = 0;
      const journal = new Proxy(bench.journal, {
        get: (target, name) => {
          const value = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          asks += 1;
          return value.bind(target);
        },
      });
      const before = await everything(bench);
      await rebuild({ ...parts(), journal }, () => undefined);
      expect(await everything(bench)).toEqual(before);
      return asks / (await bench.journal.acts(0, 10_000)).length;
    };
    const learn = async (from: number, to: number) => {
      for (let number = from; number < to; number += 1) {
        await bench.turn({ user: `Remember that port ${4_000 + number} belongs to service number ${number}.` });
        await bench.curate();
      }
    };
    await learn(0, 8);
    const few = await asksPerAct();
    await learn(8, 40);
    expect(await asksPerAct()).toBeLessThan(1.5 * few);
  });
});

describe('curating everything anew', () => {
  it('forgets what curators made, keeps what people did, and takes no curated line for a person', async () => {
    await recurate(parts(), () => undefined);
    expect(bench.file('user.md')).toContain('Oslo');
    expect(bench.file('user.md')).not.toContain('tabs');
    expect(bench.file('context.md')).not.toContain('4000');
    expect(await bench.contents()).toEqual(['Lives in Oslo, up north']);
    expect((await bench.journal.acts(0, 100)).filter(({ kind }) => kind === 'edit')).toHaveLength(2);
    expect(await bench.curate()).toMatchObject({ curated: 2 });
    expect(bench.file('user.md')).toMatch(/tabs/);
    expect(bench.file('user.md')).toMatch(/Oslo/);
    const curated = (await bench.knowledge.learnings({ limit: 9 })).filter(({ content }) => !/Oslo/.test(content));
    expect(curated.every(({ evidence }) => evidence.length > 0)).toBe(true);
    const before = await everything(bench);
    await bench.rebuild();
    expect(await everything(bench)).toEqual(before);
  });

  it('keeps an edit that a person makes before the files are written', async () => {
    await bench.keeper.settleAll();
    let saved = false;
    await recurate(parts(), () => {
      if (!saved) writeFileSync(bench.path('user.md'), `${bench.file('user.md')}- Drinks green tea daily\n`);
      saved = true;
    });
    expect(bench.file('user.md')).toContain('Drinks green tea daily');
    expect(bench.file('user.md')).toContain('Oslo');
    expect(bench.file('user.md')).not.toContain('tabs');
  });

  it('finishes a rebuild that was broken off first: half of it would hold what is to be forgotten', async () => {
    const failing = bench.rebuild((done) => {
      if (done >= 3) throw new Error('the power is gone');
    });
    await expect(failing).rejects.toThrow('the power is gone');
    await recurate(parts(), () => undefined);
    expect(await bench.contents()).toEqual(['Lives in Oslo, up north']);
  });
});
