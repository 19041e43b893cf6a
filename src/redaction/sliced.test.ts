import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALNUM, BASE64, seededRandom } from '../../test/corpora/generated/random.ts';
import { leaks } from '../../test/corpora/score.ts';
import { createRedactor } from './redactor.ts';
import { redactInSlices } from './sliced.ts';

const redactor = createRedactor({ key: 'slices' });
const OPTIONS = { sliceChars: 2000, overlapChars: 400 };

/** Lines as a transcript holds them, every third with a secret. */
function longText(seed: number, lines: number): { text: string; secrets: string[] } {
  const random = seededRandom(seed);
  const secrets: string[] = [];
  const made = Array.from({ length: lines }, (_, index) => {
    // A digit, because letters alone may by chance read like words.
    const secret = `${random.chars(ALNUM, 19 + random.below(60))}7`;
    switch (index % 6) {
      case 0:
        secrets.push(secret);
        return `{"level":"info","apiKey":"${secret}","took":${random.below(100)}}`;
      case 3:
        secrets.push(secret);
        return `export SERVICE_TOKEN=${secret} && make deploy`;
      default:
        return `step ${index}: ${'the build goes on as planned '.repeat(1 + random.below(6))}`;
    }
  });
  return { text: made.join('\n'), secrets };
}

describe('redactInSlices (RED-8)', () => {
  it('gives what redacting the whole gives', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 20, max: 200 }), (seed, lines) => {
        const { text, secrets } = longText(seed, lines);
        const sliced = redactInSlices(redactor, text, OPTIONS);
        expect(sliced).toEqual(redactor.redact(text));
        expect(secrets.filter((secret) => leaks(secret, sliced.text))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('finds a private key that is longer than the overlap, wherever it begins', () => {
    const random = seededRandom(3);
    const lines = Array.from({ length: 50 }, () => random.chars(BASE64, 64));
    const label = ['PRIVATE', 'KEY'].join(' ');
    const key = `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----`;
    for (let before = 0; before < 2400; before += 97) {
      const text = `${'x '.repeat(before)}\n${key}\nafter ${'y '.repeat(3000)}`;
      const { text: output } = redactInSlices(redactor, text, OPTIONS);
      expect(lines.filter((line) => leaks(line, output))).toEqual([]);
      expect(output).toContain('after');
    }
  });

  it('leaves a long text without secrets as it is', () => {
    const text = 'nothing to see here, the token bucket is full\n'.repeat(2000);
    expect(redactInSlices(redactor, text)).toEqual({ text, findings: [] });
  });
});
