/** No money and no words leave the machine before a person said so: a key in the environment is no yes. */
import { expect, it } from 'vitest';
import { makeHome, runCli } from './support/home.ts';
import { startModelServer } from './support/model-server.ts';
import { serveReady } from './support/serve.ts';
import { allCurated } from './support/stores.ts';
import { tell } from './support/talk.ts';
import { makeWorkspace } from './support/workspace.ts';

it('asks no model while nobody chose one, whatever keys and addresses the environment holds (A-073, D-053)', async () => {
  using workspace = makeWorkspace();
  await using server = await startModelServer({ does: 'answer', text: 'NONE' });
  await using home = await makeHome();
  const key = ['sk', 'ant', 'dummy', 'key'].join('-');
  await serveReady(home, {
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_BASE_URL: server.url,
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: `${server.url}/v1`,
  });
  await tell(home, { session: 'one', cwd: workspace.project, ends: true }, [{ user: 'I prefer tabs over spaces.' }]);
  await allCurated(home, 1);
  expect(server.requests).toEqual([]);

  for (const [name, value] of [
    ['curator.provider', 'anthropic'],
    ['curator.profile', 'realtime'],
  ] as const)
    expect(await runCli(home, ['config', 'set', name, value])).toMatchObject({ code: 0 });
  await tell(home, { session: 'two', cwd: workspace.project, ends: true }, [{ user: 'I prefer dark mode.' }]);
  await allCurated(home, 2);
  expect(server.requests.length).toBeGreaterThan(0);
});
