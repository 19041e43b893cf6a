/** A person's home with a project in it, and the options of an installation there; all of it in a temp folder. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import {
  bindHookToken,
  findHookToken,
  issueHookToken,
  readHookTokens,
  revokeHookToken,
} from '../../../platform/hook-tokens.ts';
import { homePaths } from '../../../platform/paths.ts';
import type { InstallOptions } from './installation.ts';

export interface Place extends Disposable {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly tokensFile: string;
  /** How many tokens are in force. */
  tokens(): number;
  /** Paths of what was noted of installations. */
  receipts(): readonly string[];
  options(changes?: Partial<InstallOptions>): InstallOptions;
  write(path: string, text: string | Uint8Array, mode?: number): void;
  /** Null when there is none. */
  read(path: string): string | null;
  mode(path: string): number;
  git(folder: string, ...args: readonly string[]): string;
  /** Every file of the client and the project, with content and mode: equal before and after means nothing is left. */
  snapshot(): Readonly<Record<string, string>>;
}

export function makePlace(): Place {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'carryover-install-'));
  const home = join(root, 'home');
  const project = join(root, 'project');
  const carryoverHome = join(home, '.carryover');
  const { hookTokens: tokensFile, installs } = homePaths(carryoverHome);
  mkdirSync(home);
  mkdirSync(project);
  const at = (path: string): string => join(root, path);
  const env = { PATH: process.env.PATH ?? '', HOME: home };
  return {
    root,
    home,
    project,
    tokensFile,
    tokens: () => readHookTokens(tokensFile).length,
    receipts: () =>
      existsSync(installs) ? readdirSync(installs).map((name) => relative(root, join(installs, name))) : [],
    options: (changes = {}) => ({
      scope: 'user',
      projectDir: project,
      userHome: home,
      env,
      home: carryoverHome,
      nodePath: '/opt/node/bin/node',
      distFolder: '/opt/carryover/dist',
      port: 8765,
      bootParts: 2,
      disableAutoMemory: false,
      dryRun: false,
      nowMs: 1_700_000_000_000,
      issueHookToken: (project) =>
        issueHookToken(tokensFile, { client: 'claude-code', project, nowMs: 1_700_000_000_000 }),
      bindHookToken: (id, project) => bindHookToken(tokensFile, id, project),
      revokeHookToken: (id) => revokeHookToken(tokensFile, id),
      findHookToken: (token) => findHookToken(readHookTokens(tokensFile), token),
      ...changes,
    }),
    write(path, text, mode = 0o644) {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text, { mode });
    },
    read: (path) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : null),
    mode: (path) => statSync(at(path)).mode & 0o777,
    git: (folder, ...args) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: at(folder),
        env: { ...env, GIT_CONFIG_NOSYSTEM: '1' },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    snapshot() {
      const files = readdirSync(root, { recursive: true, withFileTypes: true });
      const paths = files.map((file) => relative(root, join(file.parentPath, file.name))).filter(isClients);
      return Object.fromEntries(paths.toSorted().map((path) => [path, describe(at(path))]));
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

function isClients(path: string): boolean {
  return !path.startsWith('home/.carryover') && !/\.git\/(objects|index|logs|refs|COMMIT)/.test(path);
}

function describe(path: string): string {
  const stat = statSync(path);
  return stat.isDirectory() ? 'folder' : `${(stat.mode & 0o777).toString(8)} ${readFileSync(path).toString('base64')}`;
}
