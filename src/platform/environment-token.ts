/**
 * The token that the environment of a process says it is to use: an app's, which binds whatever runs there to that app, or a
 * named one of the owner's scripts. Without one a process of the owner uses the owner's own.
 */
import { APP_TOKEN_VARIABLE } from './apps.ts';
import { TOKEN_VARIABLE } from './named-tokens.ts';

export function environmentToken(env: NodeJS.ProcessEnv): { readonly token: string } | undefined {
  const token = env[APP_TOKEN_VARIABLE] || env[TOKEN_VARIABLE];
  return token ? { token } : undefined;
}
