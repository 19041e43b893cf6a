/**
 * What an installation and its removal change, as texts before and after. Pure: nothing is read or written here, so the
 * same plan is shown, applied and tested. A file that needs no change is not in the plan.
 */
import { PRIVATE_FILE } from '../../../platform/atomic-file.ts';
import { addServer } from './client-config-text.ts';
import { addExclusion } from './exclude-text.ts';
import type { FileState } from './file-state.ts';
import { NOTHING_FOUND } from './found.ts';
import type { ManagedFile, Purpose } from './managed-file.ts';
import { type EntryOptions, HOOK_EVENTS, hookEntries, serverEntry } from './own-entries.ts';
import { originalText, type ReceiptFile } from './receipt.ts';
import { addToSettings } from './settings-text.ts';

/** What the client gives a new file of its own; `info/exclude` is not secret. */
const MODE_OF_NEW: Readonly<Record<Purpose, number>> = {
  settings: PRIVATE_FILE,
  mcp: PRIVATE_FILE,
  'git-exclude': 0o644,
};

export interface FileChange {
  readonly purpose: Purpose;
  readonly path: string;
  /** Null when there is no file before, or none after. */
  readonly before: string | null;
  readonly after: string | null;
  readonly modeBefore: number | null;
  readonly mode: number;
}

export interface InstallPlan {
  readonly settings: FileState;
  readonly clientConfig: FileState;
  /** For which project alone; undefined for all. */
  readonly projectKey: string | undefined;
  /** Where git has to be told to leave the settings alone; undefined when it need not be. */
  readonly exclusion: { readonly state: FileState; readonly pattern: string } | undefined;
  readonly entries: EntryOptions;
  readonly disableAutoMemory: boolean;
}

/** In the order to write them: git is told before there is anything to hide. */
export function planInstall(plan: InstallPlan): readonly FileChange[] {
  const { settings, clientConfig, projectKey, exclusion, entries, disableAutoMemory } = plan;
  const hooks = Object.fromEntries(HOOK_EVENTS.map((event) => [event, hookEntries(event, entries)]));
  const changes: FileChange[] = [];
  if (exclusion !== undefined)
    changes.push(changeOf('git-exclude', exclusion.state, addExclusion(exclusion.state.text, exclusion.pattern)));
  // Whatever others could read before, they may not read a file with a token in it.
  const withHooks = addToSettings(settings, { hooks, disableAutoMemory });
  changes.push({ ...changeOf('settings', settings, withHooks), mode: PRIVATE_FILE });
  changes.push(changeOf('mcp', clientConfig, addServer({ ...clientConfig, projectKey }, serverEntry(entries))));
  return changes.filter(isChange);
}

export interface RemovalTarget {
  readonly file: ManagedFile;
  readonly state: FileState;
  /** What was noted when it was installed; undefined when that is lost. */
  readonly receipt: ReceiptFile | undefined;
}

export function planRemoval(targets: readonly RemovalTarget[]): readonly FileChange[] {
  return targets.flatMap(({ file, state, receipt }) => {
    if (state.text === null) return [];
    const after = textWithoutOurs(file, state.text, receipt);
    // The mode goes back only if nobody chose another since.
    const restoresMode = receipt?.originalMode != null && state.mode === receipt.writtenMode;
    const mode = restoresMode ? receipt.originalMode : state.mode;
    return [{ ...changeOf(file.purpose, state, after), mode: mode ?? PRIVATE_FILE }].filter(isChange);
  });
}

/** Untouched since: the original, byte for byte. Else: the text as it is, without our entries. Null: no file. */
export function textWithoutOurs(file: ManagedFile, text: string, receipt: ReceiptFile | undefined): string | null {
  const original = receipt === undefined ? undefined : originalText(receipt, text);
  if (original !== undefined) return original;
  const rest = file.remove(text, receipt?.found ?? NOTHING_FOUND);
  return receipt?.existed === false && rest !== text && file.isBlank(rest) ? null : rest;
}

function changeOf(purpose: Purpose, state: FileState, after: string | null): FileChange {
  const mode = state.mode ?? MODE_OF_NEW[purpose];
  return { purpose, path: state.path, before: state.text, after, modeBefore: state.mode, mode };
}

function isChange({ before, after, modeBefore, mode }: FileChange): boolean {
  return before !== after || (before !== null && modeBefore !== mode);
}
