import { describe, expect, it } from 'vitest';
import type { StoredRecord } from './record.ts';
import { storedRecord } from './stored-record.fixture.ts';
import { assembleTurn } from './turn.ts';

const record = (fields: Partial<StoredRecord>) => storedRecord({ type: 'event', ...fields });
const call = (id: string, fields: Partial<StoredRecord>) =>
  record({ tool: 'Bash', metadata: { tool_use_id: id, ...fields.metadata }, ...fields });

describe('a turn (A-040, B-040)', () => {
  it('is the prompt, all the agent said, and each call with its outcome, in the order it happened', () => {
    const records = [
      record({ type: 'assistant', ts: 2, content: 'I will run it.' }),
      call('c1', { type: 'tool_use', ts: 3, content: 'make test' }),
      call('c1', { type: 'tool_result', ts: 4, content: 'ok' }),
      record({ type: 'assistant', ts: 9, content: 'Done.' }),
      record({ type: 'prompt', ts: 1, content: 'run the tests' }),
    ];
    expect(assembleTurn(records)).toEqual({
      userMessage: 'run the tests',
      toolCalls: [{ tool: 'Bash', input: 'make test', outcome: 'ok', output: 'ok' }],
      agentResponse: 'I will run it.\n\nDone.',
      errors: [],
    });
  });

  it('tells failed, denied and unfinished calls apart, and asking is not denying', () => {
    const denied = { tool_use_id: 'c2', decision: 'denied' };
    const { toolCalls, errors } = assembleTurn([
      call('c1', { type: 'tool_use', content: 'exit 3' }),
      call('c1', { type: 'error', content: 'Exit code 3' }),
      call('c2', { type: 'tool_use', content: 'rm -rf /' }),
      record({ type: 'approval', tool: 'Bash', metadata: { decision: 'asked' } }),
      record({ type: 'approval', tool: 'Bash', content: 'not granted', metadata: denied }),
      call('c3', { type: 'tool_use', content: 'sleep 100' }),
    ]);
    expect(toolCalls.map(({ outcome }) => outcome)).toEqual(['error', 'denied', 'unknown']);
    expect(errors).toEqual(['Exit code 3']);
  });

  it('names the subagent that did or said something', () => {
    const agent = { agent_id: 'a1', agent_type: 'Explore' };
    const turn = assembleTurn([
      call('c1', { type: 'tool_use', content: 'ls', metadata: { tool_use_id: 'c1', ...agent } }),
      record({ type: 'assistant', content: 'found it', metadata: agent }),
    ]);
    expect(turn.toolCalls[0]).toMatchObject({ agent: 'a1' });
    expect(turn.agentResponse).toBe('[subagent Explore] found it');
  });

  it('keeps a turn small: long inputs and outputs are shortened', () => {
    const { toolCalls } = assembleTurn([
      call('c1', { type: 'tool_use', content: 'x'.repeat(5_000) }),
      call('c1', { type: 'tool_result', content: 'y'.repeat(50_000) }),
    ]);
    expect(toolCalls[0]?.input).toHaveLength(501);
    expect(toolCalls[0]?.output).toHaveLength(1_001);
  });
});
