/**
 * Secrets of the home: the owner token and the redaction key. Made once with 256 random bits, readable by the owner
 * alone. A file that others can read, or that is not ours, is refused: its content is no secret any more (SRV-3).
 *
 * A secret appears under its name whole and on the disk, or not at all; of processes that start at once, one makes it
 * and the others read that one. A blank file is what a full disk left behind: it is replaced. Limit: processes that
 * replace a blank file in the same instant may end up with different secrets, until they are started again.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CarryoverError, messageOf } from '../memory/error.ts';
import { makePrivateFolder, syncFolder, writeFailed, writeFileAtomically } from './atomic-file.ts';

const SECRET_BYTES = 32;
const READABLE_BY_OTHERS = 0o077;

/** The secret in this file, made now if there is none. */
export function readOrCreateSecret(path: string): string {
  makePrivateFolder(dirname(path));
  const found = stateOf(path);
  if (found !== 'filled') makeSecret(path, found);
  return readSecret(path);
}

type SecretState = 'absent' | 'blank' | 'filled';

/** What cannot be looked at counts as filled: reading it says why. */
function stateOf(path: string): SecretState {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return 'absent';
    const mayBeBlank = stat.isFile() && stat.size < SECRET_BYTES;
    return mayBeBlank && readFileSync(path, 'utf8').trim() === '' ? 'blank' : 'filled';
  } catch {
    return 'filled';
  }
}

function makeSecret(path: string, found: 'absent' | 'blank'): void {
  const temporary = `${path}.${process.pid}.new`;
  try {
    writeFileAtomically(temporary, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`);
    // Unlike a rename, a link never takes the place of what another process made meanwhile.
    if (found === 'absent') linkSync(temporary, path);
    else if (stateOf(path) === 'blank') renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (cause) {
    if (!isCode(cause, 'EEXIST')) throw writeFailed(path, cause instanceof CarryoverError ? cause.cause : cause);
  } finally {
    rmSync(temporary, { force: true });
  }
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
        hint: `delete it: a new one is made at the next start; if you trust everyone on this machine: chmod 600 ${path}`,
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
