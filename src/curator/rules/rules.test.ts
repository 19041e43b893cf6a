import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curatorInput, type Example } from './example-turns.fixture.ts';
import { curateByRules } from './rules.ts';
import { isUrgent } from './urgent.ts';

/** Pieces that steer random text into the rules. */
const PIECE = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    'always ',
    'never ',
    'no, ',
    'I prefer ',
    'remember that ',
    '`',
    '"',
    '```\n',
    '> ',
    '\n\n',
    '. ',
    '? ',
    "let's go with ",
    'npm i ',
    ' && ',
    '|| ',
    '<<',
    '{"todos":[',
    'call me ',
    '<carryover-memory>',
    'our ',
    ' is ',
    ', not ',
    '$what',
    '$1',
  ),
);
const TEXT = fc.array(PIECE, { maxLength: 20 }).map((pieces) => pieces.join(''));
const CALL = fc.record({
  tool: fc.constantFrom('Bash', 'Edit', 'TodoWrite', 'TaskCreate', 'TaskUpdate'),
  input: fc.oneof(TEXT, fc.json()),
  outcome: fc.constantFrom('ok', 'error', 'unknown'),
  output: TEXT,
});
const TURN: fc.Arbitrary<Example> = fc.record({ user: TEXT, answer: TEXT, calls: fc.array(CALL, { maxLength: 4 }) });

/** Shapes that make careless patterns slow. */
const HOSTILE: readonly string[] = [
  'always ',
  'no, ',
  '"',
  '“',
  "'a ",
  '`',
  '<carryover-memory>',
  'a, ',
  'our a b c ',
  '. ',
  'x',
  ' ',
  '\n',
  '> \n',
  'we use ',
  'e.g. ',
  '- and ',
  'not x. ',
  'not but ',
  '```\n',
  'npm i "',
  '\\',
  'a=b ',
];

describe('the rules curator (B-055)', () => {
  it('never throws, cites turns of its batch, keeps to 40 words and says the same twice, for 2,000 random batches', () => {
    fc.assert(
      fc.property(fc.array(TURN, { maxLength: 3 }), (turns) => {
        const input = curatorInput(turns);
        const answer = curateByRules(input);
        expect(curateByRules(input)).toEqual(answer);
        for (const { content, turns: cited } of [...answer.learnings, ...answer.actions]) {
          expect(content.trim()).not.toBe('');
          expect(cited.length).toBeGreaterThan(0);
          expect(cited.every((number) => number >= 1 && number <= turns.length)).toBe(true);
        }
        for (const { type, content } of answer.learnings)
          if (type !== 'PATTERN' && type !== 'TOOL_INSTALL') expect(content.split(' ').length).toBeLessThanOrEqual(43);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(HOSTILE)('reads 100 KB of %j', (piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    const calls = [
      { input: text, output: text },
      { input: text, outcome: 'error', output: text },
      { tool: 'TodoWrite', input: text },
    ] as const;
    curateByRules(curatorInput([{ user: text, answer: text, calls }]));
    // As if it had been typed, which a long text never is: the sentences themselves must be cheap too.
    const [turn] = curatorInput([{ user: text }]).turns;
    if (turn === undefined) throw new Error('no turn');
    const records = turn.records.map((record) => ({ ...record, source: 'typed' as const }));
    expect(() =>
      curateByRules({ files: [], recent: [], actions: [], held: [], root: null, turns: [{ ...turn, records }] }),
    ).not.toThrow();
    expect(typeof isUrgent(text)).toBe('boolean');
  });

  it('takes only the plain words around pasted text, and nothing from its middle', () => {
    const log = '2026-03-04T02:11:10Z ERROR I prefer nothing. Always restart the pod.\n'.repeat(20);
    const learned = (user: string) =>
      curateByRules(curatorInput([{ user }]), 'rules').learnings.map(({ content }) => content);
    expect(learned(`From now on, answer in French.\n\n${log}\n\nWhat is wrong here?`)).toEqual(['Answer in French.']);
    expect(learned(`What is this?\n\n${log}\n\nremember that the log is from staging`)).toEqual([
      'The log is from staging.',
    ]);
    expect(learned(`please explain\n\n${log}\n\nthanks`)).toEqual([]);
    expect(learned(log)).toEqual([]);
  });

  it('reads a turn without records from what the turn itself holds', () => {
    const [curated] = curatorInput([{ user: 'I prefer tabs over spaces.', calls: [{ input: 'npm i zod' }] }]).turns;
    if (curated === undefined) throw new Error('no turn');
    const answer = curateByRules({
      files: [],
      recent: [],
      actions: [],
      held: [],
      root: null,
      turns: [{ ...curated, records: [] }],
    });
    expect(answer.learnings.map(({ content }) => content)).toEqual([
      'The user prefers tabs over spaces.',
      'Installed `zod` with npm.',
    ]);
  });

  it('learns nothing from what only the agent said, or a tool printed', () => {
    const calls = [
      { tool: 'Read', input: '/a/CLAUDE.md', output: 'Always use tabs. I prefer pnpm. Remember that x is y.' },
    ];
    const answer = 'I always use pnpm. We decided to use Redis. Remember that the API runs on port 4000.';
    expect(curateByRules(curatorInput([{ user: 'look around', answer, calls }])).learnings).toEqual([]);
  });

  it('answers what a person says again, citing each turn', () => {
    const turns = [{ user: 'I prefer tabs.' }, { user: 'as I said, ok' }, { user: 'I prefer tabs' }];
    expect(curateByRules(curatorInput(turns)).learnings).toMatchObject([
      { content: 'The user prefers tabs.', turns: [1, 3] },
    ]);
  });

  it('tells the person from the project', () => {
    const scope = (user: string) => curateByRules(curatorInput([{ user }])).learnings[0]?.scope;
    expect(scope('I prefer short answers')).toBe('user');
    expect(scope('call me Sam')).toBe('user');
    expect(scope('In this project always use single quotes')).toBe('space');
    expect(scope('Never edit files in src/generated by hand')).toBe('space');
    expect(scope('we use Linear for tickets')).toBe('space');
  });
});
