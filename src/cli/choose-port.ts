/**
 * The port for the daemon: the configured one, or, where another program has it and no client is connected yet, the
 * next free one, which is then stored. `init` writes the port into clients' hook URLs: from then on it does not move.
 */
import { createServer } from 'node:net';
import { isRunning } from '../daemon/connect.ts';
import { CarryoverError } from '../memory/error.ts';
import { loadConfig, setConfig } from '../platform/config.ts';
import { readHookTokens } from '../platform/hook-tokens.ts';
import type { HomePaths } from '../platform/paths.ts';

const TRIES = 50;

export async function choosePort(paths: HomePaths): Promise<number> {
  const { port } = loadConfig(paths.config, process.env);
  if ((await isRunning(paths)) || (await isFree(port))) return port;
  const chosen = process.env.CARRYOVER_PORT;
  if (chosen) throw taken(port, 'CARRYOVER_PORT names it: choose another');
  // Hooks that were installed with this port would post to whoever has it now, for good.
  if (readHookTokens(paths.hookTokens).length > 0)
    throw taken(
      port,
      'end that program; or `carryover config set port N`, then `carryover init` again where you use it',
    );
  for (let next = port + 1; next <= port + TRIES && next <= 65_535; next += 1) {
    if (await isFree(next)) return setConfig(paths.config, 'port', next).port;
  }
  throw taken(port, 'choose a free one: `carryover config set port N`');
}

function taken(port: number, hint: string): CarryoverError {
  return new CarryoverError(`another program has port ${port}`, { code: 'port-in-use', hint });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host: '127.0.0.1', port }, () => probe.close(() => resolve(true)));
  });
}
