import { describe, expect, it } from 'vitest';
import { createAttempts } from './attempts.ts';

function start() {
  let now = 0;
  const blocks: number[] = [];
  const attempts = createAttempts({ now: () => 0, elapsed: () => now }, (_peer, waitMs) => blocks.push(waitMs));
  const pass = (ms: number) => {
    now += ms;
  };
  /** How long the peer must wait after so many wrong tokens at once. */
  const guess = (count: number, peer = 'a') => {
    let waitMs = 0;
    for (let index = 0; index < count; index += 1) waitMs = attempts.failed(peer);
    return waitMs;
  };
  return { pass, guess, blocks };
}

describe('wrong tokens of a peer (SRV-10)', () => {
  it('are free up to five in a second', () => {
    const { guess, pass } = start();
    expect(guess(5)).toBe(0);
    pass(1_000);
    expect(guess(5)).toBe(0);
  });

  it('cost a wait from the sixth on', () => {
    const { guess } = start();
    expect(guess(6)).toBe(1_000);
  });

  it('count for that peer alone', () => {
    const { guess } = start();
    guess(6, 'a');
    expect(guess(1, 'b')).toBe(0);
  });

  it('cost twice as long each time it goes on, up to 30 seconds', () => {
    const { guess, pass, blocks } = start();
    for (let round = 0; round < 7; round += 1) pass(guess(6));
    expect(blocks).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('do not lengthen a wait that is running, and do not report it again', () => {
    const { guess, pass, blocks } = start();
    guess(6);
    pass(400);
    expect(guess(100)).toBe(600);
    expect(blocks).toEqual([1_000]);
  });

  it('start from the shortest wait again after a quiet time', () => {
    const { guess, pass } = start();
    pass(guess(6));
    pass(guess(6));
    pass(40_000);
    expect(guess(6)).toBe(1_000);
  });

  it('are not remembered without bound: a thousand other peers make it forget', () => {
    const { guess } = start();
    guess(6, 'a');
    for (let peer = 0; peer < 1_000; peer += 1) guess(1, `peer-${peer}`);
    expect(guess(1, 'a')).toBe(0);
  });
});
