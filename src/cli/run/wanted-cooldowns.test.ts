import { describe, expect, it } from 'vitest';
import { wantedCooldowns } from './wanted-cooldowns.ts';

const CONFIGURED = ['docker/prune=1/7d'];

describe('--cooldown', () => {
  it('is a limit, or the name of one that is configured', () => {
    const hours = 3_600_000;
    expect(wantedCooldowns(['jellyfin/restart=2/4h', 'docker/prune'], CONFIGURED)).toEqual([
      { service: 'jellyfin', action: 'restart', uses: 2, windowMs: 4 * hours },
      { service: 'docker', action: 'prune', uses: 1, windowMs: 168 * hours },
    ]);
    expect(wantedCooldowns(undefined, CONFIGURED)).toEqual([]);
  });

  it.each(['bad', 'a/b/c', 'a b/c', 'a/b=2'])(
    'that says %j is told the form, never one that is refused again',
    (text) => {
      expect(() => wantedCooldowns([text], [])).toThrow(
        expect.objectContaining({ code: 'bad-cooldown', hint: expect.not.stringContaining(text) }),
      );
    },
  );

  it('of an action without a limit is told how to give it one, in a form that is read', () => {
    const hint = 'give it one: --cooldown jellyfin/restart=2/4h';
    expect(() => wantedCooldowns(['jellyfin/restart'], CONFIGURED)).toThrow(expect.objectContaining({ hint }));
  });
});
