/** What the doors hand in to install or remove, and what they get back to show. */
import type { HookProject, HookToken, IssuedToken } from '../../../platform/hook-tokens.ts';
import { maskedDiff } from './diff.ts';
import type { LocateOptions } from './locations.ts';
import type { Purpose } from './managed-file.ts';
import type { FileChange } from './plan.ts';
import type { InstallWarning } from './warnings.ts';

/** How often a file may change under our hands before we give up. */
export const PLAN_ATTEMPTS = 5;

export interface RemovalOptions extends LocateOptions {
  /** Carryover's home, where receipts are kept. */
  readonly home: string;
  /** Only say what would change. */
  readonly dryRun: boolean;
  /** A token that is in force. */
  findHookToken(token: string): HookToken | undefined;
  revokeHookToken(id: string): void;
}

export interface InstallOptions extends RemovalOptions {
  readonly nodePath: string;
  readonly distFolder: string;
  readonly port: number;
  /** As in `EntryOptions`. */
  readonly bootParts: number;
  /** Switch the client's own memory off, which writes notes beside ours. */
  readonly disableAutoMemory: boolean;
  readonly nowMs: number;
  issueHookToken(project: HookProject): IssuedToken;
  /** One that 0.1.0 wrote into these settings. */
  bindHookToken(id: string, project: HookProject): void;
}

export interface ShownChange {
  readonly purpose: Purpose;
  readonly path: string;
  readonly action: 'create' | 'change' | 'delete';
  readonly mode: number;
  /** Without tokens and without values that others wrote; empty when only the mode changes. */
  readonly diff: string;
}

export interface InstallResult {
  /** Empty when everything is as it should be already. */
  readonly changes: readonly ShownChange[];
  /** One line for each change, for those who need not see the diff. */
  readonly summary: readonly string[];
  readonly warnings: readonly InstallWarning[];
  /** Whether anything was written. */
  readonly applied: boolean;
  /** Whether the client keeps a memory of its own beside ours. */
  readonly autoMemory: boolean;
}

export type RemovalResult = Pick<InstallResult, 'changes' | 'summary' | 'applied'>;

export function shown({ purpose, path, before, after, mode }: FileChange): ShownChange {
  const action = before === null ? 'create' : after === null ? 'delete' : 'change';
  return { purpose, path, action, mode, diff: maskedDiff(path, before, after) };
}
