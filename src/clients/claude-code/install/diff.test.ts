import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from './diff.ts';

describe('the diff that is shown', () => {
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

  it('never shows a bearer token (SRV-19)', () => {
    const token = ['abc', 'DEF', '-_9'].join('');
    const text = `{\n  "Authorization": "Bearer ${token}"\n}\n`;
    expect(unifiedDiff('/x', null, text)).not.toContain(token);
    expect(unifiedDiff('/x', null, text)).toContain('Bearer ****');
    expect(unifiedDiff('/x', text, `${text}\n`)).not.toContain(token);
  });

  it('shows of what others wrote only the structure, on whichever line it stands', () => {
    const secret = ['ghp', 'a1B2'.repeat(9)].join('_');
    const before = `{\n  // ${secret}\n  "env": {\n    "KEY": "${secret}", "PIN": 123456\n  }\n}`;
    const touched = before.replace('\n  }\n', `,\n    "ours": "readable"\n  }\n`);
    expect(unifiedDiff('/x', before, touched)).toBe(
      [
        '--- /x\n+++ /x\n@@ -1,6 +1,7 @@',
        ' {\n   // ****\n   "env": {',
        '-    "KEY": "****", "PIN": ****\n+    "KEY": "****", "PIN": ****,\n+    "ours": "readable"',
        '   }\n }\n\\ No newline at end of file\n',
      ].join('\n'),
    );
    const oneLine = JSON.stringify({ env: { KEY: secret }, list: [secret] });
    expect(unifiedDiff('/x', oneLine, oneLine.replace('{', '{"ours": "readable", '))).toContain(
      '+{"ours": "readable", "env":{"KEY":"****"},"list":["****"]}',
    );
  });

  it('is a diff that `git apply` turns the one text into the other with, where no value is masked', () => {
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
