/**
 * Whether one command line is another one tried again in a different way: with a variable or a command in front, with an
 * option more, from elsewhere, or with another program on the same file. Fewer tests or other files are no variant.
 */
import { commandsIn } from './shell.ts';

export interface Tried {
  /** The whole line, as it may be told. */
  readonly line: string;
  /** The last command of it, without what stands in front. */
  readonly text: string;
  readonly words: readonly string[];
  /** What stood in front of it: variables, other commands, a directory. */
  readonly front: string;
}

const LINE_CHARS = 120;
/** Output is shown, not made, by these. */
const SHOWN = /\s*(?:2>&1)?\s*(?:\|\s*(?:tail|head|tee|cat|less)\b[^|;&]*)?\s*$/;
/** Fails and is tried again all day, with nothing to learn from it. */
const EVERYDAY_PROGRAM =
  /^(?:git|gh|ls|cat|head|tail|grep|rg|find|cd|rm|mkdir|cp|mv|sed|awk|echo|printf|curl|wget|ssh|scp|kill|chmod|touch|test|sleep|which|jq|diff|wc|sort|node -e|node --eval|(?:\S*\/)?python[\d.]* -c|psql|mysql|sqlite3|source|export|pip3? (?:install|download)|(?:npm|pnpm|yarn|bun) (?:i|install|add|view)|apt\S* |brew )\b/;
/** Gets past a check instead of passing it. */
const EVASION =
  /^(?:--fix\S*|--force|-f|-u|--update\S*|--no-verify|--skip\S*|--quiet|-q|-v+|--verbose|--help|--version)$/;
const SECRET_NAME = /key|token|secret|pass|pwd|auth|credential/i;

/** Null for what cannot be told: too long, several lines, or a variable that may be a secret. */
export function triedIn(input: string): Tried | null {
  const line = input.replace(SHOWN, '').trim();
  const commands = commandsIn(line);
  const last = commands.at(-1);
  if (last === undefined || line.length > LINE_CHARS || /[\n`|;]|\|\|/.test(line)) return null;
  if (commands.some(({ variables }) => variables.some((one) => SECRET_NAME.test(one.split('=')[0] ?? '')))) return null;
  const front = [last.directory ?? '', ...commands.slice(0, -1).map(({ text }) => text), ...last.variables].join(' ');
  return { line, text: last.text, words: last.words, front: front.trim() };
}

export function isVariant(failed: Tried, now: Tried, isEveryday: boolean): boolean {
  if (EVERYDAY_PROGRAM.test(failed.text) || EVERYDAY_PROGRAM.test(now.text)) return false;
  if (failed.text === now.text) return now.front !== '' && now.front !== failed.front;
  // A failing check says nothing of the way it was run.
  if (isEveryday) return false;
  const added = now.words.filter((word) => !failed.words.includes(word));
  const dropped = failed.words.filter((word) => !now.words.includes(word));
  if (added.some((word) => EVASION.test(word))) return false;
  if (now.words[0] === failed.words[0])
    return dropped.length === 0 && added.length > 0 && added.length <= 3 && (added[0] ?? '').startsWith('-');
  // Another program for all the same words.
  return now.words.length > 1 && now.words.slice(1).join(' ') === failed.words.slice(1).join(' ');
}
