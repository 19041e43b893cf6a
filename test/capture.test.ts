/** The real Claude Code, connected by the real `init`, against a scripted model: the journal holds exactly what happened. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runClaude } from './support/claude.ts';
import { connectClaude, sessionOf } from './support/connect.ts';
import { type FakeAnthropic, startFakeAnthropic } from './support/fake-anthropic.ts';
import { makeHome, startDaemon, type TestHome } from './support/home.ts';
import { postHook, promptEvent } from './support/hooks.ts';
import { exportRows, type RecordRow, type TurnRow } from './support/journal.ts';
import { waitFor } from './support/wait.ts';
import { makeWorkspace, writeFiles } from './support/workspace.ts';

const ALLOWED = ['--allowedTools', 'Bash(echo:*)', 'Bash(false:*)', 'Read', 'Agent', 'mcp__carryover__search_memory'];
const shape = (records: readonly RecordRow[]) =>
  records.map(({ type, tool, content }) => [type, tool, content.slice(0, 60)]);

async function recordsOf(home: TestHome, session: string): Promise<RecordRow[]> {
  const rows = await exportRows(home);
  return rows.records.filter(({ session_id }) => session_id === session).sort((a, b) => a.ts - b.ts);
}

async function closedTurns(home: TestHome, count: number): Promise<readonly TurnRow[]> {
  return waitFor(
    async () => {
      const { turns } = await exportRows(home);
      return turns.length >= count ? turns : undefined;
    },
    { what: `${count} closed turns` },
  );
}

describe('a session of the real client', () => {
  it('is in the journal once: prompt, calls, failure, denial, subagent, remarks and answer (D-001, D-092, A-040, A-043)', async () => {
    using workspace = makeWorkspace({ git: true, files: { 'notes.txt': 'remember the milk\n' } });
    await using home = await makeHome();
    await using api = await startFakeAnthropic({
      rules: [{ name: 'subagent', when: { last: 'look into the cellar' }, reply: { text: 'The cellar is empty.' } }],
      turns: [
        {
          text: 'I will say hello.',
          toolUse: [{ name: 'Bash', input: { command: 'echo hello', description: 'greet' } }],
        },
        {
          text: 'Now I read.',
          toolUse: [{ name: 'Read', input: { file_path: join(workspace.project, 'notes.txt') } }],
        },
        { text: 'This fails.', toolUse: [{ name: 'Bash', input: { command: 'false', description: 'fail' } }] },
        {
          text: 'This is denied.',
          toolUse: [{ name: 'Write', input: { file_path: '/etc/carryover-denied', content: 'x' } }],
        },
        {
          text: 'I send somebody.',
          toolUse: [
            {
              name: 'Agent',
              input: { description: 'cellar', prompt: 'look into the cellar', subagent_type: 'general-purpose' },
            },
          ],
        },
        { text: 'All done.' },
      ],
      otherwise: { text: 'Noted.' },
    });
    await startDaemon(home);
    await connectClaude(home, workspace);

    const run = await runClaude({ workspace, api, prompts: ['please look around'], args: ALLOWED });
    expect(run.code, run.stderr).toBe(0);
    const session = sessionOf(run);
    const turns = await closedTurns(home, 1);
    const records = await recordsOf(home, session);
    const texts = (type: string) => records.filter((record) => record.type === type).map(({ content }) => content);

    expect(texts('prompt'), JSON.stringify(shape(records), null, 1)).toEqual(['please look around']);
    expect(texts('assistant').toSorted()).toEqual(
      [
        'I will say hello.',
        'Now I read.',
        'This fails.',
        'This is denied.',
        'I send somebody.',
        'The cellar is empty.',
        'All done.',
        ...texts('assistant').filter((text) => text === 'Noted.'),
      ].toSorted(),
    );
    expect(records.filter(({ type }) => type === 'tool_use').map(({ tool }) => tool)).toEqual([
      'Bash',
      'Read',
      'Bash',
      'Write',
      'Agent',
    ]);
    expect(records.find(({ type, tool }) => type === 'tool_result' && tool === 'Bash')?.content).toContain('hello');
    expect(records.find(({ type, tool }) => type === 'tool_result' && tool === 'Read')?.content).toContain(
      'remember the milk',
    );
    expect(records.filter(({ type }) => type === 'error')).toMatchObject([{ tool: 'Bash' }]);
    expect(records.filter(({ type, metadata }) => type === 'approval' && metadata.decision === 'denied')).toMatchObject(
      [{ tool: 'Write', path: '/etc/carryover-denied' }],
    );
    expect(records.filter(({ type, metadata }) => type === 'approval' && metadata.decision === 'asked')).toMatchObject([
      { tool: 'Write' },
    ]);
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
    expect(records.find(({ type }) => type === 'prompt')).toMatchObject({ source: 'typed' });

    const turn = turns.find(({ user_message }) => user_message === 'please look around');
    expect(turn?.tool_calls.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'error', 'denied', 'ok']);
    expect(turn?.agent_response).toContain('I will say hello.');
    expect(turn?.agent_response).toContain('All done.');
    expect(readFileSync(home.paths.journal).includes('carryover-memory')).toBe(false);
  });

  it('goes on through compaction and /clear: the summary is kept, the new session is its own (B-044)', async () => {
    using workspace = makeWorkspace();
    await using home = await makeHome();
    await using api = await startFakeAnthropic({
      rules: [
        {
          name: 'summary',
          when: { last: 'summary of the conversation' },
          reply: { text: 'SUMMARY: we talked about boats' },
        },
      ],
      otherwise: { text: 'Boats are fine.' },
    });
    await startDaemon(home);
    await connectClaude(home, workspace);
    const run = await runClaude({
      workspace,
      api,
      prompts: ['tell me about boats', '/compact keep the boats', 'and about sails', '/clear', 'and about harbours'],
    });
    expect(run.code, run.stderr).toBe(0);
    await closedTurns(home, 3);
    const { records, sessions } = await exportRows(home);
    const prompts = records.filter(({ type }) => type === 'prompt').map(({ content }) => content);
    expect(prompts.toSorted()).toEqual(['and about harbours', 'and about sails', 'tell me about boats']);
    const events = records.filter(({ type }) => type === 'event').map(({ metadata }) => metadata.event);
    for (const event of ['compaction-start', 'compaction-end', 'session-start', 'session-end', 'command'])
      expect(events).toContain(event);
    expect(
      records.some(
        ({ content, metadata }) => metadata.event === 'compaction-end' && content.includes('we talked about boats'),
      ),
    ).toBe(true);
    expect(sessions.filter(({ client }) => client === 'claude-code')).toHaveLength(2);
    const [first, second] = ['tell me about boats', 'and about harbours'].map(
      (prompt) => records.find(({ content }) => content === prompt)?.session_id,
    );
    expect(first).not.toBe(second);
    expect(sessions.find(({ id }) => id === first)?.ended_at).not.toBeNull();
  });

  it('starts the next one knowing where it stood, and what was injected is not captured again (B-071, POI-7)', async () => {
    using workspace = makeWorkspace();
    await using home = await makeHome();
    await using api = await startFakeAnthropic({ otherwise: { text: 'The zeppelin is moored.' } });
    await startDaemon(home);
    await connectClaude(home, workspace);
    await runClaude({ workspace, api, prompts: ['where is the zeppelin'] });
    await closedTurns(home, 1);
    const before = api.requests.length;
    const second = await runClaude({ workspace, api, prompts: ['go on'] });
    expect(second.code).toBe(0);
    expect(contextOf(api, before)).toContain('where is the zeppelin');
    await closedTurns(home, 2);
    const { records } = await exportRows(home);
    expect(records.filter(({ content }) => content.includes('carryover-memory'))).toEqual([]);
    expect(records.filter(({ content }) => content === 'where is the zeppelin')).toHaveLength(1);
  });

  it('can look things up with the read-only tool, in its own project only (D-044, B-070, A-070)', async () => {
    using workspace = makeWorkspace();
    await using home = await makeHome();
    await using api = await startFakeAnthropic({
      turns: [
        {
          text: 'I look it up.',
          toolUse: [{ name: 'mcp__carryover__search_memory', input: { query: 'password policy' } }],
        },
        { text: 'Found.' },
      ],
      otherwise: { text: 'ok' },
    });
    await startDaemon(home);
    await connectClaude(home, workspace);
    const add = (content: string, folder: string) =>
      fetch(`${home.url}/memory/record`, {
        method: 'POST',
        headers: { authorization: `Bearer ${home.token()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'prompt', content, workspace: folder }),
      });
    expect((await add('the password policy is twelve words', workspace.project)).status).toBe(201);
    expect((await add('the password policy elsewhere is secret', join(workspace.root, 'other'))).status).toBe(201);
    const run = await runClaude({ workspace, api, prompts: ['what is the password policy'] });
    expect(run.code, run.stderr).toBe(0);
    const offered = (api.turns()[0]?.body.tools ?? []).map((tool) => (tool as { name: string }).name);
    expect(offered).toContain('mcp__carryover__search_memory');
    expect(offered.filter((name) => name.startsWith('mcp__carryover__')).toSorted()).toEqual([
      'mcp__carryover__memory_status',
      'mcp__carryover__search_memory',
    ]);
    const answer = JSON.stringify(api.turns().at(-1)?.body.messages ?? '');
    expect(answer).toContain('twelve words');
    expect(answer).not.toContain('elsewhere');
  });

  it('is not captured when it is told not to be, and never notices', async () => {
    using workspace = makeWorkspace();
    await using home = await makeHome();
    await using api = await startFakeAnthropic({ otherwise: { text: 'ok' } });
    await startDaemon(home);
    await connectClaude(home, workspace);
    const run = await runClaude({ workspace, api, prompts: ['leave no trace'], env: { CARRYOVER_NO_CAPTURE: '1' } });
    expect(run.code).toBe(0);
    const { records } = await exportRows(home);
    expect(records).toEqual([]);
  });

  it('is not told twice by a session that was forked from it', async () => {
    using workspace = makeWorkspace();
    await using home = await makeHome();
    await using api = await startFakeAnthropic({ otherwise: { text: 'Heard.' } });
    await startDaemon(home);
    await connectClaude(home, workspace);
    const first = await runClaude({ workspace, api, prompts: ['the original question', 'a second one'] });
    await closedTurns(home, 2);
    const forked = await runClaude({
      workspace,
      api,
      prompts: ['asked in the fork'],
      args: ['--resume', sessionOf(first), '--fork-session'],
    });
    expect(forked.code, forked.stderr).toBe(0);
    expect(sessionOf(forked)).not.toBe(sessionOf(first));
    await closedTurns(home, 3);
    const prompts = (await exportRows(home)).records
      .filter(({ type }) => type === 'prompt')
      .map(({ content }) => content);
    expect(prompts.toSorted()).toEqual(['a second one', 'asked in the fork', 'the original question']);
  });

  it('stays unseen when it is resumed in the open later', async () => {
    using workspace = makeWorkspace();
    await using home = await makeHome();
    await using api = await startFakeAnthropic({ otherwise: { text: 'Heard.' } });
    await startDaemon(home);
    await connectClaude(home, workspace);
    const unseen = await runClaude({
      workspace,
      api,
      prompts: ['nobody may know'],
      env: { CARRYOVER_NO_CAPTURE: '1' },
    });
    const open = await runClaude({
      workspace,
      api,
      prompts: ['this may be known'],
      args: ['--resume', sessionOf(unseen)],
    });
    expect(open.code, open.stderr).toBe(0);
    await closedTurns(home, 1);
    const { records } = await exportRows(home);
    expect(records.some(({ content }) => content.includes('this may be known'))).toBe(true);
    expect(records.filter(({ content }) => content.includes('nobody may know'))).toEqual([]);
  });

  it('belongs to the project it began in, wherever its agent goes (D-062)', async () => {
    using workspace = makeWorkspace({ git: true });
    const other = join(workspace.root, 'other');
    writeFiles(other, { 'plans.txt': 'the plans of the other project\n' });
    execFileSync('git', ['init', '--quiet', other]);
    await using home = await makeHome();
    await using api = await startFakeAnthropic({
      turns: [
        {
          text: 'I go there.',
          toolUse: [{ name: 'Bash', input: { command: `cd ${other} && pwd`, description: 'go' } }],
        },
        { text: 'I read.', toolUse: [{ name: 'Read', input: { file_path: join(other, 'plans.txt') } }] },
        { text: 'Done there.' },
      ],
      otherwise: { text: 'ok' },
    });
    await startDaemon(home);
    await connectClaude(home, workspace);
    const run = await runClaude({
      workspace,
      api,
      prompts: ['look over there'],
      args: ['--add-dir', other, '--allowedTools', 'Bash', 'Read'],
    });
    expect(run.code, run.stderr).toBe(0);
    await closedTurns(home, 1);
    const { records } = await exportRows(home);
    expect(new Set(records.map(({ workspace: space }) => space)).size).toBe(1);
    expect(records.filter(({ content }) => content.includes('plans of the other'))).toEqual([]);
  });
});

function contextOf(api: FakeAnthropic, from: number): string {
  return JSON.stringify(api.requests.slice(from).map(({ body }) => [body.system, body.messages]));
}

it('T-10: the same words again in a turn are rows of their own by http hooks, which name no event', async () => {
  await using home = await makeHome();
  await startDaemon(home);
  for (let time = 0; time < 3; time += 1)
    expect((await postHook(home, promptEvent('again', 'continue', { prompt_id: 'one' }))).status).toBe(200);
  expect((await recordsOf(home, 'again')).filter(({ type }) => type === 'prompt')).toHaveLength(3);
});
