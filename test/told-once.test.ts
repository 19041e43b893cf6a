/** The rules of a brief, told once to the real client, stand before the model when a later session needs them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runClaude } from './support/claude.ts';
import { connectClaude } from './support/connect.ts';
import { startFakeAnthropic } from './support/fake-anthropic.ts';
import { makeHome, startDaemon } from './support/home.ts';
import { indexed } from './support/recall.ts';
import { allCurated } from './support/stores.ts';
import { makeWorkspace } from './support/workspace.ts';

const SAMPLE = join(import.meta.dirname, 'corpora', 'told-once', 'sample.jsonl');
/** Prompts of the next session, and words of the rule that each needs. */
const TASKS: readonly { readonly asks: string; readonly needs: string }[] = [
  { asks: 'add a migration that stores the mooring fee', needs: 'down step' },
  { asks: 'which branch do I start the booking export from?', needs: 'develop' },
  { asks: 'run the tests that need the database', needs: 'test:db' },
  { asks: 'write the changelog entry for the seasonal prices', needs: 'plain English' },
  { asks: 'how is money kept in the JSON?', needs: 'integer cents' },
];

it('the rules of a brief told once stand before the model when a task of the next session needs them', async () => {
  const [line = ''] = readFileSync(SAMPLE, 'utf8').split('\n');
  const { prompt, answer } = JSON.parse(line) as { readonly prompt: string; readonly answer: string };
  using workspace = makeWorkspace();
  await using home = await makeHome({ config: { 'injection.timeoutMs': 1_000 } });
  await startDaemon(home);
  await using api = await startFakeAnthropic({ otherwise: { text: answer } });
  await connectClaude(home, workspace);
  const told = await runClaude({ workspace, api, prompts: [prompt] });
  expect(told.code, told.stderr).toBe(0);
  await allCurated(home, 1);
  await indexed(home);
  const missing: string[] = [];
  for (const { asks, needs } of TASKS) {
    const from = api.requests.length;
    expect((await runClaude({ workspace, api, prompts: [asks] })).code).toBe(0);
    const sent = api.turns().filter((request) => api.requests.indexOf(request) >= from);
    if (!JSON.stringify(sent).includes(needs)) missing.push(needs);
  }
  expect(missing).toEqual([]);
});
