import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SpokenTurn } from '../workbench.fixture.ts';
import { openScripted, type Scripted } from './scripted.fixture.ts';

let scripted: Scripted;
beforeEach(async () => {
  scripted = await openScripted();
});
afterEach(() => scripted.bench.dispose());

const TASK = 'Write the release notes';

/** What became of a task that a curator calls done after this turn. */
async function statusAfter(opened: SpokenTurn, closed: SpokenTurn) {
  const { bench, learn } = scripted;
  await learn(opened, `ACTION: ${TASK}`);
  const [action] = await bench.knowledge.actions({ limit: 1 });
  await learn(closed, `DONE: ${action?.id}`);
  return (await bench.knowledge.actions({ limit: 1 }))[0]?.status;
}

describe('a task that a curator calls done (A-053, A-077)', () => {
  const byUser = { user: 'next: write the release notes' };
  const byAgent = { user: 'go on', answer: 'Left to do: write the release notes.' };
  const todo = JSON.stringify({ todos: [{ content: TASK, status: 'completed' }] });

  it.each<[string, SpokenTurn, SpokenTurn, string]>([
    ['the user speaks of it', byUser, { user: 'the release notes are written' }, 'completed'],
    ['the agent ticked it off', byUser, { user: 'go on', calls: [{ tool: 'TodoWrite', input: todo }] }, 'completed'],
    ['nobody speaks of it', byUser, { user: 'what is the weather?' }, 'pending'],
    ['only the agent speaks of it', byUser, { user: 'go on', answer: 'I wrote the release notes.' }, 'pending'],
    [
      'a tool speaks of it',
      byUser,
      { user: 'go on', calls: [{ input: 'curl x', output: 'release notes written' }] },
      'pending',
    ],
    ['the user says it is not', byUser, { user: "don't write the release notes yet" }, 'pending'],
    ['the agent speaks of its own', byAgent, { user: 'go on', answer: 'I wrote the release notes.' }, 'completed'],
    [
      'a tool speaks of the own of the agent',
      byAgent,
      { user: 'go on', calls: [{ input: 'ls', output: 'release notes written' }] },
      'pending',
    ],
  ])('when %s', async (_, opened, closed, status) => {
    expect(await statusAfter(opened, closed)).toBe(status);
  });
});
