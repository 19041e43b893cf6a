import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppId, SpaceId } from '../memory/ids.ts';
import { addApp } from '../platform/apps.ts';
import { issueHookToken } from '../platform/hook-tokens.ts';
import { addNamedToken } from '../platform/named-tokens.ts';
import { homePaths } from '../platform/paths.ts';
import { readOrCreateSecret } from '../platform/private-file.ts';
import { newToken } from '../platform/token-file.ts';
import { ownTokenFiles } from './own-tokens.ts';
import { createConfiguredRedactor } from './redaction-options.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), 'carryover-own-tokens-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('T-08: the tokens of the home', () => {
  it('are recognised by value, wherever they stand and whenever they were made', () => {
    const paths = homePaths(root);
    const redactor = createConfiguredRedactor({
      key: 'k',
      hex: 'code-aware',
      patterns: [],
      allow: [],
      ownTokens: ownTokenFiles(paths),
    });
    expect(redactor.redact(`see ${newToken().token} there`).findings).toEqual([]);
    const held = [
      readOrCreateSecret(paths.token),
      readOrCreateSecret(paths.redactionKey),
      issueHookToken(paths.hookTokens, { client: 'claude-code', project: null, nowMs: 1 }).token,
      addApp(paths.apps, { name: 'cron' as AppId, space: 's' as SpaceId, createdAt: 1 }).token,
      addNamedToken(paths.tokens, { name: 'cron', may: ['run'], createdAt: 1 }).token,
      // A second one: the files have been read by then.
      issueHookToken(paths.hookTokens, { client: 'claude-code', project: null, nowMs: 2 }).token,
    ];
    for (const token of held) {
      for (const text of [
        token,
        `saw ${token}, then`,
        `{"a":["${token}"]}`,
        `https://a.test/x/${token}?b`,
        `x=${token}`,
      ])
        expect(redactor.redact(text).text).not.toContain(token);
      expect(redactor.redact(`see ${token} there`).text).toMatch(
        /^see \[REDACTED:carryover-token:[0-9a-f]{4}\] there$/,
      );
    }
  });
});
