import { afterAll, beforeAll, expect, it } from 'vitest';
import { Workbench } from '../curator/workbench.fixture.ts';
import { isNamedByAgent } from './named-by-agent.ts';

let bench: Workbench;
let since: number;
beforeAll(async () => {
  bench = await Workbench.open();
  await bench.turn({ user: 'go', calls: [{ input: `echo x >> ${bench.path('tools.md')}` }] });
  since = bench.now + 10;
  await bench.turn({
    user: 'go on',
    calls: [
      { input: 'cd there && python3 notes.py user.md' },
      { tool: 'Read', input: '{}', path: bench.path('context.md') },
    ],
  });
});
afterAll(() => bench.dispose());

const named = (path: string) => isNamedByAgent(bench.journal, { path, folder: bench.memory, since });

it('is so when a call since then named the file, in whatever way', async () => {
  expect(await named(bench.path('user.md'))).toBe(true);
});

it('is not so when it was only read, or named before', async () => {
  expect(await named(bench.path('context.md'))).toBe(false);
  expect(await named(bench.path('tools.md'))).toBe(false);
});

it('is so for every file when a call named their folder', async () => {
  await bench.turn({ user: 'and now', calls: [{ input: `find ${bench.memory} -type f` }] });
  expect(await named(bench.path('context.md'))).toBe(true);
});
