/** Packages that were installed by a shell command that worked: manager and names. An install of what is already listed is none. */
import type { AnsweredLearning } from '../answer.ts';
import type { Call } from './calls.ts';
import { type ShellCommand, workedIn } from './shell.ts';

interface Installer {
  /** The beginning of the command, up to the packages. */
  readonly begins: RegExp;
  readonly manager: string;
  /** Options that take the next word as their value. */
  readonly valued?: RegExp;
}

const NODE_VALUED = /^(?:--filter|-F|-w|--workspace|--prefix|-C|--dir|--registry|--tag)$/;
const PYTHON_VALUED =
  /^(?:-r|--requirement|-c|--constraint|-e|--editable|-i|--index-url|--extra-index-url|-t|--target|--python|-p|--group|-G|--extra)$/;
const VALUED = /^(?:-v|--version|--source|-s|-n|--name|-c|--channel|--path|--git|--branch|--features|-F|-t)$/;

const INSTALLERS: readonly Installer[] = [
  { begins: /^npm (?:i|install|add|in)$/, manager: 'npm', valued: NODE_VALUED },
  { begins: /^pnpm (?:add|i|install)$/, manager: 'pnpm', valued: NODE_VALUED },
  { begins: /^yarn (?:global |workspace \S+ )?add$/, manager: 'yarn', valued: NODE_VALUED },
  { begins: /^bun (?:add|i|install)$/, manager: 'bun', valued: NODE_VALUED },
  { begins: /^deno (?:add|install)$/, manager: 'deno' },
  { begins: /^(?:python3? -m )?pip3? install$/, manager: 'pip', valued: PYTHON_VALUED },
  { begins: /^uv (?:add|pip install|tool install)$/, manager: 'uv', valued: PYTHON_VALUED },
  { begins: /^poetry add$/, manager: 'poetry', valued: PYTHON_VALUED },
  { begins: /^pipx install$/, manager: 'pipx', valued: PYTHON_VALUED },
  { begins: /^pipenv install$/, manager: 'pipenv', valued: PYTHON_VALUED },
  { begins: /^(?:conda|mamba) install$/, manager: 'conda', valued: VALUED },
  { begins: /^(?:apt|apt-get|aptitude) install$/, manager: 'apt', valued: VALUED },
  { begins: /^(?:dnf|yum|zypper) install$/, manager: 'dnf' },
  { begins: /^apk add$/, manager: 'apk' },
  { begins: /^pacman -S$/, manager: 'pacman' },
  { begins: /^brew install$/, manager: 'brew' },
  { begins: /^snap install$/, manager: 'snap' },
  { begins: /^(?:winget|choco|scoop) install$/, manager: 'Windows package manager' },
  { begins: /^cargo (?:add|install)$/, manager: 'cargo', valued: VALUED },
  { begins: /^go (?:get|install)$/, manager: 'go' },
  { begins: /^gem install$/, manager: 'gem', valued: VALUED },
  { begins: /^bundle add$/, manager: 'bundler', valued: VALUED },
  { begins: /^composer (?:global )?require$/, manager: 'composer' },
  { begins: /^dotnet add(?: \S+)? package$/, manager: 'dotnet', valued: VALUED },
  { begins: /^dotnet tool install$/, manager: 'dotnet', valued: VALUED },
  { begins: /^mix archive\.install$/, manager: 'mix' },
];

/** The longest beginning of an installer, in words. */
const MOST_BEGIN_WORDS = 5;
const DRY = /^(?:--dry-run|--simulate|--just-print|--download-only|--help|-h|--no-install|--print-urls)$/;
const GLOBAL = /^(?:-g|--global|--location=global)$/;
/** Paths, archives and what a shell would still have to work out are not names. */
const NOT_A_NAME = /^(?:\.|\/|~|file:|https?:|git\+|-)|[$*(){}`]|\.(?:deb|whl|tgz|txt|gz|rpm)$/;
const UNINSTALL = /^\S+ (?:(?:uninstall|remove|rm|un|purge)\b)/;
const MACHINE_WIDE: ReadonlySet<string> = new Set([
  'apt',
  'dnf',
  'apk',
  'pacman',
  'brew',
  'snap',
  'pipx',
  'Windows package manager',
]);
/** `.venv/bin/pip` is pip. */
const PROGRAM_PATH = /^(?:\S*\/)?s?bin\//;
/** More names than a reader takes in. */
const MOST_NAMES = 12;

export function installsIn(calls: readonly Call[]): readonly AnsweredLearning[] {
  const found: { learning: AnsweredLearning; names: readonly string[] }[] = [];
  for (const call of calls) {
    for (const command of workedIn(call)) {
      const names = command.words.slice(2);
      if (UNINSTALL.test(command.text))
        for (const [at, install] of found.entries())
          if (install.names.every((name) => names.includes(name))) found.splice(at, 1);
      const install = installOf(command, call.turn);
      if (install !== null) found.push(install);
    }
  }
  return found.map(({ learning }) => learning);
}

function installOf(
  command: ShellCommand,
  turn: number,
): { learning: AnsweredLearning; names: readonly string[] } | null {
  const words = command.words.filter((word) => !/^(?:-y|--yes|-q|-qq|-qy)$/.test(word));
  if (words.some((word) => DRY.test(word))) return null;
  const plain = [(words[0] ?? '').replace(PROGRAM_PATH, ''), ...words.slice(firstPlain(words))];
  for (let length = 2; length <= Math.min(MOST_BEGIN_WORDS, plain.length); length += 1) {
    const installer = INSTALLERS.find(({ begins }) => begins.test(plain.slice(0, length).join(' ')));
    if (installer === undefined) continue;
    const names = namesIn(plain.slice(length), installer);
    if (names.length === 0) return null;
    const isGlobal = MACHINE_WIDE.has(installer.manager) || command.words.some((word) => GLOBAL.test(word));
    return { names, learning: learningOf(names, installer.manager, isGlobal, turn) };
  }
  return null;
}

/** Where the command goes on after options such as `--filter web`. */
function firstPlain(words: readonly string[]): number {
  let at = 1;
  while ((words[at] ?? '').startsWith('-') && words[at] !== '-m' && words[at] !== '-S')
    at += NODE_VALUED.test(words[at] ?? '') ? 2 : 1;
  return at;
}

function namesIn(words: readonly string[], { valued }: Installer): readonly string[] {
  const names: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = (words[at] ?? '').replace(/^(["'])(.*)\1$/, '$2');
    if (valued?.test(word) === true) at += 1;
    else if (!NOT_A_NAME.test(word) && word !== '' && !names.includes(word)) names.push(word);
  }
  return names;
}

function learningOf(names: readonly string[], manager: string, isGlobal: boolean, turn: number): AnsweredLearning {
  const listed = names.slice(0, MOST_NAMES).map((name) => `\`${name}\``);
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return {
    type: 'TOOL_INSTALL',
    content: `Installed ${listed.join(', ')}${more} with ${manager}${isGlobal ? ' on this machine' : ''}.`,
    turns: [turn],
    scope: 'space',
    subject: names[0] ?? null,
    tags: [manager],
    replaces: null,
  };
}
