/** What an installation or its removal changes, in one line per file: for a person who need not read the whole diff. */
import { relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../memory/json-guards.ts';
import { SERVER_NAME } from './own-entries.ts';
import type { FileChange } from './plan.ts';
import { autoMemorySetting, openSettings } from './settings-text.ts';

/** Empty when nothing changes; `userHome` is shown as `~`. */
export function summaryOf(changes: readonly FileChange[], userHome: string): readonly string[] {
  return changes.map((change) => `${shortPath(change.path, userHome)}: ${partsOf(change).join(', ')}`);
}

/** The same for a removal. */
export function removalSummaryOf(changes: readonly FileChange[], userHome: string): readonly string[] {
  return changes.map((change) => {
    const { path, before, after } = change;
    const parts = before === after ? [] : [after === null ? 'deleted' : 'our entries removed'];
    return `${shortPath(path, userHome)}: ${[...parts, ...(after === null ? [] : modeOf(change))].join(', ')}`;
  });
}

function partsOf(change: FileChange): readonly string[] {
  return [...(change.before === change.after ? [] : contentOf(change)), ...modeOf(change)];
}

function contentOf(change: FileChange): readonly string[] {
  if (change.purpose === 'mcp') return [`MCP server ${SERVER_NAME}`];
  if (change.purpose === 'git-exclude') return ['keeps the settings out of git'];
  const { path } = change;
  const before = { path, text: change.before };
  const after = { path, text: change.after };
  const valueIn = (file: typeof before, ...keys: readonly string[]): unknown => openSettings(file).get(keys);
  const events = new Set([before, after].flatMap((file) => keysOf(valueIn(file, 'hooks'))));
  const isChanged = (event: string): boolean =>
    !isDeepStrictEqual(valueIn(before, 'hooks', event), valueIn(after, 'hooks', event));
  const rules = lengthOf(valueIn(after, 'permissions', 'allow')) - lengthOf(valueIn(before, 'permissions', 'allow'));
  const turnedOff = autoMemorySetting(after) === false && autoMemorySetting(before) !== false;
  return [
    ...counted([...events].filter(isChanged).length, 'hook'),
    ...counted(rules, 'read permission'),
    ...(turnedOff ? ['its own notes switched off'] : []),
  ];
}

function modeOf({ before, modeBefore, mode, purpose }: FileChange): readonly string[] {
  const isWorthSaying = before === null ? purpose === 'settings' : modeBefore !== mode;
  return isWorthSaying ? [`mode ${mode.toString(8).padStart(4, '0')}`] : [];
}

function counted(count: number, noun: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];
}

function keysOf(value: unknown): readonly string[] {
  return isObject(value) ? Object.keys(value) : [];
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function shortPath(path: string, userHome: string): string {
  const inside = relative(userHome, path);
  return inside.startsWith('..') || inside === path ? path : `~${sep}${inside}`;
}
