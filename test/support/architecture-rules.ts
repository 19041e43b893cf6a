/**
 * The rules of the house as data, each with its reason, and the functions that hold a source against them. A violation
 * reads `file:line: what, because why`.
 */
import { basename, posix } from 'node:path';
import { COMPUTED, DEFAULT_EXPORT, type Source } from './source.ts';

interface Room {
  readonly may: readonly string[];
  readonly because: string;
}

const STORES = ['journal', 'knowledge', 'files'];
const ALL_BUT_DOORS = ['text', 'memory', 'redaction', 'platform', ...STORES, 'capture', 'curator', 'recall', 'privacy'];

/**
 * Which room may import which. Data walks one way, clients → capture → journal → curator → knowledge and files → recall → clients, and so do imports:
 * whoever reads a room has read everything it rests on, and a change stays in the rooms above it.
 */
const ROOMS: { readonly [room: string]: Room } = {
  text: { may: [], because: 'it knows words and sentences, and nothing of what they are read for' },
  memory: { may: ['text'], because: 'the domain is pure: everything rests on it, so it rests on words alone' },
  redaction: { may: [], because: 'it must work anywhere, also in a hook without a daemon, before anything is written' },
  platform: { may: ['memory'], because: 'it touches the system and knows nothing of what is built on it' },
  store: {
    may: ['memory', 'platform'],
    because: 'it knows how rows become values and functions methods; which rows there are stays with the stores on it',
  },
  journal: {
    may: ['memory', 'platform', 'store'],
    because: 'a store keeps what it is given; who gives it is not its concern',
  },
  capture: {
    may: ['memory', 'redaction', 'platform', 'journal'],
    because: 'it turns events into records of the journal; which client they come from stays with the clients',
  },
  knowledge: {
    may: ['text', 'memory', 'platform', 'store'],
    because: 'a store keeps what it is given; who learned it is not its concern',
  },
  files: {
    may: ['text', 'memory', 'platform'],
    because: 'it knows lines, limits and the disk, and nothing of how a line came about',
  },
  curator: {
    may: ['text', 'memory', 'platform', ...STORES],
    because: 'it turns acts of the journal into knowledge and files; what comes to it has been redacted',
  },
  recall: { may: ['text', 'memory', 'platform', ...STORES], because: 'it reads what is stored and never captures' },
  privacy: {
    may: ['text', 'memory', 'redaction', 'platform', 'store', ...STORES, 'capture', 'curator'],
    because: 'it works on all that is kept; what is found again is recall, which follows by itself',
  },
  clients: {
    may: ALL_BUT_DOORS,
    because: 'a client is a door: it knows the rooms inside and no other door',
  },
  http: {
    may: ['memory', 'platform', 'store', ...STORES, 'capture', 'curator', 'recall', 'privacy'],
    because: 'it is a door, and what comes through it is redacted by capture, never here',
  },
  dashboard: {
    may: [...ALL_BUT_DOORS.filter((room) => room !== 'redaction' && room !== 'capture'), 'http'],
    because: 'it is a door for people: it shows what the stores hold, and does what it does through the routes of http',
  },
  mcp: {
    may: ['memory', 'platform', 'recall', 'http'],
    because:
      'it asks the daemon over its socket, from a process of its own or from within, and fences what it hands on',
  },
  daemon: {
    may: [...ALL_BUT_DOORS, 'clients', 'http', 'dashboard', 'mcp'],
    because:
      'it composes the rooms, and hands the tools for agents to http; the programs that talk to it are not part of it',
  },
  cli: {
    may: [...ALL_BUT_DOORS, 'clients', 'http', 'mcp', 'daemon', 'index.ts'],
    because: 'it is the outermost door',
  },
  'index.ts': {
    may: [...ALL_BUT_DOORS, 'clients', 'http', 'mcp', 'daemon'],
    because: 'a library has no command line',
  },
};

/** Rooms that compute and nothing else; hashing is computing. */
const PURE_ROOMS = ['text', 'memory', 'redaction'];
const PURE_BUILT_INS = ['node:crypto'];

interface Ban {
  readonly use: RegExp;
  readonly because: string;
  /** Path beginnings. */
  readonly allowedIn: readonly string[];
  /** Tests may move clocks and write files as they like. */
  readonly tests: 'exempt' | 'bound';
}

const CLOCK = 'src/platform/clock.ts';
const HOOK_ENTRY = 'src/clients/hook/main.ts';

const BANS: readonly Ban[] = [
  {
    use: /^console\./,
    because: 'only the command line talks to a person; the rest throws, returns or logs',
    allowedIn: ['src/cli/'],
    tests: 'bound',
  },
  {
    use: /^(Date\.now|Date\(\)|new Date\(\)|process\.hrtime)$/,
    because: 'time comes from a Clock, so that tests can move it',
    allowedIn: [CLOCK],
    tests: 'exempt',
  },
  {
    use: /^performance\.now$/,
    because: 'time comes from a Clock, so that tests can move it (the hook measures its own deadline)',
    allowedIn: [CLOCK, HOOK_ENTRY],
    tests: 'exempt',
  },
  {
    use: /^process\.exit$/,
    because: 'a process has one exit, in its entry; elsewhere it would cut off writes and answers',
    allowedIn: ['src/cli/main.ts', 'src/daemon/main.ts', HOOK_ENTRY],
    tests: 'bound',
  },
  {
    use: /(^|\.)writeFile(Sync)?$/,
    because: 'files are written whole or not at all: use writeFileAtomically',
    allowedIn: ['src/platform/atomic-file.ts'],
    tests: 'exempt',
  },
  {
    use: /^Math\.random$/,
    because: 'ids and tokens need node:crypto, and tests need to be repeatable',
    allowedIn: [],
    tests: 'bound',
  },
];

interface PackageBan {
  readonly package: string;
  readonly appliesTo: (path: string) => boolean;
  readonly because: string;
}

const PACKAGE_BANS: readonly PackageBan[] = [
  {
    package: 'better-sqlite3-multiple-ciphers',
    appliesTo: (path) => path !== 'src/platform/sqlite.ts',
    because: 'the driver stays behind one file, where its pragmas and its version are checked',
  },
  {
    package: 'zod',
    appliesTo: (path) => /^src\/(clients\/hook|memory|redaction)\//.test(path),
    because: 'it costs more to load than the hook may take, and data is parsed once, at the edge',
  },
];

/** Words that say nothing about what a thing is. */
const EMPTY_WORDS = ['manager', 'helper', 'helpers', 'utils'];
const LINE_LIMIT = 500;
const HEADER_FROM_LINES = 40;
const FILE_NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)?\.tsx?$/;

export function violationsOf(source: Source): string[] {
  return [...importViolations(source), ...useViolations(source), ...shapeViolations(source)];
}

function importViolations(source: Source): string[] {
  const from = roomOf(source.path);
  const room = ROOMS[from];
  if (room === undefined) return [`${source.path}:1: ${from} is an unknown room: add it to the table, with a reason`];
  return source.imports.flatMap(({ specifier, line, typeOnly }) => {
    const broken =
      brokenImport(source.path, from, room, specifier) ??
      (typeOnly ? undefined : brokenPackageImport(source.path, specifier));
    return broken === undefined ? [] : [`${source.path}:${line}: imports ${specifier}, but ${broken}`];
  });
}

function brokenImport(path: string, from: string, room: Room, specifier: string): string | undefined {
  const target = resolveImport(path, specifier);
  if (isTest(path) && (target === undefined || /^test\/(?:support|corpora)\//.test(target))) return undefined;
  if (target === undefined) return brokenOutsideImport(from, room, specifier);
  if (isTest(target) && !isTest(path)) return 'what was made for tests stays in tests';
  const to = roomOf(target);
  if (to === from || room.may.includes(to)) return undefined;
  return `${from} may import ${room.may.join(', ') || 'nothing'}: ${room.because}`;
}

function brokenOutsideImport(from: string, room: Room, specifier: string): string | undefined {
  if (specifier === COMPUTED) return 'what is computed cannot be checked: name it';
  if (!PURE_ROOMS.includes(from) || PURE_BUILT_INS.includes(specifier)) return undefined;
  return `${from} may import ${PURE_BUILT_INS.join(', ')} only: ${room.because}`;
}

/** Types are free: they are gone before anything is loaded. */
function brokenPackageImport(path: string, specifier: string): string | undefined {
  const ban = PACKAGE_BANS.find((entry) => packageOf(specifier) === entry.package && entry.appliesTo(path));
  return ban === undefined ? undefined : `not here: ${ban.because}`;
}

function useViolations({ path, uses }: Source): string[] {
  return uses.flatMap(({ name, line }) => {
    const ban = BANS.find((entry) => entry.use.test(name) && !(entry.tests === 'exempt' && isTest(path)));
    const allowed = ban === undefined || ban.allowedIn.some((start) => path.startsWith(start));
    return allowed ? [] : [`${path}:${line}: uses ${name}, but ${ban.because}`];
  });
}

function shapeViolations({ path, lineCount, hasHeader, exports }: Source): string[] {
  const found: string[] = [];
  const file = basename(path);
  if (lineCount > LINE_LIMIT) found.push(`${path}:${lineCount}: more than ${LINE_LIMIT} lines are more than one thing`);
  if (lineCount > HEADER_FROM_LINES && !hasHeader && !isTest(path))
    found.push(`${path}:1: has no header: say what it promises, and its limits`);
  if (!FILE_NAME.test(file)) found.push(`${path}:1: is not named like-this.ts, as all others are`);
  for (const { name, line } of [{ name: file, line: 1 }, ...exports]) {
    const empty = wordsOf(name).find((word) => EMPTY_WORDS.includes(word));
    if (empty !== undefined)
      found.push(`${path}:${line}: "${name}" says "${empty}", which says nothing: name the thing`);
    if (name === DEFAULT_EXPORT) found.push(`${path}:${line}: has a default export, which every reader names anew`);
  }
  return found;
}

/** What the hook may load while the daemon answers: every module more is time taken from the agent. */
const HOOK_BUILT_INS = ['node:net', 'node:fs'];
const HOOK_FILES = /^src\/clients\/hook\/.+\.ts$/;
/** Its other parts, files of their own: loaded only when the daemon does not answer, and before a tool call. */
const HOOK_LATER: readonly string[] = ['./hook-cold.cjs'];

/** Follows the hook's imports from its entry; `sources` by path. */
export function hookViolations(sources: ReadonlyMap<string, Source>): string[] {
  const found: string[] = [];
  const queue = [HOOK_ENTRY];
  const seen = new Set(queue);
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const source = sources.get(path);
    if (source === undefined) return [...found, `${path}:1: does not exist, but the hook needs it`];
    for (const { specifier, line, typeOnly } of source.imports) {
      if (typeOnly || HOOK_LATER.includes(specifier) || HOOK_BUILT_INS.includes(specifier)) continue;
      const target = resolveImport(path, specifier);
      if (target === undefined || !HOOK_FILES.test(target))
        found.push(
          `${path}:${line}: imports ${specifier}, but the hook starts with every session and loads next to nothing`,
        );
      else if (!seen.has(target)) {
        seen.add(target);
        queue.push(target);
      }
    }
  }
  return found;
}

/** Tests, the suites that several of them share, and what they build to stand on. */
export function isTest(path: string): boolean {
  return /\.(test|contract|fixture)\.ts$/.test(path);
}

function roomOf(path: string): string {
  return path.split('/')[1] ?? path;
}

/** The file a relative import names, from the repository's root; undefined for packages and built-ins. */
export function resolveImport(path: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : undefined;
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());
}
