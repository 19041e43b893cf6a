/**
 * A change of mind, through hooks and the command line, with the default curator: the old line leaves its file and the boot
 * block of the next session, whoever kept it, in whatever words and language it is changed (L-03, L-20).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from './support/api.ts';
import { makeHome, runCli, startDaemon, type TestHome } from './support/home.ts';
import { postHook, promptEvent, startEvent } from './support/hooks.ts';
import { memoryFiles } from './support/stores.ts';
import { waitFor } from './support/wait.ts';
import { makeWorkspace, type Workspace } from './support/workspace.ts';

interface Change {
  readonly old: string;
  readonly next: string;
  /** A word of each that the other does not have. */
  readonly gone: string;
  readonly stands: string;
}

const CHANGES: readonly Change[] = [
  { old: 'Always write dates as DD/MM/YYYY.', next: 'dates must be YYYY-MM-DD again', gone: 'DD/MM', stands: 'MM-DD' },
  { old: 'Our database is MySQL.', next: 'we migrated to Postgres', gone: 'MySQL', stands: 'Postgres' },
  { old: 'We always use npm as the package manager.', next: 'we switched to bun', gone: 'npm', stands: 'bun' },
  { old: 'The port of the dev server is always 5433.', next: 'the port is 5434 now', gone: '5433', stands: '5434' },
  {
    old: 'We always deploy to Heroku.',
    next: 'we deploy to Netlify, not Heroku',
    gone: 'We always',
    stands: 'Netlify',
  },
  { old: 'We always build on Jenkins.', next: 'we no longer build on Jenkins', gone: 'We always', stands: 'no longer' },
  {
    old: 'Remember that reviews need 2 approvals.',
    next: 'reviews need 3 approvals from now on',
    gone: '2 app',
    stands: '3 app',
  },
  {
    old: 'Merk dir, dass immer mit Maven gebaut wird.',
    next: 'ab jetzt wird immer mit Gradle gebaut',
    gone: 'Maven',
    stands: 'Gradle',
  },
  {
    old: 'Recuerda: el servidor escucha en el puerto 8080.',
    next: 'ahora el servidor escucha en el puerto 9090',
    gone: '8080',
    stands: '9090',
  },
  {
    old: 'Retiens : les graphiques sont faits avec matplotlib.',
    next: 'les graphiques se font maintenant avec plotly',
    gone: 'matplotlib',
    stands: 'plotly',
  },
];

describe.each(['a turn', '`carryover remember`'] as const)('what was learned from %s', (from) => {
  let home: TestHome;
  let workspace: Workspace;
  let turnsSaid = 1;
  beforeAll(async () => {
    home = await makeHome({ config: { 'curator.profile': 'manual' } });
    workspace = makeWorkspace({ git: true });
    await startDaemon(home);
    // What a person keeps goes into files that are kept; the first turn makes them.
    await say('Remember that the staging host is called heron.');
  });
  afterAll(async () => {
    await home[Symbol.asyncDispose]();
    workspace[Symbol.dispose]();
  });

  async function run(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await runCli(home, args, { cwd: workspace.project });
    expect({ args, code, problem: code === 0 ? '' : stderr }).toEqual({ args, code: 0, problem: '' });
    return stdout;
  }

  async function turns(): Promise<number> {
    return JSON.parse(await run('status', '--json')).journal.turns;
  }

  async function say(prompt: string): Promise<void> {
    turnsSaid += 1;
    const before = await turns();
    const ofTurn = { cwd: workspace.project, prompt_id: prompt, transcript_path: undefined };
    await postHook(home, promptEvent('s1', prompt, ofTurn));
    const stop = { ...ofTurn, hook_event_name: 'Stop', last_assistant_message: 'Done.' };
    await postHook(home, promptEvent('s1', prompt, stop));
    await waitFor(async () => (await turns()) > before, { what: 'the turn to be closed' });
    await run('curate');
  }

  const known = () => Object.values(memoryFiles(home)).join('\n');
  /** What a new session is given, without where the work stood: there the person is quoted. */
  async function boot(): Promise<string> {
    const { body } = await postHook(home, startEvent(`s${turnsSaid}`, { cwd: workspace.project }));
    return body.split('Where earlier work')[0] ?? '';
  }

  it.each(CHANGES)('L-03: $old → $next', async ({ old, next, gone, stands }) => {
    if (from === 'a turn') await say(old);
    else await run('remember', old);
    expect(known()).toContain(gone);
    await say(next);
    expect(known()).toContain(stands);
    expect(known()).not.toContain(gone);
    const given = await boot();
    expect(given).toContain(stands);
    expect(given).not.toContain(gone);
  });

  it('L-03: what may be replaced is given to no agent, what may replace it is marked, and the person says which holds', async () => {
    const [old, newer] = ['We always deploy from the release branch.', 'We now deploy from the stable branch'];
    if (from === 'a turn') await say(old);
    else await run('remember', old);
    await run('remember', newer);
    const given = await boot();
    expect(given).toMatch(/stable branch.*\(newer; an earlier one says otherwise, the user is asked\)/);
    expect(given).not.toContain('release branch');
    const found = async (audience: string) => {
      const query = new URLSearchParams({ q: 'deploy branch', type: 'facts', audience, workspace: workspace.project });
      return JSON.stringify((await callApi(home, `/memory/search?${query}`)).body);
    };
    expect(await found('agent')).toContain('"unsettled":true');
    expect(await found('agent')).not.toContain('release branch');
    expect(await found('person')).toContain('release branch');
    expect(await run('status')).toMatch(/questions? for you: which of two holds/);
    const shown = await run('review');
    expect(shown).toMatch(/Which of these holds\?.*\n {2}newer: .*stable branch.*\n {2}older: .*release branch/);
    const { reviews } = JSON.parse(await run('review', '--json'));
    const asked = reviews.find(({ learning }: { learning: { content: string } }) =>
      learning.content.includes('stable'),
    );
    expect(asked).toMatchObject({ question: true, replaced: { content: expect.stringContaining('release') } });
    expect((await runCli(home, ['review', 'accept', '--all', '--yes'], { cwd: workspace.project })).stdout).toContain(
      'Nothing is held back',
    );
    await run('review', 'both', asked.id);
    expect(await found('agent')).toContain('release branch');
    expect(known()).toContain('release branch');
    expect(await boot()).not.toMatch(/stable branch.*\(newer;/);
  });

  it('rebuilds byte for byte', async () => {
    const before = memoryFiles(home);
    await run('rebuild', '--yes');
    expect(memoryFiles(home)).toEqual(before);
  });
});
