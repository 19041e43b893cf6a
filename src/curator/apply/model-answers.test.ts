import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everything, openScripted, type Scripted } from './scripted.fixture.ts';

let scripted: Scripted;

beforeEach(async () => {
  scripted = await openScripted();
});

afterEach(() => scripted.bench.dispose());

const INSTALL = { input: 'npm install zod', output: '+ zod@3.23.8\nadded 1 package' };

describe('M-01: a rule of few words', () => {
  it.each(['We always use pnpm', 'Use tabs', 'We use bun now'])('is kept as it was said: %s', async (rule) => {
    const { bench, learn } = scripted;
    await learn({ user: `${rule}.` }, `PREFERENCE: ${rule} (turns 1)`);
    expect(await bench.contents()).toEqual([rule]);
  });

  it('is not made of a word that the person said of something else', async () => {
    const { bench, learn } = scripted;
    await learn({ user: 'have a look at the yarn page', answer: 'ok' }, 'PREFERENCE: Always use yarn (turns 1)');
    expect(await bench.contents()).toEqual([]);
    await learn({ user: 'we are using bun', answer: 'ok' }, 'FACT: The team uses bun (turns 1)');
    expect(await bench.contents()).toEqual(['The team uses bun']);
  });
});

describe('M-01: rules and model together', () => {
  it('keeps what only one of them says, and what both say once, in the words of the model', async () => {
    const { bench, learn } = scripted;
    await learn(
      { user: 'Please always use tabs for indentation. The staging host is called heron.', calls: [INSTALL] },
      'PREFERENCE: Tabs for indentation, always (turns 1; scope space)\nFACT: The staging host is heron (turns 1)',
    );
    const contents = await bench.contents();
    expect(contents.filter((content) => /tabs/i.test(content))).toEqual(['Tabs for indentation, always']);
    expect(contents.filter((content) => /heron/i.test(content))).toHaveLength(1);
    expect(contents.filter((content) => content.includes('zod'))).toHaveLength(1);
    const before = await everything(bench);
    await bench.rebuild();
    expect(await everything(bench)).toEqual(before);
  });

  it('takes the words of the rules where those of the model are not carried', async () => {
    const { bench, learn } = scripted;
    await learn(
      { user: 'add a schema library', calls: [INSTALL] },
      'TOOL_INSTALL: zod 3.23.8, a library of 1 package for schemas (turns 1)',
    );
    const contents = await bench.contents();
    expect(contents.filter((content) => content.includes('zod'))).toHaveLength(1);
    expect(contents.join()).not.toContain('3.23.8');
    expect(await bench.knowledge.reviews({ statuses: ['waiting'], limit: 10 })).toEqual([]);
  });

  it('asks the rules nothing where no model answered before', async () => {
    const { bench, learn } = scripted;
    await learn({ user: 'hello' }, 'NONE');
    expect(await bench.contents()).toEqual([]);
  });
});

describe('M-02: what is not taken', () => {
  it('waits with its reason, once, and the next question tells so', async () => {
    const { bench, learn } = scripted;
    const answer = 'FACT: Owns a red bicycle (turns 1)\nACTION: Sell the blue boat (turns 1)';
    await learn({ user: 'what is the weather like over there today' }, answer);
    const waiting = await bench.knowledge.reviews({ statuses: ['waiting'], limit: 10 });
    expect(waiting.map(({ held, reason }) => [held.kind === 'learning' && held.learning.content, reason])).toEqual(
      expect.arrayContaining([
        ['Owns a red bicycle', 'nothing in the turns says it'],
        ['Sell the blue boat', 'nothing in the turns says it'],
      ]),
    );
    await learn({ user: 'and tomorrow, what will it be like' }, answer);
    expect(await bench.knowledge.reviews({ statuses: ['waiting'], limit: 10 })).toHaveLength(2);
    expect(bench.questions.at(-1)?.prompt).toContain('| Owns a red bicycle (nothing in the turns says it)');
  });

  it('becomes a task when a person says yes to one', async () => {
    const { bench, learn } = scripted;
    await learn({ user: 'what is the weather like over there today' }, 'ACTION: Sell the blue boat (turns 1)');
    const [review] = await bench.knowledge.reviews({ statuses: ['waiting'], limit: 10 });
    await bench.decide(review, 'accepted');
    const actions = await bench.knowledge.actions({ statuses: ['pending'], limit: 10 });
    expect(actions.map(({ content }) => content)).toEqual(['Sell the blue boat']);
  });
});

describe('M-06: an answer with single lines', () => {
  it('changes them, protects those of a person, and is the same again in a replay', async () => {
    const { bench, learn } = scripted;
    await learn(
      { user: 'the API server listens on port 4000. The worker listens on port 4001.' },
      'FACT: The API server listens on port 4000 (turns 1)\nFACT: The worker listens on port 4001 (turns 1)',
    );
    await learn(
      { user: 'no, the worker listens on port 5001 now' },
      'CONTEXT_MD_EDIT:\n## Facts\n- The worker listens on port 4001\n+ The worker listens on port 5001\n+ Cheese is what the moon is made of\n',
    );
    const context = bench.file('context.md');
    expect(context).toContain('- The API server listens on port 4000');
    expect(context).toContain('port 5001');
    expect(context).not.toContain('port 4001');
    expect(context).not.toContain('moon');
    const before = await everything(bench);
    await bench.rebuild();
    expect(await everything(bench)).toEqual(before);
  });

  it('keeps ways to ask with the learning, out of the files', async () => {
    const { bench, learn, learning } = scripted;
    await learn(
      { user: 'our staging host is called heron' },
      'FACT: The staging host is called heron (turns 1)\nASKED: which machine for testing | pre-production server | test box | a fourth',
    );
    expect((await learning('The staging host is called heron')).asked).toEqual([
      'which machine for testing',
      'pre-production server',
      'test box',
    ]);
    expect(bench.file('context.md')).not.toContain('pre-production');
    const before = await everything(bench);
    await bench.rebuild();
    expect(await everything(bench)).toEqual(before);
  });
});
