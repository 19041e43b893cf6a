import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import type { GuardedCommand, GuardianNews } from './guarded-child.ts';

const GUARDIAN = fileURLToPath(new URL('guardian.ts', import.meta.url));

let guardian: ChildProcess;
afterEach(() => guardian.kill('SIGKILL'));

async function told(command: GuardedCommand): Promise<GuardianNews> {
  guardian = fork(GUARDIAN, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  guardian.send(command);
  const [news] = await once(guardian, 'message');
  return news;
}

const listed = (pid: number | undefined) => readFileSync(`/proc/${pid}/cmdline`, 'utf8');

it.runIf(process.platform === 'linux')(
  'what the agent is told stands in the list of processes once, not also for its guardian',
  async () => {
    const news = await told({ file: 'sh', args: ['-c', 'sleep 600', 'operational memory'] });
    if (news.kind !== 'started') throw new Error(JSON.stringify(news));
    expect(listed(news.pid)).toContain('operational memory');
    expect(listed(guardian.pid)).not.toContain('operational memory');
    guardian.disconnect();
    await once(guardian, 'exit');
    expect(() => process.kill(news.pid, 0)).toThrow('ESRCH');
  },
);

it('a command line that no system takes is a command that cannot be run', async () => {
  expect(await told({ file: 'true', args: ['x'.repeat(5_000_000)] })).toEqual({ kind: 'failed', code: 'E2BIG' });
});
