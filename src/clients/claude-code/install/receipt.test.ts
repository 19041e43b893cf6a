import { describe, expect, it } from 'vitest';
import { NOTHING_FOUND } from './found.ts';
import { originalText, type ReceiptFile, sha256Of, undoOf } from './receipt.ts';

function noteOf(original: string, written: string): ReceiptFile {
  return {
    purpose: 'settings',
    path: '/x',
    existed: true,
    originalMode: 0o644,
    writtenMode: 0o600,
    found: NOTHING_FOUND,
    createdFolders: [],
    ...undoOf(original, written),
  };
}

describe('what a receipt keeps of a file', () => {
  it('gives the original back from exactly what was written, and from nothing else', () => {
    const note = noteOf('{"model": "opus"}', '{"model": "opus", "ours": 1}');
    expect(originalText(note, '{"model": "opus", "ours": 1}')).toBe('{"model": "opus"}');
    expect(originalText(note, '{"model": "opus", "ours": 2}')).toBe(undefined);
    expect(note.writtenSha256).toBe(sha256Of('{"model": "opus", "ours": 1}'));
  });

  it('is nothing where content would have to be kept', () => {
    const note = noteOf('{"model": "opus"}', '{"model": "sonnet"}');
    expect(JSON.stringify(note)).not.toContain('opus');
    expect(originalText(note, '{"model": "sonnet"}')).toBe(undefined);
  });

  it('remembers that there was no file', () => {
    expect(originalText({ ...noteOf('', '{}'), existed: false }, '{}')).toBe(null);
  });
});
