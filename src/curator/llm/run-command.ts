/**
 * Runs a program with a question on its standard input, in a process group of its own: when time is up the whole group is
 * killed, so that nothing goes on asking. Reads no more than an answer can be. What it says on standard error is dropped.
 */
import { type ChildProcess, spawn } from 'node:child_process';

const MAX_OUTPUT_BYTES = 2 * 1_024 * 1_024;

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input: string;
  readonly end: AbortSignal;
}

export interface CommandResult {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly output: string;
  readonly tooLarge: boolean;
}

/** Rejects when it cannot be started (with the system's error) or when `end` aborts (with its reason). */
export function runCommand({ file, args, cwd, env, input, end }: Command): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
    const chunks: Buffer[] = [];
    let bytes = 0;
    const abort = (): void => {
      killGroup(child);
      reject(end.reason);
    };
    end.addEventListener('abort', abort, { once: true });
    child.once('error', reject);
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes <= MAX_OUTPUT_BYTES) chunks.push(chunk);
      else killGroup(child);
    });
    child.once('close', (exitCode) => {
      end.removeEventListener('abort', abort);
      resolve({ exitCode, output: Buffer.concat(chunks).toString('utf8'), tooLarge: bytes > MAX_OUTPUT_BYTES });
    });
    // A program that ends without reading its input says why in another way.
    child.stdin.on('error', () => child.stdin.destroy());
    child.stdin.end(input);
  });
}

function killGroup(child: ChildProcess): void {
  // Also what left the group can hold the pipe open; nobody reads it any more.
  child.stdout?.destroy();
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Its leader ended in this moment, and with it the group.
    child.kill('SIGKILL');
  }
}
