/**
 * Puts our hooks and permission rules into the text of a Claude Code settings file, and takes them out again. Pure.
 * Putting in what is there already changes nothing; entries of an earlier installation are replaced where they stand;
 * what others wrote is never touched, moved or reordered.
 */
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../memory/json-guards.ts';
import { type Found, NOTHING_FOUND } from './found.ts';
import { type JsonDocument, openJson } from './json-edit.ts';
import { isEmptyContainer, type JsonPath } from './json-tree.ts';
import { bearerTokenOf, HOOK_EVENTS, type HookEntry, isOwnHook, PERMISSION_RULES } from './own-entries.ts';

const HOOKS: JsonPath = ['hooks'];
const ALLOW: JsonPath = ['permissions', 'allow'];
const AUTO_MEMORY: JsonPath = ['autoMemoryEnabled'];

export interface SettingsFile {
  readonly path: string;
  readonly text: string | null;
}

export interface SettingsEntries {
  readonly hooks: Readonly<Record<string, readonly HookEntry[]>>;
  readonly disableAutoMemory: boolean;
}

export function addToSettings(file: SettingsFile, { hooks, disableAutoMemory }: SettingsEntries): string {
  let document = openSettings(file);
  for (const event of eventsOf(document))
    if (!Object.hasOwn(hooks, event)) document = removeHooks(document, event, NOTHING_FOUND);
  for (const [event, entries] of Object.entries(hooks)) document = putHooks(document, event, entries);
  const allowed = listAt(document, ALLOW);
  for (const rule of PERMISSION_RULES) if (!allowed.includes(rule)) document = document.append(ALLOW, rule);
  if (disableAutoMemory && document.get(AUTO_MEMORY) !== false) document = document.set(AUTO_MEMORY, false);
  return document.text;
}

/** The text without our entries, and without containers that they leave empty. */
export function removeFromSettings(file: SettingsFile, found: Found): string {
  const opened = openSettings(file);
  let document = opened;
  const events = eventsOf(document).filter((event) => ownHooksOf(document, event).length > 0);
  for (const event of events) document = removeHooks(document, event, found);
  if (events.length > 0) document = removeIfEmpty(document, HOOKS, found);

  const ours = (rule: unknown): boolean =>
    PERMISSION_RULES.some((own) => own === rule) && !found.rules.some((kept) => kept === rule);
  const allowed = listAt(document, ALLOW);
  for (let index = allowed.length - 1; index >= 0; index -= 1)
    if (ours(allowed[index])) document = document.remove([...ALLOW, index]);
  if (allowed.some(ours)) document = removeIfEmpty(removeIfEmpty(document, ALLOW, found), ALLOW.slice(0, -1), found);

  if ('autoMemory' in found && document.get(AUTO_MEMORY) === false)
    document = found.autoMemory === null ? document.remove(AUTO_MEMORY) : document.set(AUTO_MEMORY, found.autoMemory);
  return document === opened ? (file.text ?? '') : document.text;
}

/** Looked at in a text without our entries. */
export function findInSettings(file: SettingsFile): Found {
  const document = openSettings(file);
  const containers = [HOOKS, ...HOOK_EVENTS.map((event) => [...HOOKS, event]), ALLOW.slice(0, -1), ALLOW];
  const allowed = listAt(document, ALLOW);
  return {
    containers: containers.filter((path) => document.get(path) !== undefined).map((path) => path.join('/')),
    rules: PERMISSION_RULES.filter((rule) => allowed.includes(rule)),
  };
}

/** What stands there about the client's own memory; undefined when nothing does, which means it is on. */
export function autoMemorySetting(file: SettingsFile): unknown {
  return openSettings(file).get(AUTO_MEMORY);
}

/** The tokens in our hooks, each once. */
export function tokensInSettings(file: SettingsFile): readonly string[] {
  const document = openSettings(file);
  const hooks = eventsOf(document).flatMap((event) => ownHooksOf(document, event).map((path) => document.get(path)));
  return [...new Set(hooks.map(bearerTokenOf))].filter((token) => token !== undefined);
}

export function hasOwnHooks(file: SettingsFile): boolean {
  const document = openSettings(file);
  return eventsOf(document).some((event) => ownHooksOf(document, event).length > 0);
}

export function openSettings({ path, text }: SettingsFile): JsonDocument {
  return openJson(text, { file: path });
}

/** What stands in the right place is changed there; the rest is taken out, and put at the end. */
function putHooks(document: JsonDocument, event: string, entries: readonly HookEntry[]): JsonDocument {
  const own = ownHooksOf(document, event);
  const misplaced = entries.findIndex((entry, index) => !isPlaceFor(document, own[index], entry));
  const stays = misplaced === -1 ? entries.length : misplaced;
  // From the end, so that the paths before it stay right.
  const rest = own.slice(stays).reduceRight((changed, path) => removeHook(changed, path), document);
  return entries.reduce((changed, hook, index) => {
    const path = index < stays ? own[index] : undefined;
    if (path === undefined) return changed.append([...HOOKS, event], { hooks: [hook] });
    return isDeepStrictEqual(changed.get(path), hook) ? changed : changed.set(path, hook);
  }, rest);
}

/** A hook of another kind had another purpose, and may stand among tools that are not all. */
function isPlaceFor(document: JsonDocument, path: JsonPath | undefined, { type }: HookEntry): boolean {
  const standing = path === undefined ? undefined : document.get(path);
  return isObject(standing) && standing.type === type;
}

function removeHooks(document: JsonDocument, event: string, found: Found): JsonDocument {
  const own = ownHooksOf(document, event);
  if (own.length === 0) return document;
  return removeIfEmpty(own.reduceRight(removeHook, document), [...HOOKS, event], found);
}

/** A group that held nothing but our hook goes with it. */
function removeHook(document: JsonDocument, path: JsonPath): JsonDocument {
  const group = path.slice(0, -2);
  const rest = document.remove(path);
  return isEmptyContainer(rest.get([...group, 'hooks'])) ? rest.remove(group) : rest;
}

/** Paths of our hooks of this event, in the order they stand in. */
function ownHooksOf(document: JsonDocument, event: string): readonly JsonPath[] {
  const groups = document.get([...HOOKS, event]);
  if (!Array.isArray(groups)) return [];
  return groups.flatMap((group: unknown, groupIndex) => {
    const hooks: unknown = isObject(group) ? group.hooks : undefined;
    if (!Array.isArray(hooks)) return [];
    return hooks.flatMap((hook: unknown, index) =>
      isOwnHook(hook) ? [[...HOOKS, event, groupIndex, 'hooks', index]] : [],
    );
  });
}

/** What has not the expected shape holds nothing of ours; adding to it is refused by the edit. */
function eventsOf(document: JsonDocument): readonly string[] {
  const hooks = document.get(HOOKS);
  return isObject(hooks) ? Object.keys(hooks) : [];
}

function listAt(document: JsonDocument, path: JsonPath): readonly unknown[] {
  const value = document.get(path);
  return Array.isArray(value) ? value : [];
}

function removeIfEmpty(document: JsonDocument, path: JsonPath, found: Found): JsonDocument {
  return isEmptyContainer(document.get(path)) && !found.containers.includes(path.join('/'))
    ? document.remove(path)
    : document;
}
