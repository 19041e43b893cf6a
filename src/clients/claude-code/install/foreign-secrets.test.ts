/** Settings of others hold secrets: an installation neither copies nor shows them. */
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

/** All alignments in which base64 may hold the text, without the characters that depend on its neighbours. */
function base64Forms(text: string): readonly string[] {
  return [0, 1, 2].map((shift) =>
    Buffer.from(' '.repeat(shift) + text)
      .toString('base64')
      .slice(4, -4),
  );
}

function settingsWith(secret: string): object {
  return {
    permissions: { allow: ['Read'] },
    env: { GITHUB_TOKEN: secret },
    autoMemoryEnabled: true,
    hooks: { Stop: [{ hooks: [{ type: 'command', command: `notify ${secret}` }] }] },
  };
}

describe('a secret between the places we write to', () => {
  it.each([undefined, 2, '\t'])('is neither kept nor shown, and comes back byte for byte (indent %j)', (indent) => {
    const secret = ['ghp', 'aB3dE6gH9'.repeat(4)].join('_');
    place.write(SETTINGS, JSON.stringify(settingsWith(secret), null, indent));
    place.write(
      CONFIG,
      JSON.stringify({ mcpServers: { other: { env: { KEY: secret } } }, userID: secret }, null, indent),
    );
    const before = place.snapshot();
    const shown = [
      installClaudeCode(place.options({ dryRun: true })),
      installClaudeCode(place.options({ disableAutoMemory: true })),
      installClaudeCode(place.options({ port: 8766 })),
      uninstallClaudeCode(place.options({ dryRun: true })),
    ];
    const kept = place.receipts().map((path) => place.read(path) ?? '');
    expect(kept).toHaveLength(1);
    for (const text of [...kept, JSON.stringify(shown)])
      for (const form of [secret, ...base64Forms(secret)]) expect(text).not.toContain(form);
    expect(JSON.stringify(shown)).toContain('GITHUB_TOKEN');
    for (const { restoration } of JSON.parse(kept[0] ?? '').files) expect(restoration).not.toBe(null);

    uninstallClaudeCode(place.options());
    expect(place.snapshot()).toEqual(before);
  });
});
