import { describe, expect, it } from 'vitest';
import type { AnsweredAction, AnsweredLearning, CuratorAnswer } from '../answer.ts';
import { parseAnswer } from './parse-answer.ts';

function learned(
  type: AnsweredLearning['type'],
  content: string,
  fields: Partial<AnsweredLearning> = {},
): AnsweredLearning {
  return { type, content, turns: [], scope: null, subject: null, tags: [], replaces: null, ...fields };
}
const fact = (content: string, fields: Partial<AnsweredLearning> = {}) => learned('FACT', content, fields);
const action = (content: string, fields: Partial<AnsweredAction> = {}): AnsweredAction => ({
  content,
  turns: [],
  priority: 2,
  ...fields,
});
const user = (content: string) => ({ name: 'user.md', content }) as const;
const tools = (content: string) => ({ name: 'tools.md', content }) as const;

interface Golden {
  readonly name: string;
  readonly text: string | readonly string[];
  readonly ended?: 'length';
  readonly is: Partial<CuratorAnswer>;
}

/** As models answer: what was asked for, and the ways they stray from it. */
const GOLDEN: readonly Golden[] = [
  { name: 'NONE', text: 'NONE', is: {} },
  { name: 'NONE in words and marks', text: 'Nothing durable here.\n\n**NONE**.', is: {} },
  { name: 'an empty answer', text: ' \n\n', is: {} },
  {
    name: 'every kind of learning (A-052, CORRECTION included)',
    text: [
      'FACT: The project uses Postgres 16.',
      'PATTERN: The user runs tests before each commit.',
      'CORRECTION: Dates are DD/MM/YYYY, not MM/DD/YYYY.',
      'PREFERENCE: Tabs over spaces.',
      'TOOL_INSTALL: ripgrep via apt',
      'ACTION: Add a test for the parser',
      'DONE: 0192ab34-77cd-7abc-8def-001122334455',
    ],
    is: {
      learnings: [
        fact('The project uses Postgres 16.'),
        learned('PATTERN', 'The user runs tests before each commit.'),
        learned('CORRECTION', 'Dates are DD/MM/YYYY, not MM/DD/YYYY.'),
        learned('PREFERENCE', 'Tabs over spaces.'),
        learned('TOOL_INSTALL', 'ripgrep via apt'),
      ],
      actions: [action('Add a test for the parser')],
      done: ['0192ab34-77cd-7abc-8def-001122334455'],
    },
  },
  {
    name: 'whole citations',
    text: [
      'PREFERENCE: Indents with tabs (turns 12,14; scope user; about indentation; tags decision, test; replaces 3f2a91)',
      'ACTION: Fix the build (turn 3; priority 1)',
    ],
    is: {
      learnings: [
        learned('PREFERENCE', 'Indents with tabs', {
          turns: [12, 14],
          scope: 'user',
          subject: 'indentation',
          tags: ['decision', 'test'],
          replaces: '3f2a91',
        }),
      ],
      actions: [action('Fix the build', { turns: [3], priority: 1 })],
    },
  },
  {
    name: 'citations spelled freely',
    text: [
      'FACT: a (Turns: 3-5, 9)',
      'FACT: b (turns #1 and #2).',
      'FACT: c (turn 7 – 6; scope project)',
      'FACT: d (turns 2; about tsc (TypeScript))',
    ],
    is: {
      learnings: [
        fact('a', { turns: [3, 4, 5, 9] }),
        fact('b', { turns: [1, 2] }),
        fact('c', { turns: [6, 7], scope: 'space' }),
        fact('d', { turns: [2], subject: 'tsc TypeScript' }),
      ],
    },
  },
  {
    name: 'parentheses that belong to the text',
    text: [
      'FACT: The build takes long (about 5 minutes)',
      'FACT: The race is rare (turns out to be a timer)',
      'FACT: pnpm is used (replaces yarn)',
      'FACT: Uses Node (v24)',
      'FACT: Only the last one counts (turns 1) (turns 2)',
    ],
    is: {
      learnings: [
        fact('The build takes long (about 5 minutes)'),
        fact('The race is rare (turns out to be a timer)'),
        fact('pnpm is used (replaces yarn)'),
        fact('Uses Node (v24)'),
        fact('Only the last one counts (turns 1)', { turns: [2] }),
      ],
    },
  },
  {
    name: 'bullets, numbers, quotes and bold labels',
    text: [
      '- FACT: a',
      '2. **FACT:** b',
      '* **FACT**: c',
      '3) __FACT__: d',
      '> FACT: e',
      '• `FACT:` f',
      '**FACT: g is bold** (turns 4)',
      '**PATTERN** — h',
      '#### ACTION: i',
    ],
    is: {
      learnings: [
        ...['a', 'b', 'c', 'd', 'e', 'f'].map((text) => fact(text)),
        fact('g is bold', { turns: [4] }),
        learned('PATTERN', 'h'),
      ],
      actions: [action('i')],
    },
  },
  {
    name: 'mixed case where it is marked as a label, not where it is prose',
    text: [
      '- Fact: a',
      '',
      '**Preference:** b',
      '',
      'tool_install: jq',
      '',
      'Fact: everybody says this.',
      'Action: speaks louder than words.',
      '',
      'The fact: c',
    ],
    is: { learnings: [fact('a'), learned('PREFERENCE', 'b'), learned('TOOL_INSTALL', 'jq')] },
  },
  {
    name: 'prose before, between and after',
    text: [
      'Here are the learnings I extracted:',
      '',
      'FACT: a (turns 1)',
      'This one matters most.',
      '',
      'I also noticed:',
      'FACT: b',
      '',
      'Let me know if you need more!',
    ],
    is: { learnings: [fact('a', { turns: [1] }), fact('b')] },
  },
  {
    name: 'the whole answer in a fence',
    text: ['```', 'FACT: a', 'USER_MD_UPDATE:', '# User', '- b', '```', '', 'Hope this helps!'],
    is: { learnings: [fact('a')], files: [user('# User\n- b\n')] },
  },
  {
    name: 'a fence around everything and one around the file, of the same length',
    text: ['```text', 'FACT: a', 'USER_MD_UPDATE:', '```markdown', '# User', '```', '```'],
    is: { learnings: [fact('a')], files: [user('# User\n')] },
  },
  {
    name: 'CRLF, a byte order mark and a full-width colon',
    text: '\uFEFFFACT： a\r\nUSER_MD_UPDATE:\r\n# User\r\n- b\r\n',
    is: { learnings: [fact('a')], files: [user('# User\n- b\n')] },
  },
  {
    name: 'files without a fence, without blank lines',
    text: [
      'USER_MD_UPDATE:',
      '# User',
      '- a',
      'TOOLS_MD_UPDATE:',
      '# Tools',
      'FACT: b',
      'FILES_MD_UPDATE:',
      'src/',
      'CONTEXT_MD_UPDATE:',
      'now',
    ],
    is: {
      learnings: [fact('b')],
      files: [
        user('# User\n- a\n'),
        tools('# Tools\n'),
        { name: 'files.md', content: 'src/\n' },
        { name: 'context.md', content: 'now\n' },
      ],
    },
  },
  {
    name: 'labels of files in every spelling',
    text: [
      '### USER_MD_UPDATE',
      '# User',
      '**TOOLS.MD UPDATE:**',
      '# Tools',
      'FILES\\_MD\\_UPDATE:',
      'src/',
      '- context_md_update: now',
    ],
    is: {
      files: [
        user('# User\n'),
        tools('# Tools\n'),
        { name: 'files.md', content: 'src/\n' },
        { name: 'context.md', content: 'now\n' },
      ],
    },
  },
  {
    name: 'a fence on the line of the label, a rule between sections',
    text: ['USER_MD_UPDATE: ```md', '# User', '```', '---', 'TOOLS_MD_UPDATE:', '# Tools', '', '---', '', 'FACT: a'],
    is: { learnings: [fact('a')], files: [user('# User\n'), tools('# Tools\n')] },
  },
  {
    name: 'a file that holds lines of this grammar, in its fence',
    text: [
      'USER_MD_UPDATE:',
      '````markdown',
      '- FACT: x',
      'FACT: y',
      'TOOLS_MD_UPDATE:',
      '```',
      'z',
      '```',
      '````',
      'FACT: a',
    ],
    is: {
      learnings: [fact('a')],
      files: [user('- FACT: x\nFACT: y\nTOOLS_MD_UPDATE:\n```\nz\n```\n')],
    },
  },
  {
    name: 'a list with labels in a file that stands in no fence',
    text: ['CONTEXT_MD_UPDATE:', '# Notes', '- FACT: x', '- Action: y', '', 'FACT: a'],
    is: { learnings: [fact('a')], files: [{ name: 'context.md', content: '# Notes\n- FACT: x\n- Action: y\n' }] },
  },
  {
    name: 'code blocks inside a fence of the same length',
    text: ['TOOLS_MD_UPDATE:', '```markdown', '# Tools', '```bash', 'npm test', '```', '- end', '```', '- FACT: a'],
    is: { learnings: [fact('a')], files: [tools('# Tools\n```bash\nnpm test\n```\n- end\n')] },
  },
  {
    name: 'code blocks without a language inside a fence of the same length',
    text: ['TOOLS_MD_UPDATE:', '```markdown', '# Tools', '```', 'npm test', '```', '- end', '```'],
    is: { files: [tools('# Tools\n```\nnpm test\n```\n- end\n')] },
  },
  {
    name: 'a fence whose end is in doubt',
    text: ['TOOLS_MD_UPDATE:', '```markdown', '# Tools', '```', 'npm test', '```', '- end', '', 'FACT: a'],
    is: { learnings: [fact('a')], refusedFiles: ['tools.md'] },
  },
  {
    name: 'a code block with labels in a file that stands in no fence',
    text: ['TOOLS_MD_UPDATE:', '# Tools', '```', 'FACT: x', '```', '- end', 'FACT: a'],
    is: { learnings: [fact('a')], files: [tools('# Tools\n```\nFACT: x\n```\n- end\n')] },
  },
  {
    name: 'a forgotten end of a fence before the next file',
    text: [
      'FACT: a',
      'USER_MD_UPDATE:',
      '```markdown',
      '# User',
      '',
      'TOOLS_MD_UPDATE:',
      '```markdown',
      '# Tools',
      '```',
    ],
    is: { learnings: [fact('a')], files: [tools('# Tools\n')], refusedFiles: ['user.md'] },
  },
  {
    name: 'a last file that is cut off in its fence',
    text: ['FACT: a', 'USER_MD_UPDATE:', '```', '# User', '```', 'TOOLS_MD_UPDATE:', '```', '# Too'],
    is: { learnings: [fact('a')], files: [user('# User\n')], refusedFiles: ['tools.md'] },
  },
  {
    name: 'a last file without a fence when the tokens ran out',
    text: ['USER_MD_UPDATE:', '# User', 'TOOLS_MD_UPDATE:', '# Too'],
    ended: 'length',
    is: { files: [user('# User\n')], refusedFiles: ['tools.md'] },
  },
  {
    name: 'a last learning when the tokens ran out',
    text: ['FACT: a', 'FACT: never deploy on Fridays unl'],
    ended: 'length',
    is: { learnings: [fact('a')] },
  },
  {
    name: 'a last id when the tokens ran out',
    text: ['DONE: 3f2a91', 'DONE: 77ab'],
    ended: 'length',
    is: { done: ['3f2a91'] },
  },
  {
    name: 'several updates of one file: the last counts',
    text: ['USER_MD_UPDATE:', '# One', 'USER_MD_UPDATE:', '# Two'],
    is: { files: [user('# Two\n')] },
  },
  {
    name: 'NONE together with other lines',
    text: ['NONE', 'FACT: a', 'NONE'],
    is: { learnings: [fact('a')] },
  },
  {
    name: 'a filled-in form',
    text: [
      'FACT: NONE',
      'PATTERN: None.',
      'ACTION: n/a',
      'DONE: none',
      'PREFERENCE:',
      '',
      'USER_MD_UPDATE: no changes',
    ],
    is: { refusedFiles: ['user.md'] },
  },
  {
    name: 'an update with no content',
    text: ['USER_MD_UPDATE:', '```markdown', '```', 'TOOLS_MD_UPDATE:', '', 'FACT: a'],
    is: { learnings: [fact('a')], refusedFiles: ['user.md', 'tools.md'] },
  },
  {
    name: 'a rewrite of a locked file',
    text: ['OS_MD_UPDATE:', '# Mine now', 'FACT: a'],
    is: { learnings: [fact('a')], refusedFiles: ['os.md'] },
  },
  {
    name: 'learnings over several lines, and a list below a label',
    text: [
      'FACT: The server listens',
      '  on port 8765',
      'and nowhere else. (turns 2)',
      'PREFERENCE:',
      '- a (turns 1)',
      '- b',
    ],
    is: {
      learnings: [
        fact('The server listens on port 8765 and nowhere else.', { turns: [2] }),
        learned('PREFERENCE', 'a', { turns: [1] }),
        learned('PREFERENCE', 'b'),
      ],
    },
  },
  {
    name: 'ids of done actions with what models add to them',
    text: [
      'DONE: 3f2a91, 77ab01',
      'DONE: `51aa02` (tests pass now)',
      'DONE: [62bb03]',
      'DONE: “73cc04”',
      'DONE: I fixed it',
    ],
    is: { done: ['3f2a91', '77ab01', '51aa02', '62bb03', '73cc04'] },
  },
  {
    name: 'a JSON array (D-052)',
    text: '[{"text":"Uses tabs","tags":["preference","style"]},{"text":"Port 8765","tags":[]},{"text":"Ship it","tags":["ACTION"]}]',
    is: {
      learnings: [learned('PREFERENCE', 'Uses tabs', { tags: ['style'] }), fact('Port 8765')],
      actions: [action('Ship it')],
    },
  },
  {
    name: 'a JSON array of operations, of which only adding is one (POI-9)',
    text: '[{"op":"add","text":"Port 8765"},{"op":"promote","text":"Port 1"},{"op":"set_config","text":"Port 2"}]',
    is: { learnings: [fact('Port 8765')] },
  },
  {
    name: 'a JSON array in a fence, with prose and smart quotes (D-052)',
    text: ['Here you go:', '```json', '[', '  {“text”: “Port 8765 (turns 2)”, “tags”: []}', ']', '```', 'Done.'],
    is: { learnings: [fact('Port 8765', { turns: [2] })] },
  },
  {
    name: 'a JSON array that is cut off (D-052)',
    text: '[{"text":"a","tags":["x"]},{"text":"b","ta',
    ended: 'length',
    is: { learnings: [fact('a', { tags: ['x'] })] },
  },
  {
    name: 'a JSON array inside a file, which is the file’s',
    text: ['CONTEXT_MD_UPDATE:', '[{"text":"a","tags":[]}]'],
    is: { files: [{ name: 'context.md', content: '[{"text":"a","tags":[]}]\n' }] },
  },
];

const EMPTY: CuratorAnswer = { learnings: [], actions: [], done: [], files: [], edits: [], refusedFiles: [] };

describe('an answer of a model (A-060, B-060)', () => {
  it.each(GOLDEN)('is read right: $name', ({ text, ended, is }) => {
    const whole = typeof text === 'string' ? text : text.join('\n');
    expect(parseAnswer(whole, ended)).toEqual({ ...EMPTY, ...is });
  });

  it('is bounded: a hundred learnings of a thousand characters', () => {
    const { learnings } = parseAnswer(`FACT: ${'word '.repeat(1_000)} (turns 3)\n`.repeat(150));
    expect(learnings).toHaveLength(100);
    expect(learnings[0]?.content).toHaveLength(999);
    expect(learnings[0]?.turns).toEqual([3]);
  });

  it('refuses the file in which an endless answer was cut', () => {
    const endless = `FACT: a\nUSER_MD_UPDATE:\n${'- line\n'.repeat(200_000)}`;
    expect(parseAnswer(endless)).toEqual({ ...EMPTY, learnings: [fact('a')], refusedFiles: ['user.md'] });
  });
});
