import { describe, expect, it } from 'vitest';
import { warningsFor } from './warnings.ts';

const PROXY = 'http://proxy.example:3128';

function codes(settings: string | null, env: NodeJS.ProcessEnv = {}): readonly string[] {
  return warningsFor({ path: '/h/.claude/settings.json', text: settings }, 8765, env).map(({ code }) => code);
}

describe('warnings at installation', () => {
  it.each([
    null,
    '',
    '\uFEFF{}',
    '{"disableAllHooks": false}',
    '{"allowedHttpHookUrls": ["https://x.example/*", "http://127.0.0.1:*"]}',
    '{"httpHookAllowedEnvVars": ["CARRYOVER_NO_CAPTURE"]}',
    '{"enabledPlugins": {"carryover@carryover": false, "other@x": true}}',
  ])('says nothing about %j', (settings) => {
    expect(codes(settings)).toEqual([]);
  });

  it.each([
    ['{"a": 1,}', 'settings-have-comments'],
    ['// mine\n{}', 'settings-have-comments'],
    ['{"disableAllHooks": true}', 'hooks-disabled'],
    ['{"allowedHttpHookUrls": ["https://x.example/*"]}', 'hook-url-not-allowed'],
    ['{"allowedHttpHookUrls": []}', 'hook-url-not-allowed'],
    ['{"httpHookAllowedEnvVars": ["HOME"]}', 'variable-not-allowed'],
    ['{"enabledPlugins": {"carryover@carryover": true}}', 'plugin-enabled'],
  ])('of %j says %s', (settings, code) => {
    expect(codes(settings)).toEqual([code]);
  });

  it.each<NodeJS.ProcessEnv>([{ HTTP_PROXY: PROXY }, { https_proxy: PROXY, NO_PROXY: 'localhost,127.0.0.0/8' }])(
    'tells that hooks would go through a proxy with %j',
    (env) => {
      expect(codes(null, env)).toEqual(['proxy']);
    },
  );

  it.each<NodeJS.ProcessEnv>([
    { HTTPS_PROXY: PROXY, NO_PROXY: '.corp.example, 127.0.0.1' },
    { HTTPS_PROXY: PROXY, no_proxy: '*' },
    { HTTPS_PROXY: PROXY, NO_PROXY: '127.0.0.1:8765' },
    { HTTPS_PROXY: '' },
    { ALL_PROXY: PROXY },
  ])('is content with %j', (env) => {
    expect(codes(null, env)).toEqual([]);
  });
});
