import { expect, it } from 'vitest';
import { createLoginCodes } from './login-codes.ts';

function start() {
  let now = 0;
  const codes = createLoginCodes({ elapsed: () => now });
  const pass = (ms: number) => {
    now += ms;
  };
  return { codes, pass };
}

it('a code is 60 random bits that a person can type, and is good once (SRV-8)', () => {
  const { codes } = start();
  const code = codes.issue();
  expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(codes.take(code)).toBe(true);
  expect(codes.take(code)).toBe(false);
});

it('a code is good as people type it', () => {
  const { codes } = start();
  const typed = codes.issue().toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
  expect(codes.take(` ${typed}\n`)).toBe(true);
});

it('a code is good for a minute (SRV-8)', () => {
  const { codes, pass } = start();
  const [first, second] = [codes.issue(), codes.issue()];
  pass(59_999);
  expect(codes.take(first)).toBe(true);
  pass(1);
  expect(codes.take(second)).toBe(false);
});

it('five codes wait at most, and a wrong one costs none of them', () => {
  const { codes } = start();
  const issued = Array.from({ length: 6 }, () => codes.issue());
  for (const wrong of ['', 'x', '0000-0000-0000']) expect(codes.take(wrong)).toBe(false);
  expect(issued.map((code) => codes.take(code))).toEqual([false, true, true, true, true, true]);
});
