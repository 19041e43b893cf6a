/**
 * What an installation did, kept in the home so that its removal can undo exactly that. Of what others wrote in the
 * client's files it holds nothing: only where it stands in the text we wrote, which is enough to give an untouched file
 * back byte for byte. Losing a receipt loses nothing but that: our entries are recognised without it.
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
import { type Piece, restorationOf, restored } from './restoration.ts';

/** Version 1 held content of the client's files. */
const RECEIPT_VERSION = 2;

export interface ReceiptFile {
  readonly purpose: Purpose;
  readonly path: string;
  /** Whether there was a file before the first installation. */
  readonly existed: boolean;
  readonly originalMode: number | null;
  readonly writtenMode: number;
  readonly writtenSha256: string;
  /** Null when it would have to hold content; our entries are then taken out one by one. */
  readonly restoration: readonly Piece[] | null;
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

/** What to note of a file so that its original can be told from what was written. */
export function undoOf(original: string, written: string): Pick<ReceiptFile, 'restoration' | 'writtenSha256'> {
  return { writtenSha256: sha256Of(written), restoration: restorationOf(original, written) };
}

/** Null when there was no file; undefined when this is not the text that was written, or nothing could be noted. */
export function originalText(file: ReceiptFile, text: string): string | null | undefined {
  if (sha256Of(text) !== file.writtenSha256) return undefined;
  if (!file.existed) return null;
  return file.restoration === null ? undefined : restored(file.restoration, text);
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
