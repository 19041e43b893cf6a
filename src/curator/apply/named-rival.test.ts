/** What a curator says that a learning replaces, and what its words do not tell. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openScripted, type Scripted } from './scripted.fixture.ts';

const RULE = 'Prefers tabs over spaces everywhere';
const WORDS = 'Indentation is two blanks';

let scripted: Scripted;
beforeEach(async () => {
  scripted = await openScripted();
});
afterEach(() => scripted.bench.dispose());

/** A curator may have been told what to name: nothing is closed by its word alone. */
describe('a correction that names what it shares no word with (A-061)', () => {
  beforeEach(() => scripted.learn({ user: RULE }, `PREFERENCE: ${RULE}`));

  it('takes its place until the person says which holds', async () => {
    const { bench, learn, learning } = scripted;
    const { id } = await learning(RULE);
    await learn({ user: WORDS }, `CORRECTION: ${WORDS} (replaces ${id.slice(0, 8)})`);
    expect(await learning(RULE)).toMatchObject({ validTo: null, supersededBy: (await learning(WORDS)).id });
    const waiting = await bench.knowledge.reviews({ statuses: ['waiting'], limit: 5 });
    expect(waiting.map(({ held }) => held)).toMatchObject([{ replaces: id, isKnown: true }]);
  });

  it('stands beside it when that is pinned', async () => {
    const { bench, learn, learning } = scripted;
    const known = await learning(RULE);
    await bench.edit({ kind: 'mark', target: { kind: 'learning', id: known.id }, learning: known, pinned: true });
    await learn({ user: WORDS }, `CORRECTION: ${WORDS} (replaces ${known.id.slice(0, 8)})`);
    expect(await learning(RULE)).toMatchObject({ validTo: null, supersededBy: null });
    expect(await learning(WORDS)).toMatchObject({ validTo: null, trust: 'typed' });
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
