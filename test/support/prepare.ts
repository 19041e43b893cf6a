/** Before the first system test: dist/ is what the sources say, and the real client and a browser are there. After the last: nothing is left. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { installChromium } from './chromium.ts';
import { installClaude } from './claude-binary.ts';
import { endProcessesOf } from './processes.ts';
import { ROOT_VARIABLE } from './workspace.ts';

const repository = resolve(import.meta.dirname, '../..');

export async function setup(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-stale'], { cwd: repository, stdio: 'inherit' });
  installClaude();
  installChromium();
  const root = mkdtempSync(join(tmpdir(), 'carryover-'));
  process.env[ROOT_VARIABLE] = root;
  return async () => {
    await endProcessesOf(root);
    rmSync(root, { recursive: true, force: true });
  };
}
