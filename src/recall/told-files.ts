/**
 * Memory files as a session is told them: without headings that nothing stands under, and without commands that a rule of the
 * person forbids ("Tests run with `npm test`" beside "use pnpm, never npm"): what code saw an agent do is no reason to do it
 * again where the person said otherwise. The files themselves stay as they are, and so does what the operator wrote. Pure.
 *
 * Limits: a rule and a command meet by the name of a program of which a project settles on one (`memory/tool-families.ts`).
 */
import { forbids } from '../memory/contradiction.ts';
import type { Learning, LearningType } from '../memory/learning.ts';
import { isRivalName } from '../memory/tool-families.ts';
import { tierOf } from '../memory/trust.ts';
import type { BootInput } from './boot-sections.ts';
import { HEADING, RULES } from './line-order.ts';

const OPERATORS: ReadonlySet<string> = new Set(['soul.md', 'os.md']);
const RULE_TYPES: ReadonlySet<LearningType> = new Set(['PREFERENCE', 'CORRECTION']);
const COMMAND = /`([^`\n]{1,300})`/g;
const ITEM = /^\s*[-*+]\s+/;

type Told = Pick<BootInput, 'files' | 'learnings'>;

export function toldFiles<Input extends Told>(input: Input): Input {
  const rules = rulesIn(input).filter((rule) =>
    [...rule.toLowerCase().matchAll(/[\w-]+/g)].some(([name]) => isRivalName(name)),
  );
  const isForbidden = (line: string): boolean => {
    if (rules.length === 0 || rules.includes(line)) return false;
    const commands = [...line.matchAll(COMMAND)].map(([, command = '']) => command);
    return commands.some((command) => rules.some((rule) => forbids(rule, command)));
  };
  return {
    ...input,
    files: input.files.map((file) =>
      OPERATORS.has(file.name) ? file : { ...file, content: told(file.content, isForbidden) },
    ),
    learnings: input.learnings.filter(({ type, content }) => RULE_TYPES.has(type) || !isForbidden(content)),
  };
}

function told(content: string, isForbidden: (line: string) => boolean): string {
  const sections: string[][] = [[]];
  let isRule = false;
  for (const line of content.trim().split('\n')) {
    if (HEADING.test(line)) {
      sections.push([line]);
      isRule = RULES.test(line);
    } else if (isRule || !isForbidden(line.replace(ITEM, ''))) sections.at(-1)?.push(line);
  }
  const isTold = (lines: readonly string[]) => lines.some((line) => !HEADING.test(line) && line.trim() !== '');
  if (!sections.some(isTold)) return '';
  // A title stands over all that follows it.
  return sections
    .filter((lines, at) => isTold(lines) || /^#\s/.test(lines[0] ?? '') || (at === 0 && lines.length > 0))
    .flat()
    .join('\n');
}

/** What the person wished or set right, as it stands in their files, and what was learned of it lately. */
function rulesIn({ files, learnings }: Told): readonly string[] {
  const rules = learnings.filter(isRule).map(({ content }) => content);
  for (const { name, content } of files) {
    if (OPERATORS.has(name)) continue;
    let isUnder = name === 'user.md';
    for (const line of content.split('\n')) {
      if (HEADING.test(line)) isUnder = name === 'user.md' || RULES.test(line);
      else if (isUnder && ITEM.test(line)) rules.push(line.replace(ITEM, ''));
    }
  }
  return rules;
}

function isRule({ type, trust, validTo }: Learning): boolean {
  return RULE_TYPES.has(type) && tierOf(trust) === 'user' && validTo === null;
}
