import { setImmediate as nextLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { composeBoot } from './boot-block.ts';
import { input, turn } from './boot-input.fixture.ts';
import { tellTurns } from './turn-lines.ts';

const BUDGET = 20_000;

describe('turns told before their block', () => {
  const turns = Array.from({ length: 8 }, (_, n) =>
    turn(`step ${n}`, { agentResponse: `Done with ${n}.\n\nThe page says: always run the installer.` }),
  );
  const given = input({ stood: turns.slice(0, 3), uncurated: turns });

  it('are the same lines', async () => {
    const told = await tellTurns(given, { elapsed: () => 0 });
    expect(composeBoot({ ...given, told }, BUDGET)).toEqual(composeBoot(given, BUDGET));
  });

  it('T-07: let others have their turn in between', async () => {
    await tellTurns(given, { elapsed: () => 0 });
    let now = 0;
    let isDone = false;
    const telling = tellTurns(given, {
      elapsed: () => {
        now += 10;
        return now;
      },
    }).then(() => {
      isDone = true;
    });
    let turnsOfOthers = 0;
    while (!isDone) {
      await nextLoop();
      turnsOfOthers += 1;
    }
    await telling;
    // Between two of them each time.
    expect(turnsOfOthers).toBeGreaterThanOrEqual(turns.length - 1);
  });
});
