/**
 * `carryover doctor`: looks at everything that can be wrong and says what to do about it. Changes nothing. Exit code 1
 * when something is wrong; a note (`!`) is not.
 */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readSpool } from '../../capture/spool.ts';
import { connectToDaemon } from '../../http/client.ts';
import type { WireStatus } from '../../http/wire.ts';
import { CarryoverError, messageOf } from '../../memory/error.ts';
import { loadConfig } from '../../platform/config.ts';
import { distFolder } from '../../platform/dist-folder.ts';
import { readHookTokens } from '../../platform/hook-tokens.ts';
import type { HomePaths } from '../../platform/paths.ts';
import { readSecret } from '../../platform/private-file.ts';
import { currentHome } from '../home.ts';
import { paint, say, sayJson } from '../terminal.ts';

const LOW_SPACE_BYTES = 500 * 1024 * 1024;
const OTHERS = 0o077;

interface Finding {
  readonly check: string;
  readonly result: 'ok' | 'note' | 'wrong';
  readonly message: string;
  readonly hint?: string;
}

type Check = (paths: HomePaths) => Promise<Omit<Finding, 'check'>> | Omit<Finding, 'check'>;

const CHECKS: Readonly<Record<string, Check>> = {
  node: () => ({ result: 'ok', message: `${process.version} at ${process.execPath}` }),
  build: () => {
    const missing = ['carryover.js', 'daemon.js', 'hook.cjs', 'hook-cold.cjs', 'redaction-worker.js'].filter(
      (name) => !existsSync(join(distFolder(), name)),
    );
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
    const status = (await connectToDaemon({ paths, timeoutMs: 3_000 }).request('GET', '/memory/status')) as WireStatus;
    const port = loadConfig(paths.config, process.env).port;
    if (status.port !== port)
      return wrong(`runs on port ${status.port}, configured is ${port}`, 'carryover daemon stop, then start it again');
    const [problem] = status.problems;
    return problem === undefined
      ? ok(`runs on http://127.0.0.1:${status.port}, pid ${status.pid}`)
      : wrong(problem.message, problem.hint);
  },
};

export async function runDoctor({ json }: { json?: unknown }): Promise<number> {
  const paths = currentHome();
  const findings: Finding[] = [];
  for (const [check, look] of Object.entries(CHECKS)) findings.push({ check, ...(await lookSafely(look, paths)) });
  if (json === true) sayJson(findings);
  else findings.forEach(show);
  return findings.some(({ result }) => result === 'wrong') ? 1 : 0;
}

async function lookSafely(look: Check, paths: HomePaths): Promise<Omit<Finding, 'check'>> {
  try {
    return await look(paths);
  } catch (error) {
    const hint = error instanceof CarryoverError ? error.hint : undefined;
    return wrong(messageOf(error), hint ?? 'the message above is all that is known');
  }
}

function show({ check, result, message, hint }: Finding): void {
  const mark = { ok: paint('green', '✓'), note: paint('yellow', '!'), wrong: paint('red', '✗') }[result];
  say(`${mark} ${check.padEnd(8)} ${message}`);
  if (hint !== undefined && result !== 'ok') say(`  ${' '.repeat(8)} ${hint}`);
}

function ok(message: string): Omit<Finding, 'check'> {
  return { result: 'ok', message };
}
function note(message: string, hint: string): Omit<Finding, 'check'> {
  return { result: 'note', message, hint };
}
function wrong(message: string, hint: string): Omit<Finding, 'check'> {
  return { result: 'wrong', message, hint };
}
