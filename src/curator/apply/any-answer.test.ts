import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countLines } from '../../files/file-text.ts';
import { fileSpec } from '../../files/manifest.ts';
import { everything, openScripted, update } from './scripted.fixture.ts';

/** Each is curated on all that those before it left; `CARRYOVER_ANSWER_RUNS=500` looks for longer. */
const RUNS = Number(process.env.CARRYOVER_ANSWER_RUNS ?? 30);
const WORDS = [
  'tabs',
  'port 4000',
  'port 5000',
  'npm test',
  'Oslo',
  'never',
  '日本',
  'Postgres',
  'deploy',
  '## Facts',
  '# x',
  '```',
  '',
];
const line = fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }).map((words) => `${words.join(' ')}`);
const item = line.map((text) => `- ${text}`);
const file = fc
  .record({
    name: fc.constantFrom('USER', 'TOOLS', 'FILES', 'CONTEXT', 'SOUL', 'OS'),
    lines: fc.array(fc.oneof(item, line), { maxLength: 12 }),
    times: fc.constantFrom(1, 1, 1, 40),
  })
  .map(({ name, lines, times }) =>
    update(name, '# File', ...Array.from({ length: times }, (_, at) => lines.map((text) => `${text} ${at}`)).flat()),
  );
const said = fc
  .tuple(fc.constantFrom('FACT', 'PATTERN', 'CORRECTION', 'PREFERENCE', 'TOOL_INSTALL', 'ACTION', 'DONE'), line)
  .map(([type, text]) => `${type}: ${text}\n`);
const answer = fc
  .array(fc.oneof(said, said, file, fc.string({ maxLength: 40 })), { maxLength: 6 })
  .map((parts) => parts.join('\n'));

it(`limits hold, locked files stay, nothing throws and a replay gives the same, whatever ${RUNS} answers say (A-015, B-027)`, async () => {
  const { bench, learn } = await openScripted();
  try {
    const soul = '# Soul\nbe kind\n';
    await bench.edit({ kind: 'deploy', release: '1', files: [{ name: 'soul.md', content: soul }] });
    const turns = fc.record({
      user: line,
      said: line,
      output: line,
      answer,
      again: answer,
      edit: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: line }),
    });
    for (const { user, said: agent, output, answer: text, again, edit } of fc.sample(turns, {
      numRuns: RUNS,
      seed: 7,
    })) {
      if (edit !== null) writeFileSync(bench.path('user.md'), `${bench.file('user.md')}- by hand ${edit}\n`);
      const everySaid = Array.from({ length: 10 }, (_, at) => `${agent} ${at} ${WORDS.join(' ')}`).join('\n');
      const run = await learn({ user, answer: everySaid, calls: [{ input: 'cat', output }] }, text, again);
      expect(run.failure === undefined || run.failure.code === 'no-usable-answer' || run.parked > 0).toBe(true);
      // A person may write more; the next curation makes room around their lines.
      for (const { name, content } of run.curated > 0 ? await bench.knowledge.files() : [])
        expect(countLines(content)).toBeLessThanOrEqual(fileSpec(name).limitLines);
    }
    expect(bench.file('soul.md')).toBe(soul);
    expect(bench.file('os.md')).toBe('');
    const before = await everything(bench);
    expect(before.learnings.length).toBeGreaterThan(RUNS / 3);
    await bench.rebuild();
    expect(await everything(bench)).toEqual(before);
  } finally {
    await bench.dispose();
  }
});
