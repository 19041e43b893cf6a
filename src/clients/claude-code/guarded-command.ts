/**
 * Whether a shell command writes to what is guarded, as far as that can be told from its text: it redirects into it, hands
 * it to a program that writes, or runs code that names it. Commands that only read are free. When in doubt about a program
 * that is known to write, it does.
 */
import { basename, dirname, resolve } from 'node:path';
import type { Reach } from './memory-guard.ts';
import { type SimpleCommand, shellText } from './shell-words.ts';

export interface CommandPlace extends Reach {
  readonly cwd: string;
  readonly home: string;
  readonly userHome: string;
}

/** Change whatever they are given. */
const WRITERS: ReadonlySet<string> = new Set(
  'rm rmdir unlink shred truncate touch chmod chown chgrp chattr setfacl mv ln tee sponge dd ed ex vi vim nvim nano emacs patch sqlite3 mkdir mkfifo split csplit tar unzip bsdtar cpio git'.split(
    ' ',
  ),
);
/** Write what is named last, or with these options. */
const COPIERS: ReadonlySet<string> = new Set('cp rsync install scp ditto'.split(' '));
const DOWNLOADERS: ReadonlySet<string> = new Set(['curl', 'wget', 'sort']);
const INTERPRETERS = /^(?:python|node|deno|bun|perl|ruby|php|lua|osascript|tclsh|Rscript|pwsh|powershell)[\d.]*$/;
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish', 'eval', 'source', '.']);
/** Run what follows them. */
const RUNNERS: ReadonlySet<string> = new Set(
  'sudo doas env command exec nohup nice time timeout stdbuf setsid xargs parallel builtin then do else if while until ! {'.split(
    ' ',
  ),
);
const IN_PLACE = /^(?:-[a-zA-Z]*i.*|--in-place.*|inplace)$/;
const INLINE = /^-(?:[a-zA-Z]*[cep]|-eval|-print)?$/;
const MOST_NESTED = 3;
/** Nobody writes longer ones by hand, and they take long to hold against a name. */
const LONGEST_PATTERN = 60;

export function isGuardedCommand(command: string, place: CommandPlace, nested = 0): boolean {
  const variables = { HOME: place.userHome, CARRYOVER_HOME: place.home, PWD: place.cwd };
  const { commands, documents } = shellText(command, variables);
  const isNamed = (said: string): boolean => namesHome(said, place);
  const isAnyNamed = (): boolean => commands.some(({ words }) => words.some((word) => leadsIn(word, place.cwd, place)));
  let cwd = place.cwd;
  for (const simple of commands) {
    const { program, args, isFed } = programOf(simple);
    if (program === 'cd' || program === 'pushd')
      cwd = resolve(cwd, args.find((arg) => !arg.startsWith('-')) ?? place.userHome);
    if (simple.targets.some((target) => leadsIn(target, cwd, place))) return true;
    if (SHELLS.has(program) && nested < MOST_NESTED) {
      const inner = [...args.filter((arg) => !arg.startsWith('-')), ...documents];
      if (inner.some((script) => isGuardedCommand(script, { ...place, cwd }, nested + 1))) return true;
      if (program === 'eval' && isGuardedCommand(args.join(' '), { ...place, cwd }, nested + 1)) return true;
    }
    if (INTERPRETERS.test(program)) {
      const isInline = args.some((arg) => INLINE.test(arg)) || args.length === 0;
      if (args.some((arg) => isNamed(arg) || leadsIn(arg, cwd, place))) return true;
      if (isInline && documents.some(isNamed)) return true;
    }
    // What a pipe hands over cannot be seen; where it names what is guarded, it is taken for that.
    if (isFed && writes(program, args) && isAnyNamed()) return true;
    if (writesTo(program, args, (arg) => leadsIn(arg, cwd, place))) return true;
    if (program === 'rm' && args.some((arg) => !arg.startsWith('-') && place.isAbove(resolve(cwd, beforeGlob(arg)))))
      return true;
  }
  return false;
}

function programOf({ words }: SimpleCommand): {
  readonly program: string;
  readonly args: readonly string[];
  readonly isFed: boolean;
} {
  let at = 0;
  let isFed = false;
  for (; at < words.length - 1; at += 1) {
    const word = words[at] ?? '';
    const isBefore = at > 0 && /^(?:-|\d+[smhd]?$)/.test(word);
    if (word === 'xargs' || word === 'parallel') isFed = true;
    if (!RUNNERS.has(word) && !/^\w+=/.test(word) && !isBefore) break;
  }
  return { program: basename(words[at] ?? ''), args: words.slice(at + 1), isFed };
}

function writes(program: string, args: readonly string[]): boolean {
  return writesTo(program, [...args, 'x'], (arg) => arg === 'x') || INTERPRETERS.test(program) || SHELLS.has(program);
}

function writesTo(program: string, args: readonly string[], isGuarded: (arg: string) => boolean): boolean {
  const paths = args.filter((arg) => !arg.startsWith('-') || arg.includes('='));
  if (WRITERS.has(program)) return args.some(isGuarded);
  if (COPIERS.has(program)) {
    const target = args.findIndex((arg) => arg === '-t' || arg.startsWith('--target-directory'));
    return isGuarded(paths.at(-1) ?? '') || (target >= 0 && args.slice(target, target + 2).some(isGuarded));
  }
  if (DOWNLOADERS.has(program)) return args.some((arg, at) => isGuarded(arg) && isOutput(args[at - 1] ?? '', arg));
  if (program === 'find' || program === 'fd')
    return paths.some(isGuarded) && args.some((arg) => /^-(?:delete|exec|ok|fprint)/.test(arg) || arg === '-x');
  if (['sed', 'gsed', 'awk', 'gawk'].includes(program))
    return args.some((arg) => IN_PLACE.test(arg)) && paths.some(isGuarded);
  return false;
}

function isOutput(before: string, arg: string): boolean {
  return /^(?:-[a-zA-Z]*[oO]|--output(?:-document)?)$/.test(before) || /^(?:-o|-O|--output)/.test(arg);
}

/** A word, or what stands behind its option, as a path. */
function leadsIn(word: string, cwd: string, place: CommandPlace): boolean {
  const value = /^(?:-{0,2}[\w-]+=|-[a-zA-Z](?=[/~.])|@)?(.+)$/s.exec(word)?.[1] ?? '';
  return [word, value].some(
    (path) => path !== '' && (place.isGuarded(resolve(cwd, path)) || globMeets(path, cwd, place)),
  );
}

/** Whether a pattern, component by component, can stand for a guarded place or something in it. */
function globMeets(word: string, cwd: string, { roots }: CommandPlace): boolean {
  if (!/[*?[{]/.test(word)) return false;
  const parts = resolve(cwd, word).toLowerCase().split('/');
  return roots.some((root) => {
    const wanted = root.split('/');
    return parts.length >= wanted.length && wanted.every((part, at) => matches(parts[at] ?? '', part));
  });
}

function matches(pattern: string, part: string): boolean {
  if (!/[*?[{]/.test(pattern)) return pattern === part;
  if (pattern.length > LONGEST_PATTERN) return true;
  const source = pattern
    .replace(/[.+^$()|\\]/g, '\\$&')
    .replaceAll(/\*+/g, '.*')
    .replaceAll('?', '.')
    .replaceAll('[!', '[^')
    .replace(/\{([^}]*)\}/g, (_all, list: string) => `(?:${list.replaceAll(',', '|')})`)
    .replaceAll('{', '\\{');
  try {
    return new RegExp(`^${source}$`).test(part);
  } catch {
    // Not a pattern after all: whatever it is, it may be this.
    return true;
  }
}

function beforeGlob(path: string): string {
  const at = path.search(/[*?[{]/);
  return at < 0 ? path : dirname(`${path.slice(0, at)}x`);
}

/** Code may put a path together: that it speaks of the home at all is enough. */
function namesHome(code: string, { home, roots }: CommandPlace): boolean {
  const said = code.toLowerCase();
  const name = basename(home).toLowerCase();
  return (
    roots.some((root) => said.includes(root)) ||
    (name.includes('carryover') && said.includes(name)) ||
    said.includes('carryover_home')
  );
}
