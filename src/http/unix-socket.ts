/**
 * The place of the Unix socket (SRV-2): a folder only its owner can enter. A socket file whose process is gone is
 * removed; one that somebody answers on, or anything that is not a socket, is left alone.
 */
import { lstatSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { CarryoverError } from '../memory/error.ts';
import { makePrivateFolder, PRIVATE_FOLDER } from '../platform/atomic-file.ts';

const PERMISSION_BITS = 0o777;

export async function prepareSocketPlace(path: string): Promise<void> {
  const folder = dirname(path);
  makePrivateFolder(folder);
  const stat = lstatSync(folder);
  // The folder may be in the system's temp directory, where anybody can have made one of this name before us.
  const owner = process.getuid?.() ?? stat.uid;
  if (!stat.isDirectory() || stat.uid !== owner || (stat.mode & PERMISSION_BITS) !== PRIVATE_FOLDER) {
    throw new CarryoverError(`${folder} is not a private folder of yours`, {
      code: 'folder-exposed',
      subject: folder,
      hint: `chmod 700 ${folder}, or remove it if it is not yours`,
    });
  }
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket() || (await isAnswered(path))) throw alreadyRunning(path);
  rmSync(path, { force: true });
}

export function alreadyRunning(path: string): CarryoverError {
  return new CarryoverError(`${path} is in use`, {
    code: 'already-running',
    subject: path,
    hint: 'a daemon of this home is running already: `carryover status`',
  });
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const finish = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}
