/**
 * Hook tokens that 0.1.0 wrote say nothing about where they stand; the receipt of their installation does. One in a
 * project's settings becomes that project's, one in the user's is for all. Where the receipt is lost, or the folder is
 * not there now, a token stays as it was until `init` is run again.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { locateSpace } from '../../../capture/space-locator.ts';
import { bindHookToken, type HookProject, readHookTokens } from '../../../platform/hook-tokens.ts';
import type { HomePaths } from '../../../platform/paths.ts';
import { PROJECT_SETTINGS } from './locations.ts';
import { otherReceipts, type Receipt } from './receipt.ts';

export function bindOldTokens({ hookTokens, installs }: Pick<HomePaths, 'hookTokens' | 'installs'>): void {
  const unbound = readHookTokens(hookTokens).filter(({ project }) => project === undefined);
  if (unbound.length === 0) return;
  const receipts = otherReceipts(join(installs, 'none'));
  for (const { id } of unbound) {
    const receipt = receipts.find(({ tokenId }) => tokenId === id);
    const project = receipt === undefined ? undefined : projectOf(receipt);
    if (project !== undefined) bindHookToken(hookTokens, id, project);
  }
}

function projectOf({ files }: Receipt): HookProject | undefined {
  const settings = files.find(({ purpose }) => purpose === 'settings')?.path;
  if (settings === undefined) return undefined;
  if (basename(settings) !== PROJECT_SETTINGS) return null;
  const folder = dirname(dirname(settings));
  return existsSync(folder) ? locateSpace(folder) : undefined;
}
