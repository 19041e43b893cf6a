import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOW } from '../../journal/contract/samples.fixture.ts';
import { sampleLearning } from '../../knowledge/contract/samples.fixture.ts';
import { sessionNamed } from '../index/temporary-memory.fixture.ts';
import { type Asking, openAsking } from './asking.fixture.ts';

const DAY_MS = 86_400_000;

let asking: Asking;
beforeEach(async () => {
  asking = await openAsking();
});
afterEach(() => asking.memory.close());

describe('R-08: what is newer', () => {
  const OLDER = 'the deploy window is on tuesday morning';
  const NEWER = 'the deploy window is on thursday morning';

  it('goes before what says nearly as much, also for a short question', async () => {
    // Stored last, as history that is brought in later: by the order of the journal it would go first.
    const turns = [
      [NEWER, NOW],
      [OLDER, NOW - 120 * DAY_MS],
    ] as const;
    for (const [content, ts] of turns) await asking.memory.say({ content, ts, sessionId: sessionNamed(content) });
    expect(asking.found('deploy window')).toEqual([NEWER, OLDER]);
    const [hit] = asking.ask('deploy window', { explain: true });
    expect(hit?.explanation?.parts.recent).toBeGreaterThan(1);
  });

  it('among facts is what was confirmed last', () => {
    const fact = (content: string, confirmedAt: number) => sampleLearning({ content, subject: null, confirmedAt });
    asking.memory.learn(fact(NEWER, NOW), fact(OLDER, NOW - 120 * DAY_MS));
    expect(asking.found('deploy window', { kind: 'facts' })).toEqual([NEWER, OLDER]);
  });

  it('does not go before what fits better', async () => {
    await asking.memory.say({ content: OLDER, ts: NOW - 120 * DAY_MS, sessionId: sessionNamed('old') });
    await asking.memory.say({ content: 'the deploy went well', ts: NOW, sessionId: sessionNamed('new') });
    expect(asking.found('deploy window')[0]).toBe(OLDER);
  });
});
