/** `carryover curate --eval` with a model of the person's: asked within the caps, answers kept, their memory untouched. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli, startDaemon } from './support/home.ts';
import { makeModelHome } from './support/model-home.ts';
import { startModelServer } from './support/model-server.ts';
import { actsOf, memoryFiles, withStores } from './support/stores.ts';
import { makeWorkspace } from './support/workspace.ts';

const CASES = [
  {
    id: 'tabs',
    lang: 'en',
    turns: [{ prompt: 'we indent with tabs in this project, always' }],
    expect: [{ quote: 'we indent with tabs', words: ['tabs'], kind: 'PREFERENCE' }],
  },
  { id: 'quiet', lang: 'de', turns: [{ prompt: 'wie spät ist es?' }], expect: [] },
];

it('measures the model, keeps questions and answers, goes on where it broke off, and learns nothing', async () => {
  using workspace = makeWorkspace();
  const answer = 'PREFERENCE: Indents with tabs in this project, always (turns 1; scope space)';
  await using server = await startModelServer(({ prompt }) => ({
    does: 'answer',
    text: prompt.includes('tabs') ? answer : 'NONE',
  }));
  await using home = await makeModelHome(server, { 'curator.profile': 'manual' });
  await startDaemon(home);
  const [cases, out] = [join(workspace.project, 'cases.jsonl'), join(workspace.project, 'out')];
  writeFileSync(cases, CASES.map((one) => JSON.stringify(one)).join('\n'));
  const evaluated = (...more: readonly string[]) => runCli(home, ['curate', '--eval', cases, '--out', out, ...more]);

  // Without a terminal and without --yes nobody has agreed to spend anything.
  expect((await evaluated()).code).not.toBe(0);
  expect(server.requests).toHaveLength(0);

  const first = await evaluated('--yes', '--json');
  expect(first).toMatchObject({ code: 0 });
  expect(JSON.parse(first.stdout)).toMatchObject({
    ...{ cases: 2, answered: 1, kept: 1, held: 0, dropped: 0, lost: [], forbidden: [] },
    scores: { raw: { met: 1, expected: 1 }, product: { met: 1, items: 1 } },
  });
  expect(server.requests).toHaveLength(2);
  expect(readdirSync(out).toSorted()).toEqual([
    ...['quiet.answer.txt', 'quiet.question.txt', 'report.json', 'tabs.answer.txt', 'tabs.question.txt'],
  ]);
  expect(readFileSync(join(out, 'tabs.question.txt'), 'utf8')).toContain('we indent with tabs');

  // What is there is not asked for again, and answers alone need no model.
  expect(await evaluated('--yes')).toMatchObject({ code: 0 });
  expect(await runCli(home, ['curate', '--eval', cases, '--answers', out])).toMatchObject({ code: 0 });
  expect(server.requests).toHaveLength(2);

  expect(await actsOf(home)).toEqual([]);
  expect(memoryFiles(home)).toEqual({});
  const calls = await withStores(home, ({ journal }) => journal.modelCalls(10));
  expect(calls.map(({ purpose, end }) => [purpose, end?.outcome])).toEqual([
    ['evaluate', 'answered'],
    ['evaluate', 'answered'],
  ]);
});

it('stops at the cap of a day, and says so', async () => {
  using workspace = makeWorkspace();
  await using server = await startModelServer({ does: 'answer', text: 'NONE' });
  await using home = await makeModelHome(server, { 'curator.profile': 'manual', 'curator.dailyUsd': 0 });
  await startDaemon(home);
  const out = join(workspace.project, 'out');
  const { code, stderr } = await runCli(home, ['curate', '--eval', '--out', out, '--yes']);
  expect(code).not.toBe(0);
  expect(stderr).toContain('cap');
  expect(server.requests).toHaveLength(0);
});
