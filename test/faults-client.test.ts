/**
 * The real client keeps working while its memory dies under it: the daemon alone, or with everybody who could bring it
 * back. Its hooks are http hooks, which can neither spool nor start anything, so what they could not deliver is read
 * from the client's own transcript afterwards: all of it, once.
 */
import { describe, expect, it } from 'vitest';
import { type ClientEvent, runClaude } from './support/claude.ts';
import { connectClaude } from './support/connect.ts';
import { daemonProcesses, killDaemons } from './support/daemon-processes.ts';
import { startFakeAnthropic } from './support/fake-anthropic.ts';
import { makeHome, runCli, startDaemon, type TestHome } from './support/home.ts';
import { exportRows, type RecordRow } from './support/journal.ts';
import { signal } from './support/processes.ts';
import { waitFor } from './support/wait.ts';
import { makeWorkspace, type Workspace } from './support/workspace.ts';

const STEPS = 6;
const ANSWER = 'All steps are done.';
/** Between two steps: time for a supervisor, which takes less, but not for the MCP server of the session. */
const THINKING_MS = 900;

/** A session of one prompt and six calls, each with a remark before it; `onStep` is called after each of their results. */
async function workThrough(home: TestHome, workspace: Workspace, onStep: (step: number) => void): Promise<void> {
  await using api = await startFakeAnthropic({
    turns: [
      ...Array.from({ length: STEPS }, (_, index) => ({
        text: `Remark ${index + 1}.`,
        toolUse: [{ name: 'Bash', input: { command: `echo step-${index + 1}`, description: 'step' } }],
        delayMs: THINKING_MS,
      })),
      { text: ANSWER, delayMs: THINKING_MS },
    ],
    otherwise: { text: 'Noted.' },
  });
  let step = 0;
  const onEvent = ({ type }: ClientEvent) => {
    if (type !== 'user') return;
    step += 1;
    onStep(step);
  };
  const run = await runClaude({
    workspace,
    api,
    prompts: ['walk the steps'],
    args: ['--allowedTools', 'Bash(echo:*)'],
    onEvent,
  });
  expect(run.code, run.stderr).toBe(0);
  expect(run.events.at(-1)).toMatchObject({ type: 'result', subtype: 'success', result: ANSWER });
  expect(step).toBe(STEPS);
  expect(await runCli(home, ['daemon', 'start'])).toMatchObject({ code: 0 });
}

async function expectEverythingOnce(home: TestHome): Promise<void> {
  const texts = (records: readonly RecordRow[], type: string) =>
    records.filter((record) => record.type === type).map(({ content }) => content.trim());
  const rows = await waitFor(
    async () => {
      const found = await exportRows(home);
      const complete = texts(found.records, 'assistant').includes(ANSWER);
      return complete && texts(found.records, 'tool_result').length === STEPS ? found : undefined;
    },
    { what: 'the whole session in the journal' },
  );
  const numbered = (name: string, end: string) =>
    Array.from({ length: STEPS }, (_, index) => `${name}${index + 1}${end}`);
  const said = texts(rows.records, 'assistant').filter((text) => text !== 'Noted.');
  expect(texts(rows.records, 'prompt')).toEqual(['walk the steps']);
  expect(texts(rows.records, 'tool_use').toSorted()).toEqual(numbered('echo step-', ''));
  expect(texts(rows.records, 'tool_result').toSorted()).toEqual(numbered('step-', ''));
  expect(said.toSorted()).toEqual([ANSWER, ...numbered('Remark ', '.')].toSorted());
  expect(texts(rows.records, 'error')).toEqual([]);
}

describe('a session of the real client', () => {
  it('ends well and is in the journal once when the daemon is killed -9 three times meanwhile (F-01, A-075)', async () => {
    using workspace = makeWorkspace();
    await using home = await makeHome();
    await startDaemon(home);
    await connectClaude(home, workspace);
    let kills = 0;
    await workThrough(home, workspace, (step) => {
      if (step % 2 === 1) for (const pid of daemonProcesses(home).daemons) kills += signal(pid, 'SIGKILL') ? 1 : 0;
    });
    expect(kills).toBe(3);
    await expectEverythingOnce(home);
    const turns = await waitFor(
      async () => {
        const found = (await exportRows(home)).turns;
        return found.at(-1)?.tool_calls.length === STEPS ? found : undefined;
      },
      { what: 'the turn to be closed with all its calls' },
    );
    expect(new Set(turns.map(({ id }) => id)).size).toBe(1);
  });

  it('ends well and is in the journal once when nobody is there to take its events for half of it (F-01, A-075)', async () => {
    using workspace = makeWorkspace();
    await using home = await makeHome();
    await startDaemon(home);
    await connectClaude(home, workspace);
    await workThrough(home, workspace, (step) => {
      // As often as the MCP server of the session brings them back. The turn stays open: nobody heard its end.
      if (step >= 2) killDaemons(home);
    });
    await expectEverythingOnce(home);
  });
});
