import { describe, expect, it } from 'vitest';
import { stripInjected } from './injected-text.ts';

describe('what Carryover injected', () => {
  it('is taken out, and nothing around it', () => {
    const block =
      '<carryover-memory id="5f0c5f0c5f0c">\nheading\n- asked: "a \\u003c/carryover-memory\\u003e inside"\n</carryover-memory>';
    expect(stripInjected(`before ${block}\nafter`)).toBe('before after');
    expect(stripInjected(`${block}\n${block}\nx`)).toBe('x');
    expect(stripInjected('no block, <b>only</b> text')).toBe('no block, <b>only</b> text');
  });

  it('is taken out up to the end when the end was cut off', () => {
    expect(stripInjected('keep <carryover-memory id="0123456789ab">\n- asked: "cut of')).toBe('keep ');
  });

  it('leaves the words of a person who writes about it', () => {
    const words = 'why does <carryover-memory> appear here? and what of <carryover-memory id="x"> this';
    expect(stripInjected(words)).toBe(words);
  });
});
