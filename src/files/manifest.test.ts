import { expect, it } from 'vitest';
import type { SpaceId } from '../memory/ids.ts';
import { fileSpec, filesOfPreset, refsOf } from './manifest.ts';

const SPACE = 'space-1' as SpaceId;
const namesOf = (refs: readonly { readonly name: string }[]): string[] => refs.map(({ name }) => name);

it('boots six files by default: two of deploy and four of the curator (B-020, B-027)', () => {
  const files = filesOfPreset('six');
  expect(files.map(({ name, owner, limitLines }) => [name, owner, limitLines])).toEqual([
    ['soul.md', 'deploy', 200],
    ['os.md', 'deploy', 200],
    ['tools.md', 'curator', 150],
    ['files.md', 'curator', 200],
    ['user.md', 'curator', 200],
    ['context.md', 'curator', 200],
  ]);
});

it('has presets of three files and for an app (A-010, A-011, A-012, A-013)', () => {
  expect(namesOf(filesOfPreset('three'))).toEqual(['os.md', 'tools.md', 'user.md']);
  expect(namesOf(filesOfPreset('app'))).toEqual(['soul.md', 'os.md', 'user.md']);
});

it('gives every space its own tools, files and context, and all of them one user (B-023 … B-026)', () => {
  expect(refsOf('six', SPACE).map(({ workspace }) => workspace)).toEqual([null, null, SPACE, SPACE, null, SPACE]);
  expect(namesOf(refsOf('six', null))).toEqual(['soul.md', 'os.md', 'user.md']);
});

it('lets context turn over freely and holds the others to 30 % (A-014)', () => {
  expect(fileSpec('context.md').lossBudget).toBe('free');
  for (const name of ['tools.md', 'files.md', 'user.md'] as const) expect(fileSpec(name).lossBudget).toBe(0.3);
});
