/**
 * The browser the tests of pages run in: one that is there, else Debian's. `CARRYOVER_TEST_CHROMIUM` names another one.
 * Looking for it costs a few look-ups in the PATH, so that every run of the tests may do it.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './debian.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
/** A browser without any font shows boxes, and axe judges what is shown. */
const PACKAGES = ['chromium', 'fonts-dejavu-core'];
const HINT = 'install chromium yourself, or set CARRYOVER_TEST_CHROMIUM=/path/to/chromium';

export function chromiumBinary(): string {
  const binary = findChromium();
  if (binary === undefined) throw new Error(`there is no chromium for the tests: ${HINT}`);
  return binary;
}

export function installChromium(): void {
  if (findChromium() !== undefined) return;
  installPackages(PACKAGES, HINT);
  chromiumBinary();
}

function findChromium(): string | undefined {
  const chosen = process.env.CARRYOVER_TEST_CHROMIUM;
  if (chosen !== undefined && chosen !== '') return chosen;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}
