import { describe, expect, it } from 'vitest';
import type { SessionId } from '../../memory/ids.ts';
import { readHookEvent } from './hook-event.ts';
import { handlesFileContent, toolOutputText, toolPath } from './tool-text.ts';
import { FRESH_TRANSCRIPT, readTranscriptLine } from './transcript-line.ts';

describe('tools that handle the content of a file (RED-11, D-062)', () => {
  it.each([
    ['Read', { file_path: '/p/.env' }, '/p/.env'],
    ['Grep', { pattern: 'KEY', path: '/p/.env', output_mode: 'content' }, '/p/.env'],
    ['mcp__filesystem__read_file', { path: '/etc/x' }, '/etc/x'],
    ['mcp__filesystem__read_multiple_files', { paths: ['/p/a.ts', '/p/.env'] }, '/p/.env'],
    ['mcp__any__open', { filename: 'a.txt' }, 'a.txt'],
    ['mcp__any__open', { file: 'file:///p/my%20key.pem' }, '/p/my key.pem'],
    ['ReadMcpResourceTool', { uri: 'file:///C:/p/.env' }, 'C:/p/.env'],
  ])('%s with %j', (tool, input, path) => {
    expect(handlesFileContent(tool, input)).toBe(true);
    expect(toolPath(input)).toBe(path);
  });

  it.each([
    ['Glob', { pattern: '*', path: '/p' }],
    ['LS', { path: '/p' }],
    ['Bash', { command: 'ls' }],
    ['mcp__any__get', { uri: 'https://example.test/a' }],
    ['mcp__any__get', 'text'],
  ])('not %s with %j', (tool, input) => expect(handlesFileContent(tool, input)).toBe(false));

  it('hook and transcript agree on it', () => {
    const sessionId = '9609a6e2-0000-4000-8000-000000000000' as SessionId;
    const input = { path: '/p/.env' };
    const hooks = readHookEvent(
      {
        hook_event_name: 'PostToolUse',
        session_id: sessionId,
        tool_name: 'mcp__filesystem__read_file',
        tool_use_id: 'toolu_1',
        tool_input: input,
        tool_response: [{ type: 'text', text: 'A=b' }],
      },
      1,
    )?.drafts;
    const timestamp = '2026-11-15T20:43:55.403Z';
    const call = { type: 'tool_use', id: 'toolu_1', name: 'mcp__filesystem__read_file', input };
    const asked = readTranscriptLine(
      { type: 'assistant', timestamp, message: { content: [call], stop_reason: 'tool_use' } },
      sessionId,
      FRESH_TRANSCRIPT,
    );
    const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'A=b' }] };
    const answered = readTranscriptLine(
      { type: 'user', timestamp, message: { content: [result] } },
      sessionId,
      asked.state,
    );
    const facts = [...asked.drafts, ...answered.drafts].map(({ id, path, fileContent, source, content }) => ({
      id,
      path,
      fileContent,
      source,
      content,
    }));
    expect(facts).toEqual(
      hooks?.map(({ id, path, fileContent, source, content }) => ({ id, path, fileContent, source, content })),
    );
    expect(facts.map(({ fileContent }) => fileContent)).toEqual([true, true]);
  });
});

describe('what Grep found', () => {
  it('is plain text, whichever form it has', () => {
    expect(toolOutputText('Grep', { mode: 'content', numFiles: 0, filenames: [], content: 'a.ts:1:x' })).toBe(
      'a.ts:1:x',
    );
    expect(toolOutputText('Grep', { mode: 'files_with_matches', filenames: ['a.ts', '.env'] })).toBe('a.ts\n.env');
    expect(toolOutputText('Grep', 'No matches found')).toBe('No matches found');
  });

  it('holds no line of a secret file (RED-11)', () => {
    const content = 'src/a.ts:3:const KEY = 1\napp/.env:1:KEY=hunter\napp/.env-2-OTHER=x\n.env.local:KEY=y';
    expect(toolOutputText('Grep', { mode: 'content', content })).toBe(
      'src/a.ts:3:const KEY = 1\n[SECRET-FILE app/.env]\n[SECRET-FILE app/.env]\n[SECRET-FILE .env.local]',
    );
  });
});
