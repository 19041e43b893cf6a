/**
 * The three files an installation may change, seen alike by planning and removal: the settings, the client's own config
 * and a repository's `info/exclude`. Pure.
 */
import { findInClientConfig, hasOwnServer, removeServer } from './client-config-text.ts';
import { hasExclusion, removeExclusion } from './exclude-text.ts';
import { type Found, NOTHING_FOUND } from './found.ts';
import { openJson } from './json-edit.ts';
import { isEmptyContainer } from './json-tree.ts';
import { findInSettings, hasOwnHooks, removeFromSettings } from './settings-text.ts';

export type Purpose = 'settings' | 'mcp' | 'git-exclude';

export interface ManagedFile {
  readonly purpose: Purpose;
  readonly path: string;
  holdsOurs(text: string): boolean;
  /** What of ours is in a text that we have not written to. */
  find(text: string | null): Found;
  remove(text: string, found: Found): string;
  /** True when the text says nothing any more, so that a file made by us can go. */
  isBlank(text: string): boolean;
}

export function settingsFile(path: string): ManagedFile {
  return {
    purpose: 'settings',
    path,
    holdsOurs: (text) => hasOwnHooks({ path, text }),
    find: (text) => findInSettings({ path, text }),
    remove: (text, found) => removeFromSettings({ path, text }, found),
    isBlank: (text) => isBlankJson(path, text),
  };
}

export function clientConfigFile(path: string, projectKey: string | undefined): ManagedFile {
  return {
    purpose: 'mcp',
    path,
    holdsOurs: (text) => hasOwnServer({ path, text, projectKey }),
    find: (text) => findInClientConfig({ path, text, projectKey }),
    remove: (text, found) => removeServer({ path, text, projectKey }, found),
    isBlank: (text) => isBlankJson(path, text),
  };
}

export function excludeFile(path: string, pattern: string): ManagedFile {
  return {
    purpose: 'git-exclude',
    path,
    holdsOurs: (text) => hasExclusion(text, pattern),
    find: () => NOTHING_FOUND,
    remove: (text) => removeExclusion(text, pattern),
    isBlank: (text) => text === '',
  };
}

function isBlankJson(file: string, text: string): boolean {
  return isEmptyContainer(openJson(text, { file }).get([]));
}
