import { describe, expect, it } from 'vitest';
import { curatorInput, type ExampleCall } from './example-turns.fixture.ts';
import { curateByRules } from './rules.ts';

const told = (failed: string, output: string, ...then: readonly ExampleCall[]) =>
  curateByRules(curatorInput([{ calls: [{ input: failed, outcome: 'error', output }, ...then] }])).learnings.map(
    ({ content }) => content,
  );

describe('a failing command and a variant of it that works (A-052)', () => {
  it.each([
    ['npm run build', 'digital envelope', 'NODE_OPTIONS=--openssl-legacy-provider npm run build', ''],
    [
      'python load.py',
      "ModuleNotFoundError: No module named 'club'",
      'PYTHONPATH=src python load.py',
      ' (module not found)',
    ],
    ['npm test', 'SyntaxError: x', 'nvm use 22 && npm test', ''],
    ['dbt run -s a', 'permission denied', 'dbt run -s a --target dev', ' (permission denied)'],
    ['pdflatex cv.tex', 'Fatal', 'lualatex cv.tex', ''],
    ['cargo run', 'error: could not find Cargo.toml', 'cd core && cargo run', ' (something missing)'],
  ])('%s: %s → %s', (failed, output, works, kind) => {
    expect(told(failed, output, { input: works })).toContain(`\`${failed}\` failed${kind}; \`${works}\` works.`);
  });

  it('does not tell the bare command as one that works', () => {
    expect(told('npm test', 'SyntaxError: x', { input: 'nvm use 22 && npm test' })).toHaveLength(1);
  });

  it.each([
    ['pytest', '2 failed', 'pytest tests/test_a.py'],
    ['eslint .', 'error', 'eslint . --fix'],
    ['git push', 'rejected', 'git push --force'],
    ['ls a', 'No such file', 'ls b'],
    ['npm run deploy', 'not logged in', 'DEPLOY_TOKEN=x npm run deploy'],
    ['make a', 'Error 1', 'make b'],
  ])('is silent: %s (%s) → %s', (failed, output, then) => {
    expect(told(failed, output, { input: then }).filter((content) => / failed(?: \(.*\))?;/.test(content))).toEqual([]);
  });

  it('is silent when something was changed in between', () => {
    const edit = { tool: 'Edit', input: 'a.tex', path: 'a.tex' };
    expect(told('pdflatex cv.tex', 'Fatal', edit, { input: 'lualatex cv.tex' })).toEqual([
      'The build runs with `lualatex cv.tex`.',
    ]);
  });
});

describe('commands of many trades (A-052)', () => {
  it.each([
    ['zig build test --summary all', 'Tests run with'],
    ['./gradlew :app:assembleDebug', 'The build runs with'],
    ['dbt run --select staging', 'The build runs with'],
    ['typst compile paper.typ', 'The build runs with'],
    ['buf generate', 'Code is generated with'],
  ])('%s', (input, reads) => {
    expect(curateByRules(curatorInput([{ calls: [{ input }] }])).learnings).toMatchObject([
      { content: `${reads} \`${input}\`.` },
    ]);
  });
});
