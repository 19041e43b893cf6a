import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { locateSpace } from '../../capture/space-locator.ts';
import { readSpool } from '../../capture/spool.ts';
import type { AppId, SpaceId } from '../../memory/ids.ts';
import { APP_TOKEN_VARIABLE, addApp, removeApp } from '../../platform/apps.ts';
import { setConfig } from '../../platform/config.ts';
import { homePaths } from '../../platform/paths.ts';
import { writeLastBlock } from '../../recall/last-block.ts';
import { run } from './cold.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), 'carryover-cold-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function ask(part: number, source = 'startup'): Promise<string> {
  const body = JSON.stringify({ session_id: 's', hook_event_name: 'SessionStart', cwd: root, source });
  const home = join(root, 'home');
  return run({
    home,
    client: 'claude-code',
    event: 'SessionStart',
    part,
    body,
    deadlineMs: 60,
    distFolder: root,
    daemon: 'silent',
    eventId: 'e1',
  });
}

describe('a hook for a further part of the boot block, with the daemon away', () => {
  beforeEach(() => {
    const { bootBlocks } = homePaths(join(root, 'home'));
    writeLastBlock(bootBlocks, locateSpace(root), 'first part', 'second part');
  });

  it('gives its part of the last block, keeps no event and starts nothing', async () => {
    const before = readdirSync(join(root, 'home'), { recursive: true });
    expect(JSON.parse(await ask(2))).toEqual({
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'second part' },
    });
    expect(readdirSync(join(root, 'home'), { recursive: true })).toEqual(before);
  });

  it.each([
    ['for all', 'injection.enabled', () => false],
    ['for the folder', 'injection.offSpaces', () => root],
    ['for the session', 'injection.offSessions', () => 's'],
  ])('gives nothing when injection is off %s (D-043)', async (_, key, value) => {
    setConfig(homePaths(join(root, 'home')).config, key, value());
    expect(await ask(2)).toBe('{}');
  });

  it('gives nothing where the block has no such part, and nothing to a session that is resumed', async () => {
    expect(await ask(3)).toBe('{}');
    expect(await ask(2, 'resume')).toBe('{}');
  });
});

describe('a hook of an app, with the daemon away', () => {
  const tell = () => {
    const body = JSON.stringify({
      session_id: 's',
      hook_event_name: 'Stop',
      cwd: root,
      last_assistant_message: 'Done.',
    });
    const home = join(root, 'home');
    return run({
      home,
      client: 'claude-code',
      event: 'Stop',
      part: 1,
      body,
      deadlineMs: 60,
      distFolder: root,
      daemon: 'silent',
      eventId: 'e1',
    });
  };
  afterEach(() => {
    delete process.env[APP_TOKEN_VARIABLE];
  });

  it('keeps the event as the app that its token proves, and with a token that nobody holds keeps nothing', async () => {
    const { apps, spool } = homePaths(join(root, 'home'));
    const app = { name: 'nightly' as AppId, space: 'space-1' as SpaceId, createdAt: 1 };
    process.env[APP_TOKEN_VARIABLE] = addApp(apps, app).token;
    await tell();
    const [file = ''] = readSpool(spool).files;
    expect(JSON.parse(readFileSync(file, 'utf8')).app).toEqual({ app: 'nightly', space: 'space-1' });
    removeApp(apps, 'nightly');
    await tell();
    expect(readSpool(spool).files).toEqual([file]);
  });
});
