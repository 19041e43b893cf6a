import { describe, expect, it } from 'vitest';
import { messageIn, StreamTally } from './stream-tally.ts';

function tallyOf(...lines: readonly object[]): StreamTally {
  const tally = new StreamTally();
  for (const line of lines) {
    const message = messageIn(JSON.stringify(line));
    if (message !== undefined) tally.add(message);
  }
  return tally;
}

const said = (id: string, ...content: readonly object[]) => ({
  type: 'assistant',
  session_id: 's1',
  message: { id, content },
});

describe('what a run tells of itself', () => {
  it('counts answers once, however many lines they are, and calls each', () => {
    const tally = tallyOf(
      { type: 'system', subtype: 'init', session_id: 's1' },
      said('m1', { type: 'text', text: 'Looking.' }),
      said('m1', { type: 'tool_use', name: 'Bash' }, { type: 'tool_use', name: 'Read' }),
      said('m2', { type: 'text', text: 'Done.' }),
    );
    expect(tally.soFar).toEqual({
      sessionId: 's1',
      turns: 2,
      toolCalls: 2,
      lastTool: 'Read',
      result: undefined,
      costUsd: null,
      failed: false,
    });
  });

  it('takes the last word, the cost and the count from the end', () => {
    const end = { type: 'result', result: 'Done.', num_turns: 4, total_cost_usd: 0.02, is_error: true };
    expect(tallyOf(said('m1'), end).soFar).toMatchObject({ result: 'Done.', turns: 4, costUsd: 0.02, failed: true });
  });

  it('believes no number and no name that cannot be one', () => {
    const odd = { type: 'result', session_id: 'x'.repeat(300), num_turns: 1.5, total_cost_usd: -3 };
    expect(tallyOf(said('m1'), odd, { ...odd, num_turns: -2 }).soFar).toMatchObject({
      sessionId: 's1',
      turns: 1,
      costUsd: null,
    });
  });

  it.each(['', 'plain text', '[1]', '{broken', '{"no":"type"}'])('takes no other line for a message: %s', (line) => {
    expect(messageIn(line)).toBeUndefined();
  });
});
