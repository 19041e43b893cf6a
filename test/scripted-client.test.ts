/** The ground under the other tests with the real client: it runs, and talks to the scripted API as it does to the real one. */
import { expect, it } from 'vitest';
import { runClaude, spoken } from './support/claude.ts';
import { startFakeAnthropic } from './support/fake-anthropic.ts';
import { makeWorkspace } from './support/workspace.ts';

it('the real client runs a scripted tool call and gives its result back to the model', async () => {
  await using api = await startFakeAnthropic({
    turns: [
      {
        thinking: 'A tool.',
        text: 'Running.',
        toolUse: { name: 'Bash', input: { command: 'cat note.txt', description: 'read' } },
      },
      (seen) => ({ text: `The tool said: ${seen.toolResult}` }),
    ],
  });
  using workspace = makeWorkspace({ files: { 'note.txt': 'from the project' } });
  const result = await runClaude({
    workspace,
    api,
    prompts: ['look'],
    args: ['--permission-mode', 'bypassPermissions'],
  });
  expect(result).toMatchObject({ code: 0, stderr: '' });
  expect(spoken(result.events)).toEqual(['Running.', 'The tool said: from the project']);
  expect(api.turns().map(({ answeredBy }) => answeredBy)).toEqual(['turn', 'turn']);
});

it('a conversation goes through compaction and /clear, which begins a new session', async () => {
  await using api = await startFakeAnthropic({
    rules: [
      { name: 'summary', when: { last: 'summary of the conversation' }, reply: { text: '<summary>short</summary>' } },
    ],
    otherwise: (seen) => ({ text: `You said ${seen.last.split('\n').at(-1)}` }),
  });
  using workspace = makeWorkspace({ git: true });
  const { code, events } = await runClaude({ workspace, api, prompts: ['one', '/compact', 'two', '/clear', 'three'] });
  expect(code).toBe(0);
  expect(spoken(events)).toEqual(['You said one', 'You said two', 'You said three']);
  expect(events.map(({ subtype }) => subtype)).toContain('compact_boundary');
  expect(new Set(events.map((event) => event.session_id)).size).toBe(2);
});

it('a scripted failure reaches the client as the API tells it', async () => {
  await using api = await startFakeAnthropic({ otherwise: { status: 400, error: 'no such luck' } });
  using workspace = makeWorkspace();
  const { code, events } = await runClaude({ workspace, api, prompts: ['hello'] });
  expect(code).toBe(1);
  expect(events.at(-1)).toMatchObject({
    type: 'result',
    is_error: true,
    result: expect.stringContaining('no such luck'),
  });
});
