/**
 * Starts of the real client in projects that have a memory: what the first request to the model holds of it, and what the
 * client shows of our hooks. The model is scripted; everything else is what people run.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { type ClaudeResult, runClaude } from '../support/claude.ts';
import { sessionOf } from '../support/connect.ts';
import { startFakeAnthropic } from '../support/fake-anthropic.ts';
import type { CampaignLedger } from './ledger.ts';
import type { Project, World } from './world.ts';

const ANSWER = 'That is clear.';
/** A machine that is busy with others takes its time. */
const PATIENCE_MS = 180_000;
const BUSY_LOOPS = 2;
/** Never rests, and does not outlive whoever started it. */
const BUSY_LOOP = 'const parent = process.ppid; while (process.ppid === parent);';

export class ClientStarts {
  readonly #world: World;
  readonly #ledger: CampaignLedger;
  count = 0;
  readonly withoutMemory: string[] = [];
  /** What the client showed of hooks that failed, and runs that did not end well. */
  readonly errors: string[] = [];

  constructor(world: World, ledger: CampaignLedger) {
    this.#world = world;
    this.#ledger = ledger;
  }

  /** So many in all, three of them at once, in one project after the other, with loops beside that never rest. */
  async many(count: number, atOnce: number): Promise<void> {
    const loops = Array.from({ length: BUSY_LOOPS }, () => spawn(process.execPath, ['-e', BUSY_LOOP]));
    let next = 0;
    const oneAfterTheOther = async (): Promise<void> => {
      while (next < count) {
        const { projects } = this.#world;
        const project = projects[next % projects.length];
        next += 1;
        if (project !== undefined) await this.one(project);
      }
    };
    try {
      await Promise.all(Array.from({ length: atOnce }, oneAfterTheOther));
    } finally {
      for (const loop of loops satisfies readonly ChildProcess[]) loop.kill('SIGKILL');
    }
  }

  async one(project: Project): Promise<void> {
    this.count += 1;
    const name = `start ${this.count} in ${project.name}`;
    const prompt = `Say whether you are ready, ${this.count}.`;
    await using api = await startFakeAnthropic({ otherwise: { text: ANSWER } });
    const run = await runClaude({
      workspace: this.#world.workspaceOf(project),
      api,
      prompts: [prompt],
      args: ['--include-hook-events'],
      timeoutMs: PATIENCE_MS,
    }).catch((cause: unknown) => String(cause));
    if (typeof run === 'string') {
      this.errors.push(`${name}: ${run.slice(0, 300)}`);
      return;
    }
    this.errors.push(...failuresOf(run).map((failure) => `${name}: ${failure}`));
    const first = api.turns()[0]?.body;
    const given = JSON.stringify([first?.system, first?.messages]);
    if (!given.includes(project.memory)) this.withoutMemory.push(`${name}, ${new Date().toISOString()}`);
    this.#ledger.given(project, given, 'the first request');
    if (first === undefined) return;
    // What a hook could not deliver is read from the client's transcript: all of it must be there.
    this.#ledger.acknowledge(`prompt ${sessionOf(run)} ${prompt}`, prompt);
    this.#ledger.acknowledge(`assistant ${sessionOf(run)} ${ANSWER}`, ANSWER);
  }
}

function failuresOf({ code, stderr, events }: ClaudeResult): readonly string[] {
  const failures = events
    .filter(({ subtype, outcome }) => subtype === 'hook_response' && outcome !== 'success')
    .map(({ hook_name: hook, outcome, output, stderr: said }) => `${hook} ${outcome}: ${said || output}`.slice(0, 300));
  if (stderr !== '') failures.push(`the client said: ${stderr.slice(0, 300)}`);
  if (code !== 0 || events.at(-1)?.subtype !== 'success') failures.push(`the client ended with ${code}`);
  return failures;
}
