import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer } from '../../http/server.fixture.ts';
import { CarryoverError } from '../../memory/error.ts';
import { defaultConfig, loadConfig } from '../../platform/config.ts';
import { homePaths } from '../../platform/paths.ts';
import { readLastBlock, writeLastBlock } from '../../recall/last-block.ts';
import { injectionOff } from '../memory-checks.ts';
import { injectionLines, showInjection, switchOff, switchOn, turnOnHints } from './injection.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), 'carryover-injection-'));
  vi.stubEnv('CARRYOVER_HOME', join(root, 'home'));
  vi.stubEnv('CLAUDE_CODE_SESSION_ID', '');
  mkdirSync(join(root, 'project', 'inner'), { recursive: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

const paths = () => homePaths(join(root, 'home'));
const config = () => loadConfig(paths().config, {});

const PLACE = { anchor: 'anchor', kind: 'folder', fingerprint: '1:2:3' } as const;

describe('the switch of injection (D-043)', () => {
  it('goes off and on again for all, and takes away what was rendered before', async () => {
    writeLastBlock(paths().bootBlocks, PLACE, 'a block');
    await switchOff({});
    expect(config()['injection.enabled']).toBe(false);
    expect(readLastBlock(paths().bootBlocks, PLACE, 1)).toBeUndefined();
    await switchOn({});
    expect(config()).toEqual(defaultConfig());
  });

  it('goes off for the whole project of a folder', async () => {
    mkdirSync(join(root, 'project', '.git', 'objects'), { recursive: true });
    mkdirSync(join(root, 'project', '.git', 'refs'));
    mkdirSync(join(root, 'project', '.git', 'HEAD'));
    await switchOff({ space: join(root, 'project', 'inner') });
    await switchOff({ space: join(root, 'project') });
    expect(config()['injection.offSpaces']).toEqual([join(root, 'project')]);
    await switchOn({ space: join(root, 'project') });
    expect(config()).toMatchObject({ 'injection.enabled': true, 'injection.offSpaces': [] });
  });

  it('goes on again for a project that is gone by now', async () => {
    await switchOff({ space: join(root, 'project') });
    rmSync(join(root, 'project'), { recursive: true });
    await switchOn({ space: join(root, 'project') });
    expect(config()['injection.offSpaces']).toEqual([]);
  });

  it('goes off for a space by its id, and not for what is neither a folder nor known', async () => {
    const server = await startTestServer();
    vi.stubEnv('CARRYOVER_HOME', server.paths.home);
    try {
      await switchOff({ space: server.space });
      for (const space of ['nope', join(root, 'nope'), ''])
        await expect(switchOff({ space })).rejects.toMatchObject({
          message: `"${space}" is neither a folder nor a project that is known`,
          hint: expect.stringContaining('space id'),
        });
      expect(loadConfig(server.paths.config, {})['injection.offSpaces']).toEqual([server.space]);
    } finally {
      await server.close();
    }
  });

  it('goes off for a session: the one that is named, or the one it is run in', async () => {
    await switchOff({ session: 'one' });
    vi.stubEnv('CLAUDE_CODE_SESSION_ID', 'two');
    await switchOff({ session: true });
    expect(config()['injection.offSessions']).toEqual(['one', 'two']);
    await switchOn({ session: 'one' });
    expect(config()['injection.offSessions']).toEqual(['two']);
  });

  it('keeps the newest 100 sessions', async () => {
    for (let index = 0; index < 103; index += 1) await switchOff({ session: `s${index}` });
    const kept = config()['injection.offSessions'];
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([100, 's3', 's102']);
  });

  it('is not turned by a question, nor by one that is not clear', async () => {
    await showInjection({});
    expect(existsSync(paths().config)).toBe(false);
    await expect(switchOff({ session: true })).rejects.toThrow(CarryoverError);
    await expect(switchOff({ session: 'one', space: 'two' })).rejects.toThrow(CarryoverError);
    expect(existsSync(paths().config)).toBe(false);
  });

  it('is told of by status and doctor as soon as anything is off', () => {
    const off = (change: object) => injectionOff({ ...defaultConfig(), ...change });
    expect(off({})).toBeUndefined();
    expect(off({ 'injection.enabled': false })).toMatch(/given nothing/);
    expect(off({ 'injection.offSpaces': ['a'], 'injection.offSessions': ['b', 'c'] })).toBe(
      'off for 1 project, 2 sessions',
    );
    const lines = injectionLines({ ...defaultConfig(), 'injection.offSpaces': ['/p\u001b[31m'] });
    expect(lines.at(-2)).toMatch(/^off for projects {2}\/p/);
    expect(lines.join()).not.toContain('\u001b[31m');
  });

  it('names the command that turns on again what is off', () => {
    const hints = (change: object) => turnOnHints({ ...defaultConfig(), ...change }).map((line) => line.trim());
    expect(hints({})).toEqual([]);
    expect(hints({ 'injection.enabled': false })).toEqual(['`carryover injection on` turns it on again']);
    expect(
      hints({ 'injection.prompts': false, 'injection.offSpaces': ['/a b', '/c'], 'injection.offSessions': ['s-1'] }),
    ).toEqual([
      '`carryover config set injection.prompts true` turns it on again',
      "`carryover injection on --space '/a b'` turns it on again",
      '`carryover injection on --session s-1` turns it on again',
    ]);
  });
});
