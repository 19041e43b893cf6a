/**
 * One-time codes that log a browser in (SRV-8): 60 bits, good for a minute and for one use, short enough to be typed. Kept
 * in memory, and as digests. At most five wait at once; a sixth takes the place of the oldest.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';

export interface LoginCodes {
  /** As a person types it: three groups of four characters. */
  issue(): string;
  /** Whether it is good; it is not after this. */
  take(code: string): boolean;
}

export const CODE_LIFE_MS = 60_000;
const CODES_OPEN = 5;
/** 32 characters of which no two look alike, so that each takes five bits of a byte. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_CHARS = 12;
const GROUP = /.{4}(?=.)/g;
/** What people read in place of a character that is none of ours. */
const MISREAD: readonly (readonly [RegExp, string])[] = [
  [/[\s-]/g, ''],
  [/O/g, '0'],
  [/[IL]/g, '1'],
];

export function createLoginCodes(clock: Pick<Clock, 'elapsed'>): LoginCodes {
  let open: readonly { readonly digest: Buffer; readonly until: number }[] = [];
  return {
    issue() {
      const code = Array.from(randomBytes(CODE_CHARS), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
      open = [...open.slice(1 - CODES_OPEN), { digest: digestOf(code), until: clock.elapsed() + CODE_LIFE_MS }];
      return code.replace(GROUP, '$&-');
    },
    take(typed) {
      const now = clock.elapsed();
      const digest = digestOf(MISREAD.reduce((text, [pattern, by]) => text.replace(pattern, by), typed.toUpperCase()));
      const waiting = open.filter(({ until }) => now < until);
      open = waiting.filter((each) => !timingSafeEqual(each.digest, digest));
      return open.length < waiting.length;
    },
  };
}

function digestOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
