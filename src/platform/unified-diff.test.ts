import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from './unified-diff.ts';

describe('a unified diff', () => {
  it('shows three lines around a change', () => {
    const before = '"a":\n"b":\n"c":\n"d":\ne\n"f":\n"g":\n"h":\n"i":\n';
    expect(unifiedDiff('/x', before, before.replace('e', 'E\nE2'))).toBe(
      '--- /x\n+++ /x\n@@ -2,7 +2,8 @@\n "b":\n "c":\n "d":\n-e\n+E\n+E2\n "f":\n "g":\n "h":\n',
    );
  });

  it('names a file that is made or goes away, and a missing last newline', () => {
    expect(unifiedDiff('/x', null, 'a')).toBe(
      '--- /dev/null\n+++ /x\n@@ -0,0 +1,1 @@\n+a\n\\ No newline at end of file\n',
    );
    expect(unifiedDiff('/x', 'a\n', null)).toBe('--- /x\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n');
  });

  it('is a diff that `git apply` turns the one text into the other with', () => {
    const folder = mkdtempSync(join(tmpdir(), 'carryover-diff-'));
    const text = fc
      .array(fc.constantFrom('"a":', '"b": true,', 'null', '', '{', '  }'), { maxLength: 30 })
      .map((lines) => lines.join('\n'));
    try {
      fc.assert(
        fc.property(text, text, (before, after) => {
          fc.pre(before !== after && before !== '' && after !== '');
          writeFileSync(join(folder, 'x'), before);
          const patch = unifiedDiff('x', before, after);
          execFileSync('git', ['apply', '-p0', '--unidiff-zero', '-'], {
            cwd: folder,
            input: patch,
            stdio: ['pipe', 'pipe', 'pipe'],
          });
          expect(readFileSync(join(folder, 'x'), 'utf8')).toBe(after);
        }),
        { numRuns: 40 },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('shows a stretch that is too large to compare as replaced', () => {
    const many = (word: string): string => Array.from({ length: 2_000 }, (_, index) => `${word} ${index}`).join('\n');
    const shown = unifiedDiff('/x', many('a'), many('b'));
    expect(shown.split('\n').filter((line) => line.startsWith('+b'))).toHaveLength(2_000);
  });
});
