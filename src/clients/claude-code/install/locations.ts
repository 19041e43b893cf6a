/**
 * Which files Claude Code reads, for one person or one project (checked against 2.1.325):
 * - `CLAUDE_CONFIG_DIR` moves `settings.json` and `.claude.json`; an old `.config.json` beside the settings is used
 *   instead of `.claude.json`.
 * - A project is its repository: a private MCP server belongs to the main worktree, from wherever the client is started,
 *   and `settings.local.json` is read from the main worktree and from the folder the client was started in. Where the
 *   repository is bare, or there is none, only from that folder.
 */
import { existsSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { locateSpace } from '../../../capture/space-locator.ts';
import { CarryoverError } from '../../../memory/error.ts';
import { realPathOf } from './file-state.ts';

/** In a project's `.claude`: private, so the token in it is nobody else's. */
export const PROJECT_SETTINGS = 'settings.local.json';

export type InstallScope = 'user' | 'project';

export interface Locations {
  readonly settings: string;
  readonly clientConfig: string;
  /** How the client calls the project; undefined for the user's scope. */
  readonly projectKey: string | undefined;
}

export interface LocateOptions {
  readonly scope: InstallScope;
  readonly projectDir: string;
  readonly userHome: string;
  readonly env: NodeJS.ProcessEnv;
}

export function locateClientFiles({ scope, projectDir, userHome, env }: LocateOptions): Locations {
  const chosen = env.CLAUDE_CONFIG_DIR;
  const moved = chosen !== undefined && chosen !== '';
  if (moved && !isAbsolute(chosen)) {
    throw new CarryoverError(
      `CLAUDE_CONFIG_DIR is "${chosen}", which means another folder wherever the client starts`,
      {
        code: 'config-dir-relative',
        subject: 'CLAUDE_CONFIG_DIR',
        hint: 'make it an absolute path (the client does not expand ~)',
      },
    );
  }
  const configFolder = moved ? chosen : join(userHome, '.claude');
  const legacy = join(configFolder, '.config.json');
  const usesLegacy = (statSync(legacy, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const clientConfig = realPathOf(usesLegacy ? legacy : join(moved ? chosen : userHome, '.claude.json'));
  if (scope === 'user')
    return { settings: realPathOf(join(configFolder, 'settings.json')), clientConfig, projectKey: undefined };

  const { root, worktree } = locateSpace(projectDir);
  const folder = existsSync(join(root, '.git')) ? root : worktree;
  return { settings: realPathOf(join(folder, '.claude', PROJECT_SETTINGS)), clientConfig, projectKey: root };
}
