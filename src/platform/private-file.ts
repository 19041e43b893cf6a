/**
 * Secrets of the home: the owner token and the redaction key. Made once with 256 random bits, readable by the owner
 * alone. A file that others can read, or that is not ours, is refused: its content is no secret any more (SRV-3).
 */
import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { CarryoverError, messageOf } from '../memory/error.ts';
import { makePrivateFolder, PRIVATE_FILE, syncFolder } from './atomic-file.ts';

const SECRET_BYTES = 32;
const READABLE_BY_OTHERS = 0o077;

/** The secret in this file, made now if there is none. */
export function readOrCreateSecret(path: string): string {
  makePrivateFolder(dirname(path));
  try {
    // O_EXCL: of two processes that start at once, one makes it and the other reads what the first made.
    const file = openSync(path, 'wx', PRIVATE_FILE);
    try {
      writeSync(file, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    syncFolder(dirname(path));
  } catch (cause) {
    if (!isCode(cause, 'EEXIST')) throw unreadable(path, cause);
  }
  return readSecret(path);
}

export function readSecret(path: string): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (cause) {
    throw unreadable(path, cause);
  }
  try {
    const stat = fstatSync(file);
    const owner = process.getuid?.();
    if ((stat.mode & READABLE_BY_OTHERS) !== 0 || (owner !== undefined && stat.uid !== owner)) {
      throw new CarryoverError(`${path} can be read by others, so it is no secret any more`, {
        code: 'secret-exposed',
        subject: path,
        hint: `delete it and run \`carryover init\` again; if you trust everyone on this machine: chmod 600 ${path}`,
      });
    }
    const secret = readFileSync(file, 'utf8').trim();
    if (secret.length >= SECRET_BYTES) return secret;
    throw new CarryoverError(`${path} is empty or cut short`, {
      code: 'secret-damaged',
      subject: path,
      hint: 'delete it and run `carryover init` again: a new one is made',
    });
  } finally {
    closeSync(file);
  }
}

export function isCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}

function unreadable(path: string, cause: unknown): CarryoverError {
  return new CarryoverError(`cannot read ${path}: ${messageOf(cause)}`, {
    code: 'secret-unreadable',
    subject: path,
    hint: 'check the permissions of the home folder; `carryover doctor` looks at them',
    cause,
  });
}
