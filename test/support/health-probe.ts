/** How long others wait for the daemon while it is busy with something. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestHome } from './home.ts';

const PROBE = join(import.meta.dirname, 'health-probe.fixture.ts');
/** The probe's own start. */
const WARM_UP_MS = 300;

export interface Waited<Result> {
  readonly result: Result;
  /** The slowest answer to others meanwhile. */
  readonly slowestMs: number;
}

export async function whileAskingForHealth<Result>(home: TestHome, work: () => Promise<Result>): Promise<Waited<Result>> {
  const probe = spawn(process.execPath, [PROBE, home.url], { stdio: ['pipe', 'pipe', 'inherit'] });
  const said = text(probe.stdout);
  const gone = once(probe, 'exit');
  await sleep(WARM_UP_MS);
  try {
    const result = await work();
    probe.stdin.end();
    const [slowestMs = Number.MAX_SAFE_INTEGER]: number[] = JSON.parse(await said);
    return { result, slowestMs };
  } finally {
    probe.kill();
    await gone;
  }
}
