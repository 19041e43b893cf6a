import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from './token-estimate.ts';

describe('the estimate of tokens (D-082)', () => {
  it.each([
    ['', 0, 0],
    ['The harbour report is due on Friday, and nobody has written the summary yet.', 15, 25],
    ['const result = await journal.append({ sessions: [session], records });', 16, 30],
    ['港の報告は金曜日が締め切りです。', 16, 32],
    ['Отчёт о гавани нужно сдать в пятницу.', 20, 40],
    ['👍👍👍', 6, 9],
    ['3f9a1c77b2d04e5f', 8, 16],
  ])('of %j is between %i and %i', (text, low, high) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(low);
    expect(estimateTokens(text)).toBeLessThanOrEqual(high);
  });

  it('never falls when text is added, and is never below a quarter of the visible letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, more) => {
        expect(estimateTokens(`${text} ${more}`)).toBeGreaterThanOrEqual(estimateTokens(text));
        expect(estimateTokens(text)).toBeGreaterThanOrEqual(text.replace(/[ \t-\r]/g, '').length / 4);
      }),
    );
  });
});
