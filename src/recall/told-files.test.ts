import { describe, expect, it } from 'vitest';
import { file, input, learning } from './boot-input.fixture.ts';
import { toldFiles } from './told-files.ts';

function told(content: string, ...rules: readonly string[]): string | undefined {
  const learnings = rules.map((rule) => learning(rule, { type: 'PREFERENCE' }));
  return toldFiles(input({ files: [file('tools.md', content)], learnings })).files[0]?.content;
}

const TOOLS = '# Tools\n\n## Commands\n- Tests run with `npm test`.\n- Linting runs with `eslint src`.';

describe('L-11: memory files as a session is told them', () => {
  it('have no heading that nothing stands under', () => {
    const content = '# Context\n\n## Open tasks\n\n## Decisions\n- We use Postgres.\n\n## Questions\n';
    expect(told(content)).toBe('# Context\n\n## Decisions\n- We use Postgres.\n');
    expect(told('# Context\n\n## Open tasks\n')).toBe('');
    expect(told('Only a line')).toBe('Only a line');
  });

  it.each([
    'Use pnpm, never npm.',
    'Always use pnpm for everything.',
    'Never use npm here.',
    'Nie npm benutzen, immer pnpm.',
    'No usar npm, siempre pnpm.',
    'Не используй npm, только pnpm.',
    'npm nicht benutzen, nur pnpm.',
  ])('%s: no command against it is told', (rule) => {
    expect(told(TOOLS, rule)).toBe('# Tools\n\n## Commands\n- Linting runs with `eslint src`.');
  });

  it.each([
    'Use npm for everything.',
    'Tests come before the code.',
    'Never commit to main.',
    'Never publish npm packages from a laptop.',
  ])('%s: goes against none', (rule) => {
    expect(told(TOOLS, rule)).toBe(TOOLS);
  });

  it('go by what the person says in their files, and not by what a tool said', () => {
    const files = [file('tools.md', TOOLS), file('user.md', '# User\n- Prefers pnpm over npm: never use npm.')];
    expect(toldFiles(input({ files })).files[0]?.content).not.toContain('npm test');
    const read = learning('Use pnpm, never npm.', { type: 'PREFERENCE', trust: 'tool' });
    expect(toldFiles(input({ files: files.slice(0, 1), learnings: [read] })).files[0]?.content).toBe(TOOLS);
  });

  it('leave the operator’s files and the rules themselves alone', () => {
    const soul = '# Soul\n\n## Empty\n- Run `npm test`.';
    const rules = '# Context\n\n## Preferences\n- Run `npm test` before a push.';
    const files = [file('soul.md', soul), file('context.md', rules)];
    const learnings = [learning('Use pnpm, never npm.', { type: 'CORRECTION' })];
    expect(toldFiles(input({ files, learnings })).files.map(({ content }) => content)).toEqual([soul, rules]);
  });

  it('go with what was learned lately', () => {
    const learnings = [
      learning('Tests run with `npm test`.', { type: 'PATTERN', trust: 'assistant' }),
      learning('Use pnpm, never npm.', { type: 'CORRECTION' }),
    ];
    expect(toldFiles(input({ learnings })).learnings.map(({ content }) => content)).toEqual(['Use pnpm, never npm.']);
  });
});
