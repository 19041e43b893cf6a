/**
 * A person at a terminal, and an agent that runs commands. `script` gives a command a terminal of its own. Limit: whoever runs
 * the tests from inside an agent is no person there either; `isBelowAgent` says so.
 */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { doubtAbout } from '../../src/platform/person.ts';
import { processTable } from '../../src/platform/process-table.ts';
import { DIST, type TestHome } from './home.ts';
import { type RunOptions, type RunResult, run } from './run.ts';

type Options = Partial<Omit<RunOptions, 'onStart'>>;

/** The words of `carryover ARGS`. */
export function cliWords(args: readonly string[]): readonly string[] {
  return [process.execPath, join(DIST, 'carryover.js'), ...args];
}

/** `carryover ARGS` on a terminal, with the owner's own token. */
export function runOnTerminal(home: TestHome, args: readonly string[], options: Options = {}): Promise<RunResult> {
  return runWordsOnTerminal(home, cliWords(args), options);
}

export function runWordsOnTerminal(
  home: TestHome,
  words: readonly string[],
  options: Options = {},
): Promise<RunResult> {
  return run('script', ['-qec', inShell(words), '/dev/null'], {
    ...options,
    env: { ...home.bareEnv, ...options.env },
  });
}

export function inShell(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
}

/** A program named `claude` in this folder that runs what it is given, as an agent's tool does; nothing else marks it. */
export function writeAgent(folder: string): string {
  const path = join(folder, 'claude');
  const program = `#!${process.execPath}
const { spawnSync } = require('node:child_process');
const [file, ...args] = process.argv.slice(2);
process.exitCode = spawnSync(file, args, { stdio: 'inherit' }).status ?? 1;
`;
  writeFileSync(path, program);
  chmodSync(path, 0o755);
  return path;
}

/** Whether what these tests start is below an agent already. */
export async function isBelowAgent(): Promise<boolean> {
  const table = await processTable();
  const self = table.find(process.pid);
  if (self === undefined) return false;
  // The tests stand where a command of a person would stand.
  const asCommand = { ...self, args: ['node', 'carryover.js'], hasTerminal: true };
  const find = (pid: number) => (pid === process.pid ? asCommand : table.find(pid));
  return doubtAbout({ ...table, find }, process.pid)?.includes('agent') ?? false;
}
