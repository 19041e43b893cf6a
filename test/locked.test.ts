/**
 * A home that is encrypted: while nobody has given the key, events are kept sealed by whoever takes them, and nothing of
 * them can be read in any file; with the key each of them is in the journal, once.
 */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSpool } from '../src/capture/spool.ts';
import { newDatabaseKey, wrapKeys, writeKeyFile } from '../src/platform/home-keys.ts';
import { readOrCreateSecret } from '../src/platform/private-file.ts';
import { createSealingKeys } from '../src/platform/sealing.ts';
import type { KeySource } from '../src/privacy/encryption/convert.ts';
import { passphraseSource } from '../src/privacy/encryption/key-source.ts';
import { makeHome, runCli, startDaemon, stopDaemon, type TestHome, waitForDaemon } from './support/home.ts';
import { postHook, runHook, startEvent, toolEvent } from './support/hooks.ts';
import { exportRows } from './support/journal.ts';
import { openHttp, openStdio } from './support/mcp.ts';
import { signal } from './support/processes.ts';
import { waitFor } from './support/wait.ts';
import { makeFolder } from './support/workspace.ts';

/** In the output of every tool event. */
const SAID = 'output of toolu';

function encrypt({ paths }: TestHome, { holder, secret }: KeySource): void {
  const { publicKey, privateKey } = createSealingKeys();
  writeFileSync(paths.spoolKey, publicKey, { mode: 0o600 });
  writeKeyFile(paths, wrapKeys(holder, secret, { databaseKeys: [newDatabaseKey()], spoolPrivateKey: privateKey }));
}

/** Files of the home in which this can be read. */
function filesWith({ paths }: TestHome, text: string): readonly string[] {
  return readdirSync(paths.home, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => readFileSync(path, 'latin1').includes(text));
}

async function askMemory(home: TestHome, open: typeof openStdio): Promise<string | undefined> {
  await using mcp = await open(home, home.paths.home);
  const { result } = await mcp.ask('tools/call', { name: 'search_memory', arguments: { query: 'toolu' } });
  return result?.content?.[0]?.text;
}

const waiting = ({ paths }: TestHome) => readSpool(paths.spool).files.length;

it('keeps every event sealed until the passphrase is given, through kill -9, and then has each once (D-017, F-01, B-045)', async () => {
  const passphrase = ['correct', 'horse', 'battery'].join(' ');
  await using home = await makeHome();
  encrypt(home, passphraseSource(passphrase));

  // No daemon: the hook keeps it and starts one, which is locked.
  expect(await runHook(home, toolEvent('s', 'toolu-cold'))).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(waiting(home)).toBe(1);
  const { pid } = await waitForDaemon(home);
  expect(await postHook(home, toolEvent('s', 'toolu-http'))).toMatchObject({ status: 200, body: '{}' });
  expect(await runHook(home, toolEvent('s', 'toolu-socket'))).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(await runHook(home, startEvent('t'))).toMatchObject({ code: 0, stdout: '', stderr: '' });
  // As a client does whose hook command gave up waiting.
  expect((await postHook(home, toolEvent('s', 'toolu-cold'))).status).toBe(200);
  expect(waiting(home)).toBe(5);
  expect(filesWith(home, SAID)).toEqual([]);

  signal(pid, 'SIGKILL');
  const restarted = await waitForDaemon(home, pid);
  expect(waiting(home)).toBe(5);
  expect(await runCli(home, ['status'])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^locked .*\n.*unlock/s),
  });
  const doctor = await runCli(home, ['doctor']);
  expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining('memory is locked') });
  expect(doctor.stdout).not.toContain('undefined');
  const { code, stderr } = await runCli(home, ['search', 'toolu']);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/locked.*\n.* unlock/)]);
  for (const open of [openHttp, openStdio]) expect(await askMemory(home, open)).toContain('memory is locked');

  const unlock = (input: string) => runCli(home, ['unlock', '--passphrase-stdin'], { input });
  expect(await unlock('wrong horse battery\n')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('this passphrase does not open the memory'),
  });
  const unlocked = async () => (await unlock(`${passphrase}\n`)).code === 0;
  await waitFor(unlocked, { what: 'the wait after a wrong one to end' });
  // However far it came with what was sealed: it is locked again, and goes on when it is opened again.
  signal(restarted.pid, 'SIGKILL');
  await waitForDaemon(home, restarted.pid);
  expect((await runCli(home, ['status'])).stdout).toMatch(/^locked /);
  expect(await unlocked()).toBe(true);
  await waitFor(() => waiting(home) === 0, { what: 'the spool to be drained' });
  const { records } = await exportRows(home);
  const results = records.filter(({ type }) => type === 'tool_result').map(({ metadata }) => metadata.tool_use_id);
  expect(results.toSorted()).toEqual(['toolu-cold', 'toolu-http', 'toolu-socket']);
  expect(await runCli(home, ['unlock'])).toMatchObject({ code: 0, stdout: 'Memory is open already.\n' });
  expect((await postHook(home, toolEvent('s', 'toolu-open'))).status).toBe(200);
  expect(waiting(home)).toBe(0);

  await stopDaemon(home);
  expect(filesWith(home, SAID)).toEqual([]);
  expect(filesWith(home, passphrase)).toEqual([]);
});

it('opens itself with its key file, and says why not when that is gone, until it is shown the file (D-017)', async () => {
  await using home = await makeHome();
  const path = join(makeFolder('keys'), 'key');
  encrypt(home, { holder: { kind: 'key-file', path }, secret: Buffer.from(readOrCreateSecret(path)) });
  const { pid } = await startDaemon(home);
  expect(await runCli(home, ['unlock'])).toMatchObject({ code: 0, stdout: 'Memory is open already.\n' });
  expect((await postHook(home, toolEvent('s', 'toolu-1'))).status).toBe(200);

  renameSync(path, `${path}-moved`);
  signal(pid, 'SIGKILL');
  await waitForDaemon(home, pid);
  expect((await postHook(home, toolEvent('s', 'toolu-2'))).status).toBe(200);
  expect(await runCli(home, ['status'])).toMatchObject({ code: 1, stdout: expect.stringContaining(path) });
  expect((await runCli(home, ['unlock'])).stderr).toContain(path);
  expect((await runCli(home, ['unlock', '--key-file', `${path}-moved`])).code).toBe(0);
  await waitFor(() => waiting(home) === 0, { what: 'the spool to be drained' });
  const { records } = await exportRows(home);
  const results = records.filter(({ type }) => type === 'tool_result').map(({ metadata }) => metadata.tool_use_id);
  expect(results).toEqual(['toolu-1', 'toolu-2']);
});
