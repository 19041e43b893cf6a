/**
 * Which secret files a shell command may show: `cat .env*`, `grep KEY < .env`, `python3 -c "open('.env').read()"`.
 * Reads the command as words, not as a grammar. Every program counts as one that prints, except those known to show names
 * or nothing; when in doubt the file is named, because a stub loses one output and a leak stays.
 * Limits: names put together at run time, read from a list, or relative to a folder entered before are not seen.
 */
import { isCalledToken, isSecretFile } from './secret-file.ts';
import { couldNameSecretFile } from './secret-file-glob.ts';

/** Programs that print what they read: for them a bare `credentials` is a file, elsewhere it is a word. */
const READERS = new Set(
  (
    'cat tac nl head tail less more bat batcat sed awk gawk perl grep egrep fgrep zgrep rg ag ack cut sort uniq paste diff cmp fold ' +
    'column rev strings xxd od hexdump hd base64 base32 openssl gpg jq yq type source . get-content gc select-string findstr ' +
    'format-hex dd tee curl zcat iconv cp install'
  ).split(' '),
);
/** Of these, the ones whose first word is a pattern or a program, not a file. */
const PATTERN_READERS = new Set(
  'sed awk gawk perl grep egrep fgrep zgrep rg ag ack openssl gpg jq yq select-string findstr curl source .'.split(' '),
);
/** Programs that show names, or nothing, of the files they are given. */
const QUIET = new Set(
  (
    'ls ll dir tree rm rmdir unlink shred touch mkdir chmod chown chgrp mv ln stat file test [ [[ wc du df find fd basename dirname ' +
    'realpath readlink cd pushd popd which echo printf code open true false exit sleep'
  ).split(' '),
);
const EDITORS = new Set('vi vim nvim view nano pico micro emacs'.split(' '));
const QUIET_GIT = new Set(
  'add rm mv commit checkout switch restore reset status ls-files check-ignore push pull fetch clone init tag branch update-index'.split(
    ' ',
  ),
);
/** Programs that only run another program, and words of the shell before a command. */
const RUNNERS = new Set(
  'sudo doas env time nice nohup command exec builtin timeout busybox if then else elif do while until ! {'.split(' '),
);
/** Their quoted arguments are commands, judged as such. */
const SHELLS = new Set('bash sh zsh fish dash ssh su docker podman kubectl wsl chroot nsenter'.split(' '));
/** Names that a quiet program lists become arguments of another one. */
const HANDS_NAMES_ON = /\bxargs\b|\bparallel\b|\s-(?:exec|ok)|\bwhile\b/;
const SHOWS_PATCHES = /\s(?:-p|--patch)(?=\s|$)/;
const SCRIPTED_EDITOR = /\s(?:-[eEs]{1,2}|-c|--cmd|--headless)(?=\s|$)/;
/** Reads like a file name and is how programs call their environment. */
const ENVIRONMENT = /^(?:process|import\.meta|deno|bun|std|os|globalthis)\.env$/i;
const WORDS =
  /"((?:[^"\\]|\\.){0,2000})"|'([^']{0,2000})'|\$'((?:[^'\\]|\\.){0,2000})'|([^\s"'|;&()<>`$]+|\$\{?\w+\}?)|(\|\||&&|[|;&()`\n]|<<<|<<|<>|<|>>|>)/g;
const LONGEST_COMMAND = 20_000;
const MOST_DEPTH = 3;

type Program = 'none' | 'quiet' | 'git' | 'shell' | 'other' | 'pattern' | 'reader';

export function secretFilesInCommand(command: string): string[] {
  const found = new Set<string>();
  collect(command.slice(0, LONGEST_COMMAND), found, 0);
  return [...found];
}

function collect(command: string, found: Set<string>, depth: number): void {
  const handsOn = HANDS_NAMES_ON.test(command);
  let program: Program = 'none';
  let redirect = '';
  let before = '';
  for (const match of command.matchAll(WORDS)) {
    const sign = match[5];
    if (sign !== undefined) {
      redirect = sign;
      if (!/[<>]/.test(sign)) program = 'none';
      continue;
    }
    const word = match[1] ?? match[2] ?? match[3] ?? match[4] ?? '';
    const quoted = match[4] === undefined;
    const starts = program === 'none' && !/[<>]/.test(redirect);
    const assigns = starts && !quoted && /^\w+=/.test(word);
    if (starts && !assigns) program = programOf(word, command);
    else if (program === 'git' && !word.startsWith('-') && !/^-[cC]$/.test(before))
      program = QUIET_GIT.has(word) && !SHOWS_PATCHES.test(command) ? 'quiet' : 'pattern';
    else if (program === 'other' || program === 'shell') program = readerOf(baseName(word)) ?? program;

    const writes = redirect === '>' || redirect === '>>';
    const reads = redirect === '<' || redirect === '<>';
    const hidden = program === 'quiet' && !handsOn;
    const known = found.size;
    if (quoted) inQuotes(word, hidden, program, found, depth);
    // What the quotes hold has been named; the whole of them is no file then.
    if (found.size === known && !writes && (reads || !hidden))
      addFiles(word, reads ? 'reader' : program, starts && !quoted, found);
    redirect = '';
    before = word;
  }
}

function programOf(word: string, command: string): Program {
  const name = baseName(word);
  if (RUNNERS.has(name) || name.startsWith('-')) return 'none';
  if (name === 'git') return 'git';
  if (QUIET.has(name) || name.startsWith('#')) return 'quiet';
  if (EDITORS.has(name)) return SCRIPTED_EDITOR.test(command) ? 'reader' : 'quiet';
  if (SHELLS.has(name)) return 'shell';
  return readerOf(name) ?? 'other';
}

function readerOf(name: string): Program | undefined {
  if (!READERS.has(name)) return undefined;
  return PATTERN_READERS.has(name) ? 'pattern' : 'reader';
}

/** Quotes can hold a command, a program in another language, or only words; a quiet program runs only `$(…)` in them. */
function inQuotes(text: string, hidden: boolean, program: Program, found: Set<string>, depth: number): void {
  if (depth >= MOST_DEPTH) return;
  const substitution = text.search(/\$\(|`/);
  if (hidden) {
    if (substitution >= 0) collect(text.slice(substitution), found, depth + 1);
    return;
  }
  if (!/[\s<("'`]/.test(text)) return;
  collect(text.replace(/\\(["'`])/g, '$1'), found, depth + 1);
  if (program === 'shell') return;
  for (const [token] of text.matchAll(/[^\s"'`()=,;<>|\\]+/g)) addFiles(token, 'other', true, found);
}

function baseName(word: string): string {
  return (word.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.exe$/, '');
}

/**
 * A word can be a path, `--file=path`, `@path`, `host:path` or a commit's `HEAD:path`. In code, where `map.key` is no
 * file, only what is written like a path counts.
 */
function addFiles(word: string, program: Program, inCode: boolean, found: Set<string>): void {
  const bareWords = program === 'reader' || program === 'pattern';
  for (const candidate of [word, ...word.split(/[=@:,]/)]) {
    if (candidate === '' || ENVIRONMENT.test(candidate)) continue;
    if (!bareWords && /^(?!id_)\w+$/.test(candidate)) continue;
    if (inCode && !/^(?:[.~]|id_)|[\\/]/.test(candidate)) continue;
    if (isCalledToken(candidate) && !mayBeTokenFile(candidate, program)) continue;
    if (isSecretFile(candidate) || couldNameSecretFile(candidate)) {
      found.add(candidate);
      return;
    }
  }
}

function mayBeTokenFile(candidate: string, program: Program): boolean {
  return program === 'reader' || (program === 'pattern' && /[\\/]/.test(candidate) && !candidate.includes('//'));
}
