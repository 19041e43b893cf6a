import { describe, expect, it } from 'vitest';
import { Seeker, teller } from './term-search.ts';

function finds(needle: string, place: 'cell' | 'text' | 'binary', text: string): boolean {
  return new Seeker([needle], place).seek(Buffer.from(text)).size > 0;
}

describe('a needle is found', () => {
  it('anywhere when it is long or of a script without spaces', () => {
    expect(finds('zeppelin', 'binary', 'ourZEPPELINs')).toBe(true);
    expect(finds('王明', 'binary', '叫王明的')).toBe(true);
  });

  it('as a whole word when it is short, and in binary files only from six bytes on', () => {
    expect(finds('zorp', 'cell', 'a Zorp.')).toBe(true);
    expect(finds('zorp', 'cell', 'zorpling')).toBe(false);
    expect(finds('zorp', 'text', 'a zorp')).toBe(true);
    expect(finds('zorp', 'binary', 'a zorp')).toBe(false);
    expect(finds('zorple', 'binary', 'a zorple')).toBe(true);
  });

  it('by itself when it could be a part of an id or a number', () => {
    expect(finds('cafe', 'cell', '0190c2f1-cafe-7b7b-8000-aaaaaaaaaaaa')).toBe(false);
    expect(finds('cafe', 'cell', 'the cafe')).toBe(true);
    expect(finds('cafe', 'text', 'the cafe')).toBe(false);
    expect(finds('123456', 'cell', '"ts":1763123456')).toBe(false);
  });

  it('by whoever asks whether a text tells of it', () => {
    const tells = teller({ texts: ['zeppelin', 'zorp'], terms: [], leftOut: 0 });
    expect(['a zorp', 'zeppelins', 'neither'].map(tells)).toEqual([true, true, false]);
  });
});
