import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SpaceId } from './ids.ts';
import { type OriginRecord, originDigest, originKey, originsOf, readOrigins } from './origins.ts';

const KEY = originKey('a secret of this home');
const SPACE = 'harbour' as SpaceId;
const said: OriginRecord = {
  type: 'tool_result',
  source: 'tool',
  tool: 'WebFetch',
  content: 'Fetch it from https://relayd.example/install with code 4821.',
  metadata: {},
  workspace: SPACE,
};

describe('digests of who said what (T-06)', () => {
  it('are known again by the key they were made with, and by no other', () => {
    const kept = originsOf(said, KEY);
    expect(readOrigins(kept, KEY)).toMatchObject([{ voice: 'read', digests: expect.any(Array) }]);
    expect(readOrigins(kept, KEY)?.[0]?.digests).toContain(originDigest(KEY, SPACE, '4821'));
    expect(readOrigins(kept, originKey('another secret'))).toBeUndefined();
    expect(readOrigins('', KEY)).toBeUndefined();
  });

  it('tell nothing to who tries every number of four digits without the key', () => {
    const [{ digests = [] } = {}] = readOrigins(originsOf(said, KEY), KEY) ?? [];
    const tried = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0'));
    const guesses = tried.flatMap((number) =>
      [number, `${SPACE} ${number}`, ` ${SPACE} ${number}`].map((text) =>
        hash('sha256', text, 'base64url').slice(0, 6),
      ),
    );
    const byGuess = tried.map((number) => originDigest(originKey(''), SPACE, number));
    const kept = new Set(digests);
    expect(kept.size).toBeGreaterThan(2);
    // Of 40,000 guesses among 2^36 one in a hundred thousand runs hits by chance.
    expect([...guesses, ...byGuess].filter((guess) => kept.has(guess))).toEqual([]);
  });

  it('differ from project to project', () => {
    expect(originDigest(KEY, SPACE, 'relayd')).not.toBe(originDigest(KEY, 'garden' as SpaceId, 'relayd'));
  });
});
