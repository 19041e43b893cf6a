import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redaction/redactor.ts';
import { cleanNow } from './clean-value.ts';

const broken = {
  ...createRedactor({ key: 'k' }),
  redact: () => {
    throw new Error('a rule failed');
  },
};

describe('when redaction fails (RED-10)', () => {
  it('keeps what identifies the event and not one other word', () => {
    const token = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');
    const event = {
      session_id: 's-1',
      hook_event_name: 'PostToolUse',
      cwd: '/p',
      prompt: token,
      [token]: 1,
      tool_input: { id: 'x', key: token, n: 3 },
    };
    const { value, failed } = cleanNow(broken, event);
    expect(failed).toBe(true);
    expect(value).toMatchObject({ session_id: 's-1', hook_event_name: 'PostToolUse', cwd: '/p', tool_input: { n: 3 } });
    expect(JSON.stringify(value)).not.toContain(token.slice(4, 14));
  });
});
