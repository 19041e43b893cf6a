import { expect, it } from 'vitest';
import { type ChildOptions, startChild } from './child.ts';

const started = (file: string, ...args: readonly string[]) => {
  const options: ChildOptions = { file, args, env: process.env, stdin: 'ignore', stdout: 'pipe' };
  return startChild(options).ended;
};

it('a command line that no system takes is a command that cannot be run', async () => {
  const end = await started('true', 'x'.repeat(5_000_000));
  expect(end).toMatchObject({ exitCode: 126, signal: null, failure: expect.stringContaining('E2BIG') });
});

it('tells its end as a shell does', async () => {
  expect(await started('sh', '-c', 'exit 3')).toEqual({ exitCode: 3, signal: null });
  expect(await started('sh', '-c', 'kill -9 $$')).toEqual({ exitCode: 137, signal: 'SIGKILL' });
  expect(await started('/no/such/command')).toMatchObject({ exitCode: 127, failure: 'there is no such command' });
});
