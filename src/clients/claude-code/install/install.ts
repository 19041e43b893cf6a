/**
 * Installs Carryover in Claude Code: hooks and read permission in a private settings file, the MCP server in the
 * client's config. Doing it again changes nothing; with another Node, port or version it replaces our own entries. A
 * token that still works is kept, so sessions that run are not cut off. All files are written, or none.
 */
import { join } from 'node:path';
import { locateSpace } from '../../../capture/space-locator.ts';
import { CarryoverError } from '../../../memory/error.ts';
import { type HookProject, isTokenFor } from '../../../platform/hook-tokens.ts';
import { homePaths } from '../../../platform/paths.ts';
import { applyChanges, missingFolders } from './apply.ts';
import { readFileState, realPathOf } from './file-state.ts';
import { couldBeCommitted, exclusionFor } from './git-privacy.ts';
import { type InstallOptions, type InstallResult, PLAN_ATTEMPTS, shown } from './installation.ts';
import { locateClientFiles } from './locations.ts';
import { clientConfigFile, excludeFile, type ManagedFile, settingsFile } from './managed-file.ts';
import type { EntryOptions } from './own-entries.ts';
import { type FileChange, type InstallPlan, planInstall, textWithoutOurs } from './plan.ts';
import {
  type Receipt,
  type ReceiptFile,
  readReceipt,
  receiptPath,
  removeReceipt,
  undoOf,
  writeReceipt,
} from './receipt.ts';
import { autoMemorySetting, tokensInSettings } from './settings-text.ts';
import { summaryOf } from './summary.ts';
import { warningsFor } from './warnings.ts';

/** Stands for the token in a dry run; it is not shown anyway. */
const NO_TOKEN = { id: '', token: 'not-issued-yet' };

export function installClaudeCode(options: InstallOptions): InstallResult {
  let issued: { readonly id: string; readonly token: string } | undefined;
  try {
    for (let attempt = 0; attempt < PLAN_ATTEMPTS; attempt += 1) {
      const survey = surveyOf(options);
      const kept = keptToken(survey, options);
      if (kept === undefined && !options.dryRun) issued ??= options.issueHookToken(survey.project);
      const token = kept ?? issued ?? NO_TOKEN;
      const plan = { ...survey.plan, entries: { ...survey.plan.entries, token: token.token } };
      const changes = planInstall(plan);
      const result = resultOf(options, plan, changes);
      if (kept !== undefined && !options.dryRun) options.bindHookToken(kept.id, survey.project);
      if (options.dryRun || changes.length === 0) return result;
      if (!applyWithReceipt(options, survey, changes, token.id)) continue;
      revokeOthers(survey, options, token.id);
      issued = undefined;
      return { ...result, applied: true };
    }
    throw new CarryoverError('the settings of Claude Code keep changing while we read them', {
      code: 'settings-busy',
      hint: 'close running sessions and try again; nothing was changed',
      retryable: true,
    });
  } finally {
    // Issued, but it did not get into the settings.
    if (issued !== undefined) options.revokeHookToken(issued.id);
  }
}

/** Everything that is looked at before planning. */
interface Survey {
  readonly plan: InstallPlan;
  /** What the token is for. */
  readonly project: HookProject;
  readonly managed: readonly ManagedFile[];
  readonly receiptFile: string;
  readonly receipt: Receipt | undefined;
}

function surveyOf(options: InstallOptions): Survey {
  const { env, nodePath, distFolder, port, bootParts, home, userHome, disableAutoMemory } = options;
  const { settings, clientConfig, projectKey } = locateClientFiles(options);
  const exclusion = exclusionFor(settings);
  const needed = couldBeCommitted(settings, env) ? exclusion : undefined;
  const receiptFile = receiptPath(homePaths(home).installs, settings);
  const carryoverHome = home === join(userHome, '.carryover') ? undefined : home;
  const entries: EntryOptions = { nodePath, distFolder, port, token: NO_TOKEN.token, carryoverHome, bootParts };
  return {
    project: options.scope === 'user' ? null : locateSpace(options.projectDir),
    plan: {
      settings: readFileState(settings),
      clientConfig: readFileState(clientConfig),
      projectKey,
      exclusion: needed === undefined ? undefined : { state: readFileState(needed.file), pattern: needed.pattern },
      entries,
      disableAutoMemory,
    },
    managed: [
      settingsFile(settings),
      clientConfigFile(clientConfig, projectKey),
      ...(exclusion === undefined ? [] : [excludeFile(exclusion.file, exclusion.pattern)]),
    ],
    receiptFile,
    receipt: readReceipt(receiptFile),
  };
}

/** Not one that came here with settings of another project. */
function keptToken({ plan, project }: Survey, { findHookToken }: InstallOptions) {
  for (const token of tokensInSettings(plan.settings)) {
    const held = findHookToken(token);
    if (held !== undefined && isTokenFor(held, project)) return { id: held.id, token };
  }
  return undefined;
}

/** The receipt comes first: whatever happens after it, removal knows what may have been written. */
function applyWithReceipt(
  options: InstallOptions,
  survey: Survey,
  changes: readonly FileChange[],
  tokenId: string,
): boolean {
  const { receiptFile, receipt } = survey;
  const changed = survey.managed.flatMap((file) => {
    const change = changes.find(({ path }) => path === file.path);
    const previous = receipt?.files.find(({ path }) => path === file.path);
    if (change === undefined) return previous ?? [];
    return noteOf(file, change, previous, options.disableAutoMemory);
  });
  writeReceipt(receiptFile, { installedAt: options.nowMs, tokenId, files: changed });
  let applied = false;
  try {
    applied = applyChanges(changes);
    return applied;
  } finally {
    if (!applied) {
      if (receipt === undefined) removeReceipt(receiptFile);
      else writeReceipt(receiptFile, receipt);
    }
  }
}

function noteOf(
  file: ManagedFile,
  { before, after, modeBefore, mode, path }: FileChange,
  earlier: ReceiptFile | undefined,
  disablesAutoMemory: boolean,
): ReceiptFile {
  // A file that was deleted since starts anew.
  const previous = before === null ? undefined : earlier;
  const isOurs = before !== null && (previous !== undefined || file.holdsOurs(before));
  const original = isOurs ? textWithoutOurs(file, before, previous) : before;
  const found = previous?.found ?? file.find(original);
  const setting = file.purpose === 'settings' && disablesAutoMemory ? autoMemorySetting({ path, text: before }) : false;
  return {
    purpose: file.purpose,
    path,
    existed: original !== null,
    originalMode: previous === undefined ? modeBefore : previous.originalMode,
    writtenMode: mode,
    ...undoOf(original ?? '', after ?? ''),
    found: setting === false ? found : { autoMemory: setting ?? null, ...found },
    createdFolders: previous?.createdFolders ?? missingFolders(path),
  };
}

/** Tokens of earlier installations in the same file, which nothing uses any more. */
function revokeOthers({ plan, receipt, project }: Survey, options: InstallOptions, tokenId: string): void {
  const inSettings = tokensInSettings(plan.settings).map((token) => {
    const held = options.findHookToken(token);
    return held !== undefined && isTokenFor(held, project) ? held.id : undefined;
  });
  const earlier = new Set([receipt?.tokenId, ...inSettings].filter((id) => id !== undefined && id !== tokenId));
  for (const id of earlier) if (id !== undefined) options.revokeHookToken(id);
}

function resultOf(options: InstallOptions, plan: InstallPlan, changes: readonly FileChange[]): InstallResult {
  const disabled = options.disableAutoMemory || autoMemorySetting(plan.settings) === false;
  return {
    changes: changes.map(shown),
    summary: summaryOf(changes, realPathOf(options.userHome)),
    warnings: warningsFor(plan.settings, options.port, options.env),
    applied: false,
    autoMemory: !disabled,
  };
}
