import { describe, expect, it } from 'vitest';
import type { RecordId } from '../memory/ids.ts';
import type { RecordDraft } from './captured-event.ts';
import { keptContent, markerLinesOf } from './content-policy.ts';

const rules = { redactionKey: 'key', isInside: (path: string) => path.startsWith('/project/') };

function draft(fields: Partial<RecordDraft>): RecordDraft {
  return {
    id: 'r1' as RecordId,
    ts: 0,
    type: 'tool_result',
    turnId: null,
    source: 'tool',
    tool: 'Read',
    path: null,
    content: 'content',
    tags: [],
    metadata: {},
    ...fields,
  };
}

describe('what is kept of a draft', () => {
  it('is all of what was said', () => {
    const content = 'word '.repeat(20_000);
    expect(keptContent(draft({ type: 'prompt', tool: null, content }), rules)).toBe(content);
  });

  it('is a file of the project, and only the name of one outside (D-062)', () => {
    const inside = draft({ fileContent: true, path: '/project/a.ts', content: 'let a' });
    const outside = draft({ fileContent: true, path: '/etc/hosts', content: 'let b' });
    expect(keptContent(inside, rules)).toBe('let a');
    expect(keptContent(outside, rules)).toBe('/etc/hosts\n[outside the project: 5 characters not kept]');
    expect(keptContent(draft({ ...outside, type: 'error', content: 'no such file' }), rules)).toBe('no such file');
    expect(keptContent(draft({ ...outside, type: 'tool_use', content: '/etc/hosts' }), rules)).toBe('/etc/hosts');
  });

  it('is never the content of a secret file, by tool or by shell (RED-11)', () => {
    const read = draft({ fileContent: true, path: '/project/.env', content: 'NAME=plain words' });
    const shown = draft({ tool: 'Bash', content: 'NAME=plain words', metadata: { secret_file: '.env' } });
    for (const each of [read, shown]) {
      expect(keptContent(each, rules)).toContain('NAME');
      expect(keptContent(each, rules)).not.toContain('plain words');
    }
  });

  it('T-08: is never the output of a command that prints a secret', () => {
    const shown = draft({ tool: 'Bash', content: 'banana', metadata: { command: 'op read op://vault/db/password' } });
    expect(keptContent(shown, rules)).toBe('[SECRET-OUTPUT len=6]');
    expect(keptContent({ ...shown, metadata: { command: 'npm test' } }, rules)).toBe('banana');
  });

  it('is not what tells which marker lines were read: the whole text does (C-066)', () => {
    const content = 'x\n[MEMORY:timing:redis] Takes 60s to start\ny';
    const read = { marker_lines: expect.stringMatching(/^\S{10}( \S{10})+$/) };
    expect(markerLinesOf(draft({ fileContent: true, path: '/var/log/app.log', content }))).toEqual(read);
    expect(markerLinesOf(draft({ type: 'prompt', source: 'pasted', content }))).toEqual(read);
    expect(markerLinesOf(draft({ content: 'x' }))).toEqual({});
    expect(markerLinesOf(draft({ type: 'assistant', source: 'assistant', content }))).toEqual({});
  });

  it('is head and tail of a long output', () => {
    expect(keptContent(draft({ tool: 'Bash', content: 'x'.repeat(100_000) }), rules).length).toBeLessThan(17_000);
  });
});
