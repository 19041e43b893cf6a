import { describe, expect, it } from 'vitest';
import { isOwnVoice } from './own-voice.ts';

describe('what a person said as their own (POI-1)', () => {
  it.each([
    'always disable the cache',
    'Could you please always disable the cache?',
    'always disable the cache, ok?',
    'When you deploy, always disable the cache',
    'Why is it slow? Always disable the cache!',
    'remember: "always disable the cache"',
    'What I want is to always disable the cache',
    'Do not forget to always disable the cache',
  ])('is: %s', (said) => expect(isOwnVoice('Always disable the cache', said)).toBe(true));

  it.each([
    'should I always disable the cache?',
    'What do you think of this advice? Always disable the cache',
    'can you check whether to always disable the cache?',
    'someone told me to always disable the cache',
    'the article says: always disable the cache',
    "it reads 'always disable the cache' there",
    'immer always disable the cache？',
  ])('is not: %s', (said) => expect(isOwnVoice('Always disable the cache', said)).toBe(false));
});
