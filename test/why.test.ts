/** `carryover why` against a real daemon: what a session was given can be asked for afterwards, by a person. */
import { expect, it } from 'vitest';
import { makeHome, runCli, startDaemon } from './support/home.ts';
import { postHook, promptEvent, startEvent } from './support/hooks.ts';
import { waitFor } from './support/wait.ts';

it('says what was given, of each item how it fared, and what to do when there is nothing', async () => {
  await using home = await makeHome({ config: { 'curator.profile': 'manual' } });
  await startDaemon(home);
  const why = (...args: readonly string[]) => runCli(home, ['why', ...args]);
  expect(await why()).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing has been given') });
  expect((await why('--json')).stdout.trim()).toBe('null');

  await postHook(home, promptEvent('s1', 'Remember that the staging server is called heron.'));
  await postHook(home, promptEvent('s1', '', { hook_event_name: 'Stop', last_assistant_message: 'Noted.' }));
  const turns = async () => JSON.parse((await runCli(home, ['status', '--json'])).stdout).journal.turns;
  await waitFor(async () => (await turns()) === 1, { what: 'the turn to be closed' });
  expect((await runCli(home, ['curate'])).code).toBe(0);
  expect((await postHook(home, startEvent('s2'))).body).toContain('heron');

  const { stdout, code } = await why('last', '--block');
  expect(code).toBe(0);
  expect(stdout).toMatch(/at the start of a session\n[\s\S]*session s2\n[\s\S]* {2}turn {2}.*heron/);
  const given = JSON.parse((await why('--session', 's2', '--json')).stdout);
  expect(stdout).toContain(given.block.split('\n')[0]);
  expect(JSON.parse((await why(given.id.slice(0, 18), '--json')).stdout)).toEqual(given);
  expect((await why(given.items[0].id.slice(0, 8))).stdout).toMatch(
    /Last given at the start of a session[\s\S]*Never given with a prompt/,
  );
  expect((await why('--session', 's1')).stdout).toContain('Nothing has been given to this session');
  expect(await why('nobody')).toMatchObject({ code: 1, stderr: expect.stringContaining('why last') });
  expect((await runCli(home, ['status'])).stdout).toContain('nothing with prompts in 30 days');
});
