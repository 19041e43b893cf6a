/** T-07: inputs that are small to send and dear to read, against a real daemon: none stalls it, none is lost. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Quarantine } from '../src/capture/quarantine.ts';
import { systemClock } from '../src/platform/clock.ts';
import { report } from './support/figures.ts';
import { makeHome, runCli, startDaemon, stopDaemon, type TestHome } from './support/home.ts';
import { postHook, toolEvent } from './support/hooks.ts';
import { exportRows, type RecordRow } from './support/journal.ts';
import { writeTranscript } from './support/transcript.ts';
import { waitFor } from './support/wait.ts';

const MEMORY_MB = 300;
const EMPTY_OBJECTS = `[${'{},'.repeat(8_000_000)}{}]`;

let home: TestHome;
let pid: number;
beforeAll(async () => {
  home = await makeHome();
  ({ pid } = await startDaemon(home));
});
afterAll(async () => home[Symbol.asyncDispose]());

const memoryMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

async function outcomeOf(toolUseId: string): Promise<RecordRow> {
  return waitFor(
    async () =>
      (await exportRows(home)).records.find(
        ({ type, metadata }) => type === 'tool_result' && metadata.tool_use_id === toolUseId,
      ),
    { what: `the outcome of ${toolUseId}` },
  );
}

/** A line as the client writes it, with this as the output of a tool; the next event has the daemon look at it. */
async function tellByTranscript(session: string, toolUseId: string, output: string): Promise<void> {
  const path = writeTranscript(session, []);
  const content = `[{"type":"tool_result","tool_use_id":"${toolUseId}","content":${output}}]`;
  writeFileSync(
    path,
    `{"type":"user","uuid":"u1","promptId":"p1","timestamp":"${new Date().toISOString()}","message":{"role":"user","content":${content}}}\n`,
  );
  const later = toolEvent(session, `${toolUseId}-later`, { transcript_path: path, prompt_id: 'p1' });
  expect((await postHook(home, later)).status).toBe(200);
}

describe('hard inputs (T-07)', () => {
  it('T-07: a hook with 12 MB of {} is stored with its ids, cut', async () => {
    const body = JSON.stringify(toolEvent('hook', 'toolu-hook', { tool_name: 'Other', tool_response: 'OUTPUT' }));
    const answer = await postHook(home, body.replace('"OUTPUT"', `[${'{},'.repeat(4_000_000)}{}]`));
    expect(answer.status).toBe(200);
    expect((await outcomeOf('toolu-hook')).content).toContain('characters left out');
  });

  it('T-07: a line of 24 MB of {} in a transcript is stored with its ids, cut', async () => {
    await tellByTranscript('line', 'toolu-line', EMPTY_OBJECTS);
    expect((await outcomeOf('toolu-line')).content.length).toBeLessThan(20_000);
  });

  it('T-07: of a line that is longer than any the daemon reads, that it was is stored', async () => {
    await tellByTranscript('endless', 'toolu-endless', `["first words",${'"more words",'.repeat(3_000_000)}"end"]`);
    expect((await outcomeOf('toolu-endless')).content).toContain('first words');
  });

  it('T-07: the daemon is the same afterwards, small, and has nothing to complain of', async () => {
    const status = JSON.parse((await runCli(home, ['status', '--json'])).stdout);
    report('after hard inputs', { MB: memoryMb(), 'longest block ms': status.thread?.longest_ms ?? 0 });
    expect(status).toMatchObject({ pid, capture: { failed_redactions: 0 } });
    expect(status.problems.map(({ code }: { code: string }) => code)).not.toContain('input-quarantined');
    expect(memoryMb()).toBeLessThan(MEMORY_MB);
  });

  it('T-07: what is in quarantine is shown, kept without its words, and not tried again after a restart', async () => {
    await stopDaemon(home);
    const body = Buffer.from(
      JSON.stringify(toolEvent('known', 'toolu-known', { tool_response: { stdout: 'walrus '.repeat(10_000) } })),
    );
    // As a daemon before this one has noted it.
    new Quarantine({
      path: home.paths.quarantine,
      key: readFileSync(home.paths.redactionKey, 'utf8').trim(),
      clock: systemClock,
      onAdded: () => undefined,
    }).add(body, { way: 'hook', id: 'toolu-known', reason: 'took too long' });
    ({ pid } = await startDaemon(home));
    expect((await postHook(home, body.toString())).status).toBe(200);
    const { content } = await outcomeOf('toolu-known');
    expect(content).toContain(`its ${body.length} bytes took too long`);
    expect(content).not.toContain('walrus');
    const { problems } = JSON.parse((await runCli(home, ['status', '--json'])).stdout);
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'input-quarantined', message: expect.stringContaining(`${body.length} bytes`) }),
    );
  });
});
