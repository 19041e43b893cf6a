/**
 * Takes Carryover out of Claude Code. A file that nobody touched since comes back byte for byte, with its former mode, or
 * goes if we made it; from any other file exactly our entries are taken. Works without a receipt, and a second time.
 * Memory is not touched.
 */
import { isDeepStrictEqual } from 'node:util';
import { CarryoverError } from '../../../memory/error.ts';
import { homePaths } from '../../../platform/paths.ts';
import { applyChanges, removeEmptyFolders } from './apply.ts';
import { readFileState, realPathOf } from './file-state.ts';
import { exclusionFor } from './git-privacy.ts';
import { PLAN_ATTEMPTS, type RemovalOptions, type RemovalResult, shown } from './installation.ts';
import { locateClientFiles } from './locations.ts';
import { clientConfigFile, excludeFile, type ManagedFile, settingsFile } from './managed-file.ts';
import { planRemoval } from './plan.ts';
import { otherReceipts, readReceipt, receiptPath, removeReceipt } from './receipt.ts';
import { tokensInSettings } from './settings-text.ts';
import { removalSummaryOf } from './summary.ts';

export function uninstallClaudeCode(options: RemovalOptions): RemovalResult {
  const { settings, clientConfig, projectKey } = locateClientFiles(options);
  const receiptFile = receiptPath(homePaths(options.home).installs, settings);
  const receipt = readReceipt(receiptFile);
  const managed = [
    settingsFile(settings),
    clientConfigFile(clientConfig, projectKey),
    ...exclusionToRemove(settings, receiptFile),
  ];
  const receiptOf = (file: ManagedFile) => receipt?.files.find(({ path }) => path === file.path);

  for (let attempt = 0; attempt < PLAN_ATTEMPTS; attempt += 1) {
    const targets = managed.map((file) => ({ file, state: readFileState(file.path), receipt: receiptOf(file) }));
    const changes = planRemoval(targets);
    const tokens = tokensInSettings(readFileState(settings));
    const summary = removalSummaryOf(changes, realPathOf(options.userHome));
    const result = { changes: changes.map(shown), summary, applied: false };
    if (options.dryRun) return result;
    if (!applyChanges(changes)) continue;
    for (const { createdFolders } of receipt?.files ?? []) removeEmptyFolders(createdFolders);
    const ids = new Set([receipt?.tokenId, ...tokens.map((token) => options.findHookToken(token)?.id)]);
    for (const id of ids) if (id !== undefined) options.revokeHookToken(id);
    if (receipt !== undefined) removeReceipt(receiptFile);
    return { ...result, applied: changes.length > 0 || receipt !== undefined };
  }
  throw new CarryoverError('the settings of Claude Code keep changing while we read them', {
    code: 'settings-busy',
    hint: 'close running sessions and try again; nothing was changed',
    retryable: true,
  });
}

/** Our line stays while another installation in the same repository lives from it. */
function exclusionToRemove(settings: string, receiptFile: string): readonly ManagedFile[] {
  const exclusion = exclusionFor(settings);
  if (exclusion === undefined) return [];
  const others = otherReceipts(receiptFile).flatMap(({ files }) => files);
  const shared = others
    .filter(({ purpose }) => purpose === 'settings')
    .some(({ path }) => isDeepStrictEqual(exclusionFor(path), exclusion));
  return shared ? [] : [excludeFile(exclusion.file, exclusion.pattern)];
}
