/**
 * T-02 against a real daemon: under a clock that is 150 days ahead nothing goes by itself; what a person lets go is hidden
 * on every way out, still there for them, and kept with one act.
 */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { callApi } from './support/api.ts';
import { makeHome, runCli, stopDaemon, type TestHome } from './support/home.ts';
import { openHttp } from './support/mcp.ts';
import { createMovedClock } from './support/moved-clock.ts';
import { serveReady } from './support/serve.ts';
import { waitFor } from './support/wait.ts';
import { makeFolder, makeWorkspace } from './support/workspace.ts';

const DAY_MS = 24 * 60 * 60_000;
const RECORDS = 40;

interface Retention {
  readonly spaces: readonly { readonly expired: number; readonly hidden: number }[];
}

describe('T-02: a clock 150 days ahead', () => {
  it('lets nothing go by itself, and what a person lets go is hidden everywhere until it is kept', async () => {
    using workspace = makeWorkspace({ git: true });
    await using home = await makeHome();
    const clock = createMovedClock(makeFolder('clock'));
    await serveReady(home, clock.env);
    const word = `quokka${randomBytes(4).toString('hex')}`;
    const records = Array.from({ length: RECORDS }, (_, n) => ({
      ...{
        id: `old-${n}`,
        type: 'prompt',
        content: `${word} number ${n}`,
        session_id: 's',
        workspace: workspace.project,
      },
    }));
    expect((await callApi(home, '/memory/record', records)).status).toBe(201);
    expect((await runCli(home, ['backup'])).code).toBe(0);
    await stopDaemon(home);

    clock.moveTo(Date.now() + 150 * DAY_MS);
    await serveReady(home, clock.env);
    await counted(home, { expired: RECORDS, hidden: 0 });
    expect(await found(home, word)).toBeGreaterThan(0);
    clock.moveTo(Date.now());
    await counted(home, { expired: 0, hidden: 0 });

    clock.moveTo(Date.now() + 150 * DAY_MS);
    const confirmed = await runCli(home, ['retention', 'confirm', '--yes', '--json']);
    expect(confirmed, confirmed.stderr).toMatchObject({ code: 0 });
    expect(JSON.parse(confirmed.stdout)).toEqual({ finished: true, hidden: RECORDS });
    await counted(home, { expired: 0, hidden: RECORDS });
    await stopDaemon(home);
    await serveReady(home, clock.env);

    expect(await found(home, word)).toBe(0);
    expect(await found(home, word, `&audience=agent&workspace=${encodeURIComponent(workspace.project)}`)).toBe(0);
    const asAgent = `?audience=agent&workspace=${encodeURIComponent(workspace.project)}`;
    expect((await callApi(home, `/memory/record/old-1${asAgent}`)).status).toBe(404);
    await using mcp = await openHttp(home, workspace.project);
    const answer = await mcp.ask('tools/call', { name: 'search_memory', arguments: { query: word } });
    expect(JSON.stringify(answer)).not.toContain(`${word} number`);
    expect((await runCli(home, ['context', '--space', workspace.project])).stdout).not.toContain(word);

    expect((await callApi(home, '/memory/record/old-1')).body).toMatchObject({
      content: `${word} number 1`,
      hidden: true,
    });
    const exported = await fetch(`${home.url}/memory/export`, { headers: { authorization: `Bearer ${home.token()}` } });
    expect((await exported.text()).split(`${word} number`).length).toBeGreaterThan(RECORDS);

    expect((await callApi(home, '/memory/pin', { id: 'old-1', pinned: true })).status).toBe(200);
    await counted(home, { expired: 0, hidden: RECORDS - 1 });
    await waitFor(async () => (await found(home, word)) === 1, { what: 'the pinned one to be found' });
    expect((await runCli(home, ['backup', '--list', '--json'])).stdout).toContain('transcript-');
    expect((await runCli(home, ['verify'])).code).toBe(0);
  });
});

/** On a busy machine the numbers are those of a look that is made behind the answer. */
async function counted(home: TestHome, wanted: { readonly expired: number; readonly hidden: number }): Promise<void> {
  const isSo = async () => {
    const { spaces } = (await callApi(home, '/memory/retention')).body as unknown as Retention;
    const sum = (key: 'expired' | 'hidden') => spaces.reduce((total, space) => total + space[key], 0);
    return sum('expired') === wanted.expired && sum('hidden') === wanted.hidden;
  };
  await waitFor(isSo, { what: `${wanted.expired} past their time and ${wanted.hidden} hidden` });
}

async function found(home: TestHome, word: string, more = ''): Promise<number> {
  const { body } = await callApi(home, `/memory/search?q=${word}&k=50${more}`);
  return (body.hits as readonly unknown[]).length;
}
