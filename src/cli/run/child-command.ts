/**
 * The command line of a run's child: the one that was given, with what the run adds to it. The system prompt goes to every
 * command; what makes it speak stream-json only to `claude -p`, which would print plain text otherwise.
 * Limit: the prompt is found where people write it, behind `-p` or at the end; one that comes by standard input is not.
 */
import { basename } from 'node:path';

const SYSTEM_PROMPT = '--append-system-prompt';
const FORMAT = '--output-format';
const STREAM = 'stream-json';
const PRINT: readonly string[] = ['-p', '--print'];

export interface ChildCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** False when the person asked for another form: then it is passed on as it comes. */
  readonly isRead: boolean;
}

export function childCommand([file = '', ...given]: readonly string[], systemPrompt: string): ChildCommand {
  const own = taken(given, SYSTEM_PROMPT);
  const format = taken(given, FORMAT);
  const prompt = [own.value, systemPrompt].filter(Boolean).join('\n\n');
  const speaks = isClaude(file) && format.value === undefined && given.some((word) => PRINT.includes(word));
  const added = [
    ...(prompt === '' ? [] : [SYSTEM_PROMPT, prompt]),
    ...(speaks ? [FORMAT, STREAM, ...(given.includes('--verbose') ? [] : ['--verbose'])] : []),
  ];
  // Behind a `--` they would be words.
  const end = own.rest.includes('--') ? own.rest.indexOf('--') : own.rest.length;
  const args = [...own.rest.slice(0, end), ...added, ...own.rest.slice(end)];
  return { file, args, isRead: format.value === undefined || format.value === STREAM };
}

/** What the agent is asked, when it stands in its command line. */
export function promptIn([, ...given]: readonly string[]): string | undefined {
  const behind = given[given.findIndex((word) => PRINT.includes(word)) + 1];
  const [before = '-', last] = given.slice(-2);
  const isLastWord = before === '--' || PRINT.includes(before) || !before.startsWith('-');
  const found = [behind, isLastWord ? last : undefined, given[0]].find(
    (word) => word !== undefined && !word.startsWith('-'),
  );
  return given.some((word) => PRINT.includes(word)) ? found : undefined;
}

function isClaude(file: string): boolean {
  return basename(file) === 'claude';
}

/** The last value of an option, and the words without it. */
function taken(
  words: readonly string[],
  option: string,
): { readonly value: string | undefined; readonly rest: readonly string[] } {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const rest: string[] = [];
  let value: string | undefined;
  let isValue = false;
  for (const word of words.slice(0, end)) {
    if (isValue) value = word;
    else if (word.startsWith(`${option}=`)) value = word.slice(option.length + 1);
    else if (word !== option) rest.push(word);
    isValue = !isValue && word === option;
  }
  return { value, rest: [...rest, ...words.slice(end)] };
}
