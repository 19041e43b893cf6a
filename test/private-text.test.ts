/**
 * What a person puts between `<private>` tags is for the agent alone: the model gets it, and afterwards every file of the
 * home is searched, byte by byte, for what must not be there; journal, index, logs and what SQLite keeps beside them.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSpool } from '../src/capture/spool.ts';
import { runClaude } from './support/claude.ts';
import { connectClaude, sessionOf } from './support/connect.ts';
import { isEncrypted } from './support/encrypted.ts';
import { startFakeAnthropic } from './support/fake-anthropic.ts';
import { makeHome, startDaemon, stopDaemon, type TestHome } from './support/home.ts';
import { exportRows } from './support/journal.ts';
import { indexed } from './support/recall.ts';
import { allCurated } from './support/stores.ts';
import { waitFor } from './support/wait.ts';
import { makeWorkspace } from './support/workspace.ts';

/** No word of anything else, so that a piece of it in the index is found as well. */
const HIDDEN = 'Zyxwolf Quibblethorn';
const PIECES = /zyxwo|quibblet/i;
const ASKED = `Remember that the walrus safe is opened by <private>${HIDDEN}</private> every morning.`;
const KEPT = 'Remember that the walrus safe is opened by [private] every morning.';
const ANSWER = `The walrus safe and <private>${HIDDEN}</private>: noted.`;

function filesThatHold(home: TestHome, pieces: RegExp): readonly string[] {
  return readdirSync(home.paths.home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => pieces.test(readFileSync(path, 'latin1')));
}

function promptsIn({ records }: Awaited<ReturnType<typeof exportRows>>): readonly string[] {
  return records.filter(({ type }) => type === 'prompt').map(({ content }) => content);
}

it('private text of a prompt reaches the model and no file, not even while the journal is being written (D-042)', async () => {
  using workspace = makeWorkspace();
  await using home = await makeHome();
  await using api = await startFakeAnthropic({ otherwise: { text: ANSWER } });
  await startDaemon(home);
  await connectClaude(home, workspace);
  const result = await runClaude({ workspace, api, prompts: [ASKED, 'where is the walrus safe'] });
  expect(result.code, result.stderr).toBe(0);
  expect(JSON.stringify(api.turns().at(-1)?.body.messages)).toContain(HIDDEN);
  await allCurated(home, 2);
  await indexed(home, 1);
  expect(filesThatHold(home, PIECES)).toEqual([]);
  expect(promptsIn(await exportRows(home))).toEqual([KEPT, 'where is the walrus safe']);
  // Else it was searched where nothing is written. An encrypted home shows no more than the memory files.
  const readable = filesThatHold(home, /walrus/);
  if (isEncrypted) expect(readable.filter((path) => !path.endsWith('.md'))).toEqual([]);
  else expect(readable).toEqual(expect.arrayContaining([`${home.paths.journal}-wal`, `${home.paths.recall}-wal`]));
  const next = await runClaude({ workspace, api, prompts: ['who opens the walrus safe'] });
  expect(next.code, next.stderr).toBe(0);
  await stopDaemon(home);
  expect(filesThatHold(home, PIECES)).toEqual([]);
});

it('nor is it in the spool of a session without a daemon, or taken from the transcript afterwards (D-042, F-10)', async () => {
  using workspace = makeWorkspace();
  await using home = await makeHome();
  await using api = await startFakeAnthropic({ otherwise: { text: ANSWER } });
  await startDaemon(home);
  await connectClaude(home, workspace);
  await stopDaemon(home);
  // A fresh start mark keeps the hooks from starting a daemon.
  mkdirSync(home.paths.run, { recursive: true });
  const keepAway = setInterval(() => writeFileSync(home.paths.startMark, ''), 500);
  writeFileSync(home.paths.startMark, '');
  try {
    const result = await runClaude({ workspace, api, prompts: [ASKED, 'go on'] });
    expect(result.code, result.stderr).toBe(0);
    expect(readSpool(home.paths.spool).files.length).toBeGreaterThan(0);
    expect(filesThatHold(home, PIECES)).toEqual([]);
    clearInterval(keepAway);
    rmSync(home.paths.startMark);
    await startDaemon(home);
    const session = sessionOf(result);
    await waitFor(
      async () => (await exportRows(home)).turns.filter(({ session_id }) => session_id === session).length === 2,
      {
        what: 'the turns of the transcript',
      },
    );
    const rows = await exportRows(home);
    expect(promptsIn(rows)).toEqual([KEPT, 'go on']);
    expect(rows.turns.map(({ agent_response }) => agent_response)).toContain('The walrus safe and [private]: noted.');
    await indexed(home);
    expect(filesThatHold(home, PIECES)).toEqual([]);
    await stopDaemon(home);
    expect(filesThatHold(home, PIECES)).toEqual([]);
  } finally {
    clearInterval(keepAway);
  }
});
