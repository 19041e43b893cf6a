/**
 * Packages that are there after the work because shell commands put them there: installs less uninstalls, in one line or
 * over several calls, here or on another machine. An install of what is already listed is none.
 */
import type { ShellCommand } from '../../text/shell.ts';
import type { AnsweredLearning } from '../answer.ts';
import { type ShellCall, workedIn } from './calls.ts';

interface Manager {
  readonly name: string;
  /** The programs it is called by. */
  readonly programs: string;
  /** What adds a package, and what removes one; of several words the last counts as the last before the packages. */
  readonly adds: string;
  readonly removes: string;
  /** Options that take the next word as their value. */
  readonly valued?: RegExp;
  /** Changes the machine, not the project. */
  readonly isMachineWide?: boolean;
}

const NODE_VALUED = /^(?:--filter|-F|-w|--workspace|--prefix|-C|--dir|--cwd|--registry|--tag)$/;
const PYTHON_VALUED =
  /^(?:-r|--requirement|-c|--constraint|-e|--editable|-i|--index-url|--extra-index-url|-t|--target|--python|-p|--group|-G|--extra|-n|--name|--channel|-d)$/;
const VALUED =
  /^(?:-v|--version|--source|-s|-n|--name|-c|--channel|--path|--git|--branch|--features|-F|-t|--framework|-f|--repository|-A|--group)$/;

const MANAGERS: readonly Manager[] = [
  { name: 'npm', programs: 'npm', adds: 'install|i|add|in', removes: 'uninstall|remove|rm|un|r', valued: NODE_VALUED },
  { name: 'pnpm', programs: 'pnpm', adds: 'add|install|i', removes: 'remove|rm|uninstall|un', valued: NODE_VALUED },
  { name: 'yarn', programs: 'yarn', adds: 'add|global add', removes: 'remove|global remove', valued: NODE_VALUED },
  { name: 'bun', programs: 'bun', adds: 'add|install|i', removes: 'remove|rm', valued: NODE_VALUED },
  { name: 'deno', programs: 'deno', adds: 'add|install', removes: 'remove|uninstall' },
  { name: 'jsr', programs: 'jsr', adds: 'add|install|i', removes: 'remove|uninstall|r' },
  { name: 'volta', programs: 'volta', adds: 'install|pin', removes: 'uninstall', isMachineWide: true },
  { name: 'corepack', programs: 'corepack', adds: 'enable|prepare', removes: 'disable', isMachineWide: true },
  { name: 'pip', programs: 'pip|pip3', adds: 'install', removes: 'uninstall', valued: PYTHON_VALUED },
  {
    name: 'uv',
    programs: 'uv',
    adds: 'add|pip install|tool install',
    removes: 'remove|pip uninstall|tool uninstall',
    valued: PYTHON_VALUED,
  },
  { name: 'poetry', programs: 'poetry', adds: 'add', removes: 'remove', valued: PYTHON_VALUED },
  { name: 'pdm', programs: 'pdm', adds: 'add', removes: 'remove', valued: PYTHON_VALUED },
  { name: 'rye', programs: 'rye', adds: 'add|install', removes: 'remove|uninstall', valued: PYTHON_VALUED },
  { name: 'hatch', programs: 'hatch', adds: 'dep add', removes: 'dep remove' },
  { name: 'pipenv', programs: 'pipenv', adds: 'install', removes: 'uninstall', valued: PYTHON_VALUED },
  {
    name: 'pixi',
    programs: 'pixi',
    adds: 'add|global install',
    removes: 'remove|global remove',
    valued: PYTHON_VALUED,
  },
  { name: 'pipx', programs: 'pipx', adds: 'install', removes: 'uninstall', valued: PYTHON_VALUED, isMachineWide: true },
  {
    name: 'conda',
    programs: 'conda|mamba|micromamba',
    adds: 'install',
    removes: 'remove|uninstall',
    valued: PYTHON_VALUED,
  },
  { name: 'cargo', programs: 'cargo', adds: 'add|install|binstall', removes: 'remove|rm|uninstall', valued: VALUED },
  {
    name: 'rustup',
    programs: 'rustup',
    adds: 'component add|target add|toolchain install',
    removes: 'component remove|target remove|toolchain uninstall',
    isMachineWide: true,
  },
  { name: 'go', programs: 'go', adds: 'get|install|get -tool', removes: '' },
  { name: 'gem', programs: 'gem', adds: 'install', removes: 'uninstall', valued: VALUED },
  { name: 'bundler', programs: 'bundle', adds: 'add', removes: 'remove', valued: VALUED },
  { name: 'composer', programs: 'composer', adds: 'require|global require', removes: 'remove|global remove' },
  {
    name: 'dotnet',
    programs: 'dotnet',
    adds: 'add package|tool install',
    removes: 'remove package|tool uninstall',
    valued: VALUED,
  },
  { name: 'nuget', programs: 'nuget', adds: 'install', removes: '', valued: VALUED },
  { name: 'mix', programs: 'mix', adds: 'archive.install|igniter.install', removes: 'archive.uninstall' },
  {
    name: 'dart',
    programs: 'dart|flutter',
    adds: 'pub add|pub global activate',
    removes: 'pub remove|pub global deactivate',
  },
  { name: 'swift', programs: 'swift', adds: 'package add-dependency', removes: '' },
  { name: 'opam', programs: 'opam', adds: 'install', removes: 'remove|uninstall', valued: VALUED },
  { name: 'cabal', programs: 'cabal', adds: 'install', removes: '' },
  { name: 'stack', programs: 'stack', adds: 'install', removes: '' },
  { name: 'luarocks', programs: 'luarocks', adds: 'install', removes: 'remove' },
  { name: 'vcpkg', programs: 'vcpkg', adds: 'install|add port', removes: 'remove' },
  { name: 'conan', programs: 'conan', adds: 'install', removes: 'remove' },
  {
    name: 'apt',
    programs: 'apt|apt-get|aptitude',
    adds: 'install',
    removes: 'remove|purge|autoremove',
    valued: VALUED,
    isMachineWide: true,
  },
  { name: 'dnf', programs: 'dnf|yum|microdnf', adds: 'install', removes: 'remove|erase', isMachineWide: true },
  { name: 'zypper', programs: 'zypper', adds: 'install|in', removes: 'remove|rm', isMachineWide: true },
  { name: 'apk', programs: 'apk', adds: 'add', removes: 'del', valued: VALUED, isMachineWide: true },
  {
    name: 'pacman',
    programs: 'pacman|yay|paru',
    adds: '-S|-Sy|-Syu|-Syyu',
    removes: '-R|-Rs|-Rns|-Rn',
    isMachineWide: true,
  },
  { name: 'xbps', programs: 'xbps-install', adds: '-S|-Sy', removes: '', isMachineWide: true },
  { name: 'pkg', programs: 'pkg|pkg_add', adds: 'install', removes: 'delete|remove', isMachineWide: true },
  { name: 'brew', programs: 'brew', adds: 'install|reinstall', removes: 'uninstall|remove|rm', isMachineWide: true },
  { name: 'port', programs: 'port', adds: 'install', removes: 'uninstall', isMachineWide: true },
  { name: 'snap', programs: 'snap', adds: 'install', removes: 'remove', valued: VALUED, isMachineWide: true },
  { name: 'flatpak', programs: 'flatpak', adds: 'install', removes: 'uninstall|remove', isMachineWide: true },
  {
    name: 'nix',
    programs: 'nix|nix-env',
    adds: 'profile install|profile add|-iA|-i|--install',
    removes: 'profile remove|-e|--uninstall',
    isMachineWide: true,
  },
  {
    name: 'winget',
    programs: 'winget',
    adds: 'install|add',
    removes: 'uninstall|remove|rm',
    valued: VALUED,
    isMachineWide: true,
  },
  { name: 'choco', programs: 'choco', adds: 'install', removes: 'uninstall', valued: VALUED, isMachineWide: true },
  { name: 'scoop', programs: 'scoop', adds: 'install', removes: 'uninstall', isMachineWide: true },
  { name: 'asdf', programs: 'asdf|mise', adds: 'install|plugin add|use', removes: 'uninstall', isMachineWide: true },
  { name: 'krew', programs: 'kubectl', adds: 'krew install', removes: 'krew uninstall', isMachineWide: true },
];

const SILENT = /^(?:-y|--yes|-q|-qq|-qy|-yq|--noconfirm|--assume-yes)$/;
const DRY = /^(?:--dry-run|--simulate|--just-print|--download-only|--help|-h|--no-install|--print-urls)$/;
const GLOBAL = /^(?:-g|--global|--location=global|global)$/;
/** Paths, archives and what a shell would still have to work out are not names. */
const NOT_A_NAME = /^(?:\.|\/|~|file:|https?:|git\+|-)|[$*(){}`<>]|\.(?:deb|whl|tgz|txt|gz|rpm)$|^\d+(?:\.\d+)*$/;
/** More names than a reader takes in. */
const MOST_NAMES = 12;
const MOST_WORDS = 3;

interface Install {
  readonly manager: string;
  readonly where: string;
  readonly turn: number;
  names: readonly string[];
}

export function installsIn(calls: readonly ShellCall[]): readonly AnsweredLearning[] {
  const found: Install[] = [];
  for (const call of calls) {
    for (const command of workedIn(call)) {
      const deed = deedOf(command);
      if (deed === null) continue;
      const { manager, where, names } = deed;
      if (deed.isRemoval) {
        const gone = new Set(names.map(plainName));
        for (const install of found)
          if (install.where === where) install.names = install.names.filter((name) => !gone.has(plainName(name)));
      } else if (names.length > 0) found.push({ manager, where, names, turn: call.turn });
    }
  }
  return found.filter(({ names }) => names.length > 0).map(learningOf);
}

interface Deed extends Pick<Install, 'manager' | 'where' | 'names'> {
  readonly isRemoval: boolean;
}

function deedOf(command: ShellCommand): Deed | null {
  const words = command.words.filter((word) => !SILENT.test(word));
  if (words.some((word) => DRY.test(word))) return null;
  const plain = programFirst(words);
  for (const manager of MANAGERS) {
    if (!manager.programs.split('|').includes(plain[0] ?? '')) continue;
    const rest = behindPlace(plain.slice(firstPlain(plain)));
    for (let count = MOST_WORDS; count >= 1; count -= 1) {
      const verb = rest.slice(0, count).join(' ');
      const isRemoval = verb !== '' && manager.removes.split('|').includes(verb);
      if (!isRemoval && (verb === '' || !manager.adds.split('|').includes(verb))) continue;
      const names = namesIn(rest.slice(count), manager);
      return { manager: manager.name, names, isRemoval, where: placeOf(command, manager) };
    }
  }
  return null;
}

/** `.venv/bin/pip` and `python -m pip` are pip. */
function programFirst(words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words;
  const name = first.replace(/^.*\//, '');
  return /^python[\d.]*$/.test(name) && rest[0] === '-m' ? rest.slice(1) : [name, ...rest];
}

function placeOf({ through, words }: ShellCommand, { isMachineWide }: Manager): string {
  const host = /^ssh\s(?:.*\s)?(\S+)$/.exec(through)?.[1];
  if (host !== undefined && /^[\w@.:-]+$/.test(host)) return ` on \`${host}\``;
  if (through !== '') return ' in a container';
  return isMachineWide === true || words.some((word) => GLOBAL.test(word)) ? ' on this machine' : '';
}

/** Where the command goes on after options such as `--filter web`. */
function firstPlain(words: readonly string[]): number {
  let at = 1;
  while ((words[at] ?? '').startsWith('-') && !/^-(?:[SR]\w*|iA?|e|-install|-uninstall)$/.test(words[at] ?? ''))
    at += NODE_VALUED.test(words[at] ?? '') ? 2 : 1;
  return at;
}

/** Without the project it is about: `yarn workspace web add`, `dotnet add App.csproj package`. */
function behindPlace(words: readonly string[]): readonly string[] {
  if (words[0] === 'workspace') return words.slice(2);
  return words[2] === 'package' ? [words[0] ?? '', ...words.slice(2)] : words;
}

function namesIn(words: readonly string[], { valued }: Manager): readonly string[] {
  const names: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (valued?.test(word) === true) at += 1;
    else if (!NOT_A_NAME.test(word) && word !== '' && !names.includes(word)) names.push(word);
  }
  return names;
}

/** Without version and extras: `zod@3`, `fastapi[all]`, `requests==2`. */
function plainName(name: string): string {
  return name.replace(/(?<=.)(?:@[^/]*|\[.*|[=<>~!]=?.*)$/, '').toLowerCase();
}

function learningOf({ manager, where, names, turn }: Install): AnsweredLearning {
  const listed = names.slice(0, MOST_NAMES).map((name) => `\`${name}\``);
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return {
    type: 'TOOL_INSTALL',
    content: `Installed ${listed.join(', ')}${more} with ${manager}${where}.`,
    turns: [turn],
    scope: 'space',
    subject: names[0] ?? null,
    tags: [manager],
    replaces: null,
  };
}
