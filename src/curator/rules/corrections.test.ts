import { describe, expect, it } from 'vitest';
import type { LearningId } from '../../memory/ids.ts';
import { type Learning, newLearning } from '../../memory/learning.ts';
import { curatorInput } from './example-turns.fixture.ts';
import { curateByRules } from './rules.ts';
import { isUrgent } from './urgent.ts';

const learnedAfter = (answer: string, user: string, recent: readonly Learning[] = []) =>
  curateByRules(curatorInput([{ user: 'go', answer }, { user }], { recent })).learnings;

const CORRECTED: readonly (readonly [string, string, string])[] = [
  [
    'The invoice is dated 03/14/2026, in MM/DD/YYYY.',
    'No, dates should be DD/MM/YYYY',
    'Dates should be DD/MM/YYYY, not MM/DD/YYYY.',
  ],
  ['I ran npm install.', 'no, use pnpm', 'Use pnpm, not npm.'],
  [
    'The server listens on port 3000.',
    "That's wrong. The API runs on port 4000.",
    'The API runs on port 4000, not port 3000.',
  ],
  ['Dear Sarah', "It's Sara, not Sarah", "It's Sara, not Sarah."],
  ['Done.', 'Nope, the repo is on GitLab, not GitHub', 'The repo is on GitLab, not GitHub.'],
  ['I added it in imperial units.', 'I said metric units', 'Metric units, not imperial.'],
  ['Added jest.', 'actually we use vitest here', 'We use vitest here, not jest.'],
  ['Done.', "You're wrong, the deadline is 3 June", 'The deadline is 3 June.'],
  ['Done.', 'Wrong. Our fiscal year starts in April.', 'Our fiscal year starts in April.'],
  [
    'Committed with the commit message "fix".',
    'commit messages should start with the ticket number',
    'Commit messages should start with the ticket number.',
  ],
  ['The office is in Berlin.', 'not Berlin but Bern', 'Not Berlin but Bern.'],
];

const NO_CORRECTION: readonly string[] = [
  'no problem',
  'No, thanks',
  'No, leave it',
  'no, that is fine',
  'Nope, still failing',
  'no, it still does not work',
  'Actually, can you also add a test?',
  'actually, never mind',
  'Actually that looks great',
  'no worries, take your time',
  'No, the tests are failing with the same error',
  'no, let me check',
  'no idea',
  'No, make the button blue',
  'Actually I think this is pretty good',
  'no, not yet',
  'No, I just want to see the plan',
  "it's a bug, not a feature lol",
  'no need to run the tests',
  'Is it port 4000, not 3000?',
];

const learning = (id: string, content: string): Learning =>
  newLearning(0, { id: id as LearningId, type: 'PREFERENCE', content, workspace: null, trust: 'typed' });

describe('a correction (A-052, B-055)', () => {
  it.each(CORRECTED)('after "%s": %s', (answer, user, reads) => {
    expect(learnedAfter(answer, user)).toMatchObject([{ type: 'CORRECTION', content: reads, turns: [2] }]);
  });

  it.each(NO_CORRECTION)('is not: %s', (user) => {
    expect(learnedAfter('Shall I go on?', user)).toEqual([]);
    expect(isUrgent(user)).toBe(false);
  });

  it('names the learning it contradicts, and only that one', () => {
    const recent = [
      learning('l1', 'Invoices go out monthly.'),
      learning('l2', 'Dates are written as MM/DD/YYYY.'),
      learning('l3', 'The user prefers short answers.'),
    ];
    expect(learnedAfter('Done.', 'No, dates should be DD/MM/YYYY', recent)).toMatchObject([{ replaces: 'l2' }]);
    expect(learnedAfter('Done.', 'no, use pnpm', recent)).toMatchObject([{ replaces: null }]);
    expect(
      learnedAfter(
        'Done.',
        'No, dates should be DD/MM/YYYY',
        recent.map((one) => ({ ...one, validTo: 1 })),
      ),
    ).toMatchObject([{ replaces: null }]);
  });
});

describe('a message that jumps the queue', () => {
  it.each([
    ['No, dates should be DD/MM/YYYY', true],
    ['Remember that the demo is on Friday', true],
    ["That's wrong. We use pnpm.", true],
    ['I prefer tabs', false],
    ['fix the failing test', false],
    ['do you remember the bug?', false],
  ])('%s → %s', (message, urgent) => {
    expect(isUrgent(message)).toBe(urgent);
  });
});
