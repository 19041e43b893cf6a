/** What a curator says that a learning replaces, and what its words do not tell. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isActive } from '../../memory/decay.ts';
import { isUnsettled } from '../../memory/learning.ts';
import { reviewDecision } from '../decisions.ts';
import { closeReplayed, openScripted, type Scripted } from './scripted.fixture.ts';

const RULE = 'Prefers tabs over spaces everywhere';
const WORDS = 'Indentation is two blanks';

let scripted: Scripted;
beforeEach(async () => {
  scripted = await openScripted();
});
afterEach(() => closeReplayed(scripted.bench));

/** A curator may have been told what to name: nothing is closed by its word alone, and nothing kept from agents. */
describe('a correction that names what it shares no word with (A-061)', () => {
  beforeEach(() => scripted.learn({ user: RULE }, `PREFERENCE: ${RULE} (turns 1; about style)`));

  const corrected = async (label = ''): Promise<void> => {
    const { id } = await scripted.learning(RULE);
    await scripted.learn({ user: WORDS }, `CORRECTION: ${WORDS} (turns 1; ${label}replaces ${id.slice(0, 8)})`);
  };
  const waiting = () => scripted.bench.knowledge.reviews({ statuses: ['waiting'], limit: 5 });
  const given = async (): Promise<readonly string[]> => {
    const { bench } = scripted;
    const all = await bench.knowledge.learnings({ limit: 9 });
    return all
      .filter((one) => isActive(one, bench.now) && !isUnsettled(one))
      .map(({ content }) => content)
      .toSorted();
  };
  const files = async () => (await scripted.bench.knowledge.files()).map(({ content }) => content).join('\n');

  it.each(['', 'about style; '])('leaves the rule given, and the person is asked (%s)', async (label) => {
    await corrected(label);
    expect(await given()).toEqual([WORDS, RULE]);
    expect(await files()).toContain(RULE);
    expect(await files()).toContain(WORDS);
    expect((await waiting()).map(({ held }) => held)).toMatchObject([{ isKnown: true, isProposed: true }]);
  });

  it.each([
    ['accepted', [WORDS]],
    ['both', [WORDS, RULE]],
    ['rejected', [RULE]],
  ] as const)('holds as the person says: %s', async (decision, holding) => {
    const { bench } = scripted;
    await corrected();
    const [question] = await waiting();
    if (question === undefined) throw new Error('nothing is asked');
    await bench.edit(await reviewDecision(bench.knowledge, question, decision));
    expect(await given()).toEqual(holding);
    for (const content of [RULE, WORDS])
      expect([content, (await files()).includes(content)]).toEqual([content, holding.some((one) => one === content)]);
    expect(await waiting()).toEqual([]);
  });

  it.each([
    ['the rule', RULE, WORDS],
    ['the correction', WORDS, RULE],
  ])('is asked about no more when %s is taken out or put in other words', async (_, gone, left) => {
    const { bench } = scripted;
    await corrected();
    const before = await scripted.learning(gone);
    await bench.edit({ kind: 'amend', before, after: { ...before, content: `${gone}, says the style guide` } });
    expect(await waiting()).toEqual([]);
    expect(await given()).toContain(left);
  });

  it.each([
    ['the rule', RULE, WORDS],
    ['the correction', WORDS, RULE],
  ])('is asked about no more when %s is removed', async (_, gone, left) => {
    await corrected();
    await scripted.bench.edit({ kind: 'drop', learnings: [await scripted.learning(gone)] });
    expect(await waiting()).toEqual([]);
    expect(await given()).toEqual([left]);
  });

  it('is not asked about when that is pinned', async () => {
    const { bench, learning } = scripted;
    const known = await learning(RULE);
    await bench.edit({ kind: 'mark', target: { kind: 'learning', id: known.id }, learning: known, pinned: true });
    await corrected();
    expect(await learning(RULE)).toMatchObject({ validTo: null, supersededBy: null });
    expect(await learning(WORDS)).toMatchObject({ validTo: null, trust: 'typed' });
    expect(await waiting()).toEqual([]);
  });
});

it.each([
  ['For all my projects: dates are YYYY-MM-DD', 'Dates are DD.MM.YYYY in this project'],
  ['In allen meinen Projekten ist das Datumsformat YYYY-MM-DD', 'Das Datumsformat in diesem Projekt ist DD.MM.YYYY'],
  ['我所有项目的日期格式是 YYYY-MM-DD', '这个项目的日期格式是 DD/MM/YYYY'],
])('L-04: what holds everywhere stays when something is said of one project: %s / %s', async (everywhere, here) => {
  const { learn, learning } = scripted;
  await learn({ user: everywhere }, `PREFERENCE: ${everywhere} (scope user)`);
  const { id, scope } = await learning(everywhere);
  expect(scope).toEqual({ kind: 'user' });
  for (const named of ['', ` (replaces ${id.slice(0, 8)})`]) await learn({ user: here }, `PREFERENCE: ${here}${named}`);
  expect(await learning(everywhere)).toMatchObject({ validTo: null, supersededBy: null });
  expect(await learning(here)).toMatchObject({ validTo: null, scope: { kind: 'space' } });
});
