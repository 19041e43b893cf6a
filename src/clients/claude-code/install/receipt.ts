/**
 * What an installation did, kept in the home so that its removal can undo exactly that. Of the client's files it holds
 * only the stretch that was replaced, as bytes: enough to give an untouched file back byte for byte, without keeping a
 * second copy of what others wrote there. Losing a receipt loses nothing but that: our entries are recognised without it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CarryoverError, messageOf } from '../../../memory/error.ts';
import { makePrivateFolder, syncFolder, writeFileAtomically } from '../../../platform/atomic-file.ts';
import { isCode } from '../../../platform/private-file.ts';
import { CLIENT } from '../hook-event.ts';
import type { Found } from './found.ts';
import type { Purpose } from './managed-file.ts';

const RECEIPT_VERSION = 1;

export interface ReceiptFile {
  readonly purpose: Purpose;
  readonly path: string;
  /** Whether there was a file before the first installation. */
  readonly existed: boolean;
  readonly originalMode: number | null;
  readonly writtenMode: number;
  readonly writtenSha256: string;
  /** Bytes that the written and the original file share at their start and end, and what was between them. */
  readonly sharedStart: number;
  readonly sharedEnd: number;
  readonly replacedBase64: string;
  readonly found: Found;
  /** Folders that were made for it, the innermost first. */
  readonly createdFolders: readonly string[];
}

export interface Receipt {
  readonly version: typeof RECEIPT_VERSION;
  readonly client: typeof CLIENT;
  readonly installedAt: number;
  readonly tokenId: string;
  readonly files: readonly ReceiptFile[];
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** One per settings file. */
export function receiptPath(installsFolder: string, settingsPath: string): string {
  return join(installsFolder, `${sha256Of(`${CLIENT}\n${settingsPath}`).slice(0, 16)}.json`);
}

/** How to get from the written text back to the original one. */
export function undoOf(
  original: string,
  written: string,
): Pick<ReceiptFile, 'sharedStart' | 'sharedEnd' | 'replacedBase64' | 'writtenSha256'> {
  const from = Buffer.from(original);
  const to = Buffer.from(written);
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < shorter - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end += 1;
  return {
    writtenSha256: sha256Of(written),
    sharedStart: start,
    sharedEnd: end,
    replacedBase64: from.subarray(start, from.length - end).toString('base64'),
  };
}

/** Given the text exactly as it was written; null when there was no file. */
export function originalText(file: ReceiptFile, written: string): string | null {
  if (!file.existed) return null;
  const bytes = Buffer.from(written);
  const replaced = Buffer.from(file.replacedBase64, 'base64');
  const end = bytes.subarray(bytes.length - file.sharedEnd);
  return Buffer.concat([bytes.subarray(0, file.sharedStart), replaced, end]).toString();
}

export function readReceipt(path: string): Receipt | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if (isCode(cause, 'ENOENT')) return undefined;
    throw unreadable(path, cause);
  }
  try {
    const receipt: Receipt = JSON.parse(text);
    if (receipt.version === RECEIPT_VERSION && Array.isArray(receipt.files)) return receipt;
    throw new Error('it was written by another version');
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

export function writeReceipt(path: string, receipt: Omit<Receipt, 'version' | 'client'>): void {
  makePrivateFolder(dirname(path));
  const whole: Receipt = { version: RECEIPT_VERSION, client: CLIENT, ...receipt };
  writeFileAtomically(path, `${JSON.stringify(whole, null, 2)}\n`);
}

export function removeReceipt(path: string): void {
  rmSync(path, { force: true });
  syncFolder(dirname(path));
}

/** The other receipts of this home, whatever the scope. */
export function otherReceipts(path: string): readonly Receipt[] {
  const folder = dirname(path);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const others = names.map((name) => join(folder, name)).filter((other) => other !== path);
  return others.map(readReceipt).filter((receipt) => receipt !== undefined);
}

function unreadable(path: string, cause: unknown): CarryoverError {
  return new CarryoverError(`cannot read ${path}: ${messageOf(cause)}`, {
    code: 'receipt-unreadable',
    subject: path,
    hint: 'delete it: our entries are then removed one by one instead of restoring the former file',
    cause,
  });
}
