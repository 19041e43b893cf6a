import { describe, expect, it } from 'vitest';
import type { Redactor } from './finding.ts';
import { redactOrDrop } from './redact-or-drop.ts';
import { createRedactor } from './redactor.ts';

describe('redactOrDrop (RED-10)', () => {
  it('gives the redacted text', () => {
    expect(redactOrDrop(createRedactor({ key: 'k' }), 'plain')).toEqual({
      text: 'plain',
      findings: [],
      dropped: false,
    });
  });

  it('keeps nothing but the length when a rule fails', () => {
    const broken: Redactor = {
      ...createRedactor({ key: 'k' }),
      redact: (text) => {
        throw new Error(`cannot read ${text}`);
      },
    };
    expect(redactOrDrop(broken, 'a secret')).toEqual({ text: '[REDACTION-FAILED len=8]', findings: [], dropped: true });
  });
});
