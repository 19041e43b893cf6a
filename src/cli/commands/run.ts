/**
 * `carryover run … -- COMMAND`: starts an agent with the operational memory of the project and watches what it says. In the
 * order of C-044: `--pre`, decay (which is computed when memory is read, so there is nothing to do), the environment, the
 * memory, and only then the agent. Exits as the agent does; 75 when an action it stands for is cooling down.
 *
 * The agent must speak stream-json; what else it prints is passed on. Once it runs, nothing of ours can fail it.
 */
import type { Readable } from 'node:stream';
import { startedFromWire, startedRun, startToWire, summaryToWire } from '../../http/run-wire.ts';
import type { RunEnd, RunStart, StartedRun } from '../../http/runs-api.ts';
import { isAppName } from '../../memory/app.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { AppId } from '../../memory/ids.ts';
import { APP_TOKEN_VARIABLE } from '../../platform/apps.ts';
import { systemClock } from '../../platform/clock.ts';
import { loadConfig } from '../../platform/config.ts';
import { TOKEN_VARIABLE } from '../../platform/named-tokens.ts';
import { budgetForTier } from '../../platform/operational-budget.ts';
import type { HomePaths } from '../../platform/paths.ts';
import { currentHome, daemonClient } from '../home.ts';
import { type Options, textOf } from '../options.ts';
import { type ChildEnd, startChild } from '../run/child.ts';
import { type ChildCommand, childCommand, promptIn } from '../run/child-command.ts';
import { MarkerTally } from '../run/marker-tally.ts';
import { printedBy } from '../run/printed.ts';
import { RunLink } from '../run/run-link.ts';
import { markerLine, shownResult, summaryLines } from '../run/run-screen.ts';
import { messageIn, StreamTally } from '../run/stream-tally.ts';
import { wantedCooldowns } from '../run/wanted-cooldowns.ts';
import { count, safe, sayJson } from '../terminal.ts';

/** EX_TEMPFAIL: what schedulers take for "try again later". */
const COOLING_DOWN_EXIT = 75;
const HIGHEST_TIER = 99;

export async function runRun(options: Options, command: readonly string[]): Promise<number> {
  const paths = currentHome();
  const config = loadConfig(paths.config, process.env);
  const tier = tierOf(options.tier);
  const cooldowns = wantedCooldowns(options.cooldown, config['operational.cooldowns']);
  const name = nameOf(options.name);
  if (command[0] === '')
    throw new CarryoverError('there is no command', { code: 'invalid-input', hint: 'it stands behind `--`' });
  const before = await runBefore(textOf(options.pre));
  if (before !== 0) return before;
  const client = await daemonClient(paths);
  const start: RunStart = {
    name,
    tier,
    budgetTokens: budgetForTier(config, tier),
    command,
    cwd: process.cwd(),
    environment: textOf(options.env) ?? '',
    cooldowns,
    pid: process.pid,
  };
  let started: StartedRun;
  try {
    started = startedFromWire(startedRun.parse(await client.request('POST', '/runs', { body: startToWire(start) })));
  } catch (error) {
    if (!(error instanceof CarryoverError) || error.code !== 'cooling-down') throw error;
    process.stderr.write(`carryover: ${error.message}\n  ${error.hint ?? ''}\n`);
    return COOLING_DOWN_EXIT;
  }
  return watch(new Watched(paths, options, started), childCommand(command, started.systemPrompt), {
    env: {
      ...process.env,
      CARRYOVER_RUN: started.id,
      CARRYOVER_TIER: String(tier),
      // Without a name it is no app, whoever started us: then there is none.
      [APP_TOKEN_VARIABLE]: started.appToken,
      // What a script may is not what the agent may that it starts.
      [TOKEN_VARIABLE]: undefined,
    },
    prompt: promptIn(command),
  });
}

/** C-044, step 1; its exit code. */
async function runBefore(command: string | undefined): Promise<number> {
  if (command === undefined) return 0;
  const shell = { file: '/bin/sh', args: ['-c', command], env: process.env };
  const { exitCode } = await startChild({ ...shell, stdin: 'ignore', stdout: 'stderr' }).ended;
  if (exitCode !== 0)
    process.stderr.write(`carryover: --pre ended with exit code ${exitCode}\n  nothing was started\n`);
  return exitCode;
}

interface Start {
  readonly env: NodeJS.ProcessEnv;
  readonly prompt: string | undefined;
}

async function watch(run: Watched, { file, args, isRead }: ChildCommand, { env, prompt }: Start): Promise<number> {
  for (const stream of [process.stdout, process.stderr]) surviveReader(stream);
  const child = startChild({ file, args, env, stdin: 'inherit', stdout: 'pipe' });
  run.begin();
  // What must not be captured is not handed on either.
  const isHeard = isRead && !env.CARRYOVER_NO_CAPTURE;
  if (child.stdout !== null) await read(child.stdout, run, { isRead, isHeard, prompt });
  return run.finish(await child.ended, safe(file));
}

/** Whoever reads along may leave (`| head`): the agent goes on, and its run is ended as any other. */
function surviveReader(stream: NodeJS.WriteStream): void {
  stream.removeAllListeners('error').on('error', () => undefined);
}

interface Reading {
  readonly isRead: boolean;
  readonly isHeard: boolean;
  readonly prompt: string | undefined;
}

async function read(stdout: Readable, run: Watched, { isRead, isHeard, prompt }: Reading): Promise<void> {
  let asked = prompt;
  try {
    for await (const { bytes, mayBeMessage } of printedBy(stdout)) {
      const message = isRead && mayBeMessage ? messageIn(String(bytes)) : undefined;
      if (message === undefined || run.isRaw) run.pass(bytes);
      if (message === undefined) continue;
      // The client does not repeat what it was asked; who keeps the stream needs it before the first answer.
      if (asked !== undefined && isHeard && message.type === 'assistant') {
        const content = { role: 'user', content: asked };
        run.hear(
          { type: 'user', message: content, session_id: message.session_id, uuid: 'prompt' },
          asked.length,
          isHeard,
        );
        asked = undefined;
      }
      run.hear(message, bytes.length, isHeard);
    }
  } catch {
    // The pipe was cut off behind a child that has ended; its end is told elsewhere.
  }
}

/** One run on its way: what is shown of it, what is handed on, and what it came to. */
class Watched {
  readonly isRaw: boolean;
  readonly #started: StartedRun;
  readonly #tally = new StreamTally();
  readonly #link: RunLink;
  readonly #isQuiet: boolean;
  readonly #asJson: boolean;
  readonly #startedMs = systemClock.elapsed();
  readonly #noted = new MarkerTally();

  constructor(paths: HomePaths, { stream, json, quiet }: Options, started: StartedRun) {
    this.isRaw = stream === true;
    this.#asJson = json === true;
    this.#started = started;
    this.#link = new RunLink({
      id: started.id,
      reach: () => daemonClient(paths),
      onMarkers: (markers) => {
        for (const marker of this.#noted.add(markers)) this.#say(markerLine(marker));
      },
    });
    this.#isQuiet = quiet === true;
  }

  begin(): void {
    const { shown, total, tokens } = this.#started.memories;
    if (total > 0) this.#say(`${shown} of ${count(total, 'memory', 'memories')} given, ~${tokens} tokens.`);
  }

  pass(bytes: Buffer): void {
    if (this.#asJson) return;
    process.stdout.write(bytes);
  }

  hear(message: Parameters<RunLink['send']>[0], chars: number, isHeard: boolean): void {
    this.#tally.add(message);
    if (isHeard) this.#link.send(message, chars);
  }

  async finish({ exitCode, signal, failure }: ChildEnd, file: string): Promise<number> {
    const { sessionId, turns, costUsd, failed, result } = this.#tally.soFar;
    // What the daemon answers last may hold more of them.
    await this.#link.settled();
    const seen: Omit<RunEnd, 'exitCode' | 'signal'> = {
      sessionId,
      turns,
      costUsd,
      failed,
      memories: this.#noted.memories,
      events: this.#noted.events,
    };
    const told = await this.#link.end({ ...seen, exitCode, signal });
    const durationMs = systemClock.elapsed() - this.#startedMs;
    const summary = { id: this.#started.id, ...seen, durationMs, capturedBy: 'unknown' as const, ...told };
    if (failure !== undefined) process.stderr.write(`carryover: cannot start ${file}: ${failure}\n`);
    const unrecorded = this.#link.unrecorded;
    if (this.#asJson)
      sayJson({ ...summaryToWire(summary), exit_code: exitCode, signal, result: result ?? null, unrecorded });
    else if (result !== undefined && !this.isRaw) process.stdout.write(`${shownResult(result, process.stdout)}\n`);
    for (const line of summaryLines(summary, exitCode, unrecorded)) this.#say(line);
    return exitCode;
  }

  /** Standard output stays for the result. */
  #say(line: string): void {
    if (!this.#isQuiet) process.stderr.write(`${line}\n`);
  }
}

function nameOf(given: unknown): AppId | null {
  const name = textOf(given);
  if (name === undefined || isAppName(name)) return name ?? null;
  throw new CarryoverError(`"${name}" is no name of an app`, {
    code: 'invalid-input',
    hint: 'a name is 1 to 64 of a-z, 0-9, dot, dash and underscore, and begins with a letter or a digit',
  });
}

function tierOf(given: unknown): number {
  const tier = Number(textOf(given) ?? 1);
  if (Number.isInteger(tier) && tier >= 1 && tier <= HIGHEST_TIER) return tier;
  throw new CarryoverError(`"${String(given)}" is no tier`, {
    code: 'invalid-input',
    hint: `tiers are whole numbers from 1 to ${HIGHEST_TIER}`,
  });
}
