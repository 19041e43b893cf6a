import fc from 'fast-check';
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
  it('is enough to get any original back from what was written', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, text, text, (start, original, written, end) => {
        const note = noteOf(start + original + end, start + written + end);
        expect(originalText(note, start + written + end)).toBe(start + original + end);
        expect(note.writtenSha256).toBe(sha256Of(start + written + end));
      }),
    );
  });

  it('is only the stretch that was replaced', () => {
    const note = noteOf('{"secret": "hunter2"}', '{"secret": "hunter2", "ours": 1}');
    expect(note.replacedBase64).toBe('');
  });

  it('remembers that there was no file', () => {
    expect(originalText({ ...noteOf('', '{}'), existed: false }, '{}')).toBe(null);
  });
});
