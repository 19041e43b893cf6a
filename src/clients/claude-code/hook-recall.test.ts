/** Memory that is found while the agent waits for the answer to a hook. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionId } from '../../memory/ids.ts';
import { type OpenedHooks, openHooks } from './hook-handler.fixture.ts';
import type { PromptRequest } from './recall-request.ts';

let opened: OpenedHooks | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const event = (name: string, more: object = {}) => ({
  hook_event_name: name,
  session_id: 's',
  prompt_id: 'p1',
  cwd: opened?.folder,
  transcript_path: '',
  ...more,
});
const prompted = (prompt: string, more: object = {}) => event('UserPromptSubmit', { prompt, ...more });
const called = (more: object = {}) =>
  event('PreToolUse', { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'npm test' }, ...more });
const context = (hookEventName: string, additionalContext: string) => ({
  hookSpecificOutput: { hookEventName, additionalContext },
});

async function openAnswering(answers: Parameters<typeof openHooks>[0]): Promise<OpenedHooks> {
  opened = await openHooks(answers);
  return opened;
}

describe('a prompt', () => {
  it('is stored first, then answered with what was found for it (D-090)', async () => {
    const asked: PromptRequest[] = [];
    const stored: number[] = [];
    const { hooks, journal, tally } = await openAnswering({
      prompt: async (request) => {
        asked.push(request);
        stored.push((await journal.recordsOfSession('s' as SessionId)).length);
        return 'a block';
      },
    });
    const answer = await hooks.receive(prompted('how do we deploy?'));
    expect(answer).toEqual(context('UserPromptSubmit', 'a block'));
    expect(stored).toEqual([1]);
    expect(asked).toMatchObject([
      { sessionId: 's', workspace: expect.any(String), turnId: expect.any(String), prompt: 'how do we deploy?' },
    ]);
    expect(tally.counts.late).toBe(0);
  });

  it('is asked for without its secrets (D-042)', async () => {
    const asked: string[] = [];
    const { hooks } = await openAnswering({
      prompt: async ({ prompt }) => {
        asked.push(prompt);
        return undefined;
      },
    });
    const token = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');
    expect(await hooks.receive(prompted(`use ${token} and <private>my diary</private>`))).toEqual({});
    expect(asked[0]).toMatch(/^use \[.*\] and \[private\]$/);
    expect(asked[0]).not.toContain(token);
  });

  it('goes on without memory that is not there in time, and that is counted (D-082, B-045)', async () => {
    const signals: AbortSignal[] = [];
    const { hooks, tally } = await openAnswering({
      recallMs: () => 2_000,
      prompt: async ({ signal }) => {
        signals.push(signal);
        await sleep(60_000, undefined, { ref: false, signal });
        return 'too late';
      },
    });
    expect(await hooks.receive(prompted('how do we deploy?'))).toEqual({});
    expect(tally.counts).toMatchObject({ late: 1, stored: 1 });
    expect(signals[0]?.aborted).toBe(true);
  });

  it('is not even looked up when storing it took all the time (D-082)', async () => {
    const { hooks, tally } = await openAnswering({ recallMs: () => 0, prompt: async () => 'block' });
    expect(await hooks.receive(prompted('how do we deploy?'))).toEqual({});
    expect(tally.counts.late).toBe(1);
  });

  it('goes on when memory fails, in whichever way (B-045)', async () => {
    const { hooks, tally } = await openAnswering({
      prompt: (request) => {
        if (request.prompt === 'first') return Promise.reject(new Error('broken'));
        throw new Error('broken at once');
      },
    });
    expect(await hooks.receive(prompted('first'))).toEqual({});
    expect(await hooks.receive(prompted('second'))).toEqual({});
    expect(tally.counts.late).toBe(0);
  });

  it.each([
    ['an empty one', prompted('  \n')],
    ['a command', prompted('/deploy staging')],
    ['a command of a plugin', prompted('/plugin:run')],
    ['a line for the shell', prompted('!git status')],
    ['one that the client wrote', prompted('<task-notification>done</task-notification>')],
    ['one of a subagent', prompted('look at this', { agent_id: 'a1', agent_type: 'general-purpose' })],
    ['a tool call', called()],
    ['the end of a turn', event('Stop', { last_assistant_message: 'done' })],
  ])('is not looked up when it is %s', async (_, payload) => {
    const { hooks, folder } = await openAnswering({ prompt: async () => 'block' });
    expect(await hooks.receive({ ...payload, cwd: folder })).toEqual({});
  });

  it('that begins with a path is looked up, and one that is told twice only once', async () => {
    const { hooks } = await openAnswering({ prompt: async () => 'block' });
    const payload = prompted('/etc/hosts is wrong again');
    expect(await hooks.receive(payload)).toEqual(context('UserPromptSubmit', 'block'));
    expect(await hooks.receive(payload)).toEqual({});
  });

  it('from the spool is only stored: nobody waits any more', async () => {
    const { hooks, journal } = await openAnswering({ prompt: () => Promise.reject(new Error('asked')) });
    await hooks.replay(prompted('how do we deploy?'), 1_000);
    expect(await journal.recordsOfSession('s' as SessionId)).toHaveLength(1);
  });
});
