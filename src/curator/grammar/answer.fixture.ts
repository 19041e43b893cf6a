/** Answers to test with, built from the strings that hurt this grammar most. */
import fc from 'fast-check';
import { MEMORY_FILE_NAMES } from '../../memory/memory-file.ts';
import type { AnsweredLearning, CuratorAnswer } from '../answer.ts';

export const HOSTILE_PIECES = [
  ...[
    'FACT: x',
    '- FACT: x',
    '**FACT:** x',
    'ACTION: y',
    'DONE: 3f2a91',
    'ASKED: x | y',
    'NONE',
    'none',
    'USER_MD_UPDATE:',
    '---',
  ],
  ...[
    '### TOOLS_MD_UPDATE',
    'TOOLS_MD_EDIT:',
    '+ a',
    '## b',
    'USER_MD_UPDATE:\n```markdown\n# User\n```',
    '```',
    '````',
    '```markdown',
    '~~~',
    '`',
  ],
  ...['(turns 3)', '(turns 3).', '(turns -)', '(turns 1-3; scope user; about x; tags a, b)', '(', ')', ';', ',', '.'],
  ...['\n', '\r\n', '\r', '\n\n', ' ', '\t', '  - ', '> ', '# ', '**', '_', ':', '：', '[{"text":"x","tags":[]}]'],
  ...['\u2028', '\u0085', '\uFEFF', '\u202e', '\u200b', '👨‍👩‍👧', 'é', 'ß', '\uD800', '\0', '“', '|', 'turns', 'and'],
] as const;

export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE_PIECES), fc.string({ unit: 'binary', maxLength: 12 })), { maxLength: 12 })
  .map((pieces) => pieces.join(''));

const turns = fc.array(fc.integer({ min: -1, max: 30 }), { maxLength: 5 });
const optionalText = fc.option(hostileText, { nil: null });
const types: readonly AnsweredLearning['type'][] = ['FACT', 'PATTERN', 'CORRECTION', 'PREFERENCE', 'TOOL_INSTALL'];

const learning = fc.record({
  type: fc.constantFrom(...types),
  content: hostileText,
  turns,
  scope: fc.constantFrom('user' as const, 'space' as const, null),
  subject: optionalText,
  tags: fc.array(hostileText, { maxLength: 3 }),
  replaces: fc.option(fc.oneof(hostileText, fc.uuid()), { nil: null }),
  asked: fc.array(hostileText, { maxLength: 4 }),
});

const change = fc.record({
  op: fc.constantFrom('add' as const, 'remove' as const),
  section: optionalText,
  text: hostileText,
});

export const anyAnswer: fc.Arbitrary<CuratorAnswer> = fc.record({
  learnings: fc.array(learning, { maxLength: 4 }),
  actions: fc.array(fc.record({ content: hostileText, turns, priority: fc.constantFrom(1, 2, 3) }), { maxLength: 3 }),
  done: fc.array(fc.oneof(hostileText, fc.uuid()), { maxLength: 3 }),
  files: fc.array(fc.record({ name: fc.constantFrom(...MEMORY_FILE_NAMES), content: hostileText }), { maxLength: 4 }),
  edits: fc.array(
    fc.record({ name: fc.constantFrom(...MEMORY_FILE_NAMES), changes: fc.array(change, { maxLength: 4 }) }),
    { maxLength: 2 },
  ),
  refusedFiles: fc.array(fc.constantFrom(...MEMORY_FILE_NAMES), { maxLength: 2 }),
});
