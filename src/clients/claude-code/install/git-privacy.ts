/**
 * Keeps the settings file that holds a token out of git: one that is tracked is refused, one that could be added is
 * named in the repository's `info/exclude`. Asks git itself, because only git knows all its ignore rules.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join, relative } from 'node:path';
import { locateSpace } from '../../../capture/space-locator.ts';
import { CarryoverError } from '../../../memory/error.ts';
import { exclusionPattern } from './exclude-text.ts';

const GIT_TIMEOUT_MS = 10_000;

export interface Exclusion {
  /** Read by all worktrees of the repository. */
  readonly file: string;
  readonly pattern: string;
}

/** Where our line for this file stands, or would stand; undefined outside of git. */
export function exclusionFor(path: string): Exclusion | undefined {
  const { kind, anchor, worktree } = locateSpace(dirname(path));
  if (kind !== 'git') return undefined;
  return { file: join(anchor, 'info', 'exclude'), pattern: exclusionPattern(relative(worktree, path)) };
}

/** True when git could add the file to a commit; refuses a file that is in the repository already. */
export function couldBeCommitted(path: string, env: NodeJS.ProcessEnv): boolean {
  if (exclusionFor(path) === undefined) return false;
  // The settings folder may not be there yet; the top of the worktree is.
  const git = gitIn(locateSpace(dirname(path)).worktree, env);
  // Beside a bare repository there is nothing to commit from.
  if (git(['rev-parse', '--is-inside-work-tree']).stdout.trim() !== 'true') return false;
  if (git(['--literal-pathspecs', 'ls-files', '--error-unmatch', '--', path], [0, 1]).status === 0) {
    throw new CarryoverError(`${path} is tracked by git, and a token may not be committed`, {
      code: 'settings-tracked',
      subject: path,
      hint: 'take it out of git (`git rm --cached`) and ignore it, choose the other --scope, or use the plugin, which needs no token',
    });
  }
  const answer = git(['check-ignore', '--verbose', '--non-matching', '--stdin', '-z'], [0, 1], path).stdout;
  const [source = '', , rule = ''] = answer.split('\0');
  // A project's own rules win over ours.
  if (rule.startsWith('!')) {
    throw new CarryoverError(`${source} tells git to keep ${path}, and a token may not be committed`, {
      code: 'settings-tracked',
      subject: path,
      hint: `take the line "${rule}" out of it, or use --scope user`,
    });
  }
  return rule === '';
}

function gitIn(folder: string, env: NodeJS.ProcessEnv) {
  // Variables such as GIT_DIR would point git at another repository.
  const cleaned = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
  return (args: readonly string[], expected: readonly number[] = [0], input = '') => {
    const run = spawnSync('git', args, {
      cwd: folder,
      env: cleaned,
      input,
      encoding: 'utf8',
      timeout: GIT_TIMEOUT_MS,
    });
    if (run.status === null || !expected.includes(run.status)) {
      const reason = run.error?.message ?? run.stderr.trim();
      throw new CarryoverError(`cannot ask git whether the settings are private: ${reason}`, {
        code: 'git-failed',
        subject: folder,
        hint: 'make `git status` work in that folder, or use --scope user',
        cause: run.error,
      });
    }
    return run;
  };
}
