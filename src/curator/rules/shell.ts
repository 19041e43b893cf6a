/**
 * A shell command line as the simple commands in it, and how sure its outcome says that each of them worked. Not a shell:
 * it knows quotes, separators, redirections and what commonly stands in front (cd, sudo, time, variables), and stops
 * at a here-document. Linear in the line, of which the first 4,000 characters count.
 */
import type { Call } from './calls.ts';

export interface ShellCommand {
  readonly words: readonly string[];
  /** The words with single spaces, without redirections and what stands in front. */
  readonly text: string;
  /** Variables that were set for it alone: `NODE_ENV=test`. */
  readonly variables: readonly string[];
  /** Where an earlier `cd` went; null when there was none. */
  readonly directory: string | null;
  /** Its own exit status was not what the line ended with. */
  readonly masked: boolean;
}

const SHELL_TOOLS: ReadonlySet<string> = new Set([
  'bash',
  'shell',
  'local_shell',
  'exec_command',
  'run_terminal_cmd',
  'run_shell_command',
  'terminal',
]);
const LINE_CHARS = 4_000;
const TOKEN =
  /\s*(&&|\|\||;|\||&(?!>)|\n|<<|(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|\d?[<>]+&?\d?|[^\s;|&"'\\<>])+|["'\\<>])/gy;
const REDIRECTION = /^(?:\d?[<>]|&>)/;
const ASSIGNMENT = /^\w+=/;
const IN_FRONT: ReadonlySet<string> = new Set(['sudo', 'time', 'env', 'command', 'exec', 'nohup', 'then', 'do']);
/** What a failed command leaves in its output when something else gave the exit status. */
const FAILED_OUTPUT =
  /\b(?:npm err!|npm error|err_\w+|command not found|no such file|traceback|fatal:|error:|error ts\d+|e: unable|permission denied|build failed|(?<!\b0 )fail(?:ed)?\b(?! *[:=]? *0)|[1-9]\d* (?:failed|failing|errors?|problems))/i;

export function isShell(call: Call): boolean {
  return SHELL_TOOLS.has(call.tool.toLowerCase());
}

/** The commands of a call that worked, as far as can be told. */
export function workedIn(call: Call): readonly ShellCommand[] {
  if (!isShell(call) || call.outcome !== 'ok') return [];
  const looksFailed = FAILED_OUTPUT.test(call.output.slice(-LINE_CHARS));
  return commandsIn(call.input).filter(({ masked }) => !masked || !looksFailed);
}

export function commandsIn(line: string): readonly ShellCommand[] {
  const parts: { words: string[]; after: string }[] = [{ words: [], after: '' }];
  let skipNext = false;
  for (const [, token = ''] of line.slice(0, LINE_CHARS).replaceAll('\\\n', ' ').matchAll(TOKEN)) {
    const part = parts.at(-1);
    if (token === '<<' || part === undefined) break;
    if (/^(?:&&|\|\||;|\||&|\n)$/.test(token)) {
      part.after = token;
      parts.push({ words: [], after: '' });
    } else if (REDIRECTION.test(token)) skipNext = /[<>]$/.test(token);
    else if (skipNext) skipNext = false;
    else part.words.push(token);
  }
  return readParts(parts.filter(({ words }) => words.length > 0));
}

function readParts(parts: readonly { words: string[]; after: string }[]): ShellCommand[] {
  let directory: string | null = null;
  let afterOr = false;
  return parts.flatMap(({ words, after }, index) => {
    const plain = withoutFront(words);
    const wasAlternative = afterOr;
    afterOr = after === '||' || (afterOr && after === '&&');
    if (plain[0] === 'cd') {
      directory = plain[1] ?? null;
      return [];
    }
    // What follows `||` ran only perhaps; what stands before it was allowed to fail.
    if (wasAlternative || after === '||' || plain.length === 0) return [];
    const masked =
      parts.slice(index).some((part, at, rest) => part.after !== '&&' && at < rest.length - 1) || after === '&';
    const variables = words.slice(0, words.length - plain.length).filter((word) => ASSIGNMENT.test(word));
    return [{ words: plain, text: plain.join(' '), variables, directory, masked }];
  });
}

function withoutFront(words: readonly string[]): readonly string[] {
  let from = 0;
  while (from < words.length) {
    const word = words[from] ?? '';
    if (IN_FRONT.has(word) || ASSIGNMENT.test(word)) from += 1;
    else if (word === 'timeout') from += 2;
    else break;
  }
  return words.slice(from);
}
