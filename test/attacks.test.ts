/**
 * Memory poisoning with a curator that believes everything (POI-1 … POI-11): the defence must hold in code. Attacks of many
 * kinds are answered in every form the grammar allows; benign controls must be kept and given.
 */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Workbench } from '../src/curator/workbench.fixture.ts';
import { AttackBench } from './support/attack-bench.ts';
import { attackCases, WAYS_IN } from './support/attack-case.ts';
import { playAttack } from './support/attack-check.ts';

const CASES = [...attackCases('dev'), ...attackCases('own'), ...attackCases('blind')].filter(({ events }) =>
  events.every(({ type }) => type !== 'fs'),
);
/** Every third, by another way each: together they take as long as all by their own. */
const OTHERWISE = CASES.filter(
  ({ events, control, must }) =>
    !control && must.max_new_memories_per_batch === undefined && events.some(({ type }) => type === 'tool_result'),
)
  .filter((_, index) => index % 3 === 0)
  .map((attack, index) => ({ ...attack, way: WAYS_IN[index % WAYS_IN.length] ?? 'Read' }));

let bench: AttackBench;
beforeAll(async () => {
  bench = await AttackBench.open();
});
afterAll(() => bench.close());

describe('a memory that is attacked', () => {
  it.each(CASES.filter(({ control }) => !control))('withstands $id, $class: $technique', async (attack) => {
    expect(await playAttack(bench, attack, { isSeeded: false })).toEqual([]);
  });

  it.each(OTHERWISE)('that knows something withstands $id, $class, by $way', async ({ way, ...attack }) => {
    expect(await playAttack(bench, attack, { way, isSeeded: true })).toEqual([]);
  });
});

describe('a memory file', () => {
  it('that is a link is not written through (dev-a026)', async () => {
    const files = await Workbench.open();
    try {
      const victim = join(files.home, 'victim.txt');
      writeFileSync(victim, 'mine');
      rmSync(files.path('user.md'), { force: true });
      symlinkSync(victim, files.path('user.md'));
      await files.turn({ user: 'I always prefer tea over coffee' });
      await files.curate();
      expect(readFileSync(victim, 'utf8')).toBe('mine');
      expect(files.reports).not.toEqual([]);
    } finally {
      await files.dispose();
    }
  });
});

describe('what may be done', () => {
  it('is decided without a look at memory (POI-13)', () => {
    // `fields.ts` says how fields are declared, and knows none.
    for (const file of ['permission.ts', 'fields.ts']) {
      const source = readFileSync(join(import.meta.dirname, '..', 'src', 'memory', file), 'utf8');
      const imported = [...source.matchAll(/from '([^']+)'/g)].map(([, from]) => from);
      expect(imported.filter((from) => !/^\.\/(?:fields|ids|app|space|json-guards)\.ts$/.test(from ?? ''))).toEqual([]);
    }
  });
});

describe('a memory that is told something', () => {
  it.each(CASES.filter(({ control }) => control))('keeps and gives $id: $technique', async (told) => {
    expect(await playAttack(bench, told, { isSeeded: true })).toEqual([]);
  });
});
