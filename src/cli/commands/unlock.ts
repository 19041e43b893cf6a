/**
 * `carryover unlock`: gives the daemon the key of an encrypted home, over its socket. It is kept nowhere but in its
 * memory, so `carryover lock` is a restart.
 */
import { isRunning } from '../../daemon/connect.ts';
import type { DaemonClient } from '../../http/client.ts';
import { isLocked, type WireLockedStatus } from '../../http/locked-status.ts';
import type { WireStatus } from '../../http/wire.ts';
import { CarryoverError } from '../../memory/error.ts';
import { holderSecret, type KeyFile, readKeyFile, readKeyHolderFile } from '../../platform/home-keys.ts';
import { askPassphrase } from '../ask-passphrase.ts';
import { currentHome, patientClient, runningDaemon } from '../home.ts';
import { count, say } from '../terminal.ts';
import { startInBackground, stopDaemon } from './daemon.ts';

interface UnlockOptions {
  readonly passphraseStdin?: unknown;
  readonly keyFile?: unknown;
}

export async function runUnlock(options: UnlockOptions): Promise<number> {
  const paths = currentHome();
  const file = readKeyFile(paths);
  if (file === undefined) {
    say('Nothing to unlock: this home is not encrypted.');
    return 0;
  }
  const client = await patientClient(paths);
  const status = await statusOf(client);
  if (!isLocked(status)) {
    say('Memory is open already.');
    return 0;
  }
  await client.request('POST', '/daemon/unlock', { body: { passphrase: await secretOf(file, options) } });
  const waiting = status.spool.files;
  say(`Memory is open.${waiting === 0 ? '' : ` ${count(waiting, 'event')} that waited sealed are taken in now.`}`);
  return 0;
}

export async function runLock(): Promise<number> {
  const paths = currentHome();
  const kind = readKeyFile(paths)?.holder.kind;
  if (kind !== 'passphrase')
    throw new CarryoverError(
      kind === undefined ? 'this home is not encrypted' : `this home opens itself, with its ${kind.replace('-', ' ')}`,
      {
        code: 'invalid-input',
        hint: `only a passphrase can keep it locked: \`carryover ${kind === undefined ? 'encrypt' : 'rekey --passphrase'}\``,
      },
    );
  if ((await isRunning(paths)) && isLocked(await statusOf(runningDaemon(paths)))) {
    say('Memory is locked already.');
    return 0;
  }
  await stopDaemon();
  return startInBackground();
}

async function statusOf(client: DaemonClient): Promise<WireStatus | WireLockedStatus> {
  return (await client.request('GET', '/memory/status')) as WireStatus | WireLockedStatus;
}

async function secretOf(file: KeyFile, { passphraseStdin, keyFile }: UnlockOptions): Promise<string> {
  const { kind } = file.holder;
  if (typeof keyFile === 'string') {
    if (kind === 'key-file') return readKeyHolderFile(keyFile).toString('utf8');
    throw new CarryoverError(`this home is opened with ${kind === 'keychain' ? 'the keychain' : 'a passphrase'}`, {
      code: 'invalid-input',
      hint: '`carryover unlock`, without --key-file',
    });
  }
  // The keychain of the person who asks may be open where that of the daemon, started by a hook, was not.
  const secret = holderSecret(file, process.env);
  return secret?.toString('utf8') ?? askPassphrase(passphraseStdin, 'Passphrase of the memory');
}
