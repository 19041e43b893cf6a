/**
 * The hook command: `node hook.cjs <client> <event> [--part <number>] [--home <folder>]`, one client event on standard
 * input. With `--part` 2 or more it only asks for that part of the boot block: the event itself is the first one's matter.
 *
 * It hands the event to the daemon and prints what the daemon answers for the client: valid JSON or nothing. It exits 0
 * whatever happens, says nothing on stderr, and never takes longer than its deadline. When the daemon does not answer,
 * the cold path (its own file, loaded only then) redacts, spools, starts the daemon, and waits where waiting is allowed.
 *
 * Hot path: bundled to one CommonJS file on node built-ins; a test guards what it may import.
 */
import { readFileSync, readSync, writeSync } from 'node:fs';
import { askFor, exchange, markRun, Refused } from './exchange.ts';
import { quickPaths } from './quick-paths.ts';

/** A session start may wait for its memory; nothing else may wait for anything. */
const SESSION_START_MS = 1_500;
const EVENT_MS = 800;

type ColdHalf = typeof import('./cold.ts');

function coldHalf(): ColdHalf {
  return require('./hook-cold.cjs') as ColdHalf;
}

async function main(): Promise<void> {
  const [client = '', event = '', ...rest] = process.argv.slice(2);
  const option = (name: string): string | undefined => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined);
  const home = option('--home');
  const part = Number(option('--part') ?? 1);
  const deadlineMs = event === 'SessionStart' ? SESSION_START_MS : EVENT_MS;
  const startedAt = performance.now();
  const nonce = `${process.pid}-${performance.timeOrigin}-${startedAt}`.replaceAll('.', '_');
  let body: string | undefined;
  const content = (): string => {
    body ??= markRun(readInput(), process.env);
    return body;
  };
  // Set by whoever starts an agent that must not be captured, our own curator above all.
  if (process.env.CARRYOVER_NO_CAPTURE) return;
  const goOnWithout = (daemon: 'silent' | 'refused' | 'late'): Promise<string> => {
    const leftMs = Math.max(0, deadlineMs - (performance.now() - startedAt));
    const asked = {
      home,
      client,
      event,
      part,
      body: content(),
      deadlineMs: leftMs,
      distFolder: __dirname,
      eventId: nonce,
    };
    return coldHalf().run({ ...asked, daemon });
  };
  let answer: string;
  try {
    const { token, socket } = quickPaths(process.env, home) ?? coldHalf().pathsOf(home);
    const secret = readFileSync(token, 'utf8').trim();
    answer = await exchange({
      socketPath: socket,
      token: secret,
      client,
      appToken: process.env.CARRYOVER_APP_TOKEN,
      content: () => askFor(part, content()),
      timeoutMs: deadlineMs,
      nonce,
      eventId: nonce,
    });
  } catch (error) {
    // Whatever the reason, the event may not be lost: the cold path keeps it.
    answer = await goOnWithout(error instanceof Refused ? 'refused' : 'silent');
  }
  if (answer.includes('"carryover_late":true')) answer = await goOnWithout('late');
  print(answer);
}

/** Only what is meant for the client; it would show the model any other text as it is. */
function print(answer: string): void {
  const { hookSpecificOutput } = JSON.parse(answer);
  if (hookSpecificOutput !== undefined) writeSync(1, JSON.stringify({ hookSpecificOutput }));
}

function readInput(): string {
  const chunks: Buffer[] = [];
  const chunk = Buffer.allocUnsafe(64 * 1024);
  for (;;) {
    try {
      const length = readSync(0, chunk);
      if (length === 0) break;
      chunks.push(Buffer.from(chunk.subarray(0, length)));
    } catch (error) {
      // A non-blocking pipe that is not ready yet; anything else ends the input.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) break;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
  return Buffer.concat(chunks).toString('utf8');
}

// The agent must never notice us: no failure of ours is its failure.
process.on('uncaughtException', () => process.exit(0));
process.on('unhandledRejection', () => process.exit(0));
main().then(
  () => process.exit(0),
  () => process.exit(0),
);
