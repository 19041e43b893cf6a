/**
 * The configuration as it is now: read again when the file has changed, so that a switch a person turns holds at once. A
 * file that cannot be looked at, cannot be read or is wrong changes nothing until it is right again.
 */
import { statSync } from 'node:fs';
import { type Config, loadConfig } from './config.ts';

export class LiveConfig {
  readonly #path: string;
  readonly #env: NodeJS.ProcessEnv;
  #config: Config;
  #stamp: string;

  /** `config` is what was read at the start. */
  constructor(path: string, env: NodeJS.ProcessEnv, config: Config) {
    this.#path = path;
    this.#env = env;
    this.#config = config;
    this.#stamp = stampOf(path, '');
  }

  get current(): Config {
    const stamp = stampOf(this.#path, this.#stamp);
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      this.#config = orLast(this.#config, () => loadConfig(this.#path, this.#env));
    }
    return this.#config;
  }
}

function stampOf(path: string, last: string): string {
  return orLast(last, () => {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    return stat === undefined ? '' : `${stat.ino} ${stat.mtimeNs} ${stat.size}`;
  });
}

function orLast<Read>(last: Read, read: () => Read): Read {
  try {
    return read();
  } catch {
    // `carryover config` refuses wrong values; whoever writes the file by hand sees it in `carryover doctor`.
    return last;
  }
}
