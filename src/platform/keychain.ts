/**
 * The key of a home in the keychain of the operating system, through the tool that comes with it: `secret-tool` (Linux,
 * libsecret), `security` (macOS), DPAPI through PowerShell (Windows). The secret goes over standard input, so that no
 * list of processes shows it.
 *
 * Limit: while it is unlocked, the keychain gives it to every program of this user that asks.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { CarryoverError } from '../memory/error.ts';

export type KeychainTool = 'secret-tool' | 'security' | 'dpapi';

export interface KeychainEntry {
  readonly tool: KeychainTool;
  /** Names the entry. DPAPI keeps none: there it is the key itself, as only the login of this user opens it. */
  readonly account: string;
}

interface Call {
  readonly command: string;
  readonly args: readonly string[];
  readonly input?: string;
}

const NAME = 'carryover';
const SECRET_BYTES = 32;
/** A keychain that is locked asks the person first. */
const TOOL_TIMEOUT_MS = 120_000;
const NOT_FOUND = 'ENOENT';
const PROTECT = script('Protect');
const UNPROTECT = script('Unprotect');

export function keychainTool(platform: NodeJS.Platform): KeychainTool {
  if (platform === 'darwin') return 'security';
  return platform === 'win32' ? 'dpapi' : 'secret-tool';
}

/** Makes a secret, has the keychain keep it, and reads it back: a keychain that forgets is found out now. */
export function createInKeychain(tool: KeychainTool, env: NodeJS.ProcessEnv): KeychainEntry {
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  const account = randomBytes(8).toString('hex');
  const answer = run(tool, storing(tool, account, secret), env);
  const entry = { tool, account: tool === 'dpapi' ? answer : account };
  if (readKeychain(entry, env).toString('utf8') === secret) return entry;
  throw refused(tool, 'it did not give back what it was given');
}

export function readKeychain({ tool, account }: KeychainEntry, env: NodeJS.ProcessEnv): Buffer {
  const secret = run(tool, reading(tool, account), env);
  if (secret === '') throw refused(tool, 'it has no such key');
  return Buffer.from(secret, 'utf8');
}

/** Does nothing on Windows, where nothing was kept. */
export function removeFromKeychain({ tool, account }: KeychainEntry, env: NodeJS.ProcessEnv): void {
  if (tool === 'secret-tool') run(tool, { command: tool, args: ['clear', 'service', NAME, 'account', account] }, env);
  if (tool === 'security')
    run(tool, { command: tool, args: ['delete-generic-password', '-s', NAME, '-a', account] }, env);
}

function storing(tool: KeychainTool, account: string, secret: string): Call {
  if (tool === 'dpapi') return { command: 'powershell', args: PROTECT, input: secret };
  if (tool === 'secret-tool')
    return { command: tool, args: ['store', '--label=Carryover', 'service', NAME, 'account', account], input: secret };
  // `-w` with a value would show it in the list of processes; `-i` reads the whole command.
  return { command: tool, args: ['-i'], input: `add-generic-password -U -s ${NAME} -a ${account} -w ${secret}\n` };
}

function reading(tool: KeychainTool, account: string): Call {
  if (tool === 'dpapi') return { command: 'powershell', args: UNPROTECT, input: account };
  if (tool === 'secret-tool') return { command: tool, args: ['lookup', 'service', NAME, 'account', account] };
  return { command: tool, args: ['find-generic-password', '-s', NAME, '-a', account, '-w'] };
}

function run(tool: KeychainTool, { command, args, input = '' }: Call, env: NodeJS.ProcessEnv): string {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    env,
    input,
    encoding: 'utf8',
    timeout: TOOL_TIMEOUT_MS,
    windowsHide: true,
  });
  if (error !== undefined && 'code' in error && error.code === NOT_FOUND) throw missing(tool, command);
  if (error !== undefined) throw refused(tool, error.message);
  if (status !== 0) throw refused(tool, stderr.trim().split('\n').at(-1) || `it ended with ${status}`);
  return stdout.trim();
}

function missing(tool: KeychainTool, command: string): CarryoverError {
  return new CarryoverError(`there is no keychain to ask here: ${command} was not found`, {
    code: 'no-keychain',
    hint:
      tool === 'secret-tool'
        ? 'install it (`apt install libsecret-tools`, `dnf install libsecret`), or use --key-file PATH or a passphrase'
        : 'use --key-file PATH or a passphrase',
  });
}

function refused(tool: KeychainTool, why: string): CarryoverError {
  return new CarryoverError(`the keychain (${tool}) refused: ${why}`, {
    code: 'keychain-refused',
    hint: 'unlock the keychain of this user (log in to the desktop), or use --key-file PATH or a passphrase',
  });
}

function script(verb: 'Protect' | 'Unprotect'): readonly string[] {
  const [from, to] =
    verb === 'Protect'
      ? ['[Text.Encoding]::UTF8.GetBytes($in)', '[Convert]::ToBase64String($out)']
      : ['[Convert]::FromBase64String($in)', '[Text.Encoding]::UTF8.GetString($out)'];
  const lines = [
    'Add-Type -AssemblyName System.Security',
    '$in = [Console]::In.ReadToEnd().Trim()',
    `$out = [Security.Cryptography.ProtectedData]::${verb}(${from}, $null, 'CurrentUser')`,
    `[Console]::Out.Write(${to})`,
  ];
  return ['-NoProfile', '-NonInteractive', '-Command', lines.join('; ')];
}
