/** Ways of saying things, by kind: for each some that are meant to last and some that only look like it. */
import { describe, expect, it } from 'vitest';
import { curatorInput } from './example-turns.fixture.ts';
import { curateByRules } from './rules.ts';

interface Kind {
  readonly means: readonly (readonly [string, string])[];
  readonly not: readonly string[];
}

const learned = (user: string): readonly string[] => {
  const { learnings, actions } = curateByRules(curatorInput([{ user }]), 'rules');
  return [
    ...learnings.map(({ type, content }) => `${type}: ${content}`),
    ...actions.map((one) => `ACTION: ${one.content}`),
  ];
};

const KINDS: Readonly<Record<string, Kind>> = {
  'a rule in few words': {
    means: [
      ['no default exports in this repo', 'PREFERENCE: No default exports in this repo.'],
      ['Oxford comma always', 'PREFERENCE: Oxford comma always.'],
      ['avoid nested ternaries, in general', 'PREFERENCE: Avoid nested ternaries, in general.'],
      ['House rules: kebab-case, no barrel files', 'PREFERENCE: House rules: kebab-case, no barrel files.'],
      ['amounts with two decimals, that is all. dates as ISO, keep it that way', 'PREFERENCE: Dates as ISO.'],
      ['one question at a time please', 'PREFERENCE: One question at a time.'],
      ['alwyas use double quotes', 'PREFERENCE: Alwyas use double quotes.'],
    ],
    not: [
      'no tables in the appendix',
      'no comments in the snippet please',
      'avoid toll roads',
      'one step at a time :)',
      'use tabs here',
      'keep it short',
      'great service, every time',
      'References: Smith 2020, Lee 2021',
    ],
  },
  'a condition': {
    means: [
      ['whenever you change the schema, update the ER diagram', 'PREFERENCE: Whenever you change the schema,'],
      ['every time you add a dependency tell me its licence', 'PREFERENCE: Every time you add a dependency'],
      ['before you delete anything, ask', 'PREFERENCE: Before you delete anything, ask.'],
      ['when you write tests, use the builder', 'PREFERENCE: When you write tests, use the builder.'],
      ['For branches I want ticket/short-words', 'PREFERENCE: For branches the user wants ticket/short-words.'],
    ],
    not: [
      'whenever you are ready',
      'if the cart is empty always show the banner',
      'on logout, never keep the token',
      'for every row write one line to the log',
      'after each save show a toast',
      'for the demo, never show real names',
    ],
  },
  'the name of the agent': {
    means: [
      ['your name is Jarvis now', 'PREFERENCE: The agent is called Jarvis.'],
      ["I'll call you Max", 'PREFERENCE: The agent is called Max.'],
      ["you are 'Bert' from today on", "PREFERENCE: The agent is called 'Bert'."],
      ["you're called Ada", 'PREFERENCE: The agent is called Ada.'],
      ['you go by Moss from now on', 'PREFERENCE: The agent is called Moss.'],
    ],
    not: [
      "I'll call you later",
      'you are a strict teacher',

      "I'll call you back",
    ],
  },
  'what a word means': {
    means: [
      [
        "when I say 'the barn' I mean the staging server",
        "FACT: User: when I say 'the barn' I mean the staging server.",
      ],
      ['in the export -1 means missing', 'FACT: In the export -1 means missing.'],
      ['PO means purchase order here', 'FACT: PO means purchase order here.'],
      ['by members I mean the people who pay', 'FACT: User: by members I mean the people who pay.'],
      ['status 9 means cancelled', 'FACT: Status 9 means cancelled.'],
    ],
    not: [
      'what does 418 mean',
      'which means it is done',
      'I mean the other one',
      'this means war',
      'by the way I mean it',
    ],
  },
  'who does what': {
    means: [
      ['Marta owns the billing module', 'FACT: Marta owns the billing module.'],
      ['Jonas is our accountant', 'FACT: Jonas is our accountant.'],
      ['ask Priya about anything in the warehouse code', 'FACT: Ask Priya about anything'],
      ['for anything about payments ask Ines', 'FACT: For anything about payments ask Ines.'],
      ['Bo is responsible for the firewall', 'FACT: Bo is responsible for the firewall.'],
    ],
    not: [
      'who owns the copyright of this photo?',
      'It owns the lock',
      'ask me about it',
      'Tom is on holiday',
      'He is the boss',
    ],
  },
  'a remedy with its sign': {
    means: [
      [
        "if you see 'EMFILE' again, ulimit -n 8192 fixes it",
        "FACT: If you see 'EMFILE' again, ulimit -n 8192 fixes it.",
      ],
      ['the trick was to delete the cache when it hangs', 'FACT: The trick was to delete the cache when it hangs.'],
      ['when docker complains about the socket, restart colima', 'FACT: When docker complains about the socket,'],
      [
        'the fix for the red screen is clearing DerivedData',
        'FACT: The fix for the red screen is clearing DerivedData.',
      ],
      ['whenever the watcher dies run make watch', 'FACT: Whenever the watcher dies run make watch.'],
    ],
    not: [
      'the fix is to add a null check',
      'when it fails show an error',
      'if you see a typo tell me',
      'why does it fail when I run it',
    ],
  },
  'an open task': {
    means: [
      ['once the supplier answers we have to update the price list', 'ACTION: Once the supplier answers'],
      ["ship it, we'll add paging in the next iteration", 'ACTION: Add paging in the next iteration.'],
      ['ok, so we need to rotate the keys this week', 'ACTION: Rotate the keys this week.'],
      ['still open: the footer links', 'ACTION: The footer links.'],
      ['somebody has to fix the flaky test, put it on the list', 'ACTION: Fix the flaky test.'],
      [
        'leave the page until legal answers, then we have to add the note',
        'ACTION: Leave the page until legal answers,',
      ],
    ],
    not: [
      "we'll see next week",
      "I'll check later",
      'add a todo list to the sidebar',
      'my sister prefers oat milk, add it to the list',
    ],
  },
  'made things, other people, other texts': {
    means: [
      ['Write a test for it. From now on, always run the linter.', 'PREFERENCE: Always run the linter.'],
      ['thanks!\n\nplease never push on your own', 'PREFERENCE: Never push on your own.'],
    ],
    not: [
      'Write a welcome mail for new members. Always friendly. Never mention the fee.',
      'write a system prompt for a support bot. Never promise refunds. Always ask for the order number.',
      'the user always gets a copy by mail',
      'as a user I always want a copy by mail',
      'Tom says we should never deploy on fridays',
      "my dad's rule: never lend money",
      'slack from Ana: never merge before the review',
      'translate\n\nAlways wash your hands. Never touch the machine.',
      'is this CLAUDE.md any good?\n- Always use pnpm\n- Never push to main',
      'Always wash your hands. Never touch the machine.\n\ncan you make that friendlier?',
      'review this onboarding text: we always start at nine and we never skip the standup',
      'comments should be nested two levels deep',
      'emails must be unique',
      'I want a test for every endpoint',
      'in general the code looks good',
      'from now on the endpoint returns 404',
      'yes please, always rewrite everything from scratch lol',
      'Convert to a bulleted list\n\nAlways lock the door. Never leave food.',
      'Put this in our wiki style: Always lock the door. Never leave food.',
      "how would you answer 'I'd prefer early returns, and please never mutate it'",
      'never let me go is a sad book',
      'apparently we never use the cache',
      'reply to the vendor, we never ship on sundays',
    ],
  },
};

describe.each(Object.entries(KINDS))('%s (B-055)', (_, { means, not }) => {
  it.each(means)('%s', (user, reads) => {
    expect(learned(user)).toEqual([expect.stringContaining(reads)]);
  });

  it.each(not.map((user) => [user]))('is not: %s', (user) => {
    expect(learned(user)).toEqual([]);
  });
});

describe('a correction that denies what the agent said (A-052)', () => {
  const learnedAfter = (asked: string, answer: string, user: string) =>
    curateByRules(curatorInput([{ user: asked, answer }, { user }]), 'rules').learnings.map(
      ({ type, content }) => `${type}: ${content}`,
    );

  it.each([
    ['plot it', 'Plotted in kPa.', 'the sensor gives hPa not kPa', 'CORRECTION: The sensor gives hPa not kPa.'],
    [
      'where',
      'Pushed to main.',
      'our default branch is trunk. not main.',
      'CORRECTION: Our default branch is trunk, not main.',
    ],
    [
      'set the coverage limit',
      'Set to 90 %.',
      'no. 80 not 90',
      'CORRECTION: 80 not 90 (asked: set the coverage limit).',
    ],
    ['x', 'In tests/.', 'wrong folder, these go in e2e/ not in tests/', 'CORRECTION: These go in e2e/ not in tests/.'],
    ['x', 'Used Now().', "nope, we're on django 4.2 still", "CORRECTION: We're on django 4.2 still."],
  ])('%s / %s / %s', (asked, answer, user, reads) => {
    expect(learnedAfter(asked, answer, user)).toEqual([reads]);
  });

  it.each([
    ['Plotted in blue.', 'red not blue'],
    ['Done.', 'the total is 40, not 42'],
    ['Done.', 'no, the list is empty'],
    ['Done.', 'no, use red'],
    ['Set to 5.', 'set retries to 3, not 5'],
    ['Here is tab one.', 'no, I meant the second tab'],
  ])('is not: %s / %s', (answer, user) => {
    expect(learnedAfter('x', answer, user)).toEqual([]);
  });
});
