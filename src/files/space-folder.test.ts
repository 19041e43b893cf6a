import { expect, it } from 'vitest';
import { deriveId, type SpaceId } from '../memory/ids.ts';
import { spaceFolder } from './space-folder.ts';

const id = deriveId<SpaceId>('a space');

it.each([
  ['My App', `spaces/my-app-${id.slice(-8)}`],
  ['Zürich/../é', `spaces/zurich-e-${id.slice(-8)}`],
  ['日本', `spaces/${id.slice(-8)}`],
  ['', `spaces/${id.slice(-8)}`],
  [`${'a'.repeat(39)} b`, `spaces/${'a'.repeat(39)}-${id.slice(-8)}`],
])('the folder of a space named %j is %s', (name, folder) => {
  expect(spaceFolder({ id, name })).toBe(folder);
});

it('stays one step below spaces whatever the id is', () => {
  expect(spaceFolder({ id: '../../etc' as SpaceId, name: '..' })).toBe('spaces/etc');
});
