/**
 * What an agent may not write with its own tools: the memory files and everything else that Carryover keeps in its home
 * (DESIGN §5.3). The one exception is the `memory.md` of the app that runs. Reading is free. A path is judged by where it
 * leads: through symbolic links, `..`, relative folders and any spelling of upper and lower case.
 *
 * Limit: a shell can write a file in more ways than anybody can list. What gets past this is found when the files are
 * looked at, and held back there. Part of the hook: node built-ins and pure code only.
 */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isObject, text } from '../../memory/unknown.ts';
import { isGuardedCommand } from './guarded-command.ts';

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
  'VERSION',
  'run',
  'installs',
  'spool',
  'logs',
  'backups',
];

const MOST_LINKS = 40;
const WRITING_TOOLS: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);
const OWN_FILE = /^spaces\/(?:[^/]*-)?([^/-]+)\/apps\/([^/]+)\/memory\.md$/;
const REASON =
  "Carryover keeps these files, and an agent's words reach them by themselves: say in your answer what should be remembered. Only a person edits them by hand.";

export interface GuardedHome {
  readonly home: string;
  /** The user's, for `~`. */
  readonly userHome: string;
  /** The app that runs, with the end of its space's folder name. */
  readonly app?: { readonly name: string; readonly folderEnding: string } | undefined;
}

/** The answer to a PreToolUse event that forbids the call; undefined when it is none of our business. */
export function denialOf(payload: unknown, guarded: GuardedHome): object | undefined {
  if (!isObject(payload) || !isObject(payload.tool_input) || !isForbidden(payload, payload.tool_input, guarded))
    return undefined;
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: REASON,
    },
  };
}

function isForbidden(
  payload: Readonly<Record<string, unknown>>,
  input: Readonly<Record<string, unknown>>,
  guarded: GuardedHome,
): boolean {
  const tool = text(payload.tool_name);
  const cwd = text(payload.cwd) || '/';
  const reach = reachOf(guarded);
  if (tool === 'Bash') return isGuardedCommand(text(input.command), { cwd, ...guarded, ...reach });
  const target = text(input.file_path) || text(input.notebook_path);
  if (!WRITING_TOOLS.has(tool) || target === '') return false;
  const path = target.startsWith('~/') ? join(guarded.userHome, target.slice(2)) : target;
  return reach.isGuarded(resolve(cwd, path));
}

export interface Reach {
  /** Whether what is written there lands in what is guarded. */
  isGuarded(path: string): boolean;
  /** Whether it is the home, or a folder that the home lies in: whoever removes it removes all. */
  isAbove(path: string): boolean;
  /** The guarded places, as text in a command might name them. */
  readonly roots: readonly string[];
}

function reachOf({ home, app }: GuardedHome): Reach {
  const targets = new Targets();
  const real = targets.of(home);
  const folded = fold(real);
  const roots = GUARDED_NAMES.map((name) => fold(join(real, name)));
  const memory = fold(join(real, 'memory'));
  const isOwn = (path: string): boolean => {
    const [, folder, name] = (path.startsWith(`${memory}/`) && OWN_FILE.exec(path.slice(memory.length + 1))) || [];
    return app !== undefined && name === app.name && folder === app.folderEnding;
  };
  return {
    isGuarded(path) {
      const target = fold(targets.of(path));
      return roots.some((root) => target === root || target.startsWith(`${root}/`)) && !isOwn(target);
    },
    isAbove(path) {
      const target = fold(targets.of(path));
      return target === folded || folded.startsWith(target === '/' ? '/' : `${target}/`);
    },
    roots: [...roots, ...GUARDED_NAMES.map((name) => fold(join(home, name)))],
  };
}

function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Where paths lead, also when the end of one is not there yet. A command may name thousands: folders are looked at once. */
class Targets {
  readonly #known = new Map<string, string>();

  of(path: string, links = 0): string {
    const known = this.#known.get(path) ?? this.#look(path, links);
    this.#known.set(path, known);
    return known;
  }

  #look(path: string, links: number): string {
    const parent = dirname(path);
    if (parent === path) return path;
    try {
      const stat = lstatSync(path, { throwIfNoEntry: false });
      // A link to what is not there yet is followed by whoever writes.
      if (stat?.isSymbolicLink() && links < MOST_LINKS) return this.of(resolve(parent, readlinkSync(path)), links + 1);
      if (stat !== undefined) return realpathSync.native(path);
    } catch {
      // Not to be looked at: then as far as its folders lead.
    }
    return join(this.of(parent, links), basename(path));
  }
}
