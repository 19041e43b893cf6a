/**
 * Which commands and files of a session were known before it began: those that stand in a text. A command is compared by its
 * words without the files it was given, and by its program alone; looking at files and history is no work and not counted.
 */
import { type ShellCommand, shellCommands } from '../../src/text/shell.ts';
import { editedPaths, type RecordedSession } from './recorded-sessions.ts';

export interface Known {
  /** Different commands that did work and succeeded. */
  readonly commands: readonly string[];
  readonly sameCall: readonly string[];
  readonly sameProgram: readonly string[];
  readonly files: readonly string[];
  readonly knownFiles: readonly string[];
}

const LOOKING =
  /^(?:sed|cat|rg|grep|ls|nl|pwd|head|tail|wc|find|git|node|curl|echo|printf|test|true|tee|awk|sort|uniq|diff|jq|xargs|stat|tree|which|command|python3?)$/;
const RUNNER = /^(?:npx|yarn|pnpm|bunx|exec|run|dlx)$/;
const RUN_BY = /^(?:npx |yarn (?:exec )?|pnpm (?:exec )?|(?:\.\/)?node_modules\/\.bin\/)/;
/** How a file is told in general. */
const PLACEHOLDER = /\bFILE\b|(?:<|&lt;)[\w-]+>/g;
const PATTERN_OPTION = /^(?:-t|-k|--testNamePattern|--grep)$/;
/** Their value is how the tool is set up, not what it is run on. */
const SETTING_OPTION = /^(?:-p|-c|-C|--config|--project|--prefix)$/;
const FILE = /^[^-\s][^\s]*[./][^\s]*$/;

export function knownBefore(session: RecordedSession, text: string): Known {
  const told = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) =>
    shellCommands(code.replace(PLACEHOLDER, 'file.x')),
  );
  const calls = new Set(told.map(callOf));
  const programs = new Set(told.map(programOf));
  const worked = new Map<string, ShellCommand>();
  for (const { input, ok } of session.tool_calls)
    for (const command of ok ? shellCommands(input.command ?? '') : [])
      if (!LOOKING.test(command.words[0] ?? '')) worked.set(callOf(command), command);
  const files = editedPaths(session);
  return {
    commands: [...worked.keys()],
    sameCall: [...worked.keys()].filter((call) => calls.has(call)),
    sameProgram: [...worked].filter(([, command]) => programs.has(programOf(command))).map(([call]) => call),
    files,
    knownFiles: files.filter((path) => text.includes(path)),
  };
}

/** Its words, without the files and test names it was given, and whoever ran the tool. */
function callOf({ words }: ShellCommand): string {
  return words
    .filter((word, at) => at === 0 || !FILE.test(word) || SETTING_OPTION.test(words[at - 1] ?? ''))
    .filter((word, at, all) => !PATTERN_OPTION.test(word) && !PATTERN_OPTION.test(all[at - 1] ?? ''))
    .join(' ')
    .replace(RUN_BY, '');
}

/** `npx jest a.ts`, `node_modules/.bin/jest` and `yarn jest` are jest; `npm run lint` is `npm lint`. */
function programOf({ words }: ShellCommand): string {
  const plain = words.filter((word) => !word.startsWith('-')).map((word) => word.replace(/^.*\.bin\//, ''));
  if (plain[0] === 'npm')
    return plain
      .filter((word) => word !== 'run')
      .slice(0, 2)
      .join(' ');
  return plain.find((word) => !RUNNER.test(word)) ?? '';
}
