import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePlace, type Place } from './install.fixture.ts';
import { installClaudeCode } from './install.ts';
import { uninstallClaudeCode } from './uninstall.ts';

const SETTINGS = 'home/.claude/settings.json';
const CONFIG = 'home/.claude.json';

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place[Symbol.dispose]());

describe('removing', () => {
  it('does nothing where nothing is installed, however often', () => {
    place.write(SETTINGS, '{"hooks": {}, "permissions": {"allow": []}}');
    const before = place.snapshot();
    expect(uninstallClaudeCode(place.options())).toEqual({ changes: [], summary: [], applied: false });
    installClaudeCode(place.options());
    uninstallClaudeCode(place.options());
    expect(uninstallClaudeCode(place.options())).toEqual({ changes: [], summary: [], applied: false });
    expect(place.snapshot()).toEqual(before);
  });

  it('keeps containers, rules and servers that were there before', () => {
    const original = { hooks: { Stop: [] }, permissions: { allow: ['mcp__carryover__search_memory'] } };
    place.write(SETTINGS, JSON.stringify(original));
    place.write(CONFIG, '{"mcpServers": {"other": {"command": "x"}}, "projects": {}}');
    installClaudeCode(place.options());
    place.write(SETTINGS, `${place.read(SETTINGS)}\n`);
    place.write(CONFIG, `${place.read(CONFIG)}\n`);
    uninstallClaudeCode(place.options());
    expect(JSON.parse(place.read(SETTINGS) ?? '')).toEqual(original);
    expect(place.read(CONFIG)).toBe('{"mcpServers": {"other": {"command": "x"}}, "projects": {}}\n');
  });

  it('shows what it would do in a dry run and keeps a mode that was chosen since', () => {
    installClaudeCode(place.options());
    chmodSync(join(place.root, SETTINGS), 0o640);
    const before = place.snapshot();
    const { changes } = uninstallClaudeCode(place.options({ dryRun: true }));
    expect(changes.map(({ action }) => action)).toEqual(['delete', 'delete']);
    expect(changes.map(({ diff }) => diff).join('')).not.toMatch(/Bearer [^*]/);
    expect(place.snapshot()).toEqual(before);
    expect(place.tokens()).toBe(1);
  });

  it('ends the token also when the person deleted the files by hand', () => {
    installClaudeCode(place.options());
    for (const path of [SETTINGS, CONFIG]) rmSync(join(place.root, path));
    expect(uninstallClaudeCode(place.options())).toEqual({ changes: [], summary: [], applied: true });
    expect(place.tokens()).toBe(0);
    expect(place.receipts()).toEqual([]);
  });

  it('changes nothing, not even the token, while the settings cannot be read', () => {
    installClaudeCode(place.options());
    place.write(SETTINGS, `${place.read(SETTINGS)}}`);
    const before = place.snapshot();
    expect(() => uninstallClaudeCode(place.options())).toThrow(expect.objectContaining({ code: 'settings-not-json' }));
    expect(place.snapshot()).toEqual(before);
    expect(place.tokens()).toBe(1);
  });

  it('leaves a folder that the client has filled since', () => {
    installClaudeCode(place.options());
    place.write('home/.claude/history.jsonl', '');
    uninstallClaudeCode(place.options());
    expect(readdirSync(join(place.home, '.claude'))).toEqual(['history.jsonl']);
  });

  it('keeps no copy of what others wrote in the client’s config', () => {
    const secret = ['sk', 'live', 'x'.repeat(20)].join('-');
    place.write(CONFIG, JSON.stringify({ mcpServers: { other: { env: { KEY: secret } } } }, null, 2));
    installClaudeCode(place.options());
    const [receipt = ''] = place.receipts();
    const text = place.read(receipt) ?? '';
    expect(text).not.toContain(secret);
    expect(JSON.parse(text).files[1].restoration).toEqual(expect.arrayContaining([expect.any(Array)]));
    expect(place.mode(receipt)).toBe(0o600);
  });
});
