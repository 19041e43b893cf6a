/**
 * A shell line as the simple commands that did the work: what stands around them (`bash -lc '…'`, `ssh host '…'`,
 * `docker exec`, `cd x &&`, `sudo`, `timeout 60`, variables) is taken off and told beside them. Linear in the line, of
 * which the first 20,000 characters count. Limits: nothing is expanded; of loops and conditions the commands in them are told.
 */
import { type ShellPart, type ShellWord, shellParts } from './shell-words.ts';

export interface ShellCommand {
  /** As the program gets them. */
  readonly words: readonly string[];
  /** The words as they were written, with single blanks, without redirections and what stands in front. */
  readonly text: string;
  /** Variables that were set for it alone: `NODE_ENV=test`. */
  readonly variables: readonly string[];
  /** Where an earlier `cd` went; null when there was none. */
  readonly directory: string | null;
  /** Its own exit status was not what the line ended with. */
  readonly masked: boolean;
  /** Files its output was redirected to. */
  readonly writes: readonly string[];
  /** What carried it elsewhere: `docker compose exec api`, `ssh web1`; empty for this machine. */
  readonly through: string;
}

/** A command as it stands in a line, whether it would be run or not. */
export interface WrittenCommand extends Pick<ShellCommand, 'words' | 'text' | 'writes'> {
  /** Variables, runners and keywords before it. */
  readonly front: readonly string[];
  readonly reads: readonly string[];
}

interface Place {
  readonly directory: string | null;
  readonly masked: boolean;
  readonly through: string;
  readonly depth: number;
}

const LINE_CHARS = 20_000;
/** A line in a line in a line: deeper is nobody's. */
const MOST_DEPTH = 4;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const SHELLS: ReadonlySet<string> = new Set('sh bash zsh dash ash ksh fish pwsh powershell cmd'.split(' '));
const SCRIPT_OPTION = /^(?:-[a-z]*c[a-z]*|--command|-Command|\/[cC])$/;
/** What runs another command: options of it that take a value, and how many words it takes before that command. */
const RUNNERS: ReadonlyMap<string, { readonly valued: RegExp; readonly takes: number }> = new Map(
  Object.entries({
    sudo: { valued: /^-[ugpCDhRT]$/, takes: 0 },
    doas: { valued: /^-[uC]$/, takes: 0 },
    time: { valued: /^-[fo]$/, takes: 0 },
    nice: { valued: /^-n$/, takes: 0 },
    ionice: { valued: /^-[cn]$/, takes: 0 },
    env: { valued: /^-[uCS]$/, takes: 0 },
    command: { valued: /^$/, takes: 0 },
    builtin: { valued: /^$/, takes: 0 },
    exec: { valued: /^-a$/, takes: 0 },
    nohup: { valued: /^$/, takes: 0 },
    setsid: { valued: /^$/, takes: 0 },
    stdbuf: { valued: /^-[ioe]$/, takes: 0 },
    unbuffer: { valued: /^$/, takes: 0 },
    caffeinate: { valued: /^-[tw]$/, takes: 0 },
    'xvfb-run': { valued: /^-[nsefp]$/, takes: 0 },
    timeout: { valued: /^-[ks]$/, takes: 1 },
    gtimeout: { valued: /^-[ks]$/, takes: 1 },
    taskset: { valued: /^$/, takes: 1 },
    chronic: { valued: /^$/, takes: 0 },
  }),
);
/** Words of a shell's own grammar that stand before a command. */
const KEYWORDS: ReadonlySet<string> = new Set('if then elif else while until do ! {'.split(' '));
const NO_COMMAND: ReadonlySet<string> = new Set(
  'fi done esac } for case select function set export source .'.split(' '),
);
const SUBSTITUTION = /(?<!\\)(?:\$\(|`)/;
const RUNS_TOOL =
  /^(?:(?:npx|pnpx|bunx|uvx|(?:pnpm|npm|yarn) (?:exec|dlx|x)|bun x|(?:uv|poetry|pipenv|hatch|pdm|rye) run|bundle exec|python[\d.]* -m)(?: --?[\w-]*(?:=\S+)?)* (?=\S)|(?:\S*\/)?\.?bin\/(?!rails|dev|console))/;
const SSH_VALUED = /^-[bcDEeFIiJLlmOopQRSWw]$/;
const CONTAINER_VALUED =
  /^(?:-[eupwvhlm]|--(?:env|user|workdir|name|network|volume|publish|entrypoint|env-file|platform|mount|index|container|namespace|context|file|project-name|profile)|-n|-f|-c)$/;

export function shellCommands(line: string): readonly ShellCommand[] {
  return commandsOf(line.slice(0, LINE_CHARS), { directory: null, masked: false, through: '', depth: 0 });
}

/** Every command of a line, also alternatives and those in `$( … )` or handed to another shell: for what must not be run at all. */
export function everyCommand(line: string, depth = 0): readonly WrittenCommand[] {
  if (depth > MOST_DEPTH) return [];
  return shellParts(line.slice(0, LINE_CHARS)).flatMap(({ words, writes, reads }) => {
    const { rest } = withoutFront(words);
    const front = words.slice(0, words.length - rest.length).map(({ value }) => value);
    const own = { words: rest.map(({ value }) => value), text: textOf(rest), front, writes, reads };
    const inner = [innerLine(rest)?.line ?? '', ...words.map(({ raw }) => substituted(raw))].filter(Boolean);
    return [own, ...inner.flatMap((nested) => everyCommand(nested, depth + 1))];
  });
}

/** What a word has from other commands; what is in single quotes is taken as it stands. */
function substituted(raw: string): string {
  const at = raw.startsWith("'") ? -1 : raw.search(SUBSTITUTION);
  return at < 0
    ? ''
    : raw
        .slice(at)
        .replace(/^[$(`]+|"$/g, '')
        .replaceAll('`', ' ');
}

/** The tool that a runner of tools is given: `jest --ci` of `npx jest --ci`. */
export function toolIn(command: string): string {
  return command.replace(RUNS_TOOL, '');
}

/** One line of arguments that were handed over apart. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`)).join(' ');
}

function commandsOf(line: string, place: Place): ShellCommand[] {
  const parts = shellParts(line);
  const masks = maskedParts(parts);
  const found: ShellCommand[] = [];
  const folders: (string | null)[] = [place.directory];
  let afterOr = false;
  for (const [index, part] of parts.entries()) {
    while (folders.length <= part.depth) folders.push(folders.at(-1) ?? null);
    folders.length = part.depth + 1;
    const directory = folders.at(-1) ?? null;
    const { variables, rest } = withoutFront(part.words);
    const wasAlternative = afterOr;
    afterOr = part.after === '||' || (afterOr && part.after === '&&');
    const program = rest[0]?.value ?? '';
    if (program === 'cd' || program === 'pushd') {
      folders[part.depth] = joined(directory, rest.find(({ value }, at) => at > 0 && value !== '--')?.value ?? null);
      continue;
    }
    // What follows `||` ran only perhaps; what stands before it was allowed to fail.
    if (wasAlternative || part.after === '||' || rest.length === 0 || NO_COMMAND.has(program)) continue;
    const masked = place.masked || masks[index] === true;
    found.push(...unwrapped(rest, { ...place, directory, masked }, { variables, writes: part.writes }));
  }
  return found;
}

/** From the end: once another status decides, it does so for all before. */
function maskedParts(parts: readonly ShellPart[]): readonly boolean[] {
  const pipesCount = parts.some(
    ({ words }) =>
      words
        .map(({ value }) => value)
        .join(' ')
        .startsWith('set -') && words.some(({ value }) => value === 'pipefail'),
  );
  const masks = parts.map(() => false);
  let isMasked = false;
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const after = parts[at]?.after ?? '';
    const decides = after === '&&' || after === '' || (after === '|' && pipesCount);
    if (after === '&' || (!decides && at < parts.length - 1)) isMasked = true;
    masks[at] = isMasked;
  }
  return masks;
}

type Around = Pick<ShellCommand, 'variables' | 'writes'>;

function unwrapped(words: readonly ShellWord[], place: Place, around: Around): ShellCommand[] {
  const inner = place.depth < MOST_DEPTH ? innerLine(words) : null;
  if (inner !== null) {
    const through = [place.through, inner.through].filter(Boolean).join(' ');
    const directory = inner.through === '' ? place.directory : null;
    const commands = commandsOf(inner.line, { ...place, directory, through, depth: place.depth + 1 });
    return commands.map((command) => ({
      ...command,
      variables: [...around.variables, ...command.variables],
      writes: [...command.writes, ...(inner.through === '' ? around.writes : [])],
    }));
  }
  const { directory, masked, through } = place;
  return [{ words: words.map(({ value }) => value), text: textOf(words), directory, masked, through, ...around }];
}

/** The line that a command hands to another shell, or to another machine; null when it is a command itself. */
function innerLine(words: readonly ShellWord[]): { readonly line: string; readonly through: string } | null {
  const values = words.map(({ value }) => value);
  const program = nameOf(values[0] ?? '');
  if (SHELLS.has(program) || program === 'su') {
    const at = values.findIndex((word, index) => index > 0 && SCRIPT_OPTION.test(word));
    const script = at < 0 ? undefined : values[at + 1];
    return script === undefined
      ? null
      : { line: program === 'cmd' ? values.slice(at + 1).join(' ') : script, through: '' };
  }
  if (program === 'eval') return { line: values.slice(1).join(' '), through: '' };
  const from = program === 'ssh' ? behindTarget(values, 1, SSH_VALUED) : containerCommand(values, program);
  if (from === null || from >= words.length) return null;
  // A far shell takes its words apart again; a container gets them as they are.
  const line = program === 'ssh' ? values.slice(from).join(' ') : textOf(words.slice(from));
  return { line, through: textOf(words.slice(0, from)) };
}

function textOf(words: readonly ShellWord[]): string {
  return words.map(({ raw }) => raw).join(' ');
}

/** Where the command begins that runs in a container; null when none does. */
function containerCommand(values: readonly string[], program: string): number | null {
  if (program === 'kubectl' || program === 'oc') {
    const from = values.indexOf('--');
    return values.includes('exec') && from > 0 ? from + 1 : null;
  }
  if (!/^(?:docker|podman|nerdctl|docker-compose)$/.test(program)) return null;
  const at = values.findIndex((word, index) => index > 0 && index <= 6 && /^(?:exec|run)$/.test(word));
  const isPlain = at === 1 || (values.includes('compose') && at > 1) || program === 'docker-compose';
  return at > 0 && isPlain ? behindTarget(values, at + 1, CONTAINER_VALUED) : null;
}

/** Behind options and the one word that names where. */
function behindTarget(values: readonly string[], start: number, valued: RegExp): number {
  return behindOptions(values, start, valued) + 1;
}

function behindOptions(values: readonly string[], start: number, valued: RegExp): number {
  let at = start;
  while ((values[at] ?? '').startsWith('-')) at += valued.test(values[at] ?? '') ? 2 : 1;
  return at;
}

function withoutFront(words: readonly ShellWord[]): {
  readonly variables: readonly string[];
  readonly rest: readonly ShellWord[];
} {
  const values = words.map(({ value }) => value);
  const variables: string[] = [];
  let at = 0;
  while (at < words.length) {
    const word = values[at] ?? '';
    const runner = RUNNERS.get(nameOf(word));
    if (ASSIGNMENT.test(word)) {
      variables.push(words[at]?.raw ?? word);
      at += 1;
    } else if (KEYWORDS.has(word)) at += 1;
    else if (runner === undefined) break;
    else at = behindOptions(values, at + 1, runner.valued) + runner.takes;
  }
  return { variables, rest: words.slice(at) };
}

function joined(folder: string | null, next: string | null): string | null {
  if (next === null || next === '-' || folder === null || /^[/~$]/.test(next)) return next;
  return `${folder.replace(/\/+$/, '')}/${next}`;
}

/** `/usr/bin/env` is env. */
function nameOf(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1).replace(/\.exe$/i, '');
}
