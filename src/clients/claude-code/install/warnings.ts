/**
 * Things in a person's set-up that keep what we install from working, told at installation instead of found out later.
 * Each was seen with the real client (2.1.325). Limit: only this settings file is looked at, not what an
 * administrator or another scope adds.
 */
import { isObject } from '../../../memory/json-guards.ts';
import { hookUrl, SKIP_VARIABLE } from './own-entries.ts';
import { openSettings, type SettingsFile } from './settings-text.ts';

const PROXY_VARIABLES: readonly string[] = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'];

export interface InstallWarning {
  /** Stable, kebab-case. */
  readonly code: string;
  readonly message: string;
}

export function warningsFor(settings: SettingsFile, port: number, env: NodeJS.ProcessEnv): readonly InstallWarning[] {
  const document = openSettings(settings);
  const warnings: InstallWarning[] = [];
  const warn = (code: string, message: string): number => warnings.push({ code, message });

  if (settings.text !== null && settings.text.trim() !== '' && !isPlainJson(settings.text))
    warn(
      'settings-have-comments',
      `${settings.path} holds comments or trailing commas: Claude Code then ignores the whole file`,
    );
  if (document.get(['disableAllHooks']) === true)
    warn('hooks-disabled', `"disableAllHooks" is set in ${settings.path}: nothing will be captured`);
  const urls = document.get(['allowedHttpHookUrls']);
  if (Array.isArray(urls) && !urls.some((pattern) => matches(String(pattern), hookUrl(port))))
    warn('hook-url-not-allowed', `"allowedHttpHookUrls" in ${settings.path} does not allow ${hookUrl(port)}: add it`);
  const variables = document.get(['httpHookAllowedEnvVars']);
  if (Array.isArray(variables) && !variables.includes(SKIP_VARIABLE))
    warn(
      'variable-not-allowed',
      `"httpHookAllowedEnvVars" in ${settings.path} lacks ${SKIP_VARIABLE}: sessions cannot be left out of the memory`,
    );
  const plugins = document.get(['enabledPlugins']);
  if (isObject(plugins) && Object.entries(plugins).some(([name, on]) => name.startsWith('carryover@') && on === true))
    warn(
      'plugin-enabled',
      'the carryover plugin is enabled too: one of the two is enough, events are stored once either way',
    );
  const proxy = PROXY_VARIABLES.find((name) => (env[name] ?? '') !== '');
  if (proxy !== undefined && !bypassesProxy(env, port))
    warn('proxy', `${proxy} is set, and Claude Code sends its hooks through it: add 127.0.0.1 to NO_PROXY`);
  return warnings;
}

/** The client takes names and `*`, not address ranges. */
function bypassesProxy(env: NodeJS.ProcessEnv, port: number): boolean {
  const direct = new Set(['*', '127.0.0.1', `127.0.0.1:${port}`]);
  return `${env.NO_PROXY ?? ''},${env.no_proxy ?? ''}`.split(/[\s,]+/).some((host) => direct.has(host));
}

function matches(pattern: string, url: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(url);
}

function isPlainJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return true;
  } catch {
    // It was read with comments allowed a moment ago, so these are what is in the way.
    return false;
  }
}
