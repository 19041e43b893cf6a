/** Two statements of which it is not sure that one replaces the other: what is given, what is asked, how the question ends. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isActive } from '../../memory/decay.ts';
import { isQuestioned, isUnsettled, type Learning } from '../../memory/learning.ts';
import { isQuestion, type Question } from '../../memory/review.ts';
import { reviewDecision } from '../decisions.ts';
import { closeReplayed, openScripted, type Scripted } from './scripted.fixture.ts';

const OLD = 'We deploy from the release branch';
const NEWER = 'We deploy from the stable branch';

let scripted: Scripted;
beforeEach(async () => {
  scripted = await openScripted();
  await said(OLD);
  await said(NEWER);
});
afterEach(() => closeReplayed(scripted.bench));

async function said(words: string, replaces = ''): Promise<void> {
  await scripted.learn({ user: words }, `FACT: ${words} (turns 1${replaces})`);
}

async function asked(): Promise<readonly Question[]> {
  return (await scripted.bench.knowledge.reviews({ statuses: ['waiting'], limit: 10 })).filter(isQuestion);
}

async function answer(decision: 'accepted' | 'rejected' | 'both'): Promise<void> {
  const { bench } = scripted;
  const [question] = await asked();
  if (question === undefined) throw new Error('nothing is asked');
  await bench.edit(await reviewDecision(bench.knowledge, question, decision));
}

/** What agents are given of the two, and which of it is marked. */
async function given(): Promise<Readonly<Record<string, 'given' | 'marked'>>> {
  const { bench } = scripted;
  const all = await bench.knowledge.learnings({ limit: 100 });
  const open = all.filter((learning) => isActive(learning, bench.now));
  return Object.fromEntries(open.map((one) => [one.content, isUnsettled(one) ? 'marked' : 'given']));
}

async function files(): Promise<string> {
  return (await scripted.bench.knowledge.files()).map(({ content }) => content).join('\n');
}

describe('a statement that may replace another', () => {
  it('is given, marked, and the other is not, until the person says which holds', async () => {
    expect(await given()).toEqual({ [NEWER]: 'marked' });
    expect(isQuestioned(await scripted.learning(OLD))).toBe(true);
    expect(await files()).toContain(NEWER);
    expect(await files()).not.toContain(OLD);
    expect((await asked()).map(({ held }) => held.learning.content)).toEqual([NEWER]);
  });

  it.each([
    ['the newer one', 'accepted', [NEWER]],
    ['both', 'both', [OLD, NEWER]],
    ['the older one', 'rejected', [OLD]],
  ] as const)('holds as the person says: %s', async (_, decision, holding) => {
    await answer(decision);
    expect(await given()).toEqual(Object.fromEntries(holding.map((content) => [content, 'given'])));
    for (const content of [OLD, NEWER])
      expect([content, (await files()).includes(content)]).toEqual([content, holding.some((one) => one === content)]);
    expect(await asked()).toEqual([]);
  });
});

describe('a question ends by itself', () => {
  const edited = async (words: string, changed: Partial<Learning>): Promise<void> => {
    const before = await scripted.learning(words);
    await scripted.bench.edit({ kind: 'amend', before, after: { ...before, ...changed } });
  };

  it('when the newer one is withdrawn, removed or taken back: the older is given again, in its file, too', async () => {
    const { bench } = scripted;
    const newer = await scripted.learning(NEWER);
    await bench.edit({ kind: 'drop', learnings: [newer] });
    expect(await given()).toEqual({ [OLD]: 'given' });
    expect(await files()).toContain(OLD);
    expect(await asked()).toEqual([]);
    await bench.edit({ kind: 'restore', learnings: [newer] });
    expect(await given()).toEqual({ [OLD]: 'given', [NEWER]: 'given' });
  });

  it('when the newer one is switched off', async () => {
    await edited(NEWER, { validTo: scripted.bench.now });
    expect(await given()).toEqual({ [OLD]: 'given' });
    expect(await asked()).toEqual([]);
  });

  it('when the older one is switched off, or put in other words', async () => {
    await edited(OLD, { content: 'Hotfixes are deployed from the release branch' });
    expect(await given()).toEqual({ 'Hotfixes are deployed from the release branch': 'given', [NEWER]: 'given' });
    expect(await asked()).toEqual([]);
  });

  it('and is asked of what has taken the place of the newer one', async () => {
    const third = 'We deploy from the stable branch on Thursdays';
    await said(third, `; replaces ${(await scripted.learning(NEWER)).id}`);
    expect(await given()).toEqual({ [third]: 'marked' });
    expect((await asked()).map(({ held }) => held.learning.content)).toEqual([third]);
    await answer('rejected');
    expect(await given()).toEqual({ [OLD]: 'given' });
  });

  it('and is turned around when the person says the older one again', async () => {
    await said(OLD);
    expect(await given()).toEqual({ [OLD]: 'marked' });
    expect((await asked()).map(({ held }) => held.learning.content)).toEqual([OLD]);
    expect(await files()).toContain(OLD);
    expect(await files()).not.toContain(NEWER);
    await answer('accepted');
    expect(await given()).toEqual({ [OLD]: 'given' });
  });
});
