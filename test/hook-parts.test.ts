/** The hook command for a further part of the boot block: `hook.cjs claude-code SessionStart --part 2`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { locateSpace } from '../src/capture/space-locator.ts';
import { writeLastBlock } from '../src/recall/last-block.ts';
import { callApi } from './support/api.ts';
import { DIST, makeHome, startDaemon, type TestHome } from './support/home.ts';
import { postHook, promptEvent, runHook, startEvent } from './support/hooks.ts';
import { exportRows } from './support/journal.ts';
import { processesOf } from './support/processes.ts';
import { makeRecallHome, tellBefore } from './support/recall.ts';
import { run } from './support/run.ts';

const START = startEvent('parts');

function runPart(home: TestHome, part: number) {
  const args = [join(DIST, 'hook.cjs'), 'claude-code', 'SessionStart', '--part', String(part)];
  return run(process.execPath, args, { input: JSON.stringify(START), env: home.env });
}

it('prints its part of the last block with the daemon away, keeps no event and starts nothing (B-045)', async () => {
  await using home = await makeHome();
  writeLastBlock(home.paths.bootBlocks, locateSpace(String(START.cwd)), 'the first', 'the second');
  const { code, stdout, stderr } = await runPart(home, 2);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toBe('the second');
  expect(await runPart(home, 3)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(existsSync(home.paths.spool)).toBe(false);
  expect(processesOf(home.paths.home)).toEqual([]);
});

it('U-01: a part that comes before the session is known is no error, and status stays green', async () => {
  await using home = await makeHome();
  await startDaemon(home);
  for (let at = 0; at < 5; at += 1) {
    const start = startEvent(`first-${at}`);
    const part = await postHook(home, { carryover_part: 2, ...start });
    expect({ status: part.status, body: part.body }).toEqual({ status: 200, body: '{}' });
    expect((await postHook(home, start)).status).toBe(200);
  }
  const { body } = await callApi(home, '/memory/status');
  expect(body).toMatchObject({ state: 'ok', problems: [], capture: { errors: 0 } });
});

it('T-11: as a plugin, a prompt is given what was found for it, and that counts as given', async () => {
  await using home = await makeRecallHome();
  const cwd = home.paths.home;
  await tellBefore(home, cwd, [{ user: 'Remember that the harbour API listens on port 4711.' }]);
  const asks = promptEvent('asks', 'Which port does the harbour API listen on?', { cwd });
  const { code, stdout, stderr } = await runHook(home, asks);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({ hookEventName: 'UserPromptSubmit' });
  expect(stdout).toContain('4711');
});

it('tells the daemon of nothing: the session start is stored once, from the hook of the first part', async () => {
  await using home = await makeHome();
  await startDaemon(home);
  const results = await Promise.all([runPart(home, 2), runHook(home, START), runPart(home, 3)]);
  for (const { code, stderr } of results) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect((await exportRows(home)).records.map(({ content }) => content)).toEqual(['session started (startup)']);
});
