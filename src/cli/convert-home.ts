/** What `encrypt`, `decrypt` and `rekey` have in common: the daemon stops, files are converted, and it starts again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareHome } from '../daemon/home.ts';
import { type Lock, tryLock } from '../daemon/owner-lock.ts';
import { CarryoverError } from '../memory/error.ts';
import { systemClock } from '../platform/clock.ts';
import { encryptionOf, readKeyFile } from '../platform/home-keys.ts';
import type { HomePaths } from '../platform/paths.ts';
import { type ConversionReport, finishConversion, type StartedConversion } from '../privacy/encryption/convert.ts';
import { haltDaemon } from './halt-daemon.ts';
import { patientClient } from './home.ts';
import { progressBar } from './progress.ts';
import { paint, say, sayJson } from './terminal.ts';

const LET_GO_MS = 5_000;
const POLL_MS = 50;

export interface HomeConversion {
  readonly paths: HomePaths;
  readonly json: unknown;
  /** For the bar. */
  readonly label: string;
  readonly done: string;
  /** Opens the memory when the daemon has started again, where a passphrase does. */
  readonly passphrase?: string;
  begin(): StartedConversion;
}

export async function convertHome(conversion: HomeConversion): Promise<number> {
  const { paths } = conversion;
  const wasRunning = (await haltDaemon(paths)) !== 'not-running';
  let report: ConversionReport;
  try {
    prepareHome(paths);
    const lock = await takeHome(paths);
    try {
      report = convert(conversion);
    } finally {
      lock.release();
    }
  } finally {
    if (wasRunning) await startAgain(paths, conversion.passphrase);
  }
  tell(conversion, report);
  return 0;
}

/** A daemon that was stopped lets go of the home as the last thing it does. */
async function takeHome(paths: HomePaths): Promise<Lock> {
  const endsAt = systemClock.elapsed() + LET_GO_MS;
  for (;;) {
    const lock = tryLock(paths.ownerLock);
    if (lock !== undefined) return lock;
    if (systemClock.elapsed() > endsAt)
      throw new CarryoverError('a daemon works on this home', {
        code: 'daemon-still-running',
        hint: '`carryover daemon stop`, then run the same command again',
      });
    await sleep(POLL_MS);
  }
}

function convert({ paths, label, begin }: HomeConversion): ConversionReport {
  const bar = progressBar(label);
  try {
    return finishConversion(paths, begin(), (done, total) => bar.update(done, total));
  } finally {
    bar.end();
  }
}

/** Opened at once where a passphrase does that. */
export async function startAgain(paths: HomePaths, passphrase: string | undefined): Promise<void> {
  const client = await patientClient(paths);
  const isHeldByPerson = readKeyFile(paths)?.holder.kind === 'passphrase';
  if (isHeldByPerson && passphrase !== undefined)
    await client.request('POST', '/daemon/unlock', { body: { passphrase } });
}

function tell({ paths, json, done, label }: HomeConversion, report: ConversionReport): void {
  const { converted, left, keychainProblem } = report;
  const encryption = encryptionOf(paths);
  if (json === true) {
    sayJson({ encryption, converted, left });
    return;
  }
  const warn = (line: string): void => say(`${paint('yellow', '!')} ${line}`);
  // Only taking the key away waits for what could not be read.
  if (encryption.state === 'on' && encryption.converting !== undefined)
    warn(`All but the following is ${label}, and the key is kept for it: run the same command again.`);
  else say(`${paint('green', '✓')} ${done}`);
  for (const path of left)
    warn(`${path} is damaged or cannot be read and stays as it was; delete it if you do not need it`);
  if (keychainProblem !== undefined) warn(`the old key is still in the keychain: ${keychainProblem}`);
}
