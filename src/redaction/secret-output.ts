/**
 * Whether the output of a command is a secret: `op read …`, `gh auth token`, `echo $API_TOKEN`. Then all of it is withheld,
 * because nothing in `banana` says what it is. A command that only names a secret (`./mint-token.sh`,
 * `jq -r .access_token`) withholds an output that is nothing but generated values.
 * Limits: aliases, scripts and variables that hide the command are not seen. What a command in `$(…)` prints goes to the
 * command around it, so only behind `echo` does it count as shown.
 */
import { readSecretName } from './name/secret-name.ts';
import { SECRET_COMMANDS } from './secret-commands.ts';
import { isMixedRandom, isRandom } from './value/judge.ts';
import { isUuid } from './value/known-harmless.ts';

interface Shape {
  readonly words: readonly (readonly string[])[];
  readonly flags: readonly string[];
}

const RUNNERS = new Set('sudo doas env time nice nohup command exec builtin then do else if ! { npx bunx'.split(' '));
/** They have a command run elsewhere, or later, and show what it prints; it stands somewhere among their words. */
const CARRIERS = new Set(
  'ssh docker docker-compose podman nerdctl kubectl oc su runuser chroot timeout watch flock xargs'.split(' '),
);
const MOST_CARRIED_WORDS = 40;
/** What is piped into these is not shown by them. */
const SWALLOWERS = new Set(
  (
    'docker podman helm kubectl gh glab pbcopy xclip xsel wl-copy clip wc sha1sum sha256sum sha512sum shasum md5sum cksum vault ssh-add ' +
    'gpg wrangler fly flyctl heroku npm skopeo oras crane secret-tool read true'
  ).split(' '),
);
/** They speak about files and code that are called after secrets. */
const LOOKERS = new Set(
  (
    'git grep egrep rg ag ack ls find fd wc stat file rm mv cp mkdir touch chmod vitest jest mocha pytest tsc eslint biome diff cmp ' +
    'sha1sum sha256sum sha512sum shasum md5sum b3sum cksum'
  ).split(' '),
);
const SHOWERS = new Set('echo printf print write-host write-output'.split(' '));
const NAMES_SECRET = /token|secret|passwor[dt]|passwd|passphrase|credential|(?:api|access|private)[-_ ]?key/i;
const TOKENS = /(?:[^\s"'|;&()<>`]|"(?:[^"\\]|\\.)*"|'[^']*'|\$\()+|\|\||&&|>{1,2}&?|<|[|;&\n)(]/g;
const VARIABLE = /\$\{?(?:env:)?(\w{3,80})\}?/g;
const LONE_VALUE = /^[A-Za-z0-9_.~+/=-]{16,512}$/;
const STUB = /^\[SECRET-OUTPUT len=\d{1,12}\]$/;
const MOST_LINES = 8;
const LONGEST_COMMAND = 4000;

let shapesOf: Map<string, Shape[]> | undefined;

function shapesByProgram(): Map<string, Shape[]> {
  if (shapesOf) return shapesOf;
  const map = new Map<string, Shape[]>();
  for (const row of SECRET_COMMANDS) {
    const [programs = '', ...rest] = row.split(' ');
    const words = rest.filter((word) => !word.startsWith('+')).map((word) => word.split('|'));
    const flags = rest.filter((word) => word.startsWith('+')).flatMap((word) => word.slice(1).split('|'));
    for (const program of programs.split('|')) map.set(program, [...(map.get(program) ?? []), { words, flags }]);
  }
  shapesOf = map;
  return map;
}

/** Whether what the command writes is a secret, whatever it looks like. */
export function printsSecret(command: string): boolean {
  return pipelinesOf(command).some((pipeline) => {
    const last = pipeline.at(-1);
    if (last === undefined || last.sentAway || (pipeline.length > 1 && SWALLOWERS.has(last.program))) return false;
    return pipeline.some((each) => [each, ...carriedBy(each)].some((shown) => hasShape(shown) || showsVariable(shown)));
  });
}

/** Whether this output of the command is to be withheld. */
export function isSecretOutput(command: string, output: string): boolean {
  return printsSecret(command) || (namesSecret(command) && isOnlyGenerated(output));
}

/** The same when done twice. */
export function stubSecretOutput(output: string): string {
  return STUB.test(output) ? output : `[SECRET-OUTPUT len=${output.length}]`;
}

/** A line that is nothing but one generated value. */
export function isLoneSecret(line: string): boolean {
  return LONE_VALUE.test(line) && !isUuid(line) && (isMixedRandom(line, 20) || (line.length >= 32 && isRandom(line)));
}

/** Whether a command speaks of a secret and could print one. */
export function namesSecret(command: string): boolean {
  return NAMES_SECRET.test(command) && !pipelinesOf(command).every((parts) => LOOKERS.has(parts.at(-1)?.program ?? ''));
}

function isOnlyGenerated(output: string): boolean {
  const lines = output.trim().split(/\s*\n\s*/, MOST_LINES + 1);
  return lines.length <= MOST_LINES && lines.every(isLoneSecret);
}

/** Where among the words the command begins is not told: options of a carrier may have values. So from each of them on. */
function carriedBy({ program, words }: RunCommand): readonly RunCommand[] {
  if (!CARRIERS.has(program)) return [];
  const inner = words.flatMap((word) => word.split(/\s+/)).slice(0, MOST_CARRIED_WORDS);
  return inner.map((word, index) => ({ program: programNamed(word), words: inner.slice(index + 1) }));
}

type RunCommand = Pick<SimpleCommand, 'program' | 'words'>;

interface SimpleCommand {
  program: string;
  readonly words: string[];
  /** Its output goes to a file. */
  sentAway: boolean;
}

/** Commands joined by pipes, without what runs them. What stands in `$(…)` counts only where `echo` shows it. */
function pipelinesOf(command: string): SimpleCommand[][] {
  const pipelines: SimpleCommand[][] = [];
  let pipeline: SimpleCommand[] = [];
  let current: SimpleCommand = { program: '', words: [], sentAway: false };
  let before = '';
  const endCommand = (): void => {
    if (current.program !== '') pipeline.push(current);
    current = { program: '', words: [], sentAway: false };
  };
  for (const [token] of unwrapped(command).matchAll(TOKENS)) {
    if (token === '|') endCommand();
    else if (/^(?:\|\||&&|[;&\n()])$/.test(token)) {
      endCommand();
      if (pipeline.length > 0) pipelines.push(pipeline);
      pipeline = [];
    } else if (/^>/.test(token)) before = token;
    else if (/^>{1,2}$/.test(before)) {
      current.sentAway ||= !/^\/dev\/(?:stdout|stderr|tty)$/.test(token) && !/^2$/.test(current.words.at(-1) ?? '');
      before = '';
    } else {
      before = '';
      addWord(current, token.replace(/^["']|["']$/g, ''));
    }
  }
  endCommand();
  return pipeline.length > 0 ? [...pipelines, pipeline] : pipelines;
}

function addWord(command: SimpleCommand, word: string): void {
  if (command.program !== '') command.words.push(word);
  else if (!/^\w+=/.test(word) && !word.startsWith('-')) {
    const name = programNamed(word);
    if (!RUNNERS.has(name) && name !== '') command.program = name;
  }
}

function programNamed(word: string): string {
  return (word.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.exe$/, '');
}

/** Opens what `echo "$(…)"` and `bash -c "…"` run; other substitutions are taken away. */
function unwrapped(command: string): string {
  return command
    .slice(0, LONGEST_COMMAND)
    .replace(/\\\r?\n/g, ' ')
    .replace(/((?:^|[;&|\n])\s{0,8}(?:echo|printf)\s[^$`;&|\n]{0,80})(?:\$\(|`)/g, '$1" ; ')
    .replace(/\b(?:ba|z|da)?sh\s{1,4}-\w{0,4}c\s{1,4}["']/g, ' ; ')
    .replace(/\$\([^()]{0,2000}\)|`[^`]{0,2000}`/g, 'x');
}

function hasShape({ program, words }: RunCommand): boolean {
  const shapes = shapesByProgram().get(program) ?? shapesByProgram().get(program.replace(/-[^-]+$/, '-*')) ?? [];
  return shapes.some(
    ({ words: wanted, flags }) => inOrder(wanted, words) && (flags.length === 0 || hasFlag(flags, words)),
  );
}

/** Between two words of a shape only options and their values may stand. */
function inOrder(wanted: readonly (readonly string[])[], words: readonly string[]): boolean {
  let next = 0;
  for (const [index, word] of words.entries()) {
    if (next >= wanted.length) break;
    if (word.startsWith('-')) continue;
    if (wanted[next]?.some((pattern) => fits(pattern, word.toLowerCase()))) next++;
    else if (!words[index - 1]?.startsWith('-')) return false;
  }
  return next >= wanted.length;
}

function fits(pattern: string, word: string): boolean {
  if (pattern === '.') return true;
  const middle = pattern.replace(/^\*|\*$/g, '');
  if (pattern.startsWith('*')) return pattern.endsWith('*') ? word.includes(middle) : word.endsWith(middle);
  return pattern.endsWith('*') ? word.startsWith(middle) : word === pattern;
}

function hasFlag(flags: readonly string[], words: readonly string[]): boolean {
  return flags.some((flag) => {
    const letter = /^-\w$/.test(flag) ? flag.charAt(1) : '';
    return words.some(
      (word) =>
        word === flag || word.startsWith(`${flag}=`) || (letter !== '' && /^-\w/.test(word) && word.includes(letter)),
    );
  });
}

/** `echo "$API_TOKEN"`, `printenv DB_PASSWORD`, `pass mail/ada`. */
function showsVariable({ program, words }: RunCommand): boolean {
  if (program === 'printenv') return words.some(isSecretVariable);
  if (program === 'pass') return words.length === 1 && /^[\w.@-]+\/[\w./@-]+$/.test(words[0] ?? '');
  if (!SHOWERS.has(program)) return false;
  return words.some((word) => Array.from(word.matchAll(VARIABLE), ([, name = '']) => name).some(isSecretVariable));
}

function isSecretVariable(name: string): boolean {
  const read = readSecretName(name);
  return read !== undefined && !read.doubtful && read.nameClass !== 'weak';
}
