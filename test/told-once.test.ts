/**
 * Rules are told once, in a brief; twelve sessions about other things later a task is given them at its start, without a model
 * (L-17, L-18): what the reader is sure enough of to learn, and what it is not.
 */
import { expect, it } from 'vitest';
import { makeHome, startDaemon } from './support/home.ts';
import { postHook, startEvent } from './support/hooks.ts';
import { allCurated, learningsOf } from './support/stores.ts';
import { tell } from './support/talk.ts';
import { makeWorkspace } from './support/workspace.ts';

const RULES = [
  'Remember that the staging host is called heron.',
  'Dates are always written as YYYY-MM-DD.',
  'Tests that need the database are named `*.db.test.ts`.',
  'Every migration needs a down step, because we roll back on Sundays.',
];
/** Of each rule, what no line of another says. */
const TELLING = ['called heron', 'YYYY-MM-DD', 'db.test.ts', 'a down step'];
const BRIEF = [
  'Here is some background before the first task.',
  'The API is a Fastify app, the screen of the harbour master is a React app.',
  RULES.map((rule) => `- ${rule}`).join('\n'),
  'Seasonal prices are computed twice, and the two disagree by a cent. Please have one module do it.',
].join('\n\n');
const FILLERS = 12;

it('what was told once is given to a task after twelve other sessions, whether it was learned or not', async () => {
  await using home = await makeHome();
  using workspace = makeWorkspace({ git: true });
  const cwd = workspace.project;
  await startDaemon(home);
  const start = async (session: string) => {
    const { body } = await postHook(home, startEvent(session, { cwd }));
    return body.split('Where earlier work')[0] ?? '';
  };
  await tell(home, { session: 'brief', cwd, ends: true }, [{ user: BRIEF }]);
  await allCurated(home, 1);
  for (const rule of TELLING) expect(await start('next')).toContain(rule);
  for (let number = 1; number <= FILLERS; number += 1) {
    const user = `why is the list of stays slow on page ${number}?`;
    await tell(home, { session: `filler-${number}`, cwd, ends: true }, [{ user, answer: 'An index was missing.' }]);
  }
  await allCurated(home, FILLERS + 1);
  const given = await start('later');
  const learned = (await learningsOf(home)).filter(({ trust }) => trust === 'typed');
  expect(learned.length).toBeGreaterThan(0);
  for (const { content } of learned) expect(given).toContain(JSON.stringify(content).slice(1, -1));
  for (const rule of TELLING) expect(given).toContain(rule);
  expect(given).not.toContain('slow on page');
});
