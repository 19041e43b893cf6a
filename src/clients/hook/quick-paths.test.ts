import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { homeFolder, homePaths } from '../../platform/paths.ts';
import { quickPaths } from './quick-paths.ts';

describe('the short way to token and socket', () => {
  it.each([
    [{ HOME: homedir() }, undefined],
    [{ HOME: homedir(), CARRYOVER_HOME: '/srv/memory' }, undefined],
    [{ HOME: homedir() }, '/srv/given'],
  ])('agrees with the long one for %j, %s', (env, given) => {
    const { token, socket } = homePaths(given ?? homeFolder(env));
    expect(quickPaths(env, given)).toEqual({ token, socket });
  });

  it.each(['relative/home', `/${'long/'.repeat(30)}`, '/häuser/heim', ''])('leaves %s to the long one', (home) => {
    expect(quickPaths({}, home)).toBeUndefined();
  });
});
