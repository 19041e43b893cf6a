import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { VERSION } from './version.ts';

it('the version in the code is the version of the package', () => {
  const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({ version: VERSION });
});
