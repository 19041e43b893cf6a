import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePlace, type Place } from './install.fixture.ts';
import { installClaudeCode } from './install.ts';
import { HOOK_EVENTS } from './own-entries.ts';
import { uninstallClaudeCode } from './uninstall.ts';

const SETTINGS = 'home/.claude/settings.json';

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place[Symbol.dispose]());

describe('the summary', () => {
  it('says in a line per file what the diff says at length', () => {
    place.write(SETTINGS, '{"permissions": {"allow": ["mcp__carryover__memory_status"]}}');
    const { summary } = installClaudeCode(place.options({ disableAutoMemory: true }));
    expect(summary).toEqual([
      `~/.claude/settings.json: ${HOOK_EVENTS.length} hooks, 1 read permission, its own notes switched off, mode 0600`,
      '~/.claude.json: MCP server carryover',
    ]);
    expect(installClaudeCode(place.options()).summary).toEqual([]);
    expect(uninstallClaudeCode(place.options()).summary).toEqual([
      '~/.claude/settings.json: our entries removed, mode 0644',
      '~/.claude.json: deleted',
    ]);
  });

  it('tells of a project what is kept out of git, and of a mode alone', () => {
    place.git('project', 'init', '--quiet');
    const { summary } = installClaudeCode(place.options({ scope: 'project' }));
    expect(summary).toEqual([
      `${place.project}/.git/info/exclude: keeps the settings out of git`,
      `${place.project}/.claude/settings.local.json: ${HOOK_EVENTS.length} hooks, 2 read permissions, mode 0600`,
      '~/.claude.json: MCP server carryover',
    ]);
    chmodSync(join(place.project, '.claude/settings.local.json'), 0o644);
    expect(installClaudeCode(place.options({ scope: 'project' })).summary).toEqual([
      `${place.project}/.claude/settings.local.json: mode 0600`,
    ]);
  });
});
