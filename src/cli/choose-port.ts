/**
 * The port for the daemon: the configured one, or, where another program has it and no daemon of ours runs, the next
 * free one, which is then stored. `init` writes the port into clients' hook URLs, so it is settled before that.
 */
import { createServer } from 'node:net';
import { isRunning } from '../daemon/reach.ts';
import { CarryoverError } from '../memory/error.ts';
import { loadConfig, setConfig } from '../platform/config.ts';
import type { HomePaths } from '../platform/paths.ts';

const TRIES = 50;

export async function choosePort(paths: HomePaths): Promise<number> {
  const { port } = loadConfig(paths.config, process.env);
  if ((await isRunning(paths)) || (await isFree(port))) return port;
  for (let next = port + 1; next <= port + TRIES && next <= 65_535; next += 1) {
    if (await isFree(next)) return setConfig(paths.config, 'port', next).port;
  }
  throw new CarryoverError(`no free port from ${port} to ${port + TRIES}`, {
    code: 'port-in-use',
    hint: 'choose one yourself: `carryover config set port N`',
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host: '127.0.0.1', port }, () => probe.close(() => resolve(true)));
  });
}
