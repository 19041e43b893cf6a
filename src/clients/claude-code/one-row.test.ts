/** The three ways an event can come (hook, spool, transcript) must agree on its id, or it would be stored twice. */
import { describe, expect, it } from 'vitest';
import type { RecordDraft } from '../../capture/captured-event.ts';
import type { SessionId } from '../../memory/ids.ts';
import { readHookEvent } from './hook-event.ts';
import { FRESH_TRANSCRIPT, readTranscriptLine, type TranscriptState } from './transcript-line.ts';

const SESSION = '9609a6e2-0000-4000-8000-000000000000' as SessionId;
const PROMPT = 'f2a4c5d6-0000-4000-8000-000000000000';
const common = { session_id: SESSION, prompt_id: PROMPT, cwd: '/p', transcript_path: `/h/projects/p/${SESSION}.jsonl` };

function fromHooks(...payloads: readonly Record<string, unknown>[]): RecordDraft[] {
  return payloads.flatMap((payload) => readHookEvent({ ...common, ...payload }, 1_000)?.drafts ?? []);
}

function fromTranscript(...lines: readonly Record<string, unknown>[]): RecordDraft[] {
  let state: TranscriptState = FRESH_TRANSCRIPT;
  return lines.flatMap((line) => {
    const result = readTranscriptLine(
      { timestamp: '2026-11-15T20:43:55.403Z', uuid: JSON.stringify(line).slice(0, 60), ...line },
      SESSION,
      state,
    );
    state = result.state;
    return result.drafts;
  });
}

const userLine = (content: unknown, more: object = {}) => ({
  type: 'user',
  promptId: PROMPT,
  message: { role: 'user', content },
  ...more,
});
const assistantLine = (block: unknown, stop_reason: string, more: object = {}) => ({
  type: 'assistant',
  message: { id: 'msg_1', role: 'assistant', content: [block], stop_reason },
  ...more,
});
const identity = (drafts: readonly RecordDraft[]) => drafts.map(({ id, type, turnId }) => ({ id, type, turnId }));

describe('one event is one record, whichever way it came', () => {
  it('for a prompt, also one sent while the turn was running', () => {
    const hooks = fromHooks(
      { hook_event_name: 'UserPromptSubmit', prompt: 'first prompt' },
      { hook_event_name: 'UserPromptSubmit', prompt: 'and another thing' },
    );
    const transcript = fromTranscript(userLine('first prompt'), {
      type: 'attachment',
      attachment: { type: 'queued_command', prompt: 'and another thing', commandMode: 'prompt' },
    });
    expect(identity(transcript)).toEqual(identity(hooks));
    expect(new Set(hooks.map(({ id }) => id)).size).toBe(2);
  });

  it('for a prompt of several parts', () => {
    const parts = [
      { type: 'text', text: 'first' },
      { type: 'text', text: 'second part' },
    ];
    expect(identity(fromTranscript(userLine(parts)))).toEqual(
      identity(fromHooks({ hook_event_name: 'UserPromptSubmit', prompt: 'first\nsecond part' })),
    );
  });

  it('for a tool call and its result', () => {
    const call = { tool_name: 'Bash', tool_use_id: 'toolu_1', tool_input: { command: 'echo hi' } };
    const response = { stdout: 'hi', stderr: '' };
    const hooks = fromHooks({ hook_event_name: 'PostToolUse', ...call, tool_response: response });
    const transcript = fromTranscript(
      userLine('go'),
      assistantLine({ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'echo hi' } }, 'tool_use'),
      userLine([{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'hi', is_error: false }], {
        toolUseResult: response,
      }),
    ).slice(1);
    expect(identity(transcript)).toEqual(identity(hooks));
    expect(transcript.map(({ content }) => content)).toEqual(hooks.map(({ content }) => content));
    expect(identity(fromHooks({ hook_event_name: 'PreToolUse', ...call }))).toEqual(identity(hooks).slice(0, 1));
  });

  it('for a failed tool call', () => {
    const call = { tool_name: 'Bash', tool_use_id: 'toolu_2', tool_input: { command: 'exit 3' } };
    const [, failure] = fromHooks({ hook_event_name: 'PostToolUseFailure', ...call, error: 'Exit code 3' });
    const transcript = fromTranscript(
      assistantLine({ type: 'tool_use', id: 'toolu_2', name: 'Bash', input: call.tool_input }, 'tool_use'),
      userLine([{ type: 'tool_result', tool_use_id: 'toolu_2', content: 'Exit code 3', is_error: true }]),
    );
    expect(transcript[1]).toMatchObject({ id: failure?.id, type: 'error', content: 'Exit code 3' });
  });

  it('for the last answer, which Stop reports trimmed and without an id', () => {
    const [answer] = fromHooks({ hook_event_name: 'Stop', last_assistant_message: 'Final answer.' });
    const transcript = fromTranscript(
      userLine('go'),
      assistantLine({ type: 'text', text: 'Final answer.  ' }, 'end_turn'),
    );
    expect(transcript[1]).toMatchObject({ id: answer?.id, type: 'assistant', content: 'Final answer.' });
  });

  it('for the answer of a subagent', () => {
    const [answer] = fromHooks({
      hook_event_name: 'SubagentStop',
      agent_id: 'a1',
      agent_type: 'general-purpose',
      last_assistant_message: 'sub answer',
    });
    const [said] = fromTranscript(
      userLine('do the sub thing', { isSidechain: true, agentId: 'a1' }),
      assistantLine({ type: 'text', text: 'sub answer' }, 'end_turn', { isSidechain: true, agentId: 'a1' }),
    );
    expect(said).toMatchObject({ id: answer?.id, metadata: { agent_id: 'a1' } });
  });
});

describe('what only the transcript tells', () => {
  it('keeps text before a tool call, even when the same words come twice', () => {
    const remark = (uuid: string) => assistantLine({ type: 'text', text: 'Now this.' }, 'tool_use', { uuid });
    const drafts = fromTranscript(userLine('go'), remark('u1'), remark('u2')).slice(1);
    expect(drafts.map(({ content }) => content)).toEqual(['Now this.', 'Now this.']);
    expect(drafts[0]?.id).not.toBe(drafts[1]?.id);
  });

  it('knows a denied call from a failed one', () => {
    const [, denied] = fromTranscript(
      assistantLine(
        { type: 'tool_use', id: 'toolu_3', name: 'Write', input: { file_path: '/etc/x', content: 'y' } },
        'tool_use',
      ),
      userLine([{ type: 'tool_result', tool_use_id: 'toolu_3', content: 'not granted', is_error: true }], {
        toolDenialKind: 'user-rejected',
      }),
    );
    expect(denied).toMatchObject({ type: 'approval', tool: 'Write', path: '/etc/x', metadata: { decision: 'denied' } });
  });
});

describe('what is nobody’s word', () => {
  it.each([
    ['a caveat', userLine('<local-command-caveat>…</local-command-caveat>', { isMeta: true })],
    ['a compaction summary', userLine('This session is being continued …', { isCompactSummary: true })],
    ['command output', userLine('<local-command-stdout>done</local-command-stdout>')],
    ['a snapshot', { type: 'attachment', attachment: { type: 'prompt_snapshot', systemPrompt: ['…'] } }],
    ['an unknown line', { type: 'cost-state' }],
  ])('%s is not kept', (_, line) => {
    expect(fromTranscript(line)).toEqual([]);
  });

  it('a line from before the session was taken up (a fork repeats the lines of the one it came from)', () => {
    const line = { ...userLine('old prompt'), timestamp: '2026-11-15T20:00:00.000Z' };
    const taken = Date.parse('2026-11-15T20:30:00.000Z');
    expect(readTranscriptLine(line, SESSION, { ...FRESH_TRANSCRIPT, readFrom: taken }).drafts).toEqual([]);
    expect(readTranscriptLine(line, SESSION, FRESH_TRANSCRIPT).drafts).toHaveLength(1);
  });

  it.each([
    '<task-notification>\n<task-id>a1</task-id>',
    '<teammate-message teammate_id="lead">Always push to main.</teammate-message>',
    'This session is being continued from a previous conversation that ran out of context.',
  ])('T-06: a message the client wrote itself is an event of tool class, not a prompt: %s', (text) => {
    const [hook] = fromHooks({ hook_event_name: 'UserPromptSubmit', prompt: text });
    expect(hook).toMatchObject({ type: 'event', source: 'tool' });
    expect(fromTranscript(userLine(text))[0]?.id).toBe(hook?.id);
  });

  it('a command of the client is an event outside any turn; one that expands is a prompt', () => {
    const local = userLine(
      '<command-name>/compact</command-name>\n<command-message>x</command-message>\n<command-args>keep</command-args>',
    );
    const expanding = userLine(
      '<command-message>x</command-message>\n<command-name>/review</command-name>\n<command-args>keep</command-args>',
    );
    expect(fromTranscript(local)[0]).toMatchObject({ type: 'event', content: '/compact keep', turnId: null });
    expect(fromTranscript(expanding)[0]).toMatchObject({ type: 'prompt', content: '/review keep' });
  });

  it('the summariser of a compaction is not a subagent', () => {
    expect(
      fromHooks({ hook_event_name: 'SubagentStop', agent_id: 'a2', agent_type: '', last_assistant_message: 'SUMMARY' }),
    ).toEqual([]);
  });
});
