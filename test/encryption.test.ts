/**
 * `carryover encrypt`, `rekey` and `decrypt` on a home that is in use: nothing is lost, no plain text stays in what is
 * stored, a kill in the middle is made good by the next start of the daemon, and a wrong key is told and harms nothing.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { callApi } from './support/api.ts';
import { isEncrypted } from './support/encrypted.ts';
import { makeHome, runCli, startDaemon, type TestHome } from './support/home.ts';
import { waitFor } from './support/wait.ts';
import { makeFolder } from './support/workspace.ts';

const SAID = 'the marmalade is kept in the cellar';

function filesWithIt({ paths }: TestHome): readonly string[] {
  return readdirSync(paths.home, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => readFileSync(path, 'latin1').includes('marmalade'));
}

async function found(home: TestHome): Promise<number> {
  const { body } = await callApi(home, '/memory/search?q=marmalade&type=records');
  return Array.isArray(body.hits) ? body.hits.length : 0;
}

async function inUse(home: TestHome): Promise<void> {
  await startDaemon(home);
  await callApi(home, '/memory/record', { type: 'prompt', session_id: 's', workspace: 'w', content: SAID });
  await waitFor(async () => (await found(home)) === 1, { what: 'the record to be found' });
}

it.skipIf(isEncrypted)(
  'is encrypted while in use, finished after a kill, rekeyed and decrypted (D-017, F-27)',
  async () => {
    await using home = await makeHome();
    const keyFolder = makeFolder('key');
    try {
      await inUse(home);
      const encrypt = ['encrypt', '--key-file', join(keyFolder, 'key'), '--yes'];
      const killed = await runCli(home, encrypt, { env: { CARRYOVER_FAULT: 'conversion-swapped' } });
      expect(killed.signal).toBe('SIGKILL');
      await startDaemon(home);
      expect(await found(home)).toBe(1);
      expect(filesWithIt(home)).toEqual([]);
      const { body } = await callApi(home, '/memory/status');
      expect(body).toMatchObject({ encryption: { state: 'on', holder: 'key-file' } });
      expect(await runCli(home, encrypt)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(' rekey`'),
      });

      expect(await runCli(home, ['rekey', '--key-file', join(keyFolder, 'other'), '--yes'])).toMatchObject({ code: 0 });
      expect(await found(home)).toBe(1);
      expect(await runCli(home, ['verify'])).toMatchObject({ code: 0 });

      const decrypted = await runCli(home, ['decrypt', '--yes', '--json']);
      expect(JSON.parse(decrypted.stdout)).toMatchObject({ encryption: { state: 'off' }, left: [] });
      expect(await found(home)).toBe(1);
      expect(filesWithIt(home)).toContain(home.paths.journal);
    } finally {
      rmSync(keyFolder, { recursive: true, force: true });
    }
  },
);

it.skipIf(isEncrypted)(
  'a passphrase opens it again at once, and another one opens and changes nothing (F-27)',
  async () => {
    await using home = await makeHome();
    const passphrase = ['correct', 'horse', 'battery'].join(' ');
    await inUse(home);
    const weak = await runCli(home, ['encrypt', '--passphrase-stdin', '--yes'], { input: 'short\n' });
    expect(weak).toMatchObject({ code: 1, stderr: expect.stringContaining('at least 8') });
    const encrypted = await runCli(home, ['encrypt', '--passphrase-stdin', '--yes'], { input: `${passphrase}\n` });
    expect(encrypted).toMatchObject({ code: 0, stdout: expect.stringMatching(/Not encrypted: .*Encrypted\./s) });
    expect(await found(home)).toBe(1);
    const backup = await runCli(home, ['backup', '--passphrase-stdin'], { input: `${passphrase}\n` });
    expect(backup).toMatchObject({ code: 0 });
    const wrong = await runCli(home, ['decrypt', '--passphrase-stdin', '--yes'], { input: 'wrong horse battery\n' });
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('does not open the memory') });
    expect(await found(home)).toBe(1);
    expect(filesWithIt(home)).toEqual([]);
  },
);

it.skipIf(isEncrypted)('what a block is made of besides stays in the encrypted stores, too (D-017)', async () => {
  await using home = await makeHome();
  const keyFolder = makeFolder('key');
  const project = makeFolder('project');
  try {
    await startDaemon(home);
    expect(await runCli(home, ['encrypt', '--key-file', join(keyFolder, 'key'), '--yes'])).toMatchObject({ code: 0 });
    await startDaemon(home);
    // Parts of a prompt, and a sentence that is given and not learned.
    const brief = [
      'The marmalade growers print the labels, so keep them under forty characters.',
      'Names of varieties are written as the breeder writes them.',
      'Alarms of the marmalade cellar go to the pager and not to the chat.',
      '```\nERROR marmalade overflow at line 3\n```',
    ].join('\n\n');
    const said = { type: 'prompt', session_id: 's', workspace: project, content: brief };
    await callApi(home, '/memory/record', said);
    await callApi(home, '/memory/summarize?session_id=s', {});
    const context = async () =>
      JSON.stringify((await callApi(home, `/memory/context?workspace=${encodeURIComponent(project)}`)).body);
    await waitFor(async () => (await context()).includes('marmalade'), { what: 'the brief to be given' });
    // A copy for late sessions would be written a second after a session start.
    await sleep(2_500);
    expect(filesWithIt(home).filter((path) => !path.endsWith('.md'))).toEqual([]);
  } finally {
    for (const folder of [keyFolder, project]) rmSync(folder, { recursive: true, force: true });
  }
});
