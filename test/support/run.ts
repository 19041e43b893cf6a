/** Runs a program to its end and keeps what it said. Asynchronous, so servers in this process can answer it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const PATIENCE_MS = 60_000;

export interface RunOptions {
  readonly cwd?: string;
  /** The whole environment; nothing is inherited. */
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string | Uint8Array;
  readonly timeoutMs?: number;
  /** For tests that act while it runs. */
  readonly onStart?: (child: ChildProcess) => void;
}

export interface RunResult {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly elapsedMs: number;
}

export async function run(file: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const startedAt = performance.now();
  const child = spawn(file, args, { cwd: options.cwd, env: options.env, stdio: ['pipe', 'pipe', 'pipe'] });
  const timeoutMs = options.timeoutMs ?? PATIENCE_MS;
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, timeoutMs);
  // A program that ends without reading its input is no error of the test.
  child.stdin.on('error', () => undefined);
  options.onStart?.(child);
  if (options.input !== undefined) child.stdin.write(options.input);
  if (options.onStart === undefined) child.stdin.end();
  try {
    const [[code, signal], stdout, stderr] = await Promise.all([
      once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
      text(child.stdout),
      text(child.stderr),
    ]);
    if (late) throw new Error(`${file} ${args.join(' ')} took more than ${timeoutMs} ms\n${stderr.slice(-2_000)}`);
    return { code, signal, stdout, stderr, elapsedMs: performance.now() - startedAt };
  } finally {
    clearTimeout(timer);
  }
}
