import { describe, expect, it } from 'vitest';
import { maskedDiff } from './diff.ts';

describe('the diff that is shown', () => {
  it('never shows a bearer token (SRV-19)', () => {
    const token = ['abc', 'DEF', '-_9'].join('');
    const text = `{\n  "Authorization": "Bearer ${token}"\n}\n`;
    expect(maskedDiff('/x', null, text)).not.toContain(token);
    expect(maskedDiff('/x', null, text)).toContain('Bearer ****');
    expect(maskedDiff('/x', text, `${text}\n`)).not.toContain(token);
  });

  it('shows of what others wrote only the structure, on whichever line it stands', () => {
    const secret = ['ghp', 'a1B2'.repeat(9)].join('_');
    const before = `{\n  // ${secret}\n  "env": {\n    "KEY": "${secret}", "PIN": 123456\n  }\n}`;
    const touched = before.replace('\n  }\n', `,\n    "ours": "readable"\n  }\n`);
    expect(maskedDiff('/x', before, touched)).toBe(
      [
        '--- /x\n+++ /x\n@@ -1,6 +1,7 @@',
        ' {\n   // ****\n   "env": {',
        '-    "KEY": "****", "PIN": ****\n+    "KEY": "****", "PIN": ****,\n+    "ours": "readable"',
        '   }\n }\n\\ No newline at end of file\n',
      ].join('\n'),
    );
    const oneLine = JSON.stringify({ env: { KEY: secret }, list: [secret] });
    expect(maskedDiff('/x', oneLine, oneLine.replace('{', '{"ours": "readable", '))).toContain(
      '+{"ours": "readable", "env":{"KEY":"****"},"list":["****"]}',
    );
  });
});
