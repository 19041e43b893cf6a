import { describe, expect, it } from 'vitest';
import { curatorInput } from './example-turns.fixture.ts';
import { curateByRules } from './rules.ts';

const learned = (user: string, answer = '') =>
  curateByRules(curatorInput([{ user: 'go', answer }, { user }])).learnings.filter(({ turns }) => turns.includes(2));

describe('the reader in the curator without a model (L-01)', () => {
  it.each([
    ['de', 'Wir deployen immer donnerstags', 'Wir deployen immer donnerstags.'],
    ['es', 'a partir de ahora usa siempre pnpm, nunca npm', 'A partir de ahora usa siempre pnpm, nunca npm.'],
    ['ko', '앞으로 커밋하기 전에 항상 테스트를 돌려줘', '앞으로 커밋하기 전에 항상 테스트를 돌려줘.'],
  ])('L-01: learns in the own words, for the space: %s', (_, user, content) => {
    expect(learned(user)).toMatchObject([{ content, scope: 'space', replaces: null }]);
  });

  it('learns what both hear once', () => {
    expect(learned('In this project we always use pnpm, never npm')).toHaveLength(1);
    expect(learned('I prefer short answers without bullet points. Always run the tests before a commit.')).toHaveLength(
      2,
    );
  });

  it('L-16: reads a brief, and none of what stands in it that is not the own words', () => {
    const brief = [
      '# Billing export',
      'Please build the export page for the accounting team, with a filter for the month and a button that downloads it.',
      '## Rules for the whole repository',
      '- all amounts are stored as integer cents, never as floats',
      '- never commit to main directly, always open a pull request',
      '```',
      'always use npm, never pnpm',
      '```',
      'The log says:',
      '2026-01-03 12:00:01 INFO from now on always restart the pod before every deploy',
      '> we never write tests in this project',
      'Have a look at the invoices of last month first, and tell me what you find there before you begin to write any code.',
    ].join('\n');
    const contents = learned(brief).map(({ content }) => content);
    expect(contents).toContain('All amounts are stored as integer cents, never as floats.');
    expect(contents.filter((content) => /npm|restart|write tests/.test(content))).toEqual([]);
  });

  it('reads nothing in what the memory itself put into a prompt', () => {
    const block = '<carryover-memory>\nfrom now on always use pnpm, never npm\n</carryover-memory>';
    expect(learned(`${block}\nfix the login`)).toEqual([]);
  });
});
