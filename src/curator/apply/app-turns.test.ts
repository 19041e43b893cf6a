/** What the turns of an app become, whatever a curator makes of them (E-033, E-035): here it says all that an app may want. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AppId } from '../../memory/ids.ts';
import { openScripted, type Scripted, update } from './scripted.fixture.ts';

const A = 'reporter' as AppId;
const B = 'cleaner' as AppId;
const PORT = 'The API server listens on port 4000';
const OTHER_PORT = 'The API server listens on port 5000';
const COMMAND = 'Reports are made with make report';
const WISH = 'Prefers tabs over spaces everywhere';

let scripted: Scripted;
beforeEach(async () => {
  scripted = await openScripted();
});
afterEach(() => scripted.bench.dispose());

const fact = (content: string) => `FACT: ${content} (turns 1)`;
const pattern = (content: string) => `PATTERN: ${content} (turns 1)`;

it('adds facts to the space, and keeps everything else to itself', async () => {
  const { bench, learn, learning } = scripted;
  await learn(
    { user: `${PORT}. ${COMMAND}.`, app: A },
    `${fact(PORT)}\n${pattern(COMMAND)}\nACTION: ${COMMAND} (turns 1)`,
  );
  expect((await learning(PORT)).scope).toEqual({ kind: 'space' });
  const kept = (await bench.knowledge.learnings({ limit: 10 })).filter(({ content }) => content === COMMAND);
  expect(kept.map(({ scope }) => scope)).toEqual(kept.map(() => ({ kind: 'app', app: A })));
  expect(kept.length).toBeGreaterThan(0);
  expect(await bench.knowledge.actions({ limit: 10 })).toEqual([]);
  expect(bench.file('context.md')).toContain(PORT);
  expect(bench.file('tools.md')).not.toContain('make report');
});

it('never becomes the user scope, though the curator says so', async () => {
  const { bench, learn } = scripted;
  await learn(
    { user: WISH, app: A },
    `PREFERENCE: ${WISH} (turns 1) [scope user]\n${update('USER', '# User', `- ${WISH}`)}`,
  );
  expect(await bench.knowledge.learnings({ workspace: null, limit: 10 })).toEqual([]);
  expect(bench.file('user.md')).not.toContain('tabs');
});

it.each([
  ['confirms', `${fact(PORT)}`, PORT, { restated: 1 }],
  ['contradicts', `${fact(OTHER_PORT)}`, OTHER_PORT, { held: 1 }],
  ['corrects', `CORRECTION: ${OTHER_PORT} (turns 1)`, OTHER_PORT, { held: 1 }],
])('what others said stays as it is when an app %s it', async (_what, answer, said, dropped) => {
  const { bench, learn, learning } = scripted;
  await learn({ user: 'go on', answer: PORT }, fact(PORT));
  const before = await learning(PORT);
  const file = bench.file('context.md');
  await learn({ user: said, app: A }, answer);
  expect(await learning(PORT)).toEqual(before);
  expect(bench.file('context.md')).toBe(file);
  expect((await bench.knowledge.counts()).dropped).toMatchObject(dropped);
});

it('changes what is its own, and what is of another app stays as it is and unseen', async () => {
  const { bench, learn, learning } = scripted;
  await learn({ user: COMMAND, app: A }, pattern(COMMAND));
  await learn({ user: COMMAND, app: B }, pattern(COMMAND));
  await learn({ user: COMMAND }, pattern(COMMAND));
  const said = (await bench.knowledge.learnings({ limit: 10 })).map(({ scope }) => scope);
  expect(said).toEqual([{ kind: 'space' }, { kind: 'app', app: B }, { kind: 'app', app: A }]);
  const [, , own] = await bench.knowledge.learnings({ limit: 10 });
  await learn({ user: `Once more: ${COMMAND}`, app: A }, pattern(COMMAND));
  expect((await bench.knowledge.learning(own?.id ?? (await learning(COMMAND)).id))?.confidence).toBeGreaterThan(0.7);
});

it('adds lines to the files of its space, and takes out and changes none', async () => {
  const { bench, learn } = scripted;
  await learn(
    { user: `${PORT}. Orders are kept in Postgres tables.` },
    `${fact(PORT)}\n${fact('Orders are kept in Postgres tables')}`,
  );
  const before = bench.file('context.md');
  const lines = before.trimEnd().split('\n');
  const without = lines.filter((line) => !line.includes('4000'));
  await learn(
    { user: 'Invoices are sent on Mondays', app: A },
    update('CONTEXT', ...without, '- Invoices are sent on Mondays'),
  );
  // What the rules read in the same turn is added.
  for (const line of lines) expect(bench.file('context.md')).toContain(line);
  await learn(
    { user: 'Refunds are paid out on Fridays', app: A },
    update('CONTEXT', ...lines, '- Refunds are paid out on Fridays'),
  );
  expect(bench.file('context.md')).toContain('Fridays');
  for (const line of lines) expect(bench.file('context.md')).toContain(line);
});

it('is read apart from the turns of people, so that neither speaks for the other', async () => {
  const { bench } = scripted;
  await bench.turn({ user: PORT });
  await bench.turn({ user: COMMAND, app: A });
  await bench.turn({ user: 'thanks' });
  await bench.curate();
  expect(bench.questions).toHaveLength(2);
  expect(bench.questions.filter((question) => JSON.stringify(question).includes('make report'))).toHaveLength(1);
  expect((await bench.knowledge.queue.summary()).waiting).toBe(0);
});

it('shows a curator of people nothing that an app keeps for itself', async () => {
  const { bench, learn } = scripted;
  await learn({ user: COMMAND, app: A }, pattern(COMMAND));
  await learn({ user: 'hello' });
  expect(JSON.stringify(bench.questions.at(-1))).not.toContain('make report');
});
