/**
 * What an agent may not touch with its own tools: what Carryover keeps in its home (DESIGN §5.3). Files are judged by where
 * a path leads: through symbolic links, `..` (as programs and as the kernel take it), relative folders and any spelling of upper
 * and lower case. An agent may read the memory files that it is given anyway, and an app may write its own `memory.md`;
 * everything else is refused. Of tools that we do not know, each argument that is a path is taken for one to write.
 *
 * Of a shell command only the plain forms are refused: a word that names such a path, a pattern in the home, or the home
 * itself for programs that take whole folders. A shell can reach a file in more ways than anybody can list, so this is a sign
 * on the door, not a lock: what was written all the same is no person's edit (see curator/), and that is what protects
 * memory. Limits: a search of a folder above the home is not refused; asks the disk where paths lead, a bounded number of times.
 */
import { lstatSync, readlinkSync } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { LONGEST_PATH } from '../../capture/git-folder.ts';
import { isObject, text } from '../../memory/json-guards.ts';
import { everyCommand } from '../../text/shell.ts';

/** What lies in a home, without what is not ours: a home may be a folder with other things in it. */
export const GUARDED_NAMES: readonly string[] = [
  'memory',
  'config.json',
  'token',
  'redaction-key',
  'keys.json',
  'spool-key.pub',
  'apps.json',
  'reserve',
  'hook-tokens.json',
  'tokens.json',
  'VERSION',
  'run',
  'installs',
  'spool',
  'logs',
  'backups',
];

const MOST_LINKS = 40;
/** A command that names more is a program of its own, and no plain form. */
const MOST_WORDS = 500;
const WRITING_TOOLS: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);
const READING_TOOLS: ReadonlySet<string> = new Set(['Read', 'NotebookRead', 'Grep', 'Glob', 'LS']);
/** Of tools that go through a folder: the argument that says which names in it. */
const NAMES_SOUGHT: ReadonlyMap<string, string> = new Map([
  ['Grep', 'glob'],
  ['Glob', 'pattern'],
]);
/** Programs that change nothing, whatever they are given. */
const READERS: ReadonlySet<string> = new Set('cat head tail less more grep rg ls wc stat file diff nl'.split(' '));
/** Programs that do what they do to all that is in a folder, or have what comes next done there. */
const SEARCHERS: ReadonlySet<string> = new Set(['grep', 'rg', 'ag']);
const WHOLE_FOLDER: ReadonlySet<string> = new Set([
  ...SEARCHERS,
  ...'cd pushd cp tar zip rsync scp chmod chown shred'.split(' '),
]);
/** What `find` may do to all that it finds. */
const DOES = /^-(?:delete|exec|execdir|ok|okdir)$/;
const PATTERN = /[*?[{]/;
/** Up to the first sign of a pattern. */
const BEHIND_PATTERN = /(?<=[*?[{]).*$/s;
/** A path from the root or from a home, as the argument of a tool. */
const PLACE = /^(?:file:\/\/)?(?=[/~$])/;
const HOME_VARIABLE = /^(?:~(?=\/|$)|\$HOME\b|\$\{HOME\})/;
const OWN_HOME_VARIABLE = /^(?:\$CARRYOVER_HOME\b|\$\{CARRYOVER_HOME\})/;

const WRITE_REASON =
  "Carryover keeps these files, and an agent's words reach them by themselves: say in your answer what should be remembered. Only a person edits them by hand.";
const READ_REASON = 'Carryover keeps this for the person: use the search_memory tool to look something up.';

export interface GuardedHome {
  readonly home: string;
  /** The user's, for `~`. */
  readonly userHome: string;
  /** How the folder of the session's space ends; undefined when the session has none. */
  readonly spaceEnding?: string | undefined;
  /** The app that runs, when one does. */
  readonly app?: string | undefined;
}

/** The answer to a PreToolUse event that forbids the call; undefined when it is none of our business. */
export function denialOf(payload: unknown, guarded: GuardedHome): object | undefined {
  if (!isObject(payload) || !isObject(payload.tool_input)) return undefined;
  const reason = reasonAgainst(text(payload.tool_name), payload.tool_input, text(payload.cwd) || '/', guarded);
  if (reason === undefined) return undefined;
  return {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason },
  };
}

function reasonAgainst(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  cwd: string,
  guarded: GuardedHome,
): string | undefined {
  const places = new Places(guarded);
  if (tool === 'Bash') return reasonAgainstCommand(text(input.command), cwd, guarded, places);
  const target = text(input.file_path) || text(input.notebook_path) || text(input.path);
  if (READING_TOOLS.has(tool)) {
    const folder = placeOf(cwd, target || '.', guarded);
    const sought = text(input[NAMES_SOUGHT.get(tool) ?? '']).replace(BEHIND_PATTERN, '');
    const isSearch = tool === 'Grep' && places.isHome(folder);
    return !isSearch && places.mayRead(folder) && places.mayRead(placeOf(folder, sought, guarded))
      ? undefined
      : READ_REASON;
  }
  const named = WRITING_TOOLS.has(tool) ? [target] : Object.values(input).flat().map(text).filter(isPlace);
  const mayWrite = (path: string): boolean => places.mayWrite(placeOf(cwd, path.replace(PLACE, ''), guarded));
  return named.slice(0, MOST_WORDS).every(mayWrite) ? undefined : WRITE_REASON;
}

function isPlace(argument: string): boolean {
  return PLACE.test(argument);
}

/** Not simplified: where `..` leads depends on the links before it. */
function placeOf(folder: string, path: string, guarded: GuardedHome): string {
  const expanded = expand(path, guarded);
  return isAbsolute(expanded) ? expanded : `${folder}/${expanded}`;
}

function reasonAgainstCommand(command: string, cwd: string, guarded: GuardedHome, places: Places): string | undefined {
  let left = MOST_WORDS;
  for (const { words, front, reads, writes } of everyCommand(command)) {
    const program = basename(words[0] ?? '');
    const onlyReads = READERS.has(program) && writes.length === 0;
    const takesFolders = WHOLE_FOLDER.has(program) || (program === 'find' && words.some((word) => DOES.test(word)));
    const named = [...words, ...front, ...reads, ...writes];
    for (const [index, word] of named.slice(0, left).entries()) {
      const path = placeOf(cwd, word.replace(/^(?:-{0,2}[\w-]+=|@)/, ''), guarded);
      const isRemoved = program === 'rm' || (program === 'mv' && index < words.length - 1);
      if (isRemoved && index > 0 && places.isAbove(path)) return WRITE_REASON;
      if (takesFolders && index > 0 && places.isHome(path)) return SEARCHERS.has(program) ? READ_REASON : WRITE_REASON;
      if (onlyReads ? places.mayRead(path) : places.mayWrite(path)) continue;
      return onlyReads ? READ_REASON : WRITE_REASON;
    }
    left -= named.length;
    if (left <= 0) return undefined;
  }
  return undefined;
}

function expand(path: string, { home, userHome }: GuardedHome): string {
  return path.replace(OWN_HOME_VARIABLE, () => home).replace(HOME_VARIABLE, () => userHome);
}

function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** What lies in the home, and who may do what with it. Folders are looked at once. */
class Places {
  readonly #guarded: GuardedHome;
  readonly #home: string;
  readonly #known = new Map<string, Found>();

  constructor(guarded: GuardedHome) {
    this.#guarded = guarded;
    this.#home = fold(this.#target(resolve(guarded.home)));
  }

  mayWrite(path: string): boolean {
    return this.#insides(path).every((inside) => this.#isOwnFile(inside));
  }

  mayRead(path: string): boolean {
    return this.#insides(path).every((inside) => this.#isReadable(inside));
  }

  #isReadable(inside: string): boolean {
    if (this.#isOwnFile(inside)) return true;
    if (/^memory\/(?:soul|os|user|tools|files|context)\.md$/.test(inside)) return true;
    const { spaceEnding } = this.#guarded;
    const [, folder = ''] = /^memory\/spaces\/([^/]+)\/(?:tools|files|context)\.md$/.exec(inside) ?? [];
    return spaceEnding !== undefined && isFolderOf(folder, spaceEnding);
  }

  isHome(path: string): boolean {
    return this.#targets(path).includes(this.#home);
  }

  /** Whether it is the home, or a folder that the home lies in: whoever removes it removes all. */
  isAbove(path: string): boolean {
    return this.#targets(path).some(
      (target) => target === this.#home || this.#home.startsWith(target === '/' ? '/' : `${target}/`),
    );
  }

  #isOwnFile(inside: string): boolean {
    const { app, spaceEnding } = this.#guarded;
    const [, folder = '', name] = /^memory\/spaces\/([^/]+)\/apps\/([^/]+)\/memory\.md$/.exec(inside) ?? [];
    return app !== undefined && name === fold(app) && spaceEnding !== undefined && isFolderOf(folder, spaceEnding);
  }

  /** The paths below the home, where it leads to something that is guarded. */
  #insides(path: string): readonly string[] {
    return this.#targets(path).flatMap((target) => {
      if (!target.startsWith(`${this.#home}/`)) return [];
      const inside = target.slice(this.#home.length + 1);
      const first = inside.split('/')[0] ?? '';
      return PATTERN.test(first) || GUARDED_NAMES.some((name) => fold(name) === first) ? [inside] : [];
    });
  }

  /** Where it leads when `..` takes a name off the path, as in programs, and when it is asked of the folder, as in the kernel. */
  #targets(path: string): readonly string[] {
    const simplified = fold(this.#target(resolve(path)));
    const [first = '', ...rest] = path.length > LONGEST_PATH ? [] : path.split(/\/\.\.(?=\/|$)/);
    if (rest.length === 0) return [simplified];
    const at = rest.reduce((above, below) => `${dirname(this.#target(resolve(above)))}${below}`, first);
    return [simplified, fold(this.#target(resolve(at)))];
  }

  /** Where a path leads, also when the end of it is not there yet. Looks no further than the disk goes, however long it is. */
  #target(path: string, links = 0): string {
    // No system opens it.
    if (path.length > LONGEST_PATH) return path;
    const parts = path.split('/').filter((part) => part !== '');
    let at = '';
    for (const [index, part] of parts.entries()) {
      const next = `${at}/${part}`;
      const found = this.#found(next);
      // A link to what is not there yet is followed by whoever writes.
      if (found.link !== undefined && links < MOST_LINKS)
        return this.#target(resolve(at || '/', found.link, ...parts.slice(index + 1)), links + 1);
      if (!found.isThere) return `${at}/${parts.slice(index).join('/')}`;
      at = next;
    }
    return at || '/';
  }

  #found(path: string): Found {
    const known = this.#known.get(path) ?? look(path);
    this.#known.set(path, known);
    return known;
  }
}

interface Found {
  readonly isThere: boolean;
  /** Where a symbolic link leads, as it says. */
  readonly link?: string;
}

function look(path: string): Found {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return { isThere: stat !== undefined, ...(stat?.isSymbolicLink() === true ? { link: readlinkSync(path) } : {}) };
  } catch {
    // Not to be looked at: then as far as its folders lead.
    return { isThere: false };
  }
}

function isFolderOf(folder: string, ending: string): boolean {
  return folder === ending || folder.endsWith(`-${ending}`);
}
