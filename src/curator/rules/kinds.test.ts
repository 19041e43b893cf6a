/** Kinds of wishes, facts and corrections: five ways to say each, and five that only look like it. */
import { describe, expect, it } from 'vitest';
import { curatorInput } from './example-turns.fixture.ts';
import { curateByRules } from './rules.ts';

interface Kind<Example> {
  readonly kind: string;
  readonly type: string;
  readonly means: readonly Example[];
  readonly not: readonly Example[];
}

const SAID: readonly Kind<string>[] = [
  {
    kind: 'an occasion that comes again',
    type: 'PREFERENCE',
    means: [
      'when I ask for a list, number it and keep it short',
      'if i want an estimate give me a range',
      'whenever I send a draft, list the weak points first',
      'every time we talk about money use Swiss francs',
      "if I ask for code, don't explain it",
    ],
    not: [
      'when I asked for a list you gave me a table',
      'if i ask him nicely, will he move the date?',
      'when we talk to her she never listens',
      'when i want to log in it shows a blank page',
      'if we need a visa, put that on top',
    ],
  },
  {
    kind: 'asking first',
    type: 'PREFERENCE',
    means: [
      'ask before you install anything',
      'ask me before deleting files',
      'check with me before you change any dependency',
      'tell me before you rename public functions',
      'ask first before you spend money',
    ],
    not: [
      'ask Ben before you leave',
      'ask me that again before you go',
      'check the oven before you leave',
      'tell me before it starts',
      'ask me before you send this',
    ],
  },
  {
    kind: 'after every',
    type: 'PREFERENCE',
    means: [
      'after every refactoring run the tests',
      'before each commit run the formatter',
      'after each session write down what is open',
      "After every release I'd like a short summary",
      'with every new endpoint add a test',
    ],
    not: [
      'after every meal I feel tired',
      'before each round shuffle the cards',
      'after each other they left',
      'after every test the db is empty, why?',
      'with every release it gets slower',
    ],
  },
  {
    kind: 'one and never the other',
    type: 'PREFERENCE',
    means: [
      'tabs for indentation, never spaces',
      'always yarn, never npm',
      'uv, never pip, in all my projects',
      'use luxon and never moment',
      'snake_case, never camelCase',
    ],
    not: [
      "late, never early, that's him",
      'better late than never',
      'now or never',
      'always hungry, never full, my cat',
      'once, never twice',
    ],
  },
  {
    kind: 'what may be left out',
    type: 'PREFERENCE',
    means: [
      'no need to explain basic git to me',
      "you don't have to explain what SQL is",
      'you can always fix typos without asking me',
      "you don't need to apologise every time",
      'I work best when you give me examples first',
    ],
    not: [
      'no need to explain it',
      "you don't have to do that now",
      'you can go without asking',
      'no need to hurry',
      'I work best in the morning',
    ],
  },
  {
    kind: 'a day',
    type: 'FACT',
    means: [
      'the thesis is due on 3 March',
      'our standup is on Mondays',
      'the shop is closed on Sundays',
      'Invoices go out on the first Friday of the month',
      'the fair starts on the 9th of May',
    ],
    not: [
      'the log is from 3 March',
      'it fails on Mondays',
      'the bug is there since 2 May',
      'the party was on 3 May, did we pay?',
      'on Monday the shop was full',
    ],
  },
  {
    kind: 'a decision',
    type: 'FACT',
    means: [
      "after a long talk we're going with Hetzner",
      'we talked and decided: Vue for the admin',
      "we've dropped Windows 7",
      "Decision from today's call: no app this year",
      "agreed, then it's 3 workshops and Mia leads",
    ],
    not: [
      'are we going with Hetzner?',
      "if we're going with Vue, what changes?",
      "we've dropped the table by accident",
      "agreed, let's do that",
      'nothing is decided: Vue or React',
    ],
  },
  {
    kind: 'what the surroundings allow',
    type: 'FACT',
    means: [
      'the runner only has node 18',
      'it has to keep working on Windows Server 2012',
      'the API is frozen since v3',
      'my boss signs off anything above 500 euro',
      'master is called trunk here',
    ],
    not: [
      'the page only has one button',
      'it has to work by 5',
      'the screen is frozen',
      'the user signs off and the page closes',
      'he is called Tom',
    ],
  },
];

/** Each is what the agent answered before, and what the person says to it. */
const SET_RIGHT: readonly Kind<readonly [string, string]>[] = [
  {
    kind: 'it is X, not Y',
    type: 'CORRECTION',
    means: [
      ['I use port 3000.', "it's port 4000, not 3000"],
      ['Ask Lena, your tutor.', "Lena isn't my tutor, she's the dean"],
      ['Dear Mr Sato,', "it's Ms Sato, not Mr Sato"],
      ['Add a Django view.', "this isn't a Django app, it's Flask"],
      ['That is 40 dollars.', 'the price is in euros, not dollars'],
    ],
    not: [
      ['It is slow.', "it isn't slow, it's just big"],
      ['Try the cable.', "it's not the cable, it's the socket"],
      ['Done.', "it's done, not perfect but done"],
      ['Is it a bug?', "it's not a bug, it's a feature"],
      ['Blue it is.', 'not bad, not great'],
    ],
  },
  {
    kind: 'you wrote Y',
    type: 'CORRECTION',
    means: [
      ['Dear Katrin,', "it's Cathrin, you wrote Katrin"],
      ['Founded in 1990.', 'you wrote 1990, but the club was founded in 1909'],
      ['Added docs/a.md.', 'you keep writing to docs/, the pages are built from site/'],
      ['We meet in Graz.', 'you said Graz, the office is in Linz'],
      ['VAT of 20 percent.', 'you used 20 percent, the rate is 10 for books'],
    ],
    not: [
      ['It takes 5 minutes.', "you said 5 minutes, it's been 20"],
      ['Legend on top.', "you put the legend on top, I'd like it below"],
      ['Fixed.', 'you said fixed, it still fails'],
      ['Saved.', 'you wrote a lot, thanks'],
      ['Try it.', 'you said so, but does it help?'],
    ],
  },
  {
    kind: 'no, and another value',
    type: 'CORRECTION',
    means: [
      ['I used Python 3.12.', 'no, python 3.9 on these boxes'],
      ['Connect to Postgres 16.', 'nope, postgres 13 there'],
      ['UPS picks it up.', "That's outdated, we switched to DHL in May"],
      ['You have that in Bonn.', 'you got that wrong: the archive is in Kassel'],
      ['Q1 starts in January.', "I'm sorry, but our fiscal year begins in April"],
    ],
    not: [
      ['See line 10.', 'no, line 12'],
      ['Option 1?', 'no, option 2'],
      ['Fixed.', 'sorry, but it still fails'],
      ['Send it?', 'no, wait'],
      ['Done.', "that's outdated, run it again"],
    ],
  },
  {
    kind: 'how a name is written',
    type: 'CORRECTION',
    means: [
      ['Hi Jona,', "it's Jonna with two n"],
      ['Lumen and Oak makes lamps.', "the brand is lower case: 'lumen & oak'"],
      ['Github Actions', "our tool is called 'Forge', with a capital F"],
      ['Mc Donald', 'my surname is spelled MacDonald'],
      ['Open AI', "the firm is written 'OpenAir', one word"],
    ],
    not: [
      ['Saved.', 'the button is called Save'],
      ['Ok.', "the file is called 'a.txt'"],
      ['Ok.', "it's fine with two"],
      ['Ok.', 'the test is called twice'],
      ['Ok.', 'the function is written badly'],
    ],
  },
  {
    kind: 'not like that, like this',
    type: 'CORRECTION',
    means: [
      ['I mocked the database.', "don't mock the database, we run against a real one"],
      ['I deployed to staging.', "we don't have a staging, only prod"],
      ['I printed the value.', "don't print values, we use the logger"],
      ['I squashed the commits.', "don't squash them, we keep the history"],
      ['Wrapped in a class.', "don't wrap things in classes, we write functions"],
    ],
    not: [
      ['I read the file.', "don't worry, we have time"],
      ['Ok.', "don't stop, we are nearly there"],
      ['Ok.', "we don't have time"],
      ['Ok.', 'we have no idea'],
      ['Ok.', "don't mock me, we tried"],
    ],
  },
];

describe.each(SAID)('$kind (B-055)', ({ type, means, not }) => {
  const types = (user: string) =>
    curateByRules(curatorInput([{ user }]), 'rules').learnings.map((learning) => learning.type);

  it.each(means)('%s', (user) => {
    expect(types(user)).toEqual([type]);
  });

  it.each(not)('is not: %s', (user) => {
    expect(types(user)).toEqual([]);
  });
});

describe.each(SET_RIGHT)('$kind (A-052)', ({ type, means, not }) => {
  const types = (answer: string, user: string) =>
    curateByRules(curatorInput([{ user: 'do it', answer }, { user }]), 'rules').learnings.map(
      (learning) => learning.type,
    );

  it.each(means)('after "%s": %s', (answer, user) => {
    expect(types(answer, user)).toEqual([type]);
  });

  it.each(not)('is not, after "%s": %s', (answer, user) => {
    expect(types(answer, user)).toEqual([]);
  });
});
