/** Packages of the system, installed by the tests themselves where there is Debian and nobody has to be asked. */
import { execFileSync } from 'node:child_process';

const INSTALL_TIMEOUT_MS = 10 * 60_000;
const AS_ROOT = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];

/** `hint` says what a person can do when it fails. */
export function installPackages(packages: readonly string[], hint: string): void {
  process.stdout.write(`installing ${packages.join(', ')} from the packages of this system (once)\n`);
  try {
    aptGet(['update', '--quiet=2']);
    aptGet(['install', '--yes', '--quiet=2', '--no-install-recommends', ...packages]);
  } catch (cause) {
    throw new Error(`cannot install ${packages.join(', ')}: ${hint}`, { cause });
  }
}

function aptGet(args: readonly string[]): void {
  const [file = '', ...rest] = [...AS_ROOT, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
  execFileSync(file, rest, { stdio: ['ignore', 'ignore', 'inherit'], timeout: INSTALL_TIMEOUT_MS });
}
