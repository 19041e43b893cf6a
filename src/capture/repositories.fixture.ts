/** Real repositories below one folder, and a journal that tells which project each of them is. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type Journal, openJournal } from '../journal/journal.ts';
import type { SpaceId } from '../memory/ids.ts';
import { SpaceDirectory } from './space-directory.ts';

const GIT_SETTINGS = ['user.name=t', 'user.email=t@t', 'init.defaultBranch=main', 'protocol.file.allow=always'];
const ENV = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };

let top: string;
let journal: Journal;
let commits = 0;
const clock = { now: () => 1_790_000_000_000, elapsed: () => 0 };

/** Paths are given relative to the folder. */
export function useRepositories(): void {
  beforeEach(async () => {
    top = realpathSync(mkdtempSync(join(tmpdir(), 'carryover-identity-')));
    const home = at('home');
    mkdirSync(home);
    journal = await openJournal({ path: join(home, 'transcript.db'), backupFolder: home, clock, exists: existsSync });
  });
  afterEach(async () => {
    await journal.close();
    rmSync(top, { recursive: true, force: true });
  });
}

export function at(...parts: readonly string[]): string {
  return join(top, ...parts);
}

export function git(folder: string, ...args: readonly string[]): void {
  const settings = GIT_SETTINGS.flatMap((setting) => ['-c', setting]);
  execFileSync('git', [...settings, ...args], { cwd: at(folder), env: ENV, stdio: 'pipe' });
}

export function repository(folder: string, url?: string): void {
  mkdirSync(at(folder), { recursive: true });
  git(folder, 'init');
  if (url !== undefined) git(folder, 'remote', 'add', 'origin', url);
  commits += 1;
  git(folder, 'commit', '--allow-empty', '-m', `commit ${commits}`);
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

export function remove(path: string): void {
  rmSync(at(path), { recursive: true });
}

/** Asked anew, as a daemon does that remembers nothing. */
export async function projectOf(folder: string): Promise<SpaceId> {
  return (await new SpaceDirectory(journal, clock).resolve(at(folder))).space.id;
}

export async function rootOf(project: SpaceId): Promise<string | undefined> {
  return (await journal.space(project))?.root;
}
