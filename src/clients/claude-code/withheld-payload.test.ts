import { describe, expect, it } from 'vitest';
import { withheldPayload } from './withheld-payload.ts';

function ran(command: string, stdout: string) {
  return { tool_name: 'Bash', tool_input: { command }, tool_response: { stdout, stderr: '' } };
}

describe('T-08: a payload without what is a secret as a whole', () => {
  it('holds no output of a command that prints one', () => {
    expect(withheldPayload(ran('op read op://vault/db/password', 'banana')).tool_response).toBe(
      '[SECRET-OUTPUT len=6]',
    );
    expect(withheldPayload(ran('cat ~/.carryover/token', 'banana')).tool_response).toBe(
      '[SECRET-FILE ~/.carryover/token len=6]',
    );
  });

  it('holds no content of a secret file, read or written, in whatever pieces', () => {
    const read = { tool_name: 'Read', tool_input: { file_path: '/p/server.key', offset: 15 }, tool_response: 'banana' };
    expect(JSON.stringify(withheldPayload(read))).not.toContain('banana');
    const written = { tool_name: 'Write', tool_input: { file_path: '/p/.env', content: 'NAME=banana' } };
    expect(withheldPayload(written).tool_input).toEqual({
      file_path: '/p/.env',
      content: '[SECRET-FILE /p/.env len=11: NAME]',
    });
    const edits = [{ old_string: 'A=apple', new_string: 'A=banana' }];
    const edited = { tool_name: 'MultiEdit', tool_input: { file_path: '/p/.env', edits } };
    expect(JSON.stringify(withheldPayload(edited))).not.toMatch(/apple|banana/);
  });

  it('is what it was otherwise', () => {
    for (const payload of [ran('npm test', 'all green'), { hook_event_name: 'Stop' }, { tool_name: 'Bash' }])
      expect(withheldPayload(payload)).toEqual(payload);
  });
});
