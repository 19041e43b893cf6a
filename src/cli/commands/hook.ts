/** `carryover hook <client> <event>`: the hook command by its plain name, for settings written by hand. Slower than `hook.cjs` itself. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { distFolder } from '../../platform/dist-folder.ts';

export async function runHook(_: unknown, [client = '', event = '']: readonly string[]): Promise<number> {
  spawnSync(process.execPath, [join(distFolder(), 'hook.cjs'), client, event], { stdio: 'inherit' });
  // Whatever happened: an agent must never notice.
  return 0;
}
