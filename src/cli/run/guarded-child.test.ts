import { expect, it } from 'vitest';
import { startGuarded } from './guarded-child.ts';

it('a command line that no system takes ends as a command that cannot be run', async () => {
  const args = ['x'.repeat(5_000_000)];
  const { stdout, ended } = startGuarded({ file: 'true', args, env: {}, stdin: 'ignore', stdout: 'pipe' });
  expect(stdout).toBeNull();
  expect(await ended).toMatchObject({ exitCode: 126, failure: expect.stringContaining('too long') });
});
