import { describe, expect, it } from 'vitest';
import { fileSpec } from '../../files/manifest.ts';
import { estimateTokens } from '../../memory/token-estimate.ts';
import type { CuratorAnswer } from '../answer.ts';
import { parseAnswer } from '../grammar/parse-answer.ts';
import { renderAnswer } from '../grammar/render-answer.ts';
import { editedFile } from './edit-lines.ts';

const TOOLS = [
  '# Tools',
  '',
  '## Commands',
  '- Tests run with `npm test`',
  '- The linter runs with `npm run lint` before each commit',
  '- The linter of the docs runs with `npm run lint:docs` before each release',
  '',
  '## Installed',
  '- zod with npm',
  '',
].join('\n');

function edited(...lines: readonly string[]) {
  const [edit] = parseAnswer(`TOOLS_MD_EDIT:\n${lines.join('\n')}\n`).edits;
  if (edit === undefined) throw new Error('no edit was read');
  return editedFile(TOOLS, edit, fileSpec('tools.md'));
}

describe('M-06: single lines of a file', () => {
  it('are put in place of a line, into a section, and taken out', () => {
    const { content, doubtful, missing } = edited(
      '## Commands',
      '- Tests run with `npm test`',
      '+ Tests run with `pnpm test`',
      '+ Types are checked with `pnpm tsc`',
      '## Installed',
      '- - zod with npm',
    );
    expect(content.split('\n').slice(3, 7)).toEqual([
      '- Tests run with `pnpm test`',
      '- The linter runs with `npm run lint` before each commit',
      '- The linter of the docs runs with `npm run lint:docs` before each release',
      '- Types are checked with `pnpm tsc`',
    ]);
    expect(content).not.toContain('zod');
    expect([doubtful, missing]).toEqual([[], 0]);
  });

  it('are found by near-equality, and left alone where several or none could be meant', () => {
    expect(edited('- Tests are run with `npm test`.').content).not.toContain('Tests run');
    const unclear = edited('- The linter runs with npm before each release');
    expect(unclear.content).toBe(TOOLS);
    expect(unclear.doubtful).toHaveLength(1);
    const gone = edited('- Deploys go to the moon', '+ Deploys go to Mars');
    expect(gone).toMatchObject({ doubtful: [], missing: 1 });
    expect(gone.content).toContain('- Deploys go to Mars');
    // The opposite is no near copy.
    expect(edited('- Tests never run with `npm test`').content).toBe(TOOLS);
  });

  it('cost at most 60 % of the tokens of whole files, at half-full files', () => {
    const lines = (count: number, of: string) =>
      Array.from(
        { length: count },
        (_, at) => `- ${of} number ${at} runs with \`npm run ${of}:${at}\` in packages/app-${at}`,
      );
    const learnings = parseAnswer(
      [
        'CORRECTION: Dates are written DD/MM/YYYY, not MM/DD/YYYY (turns 4; scope user; about dates)',
        'FACT: Integration tests need the database from compose.yaml (turns 2,6-7; scope space; about tests)',
      ].join('\n'),
    ).learnings;
    const none: CuratorAnswer = { learnings, actions: [], done: [], files: [], edits: [], refusedFiles: [] };
    const names = ['tools.md', 'context.md'] as const;
    const whole = names.map((name) => ({
      name,
      content: `${lines(fileSpec(name).limitLines / 2, name.replace('.md', '')).join('\n')}\n`,
    }));
    const edits = names.map((name) => ({
      name,
      changes: [
        {
          op: 'remove' as const,
          section: 'Facts',
          text: 'tools number 3 runs with `npm run tools:3` in packages/app-3',
        },
        { op: 'add' as const, section: 'Facts', text: 'tools number 3 runs with `pnpm tools:3` in packages/app-3' },
      ],
    }));
    const ratio =
      estimateTokens(renderAnswer({ ...none, edits })) / estimateTokens(renderAnswer({ ...none, files: whole }));
    expect(ratio).toBeLessThanOrEqual(0.6);
  });
});
