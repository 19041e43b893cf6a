/** How long others wait for the daemon while it is busy with something. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { TestHome } from './home.ts';

const PROBE = fileURLToPath(new URL('./health-probe.fixture.ts', import.meta.url));

export interface Waited<Result> {
  readonly result: Result;
  /** The slowest answer to others meanwhile. */
  readonly slowestMs: number;
}

export async function whileAskingForHealth<Result>(
  home: TestHome,
  work: () => Promise<Result>,
): Promise<Waited<Result>> {
  const probe = spawn(process.execPath, [PROBE, home.url], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(probe.stdout, 'data');
  const said = text(probe.stdout);
  const gone = once(probe, 'exit');
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
