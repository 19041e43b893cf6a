import { describe, expect, it } from 'vitest';
import type { PendingAction } from '../../memory/action.ts';
import type { ActionId } from '../../memory/ids.ts';
import { curatorInput, type ExampleCall } from './example-turns.fixture.ts';
import { curateByRules } from './rules.ts';

const tasks = (user: string) => curateByRules(curatorInput([{ user }])).actions;
const todo = (items: readonly (readonly [string, string])[]): ExampleCall => ({
  tool: 'TodoWrite',
  input: JSON.stringify({ todos: items.map(([content, status]) => ({ content, status, activeForm: content })) }),
});
const action = (id: string, content: string): PendingAction => ({
  id: id as ActionId,
  createdAt: 0,
  touchedAt: 0,
  workspace: null,
  sessionId: null,
  content,
  priority: 2,
  status: 'pending',
  sourceLearningId: null,
  evidence: [],
});

describe('a task a person names (A-032, B-016)', () => {
  it.each([
    ['Next step is to write the migration guide.', 'Write the migration guide.', 2],
    ['TODO: rotate the staging certificate', 'Rotate the staging certificate.', 2],
    ['remind me to call the tax office tomorrow', 'Call the tax office tomorrow.', 2],
    ["Don't forget to renew the domain before May", 'Renew the domain before May.', 2],
    ['Later we need to add rate limiting to the API', 'Add rate limiting to the API.', 2],
    ['Tomorrow I have to send the signed contract to Mr. Lee', 'Send the signed contract to Mr. Lee.', 2],
    ['We still need to translate chapter 3', 'Translate chapter 3.', 2],
    ['we should clean up the feature flags at some point', 'Clean up the feature flags at some point.', 3],
    ['TODO: urgent, fix the payment webhook', 'Urgent, fix the payment webhook.', 1],
    ['can you remind me to water the plants on Friday?', 'Water the plants on Friday.', 2],
  ])('%s', (user, content, priority) => {
    expect(tasks(user)).toEqual([{ content, turns: [1], priority }]);
  });

  it.each([
    'Add a login page. Do not forget to add tests.',
    'what is the next step?',
    'we need to fix this bug',
    'I need to understand this code',
    'find all TODO comments in src',
    '// TODO: handle errors',
    'What should we do next?',
    'remember to always use tabs',
    'run the tests',
  ])('none: %s', (user) => {
    expect(tasks(user)).toEqual([]);
  });
});

describe('a todo tool (A-032)', () => {
  it('leaves as actions what is open in its newest list', () => {
    const calls = [
      todo([
        ['Write tests', 'pending'],
        ['Add docs', 'pending'],
        ['Old idea', 'pending'],
      ]),
      todo([
        ['Write tests', 'completed'],
        ['Add docs', 'in_progress'],
        ['Publish', 'pending'],
      ]),
    ];
    expect(
      curateByRules(curatorInput([{ calls: [calls[0] as ExampleCall] }, { calls: [calls[1] as ExampleCall] }])).actions,
    ).toEqual([
      { content: 'Add docs.', turns: [2], priority: 1 },
      { content: 'Publish.', turns: [2], priority: 2 },
    ]);
  });

  it('closes the open actions it completed, and no others', () => {
    const actions = [action('a1', 'Write the migration tests'), action('a2', 'Publish the package')];
    const calls = [
      todo([
        ['Write the migration tests', 'completed'],
        ['Publish the docs site', 'completed'],
      ]),
    ];
    expect(curateByRules(curatorInput([{ calls }], { actions })).done).toEqual(['a1']);
  });

  it('follows tasks that are told one at a time', () => {
    const calls = [
      { tool: 'TaskCreate', input: '{"subject":"Write parser"}', output: 'Task #1 created successfully: Write parser' },
      {
        tool: 'TaskCreate',
        input: '{"subject":"Write printer"}',
        output: 'Task #2 created successfully: Write printer',
      },
      { tool: 'TaskUpdate', input: '{"taskId":"1","status":"completed"}', output: 'Updated task #1 status' },
    ];
    expect(curateByRules(curatorInput([{ calls }])).actions).toMatchObject([{ content: 'Write printer.' }]);
  });

  it('does not take over the plans of a subagent, a failed call or half a list', () => {
    const open = todo([['Look around', 'pending']]);
    const calls = [
      { ...open, agent: 'x' },
      { ...open, outcome: 'error' } as const,
      { ...open, input: open.input.slice(0, 20) },
    ];
    expect(curateByRules(curatorInput([{ calls }])).actions).toEqual([]);
  });
});
