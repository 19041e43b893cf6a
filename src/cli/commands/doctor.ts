/**
 * `carryover doctor`: looks at everything that can be wrong and says what to do about it. Changes nothing. Exit code 1
 * when something is wrong; a note (`!`) is not.
 */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readSpool } from '../../capture/spool.ts';
import { connectToDaemon } from '../../http/client.ts';
import { isLocked, type WireLockedStatus } from '../../http/locked-status.ts';
import type { WireStatus } from '../../http/wire.ts';
import { CarryoverError, messageOf } from '../../memory/error.ts';
import { loadConfig } from '../../platform/config.ts';
import { distFolder } from '../../platform/dist-folder.ts';
import { readHookTokens } from '../../platform/hook-tokens.ts';
import type { HomePaths } from '../../platform/paths.ts';
import { readSecret } from '../../platform/private-file.ts';
import { type Finding, note, ok, wrong } from '../finding.ts';
import { currentHome } from '../home.ts';
import { checkBootHooks, checkCurator, checkFiles, checkInjection, checkSearch } from '../memory-checks.ts';
import { paint, safe, say, sayJson } from '../terminal.ts';

const LOW_SPACE_BYTES = 500 * 1024 * 1024;
const OTHERS = 0o077;
const BUILT = [
  'carryover.js',
  'daemon.js',
  'hook.cjs',
  'hook-cold.cjs',
  'capture-worker.js',
  'index-thread.js',
  'search-thread.js',
  'privacy-process.js',
];

type Findings = Finding | readonly Finding[];
type Check = (paths: HomePaths) => Promise<Findings> | Findings;

const CHECKS: Readonly<Record<string, Check>> = {
  node: () => ok(`${process.version} at ${process.execPath}`),
  build: () => {
    const missing = BUILT.filter((name) => !existsSync(join(distFolder(), name)));
    return missing.length === 0
      ? ok(distFolder())
      : wrong(`missing in ${distFolder()}: ${missing.join(', ')}`, 'build it again: npm run build');
  },
  home: (paths) => {
    if (!existsSync(paths.home))
      return note(`${paths.home} does not exist yet`, 'it is made when Carryover first runs');
    accessSync(paths.home, constants.W_OK);
    return (statSync(paths.home).mode & OTHERS) === 0
      ? ok(`${paths.home}, private`)
      : wrong(`${paths.home} is open to others`, `chmod 700 ${paths.home}`);
  },
  space: (paths) => {
    const { bavail, bsize } = statfsSync(existsSync(paths.home) ? paths.home : '/');
    const free = bavail * bsize;
    const message = `${Math.round(free / 1024 / 1024)} MB free`;
    return free > LOW_SPACE_BYTES
      ? ok(message)
      : wrong(message, 'events are spooled, then refused, when the disk is full: free some space');
  },
  token: (paths) => {
    if (!existsSync(paths.token)) return note('no token yet', 'it is made when Carryover first runs');
    readSecret(paths.token);
    return ok('readable by you alone');
  },
  config: (paths) => {
    const config = loadConfig(paths.config, process.env);
    return ok(existsSync(paths.config) ? `${paths.config}, port ${config.port}` : `defaults, port ${config.port}`);
  },
  clients: (paths) => {
    const held = readHookTokens(paths.hookTokens);
    return held.length === 0
      ? note('no client is connected', 'carryover init, in the folder of a project')
      : ok(`${held.length} connected (${[...new Set(held.map(({ client }) => client))].join(', ')})`);
  },
  spool: (paths) => {
    const { files, refused } = readSpool(paths.spool);
    if (refused > 0)
      return wrong(`${refused} events could not be read`, `look at the .bad files in ${paths.spool}, then delete them`);
    return files.length === 0
      ? ok('empty')
      : note(`${files.length} events wait`, 'they are taken in while the daemon runs');
  },
  daemon: async (paths) => {
    const answer = await connectToDaemon({ paths, timeoutMs: 3_000 }).request('GET', '/memory/status');
    const status = answer as WireStatus | WireLockedStatus;
    const port = loadConfig(paths.config, process.env).port;
    if (status.port !== port)
      return wrong(`runs on port ${status.port}, configured is ${port}`, 'carryover daemon stop, then start it again');
    return [
      ok(`runs${isLocked(status) ? ', locked,' : ''} on http://127.0.0.1:${status.port}, pid ${status.pid}`),
      ...status.problems.map(({ message, hint }) => wrong(message, hint)),
    ];
  },
  curator: checkCurator,
  hooks: checkBootHooks,
  given: checkInjection,
  search: checkSearch,
  files: checkFiles,
};

export async function runDoctor({ json }: { json?: unknown }): Promise<number> {
  const paths = currentHome();
  const findings: (Finding & { readonly check: string })[] = [];
  for (const [check, look] of Object.entries(CHECKS))
    findings.push(...(await lookSafely(look, paths)).map((finding) => ({ check, ...finding })));
  if (json === true) sayJson(findings);
  else for (const { check, ...finding } of findings) show(check, finding);
  return findings.some(({ result }) => result === 'wrong') ? 1 : 0;
}

async function lookSafely(look: Check, paths: HomePaths): Promise<readonly Finding[]> {
  try {
    return [await look(paths)].flat();
  } catch (error) {
    const hint = error instanceof CarryoverError ? error.hint : undefined;
    return [wrong(messageOf(error), hint ?? 'the message above is all that is known')];
  }
}

function show(check: string, { result, message, hint }: Finding): void {
  const mark = { ok: paint('green', '✓'), note: paint('yellow', '!'), wrong: paint('red', '✗') }[result];
  say(`${mark} ${check.padEnd(8)} ${safe(message)}`);
  if (hint !== undefined && result !== 'ok') say(`  ${' '.repeat(8)} ${safe(hint)}`);
}
