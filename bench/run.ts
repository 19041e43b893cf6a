/**
 * `npm run bench [-- name … [options]]`: all benches, or those named; options go to those named. Figures are ratios to a
 * baseline of the same run.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DAEMON_NODE_FLAGS } from '../src/daemon/node-flags.ts';

const folder = import.meta.dirname;
const all = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && name !== 'run.ts')
  .map((name) => basename(name, '.ts'));
const given = process.argv.slice(2);
const firstOption = given.findIndex((argument) => argument.startsWith('--'));
const wanted = firstOption === -1 ? given : given.slice(0, firstOption);
const options = given.slice(wanted.length);
const unknown = wanted.filter((name) => !all.includes(name));
if (options.length > 0 && wanted.length === 0) {
  console.error(`name the bench that ${options.join(' ')} is for: ${all.join(', ')}`);
  process.exit(1);
}
if (unknown.length > 0) {
  console.error(`no such bench: ${unknown.join(', ')}; there are: ${all.join(', ')}`);
  process.exit(1);
}
for (const name of wanted.length > 0 ? wanted : all) {
  // Some run parts of the daemon in their own process: then as the daemon would.
  const { status } = spawnSync(process.execPath, [...DAEMON_NODE_FLAGS, join(folder, `${name}.ts`), ...options], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
