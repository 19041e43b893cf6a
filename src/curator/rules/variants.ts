/**
 * Whether one command line is another one tried again in a different way: with a variable or a command in front, with an
 * option more or less, with a name spelled otherwise, from elsewhere, or with another program on the same words. Fewer
 * tests or other files are no variant.
 */
import type { ShellCall } from './calls.ts';

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
/** `bash -lc '…'` around the whole line. */
const WRAPPED = /^(?:\S*\/)?(?:ba|z|da)?sh -\w*c (["'])([\s\S]*)\1$/;
/** Output is shown, not made, by these. */
const SHOWN = /\s*(?:2>&1)?\s*(?:\|\s*(?:tail|head|tee|cat|less|grep)\b[^|;&]*)?\s*$/;
/** Fails and is tried again all day, with nothing to learn from it. */
const EVERYDAY_PROGRAM =
  /^(?:git|gh|ls|cat|head|tail|grep|rg|find|cd|rm|mkdir|cp|mv|sed|awk|nl|echo|printf|curl|wget|ssh|scp|kill|chmod|touch|test|sleep|which|jq|diff|wc|sort|node -e|node -p|node --eval|(?:\S*\/)?python[\d.]* -c|psql|mysql|sqlite3|source|export|pip3? (?:install|download)|(?:npm|pnpm|yarn|bun) (?:i|install|add|view)|apt\S* |brew )\b/;
/** Gets past a check instead of passing it. */
const EVASION =
  /^(?:--fix\S*|--force|-f|-u|--update\S*|--no-verify|--skip\S*|--quiet|-q|-v+|--verbose|--help|--version|--silent|-t|-k|--testNamePattern\S*|--pretty)$/;
const SECRET_NAME = /key|token|secret|pass|pwd|auth|credential/i;
const MOST_CHANGED = 3;

/** Null for what cannot be told: too long, several lines, or a variable that may be a secret. */
export function triedIn({ line: whole, commands }: Pick<ShellCall, 'line' | 'commands'>): Tried | null {
  const line = unwrapped(whole).replace(SHOWN, '').trim();
  const shown = commands.filter(({ words }) => !/^(?:tail|head|tee|cat|less|grep)$/.test(words[0] ?? ''));
  const last = shown.at(-1);
  if (last === undefined || line.length > LINE_CHARS || /[\n`|;]|\|\|/.test(line)) return null;
  if (shown.some(({ variables }) => variables.some((one) => SECRET_NAME.test(one.split('=')[0] ?? '')))) return null;
  const front = [last.directory ?? '', ...shown.slice(0, -1).map(({ text }) => text), ...last.variables].join(' ');
  return { line, text: last.text, words: last.words, front: front.trim() };
}

/** A line as a person would type it: without the shell that a client puts around every line. */
export function unwrapped(line: string): string {
  const [, quote, inner = ''] = WRAPPED.exec(line) ?? [];
  if (quote === undefined) return line;
  // Quotes in quotes are told as they are only where nothing has to be put back.
  return inner.includes(quote) || inner.includes('\\') ? line : inner;
}

export function isVariant(failed: Tried, now: Tried, isEveryday: boolean): boolean {
  if (EVERYDAY_PROGRAM.test(failed.text) || EVERYDAY_PROGRAM.test(now.text)) return false;
  if (failed.text === now.text) return now.front !== '' && now.front !== failed.front;
  // A failing check says nothing of the way it was run.
  if (isEveryday) return false;
  const added = now.words.filter((word) => !failed.words.includes(word));
  const dropped = failed.words.filter((word) => !now.words.includes(word));
  if (added.some((word) => EVASION.test(word)) || added.length + dropped.length > MOST_CHANGED) return false;
  // Another program for all the same words.
  if (now.words[0] !== failed.words[0])
    return now.words.length > 1 && now.words.slice(1).join(' ') === failed.words.slice(1).join(' ');
  if (dropped.length === 0) return added.length > 0 && (isOption(added[0]) || added.every(isVerb));
  if (added.length === 0) return dropped.every(isOption);
  return dropped.length === added.length && added.every((word, at) => isOtherSpelling(dropped[at] ?? '', word));
}

function isOption(word: string | undefined): boolean {
  return word?.startsWith('-') === true;
}

/** `vitest` → `vitest run`: a bare word, no file and no pattern. */
function isVerb(word: string): boolean {
  return /^[a-z]+$/.test(word);
}

/** `typecheck` and `type-check`, `--port=80` and `--port=8080`: the same name in another way, or with another value. */
function isOtherSpelling(a: string, b: string): boolean {
  const letters = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, '');
  const [option] = a.split('=');
  if (isOption(a) && a.includes('=') && b.startsWith(`${option}=`)) return true;
  const [left, right] = [letters(a), letters(b)];
  return left !== '' && (left === right || (isScriptName(a) && isScriptName(b) && sharesBeginning(left, right)));
}

function isScriptName(word: string): boolean {
  return /^[a-z][\w:-]*$/.test(word);
}

function sharesBeginning(a: string, b: string): boolean {
  const [short = '', long = ''] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 4 && long.startsWith(short);
}
