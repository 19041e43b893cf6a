import { expect, it } from 'vitest';
import { isSameButSecrets } from './reread.ts';

const mark = (tag: string) => `[REDACTED:password:${tag.padStart(4, '0')}]`;

it.each([
  ['the code is walnut', `the code is ${mark('1')}`],
  [`a ${mark('1')} b walnut c`, `a ${mark('1')} b ${mark('2')} c`],
  [`a ${mark('1')}`, `a ${mark('2')}`],
  [`it is ${mark('1')} here`, 'it is harmless here'],
  ['walnut', mark('1')],
])('%j is %j, told otherwise', (before, now) => expect(isSameButSecrets(before, now)).toBe(true));

it.each([
  ['the code is walnut', 'the code is walnut'],
  ['the code was walnut', `the code is ${mark('1')}`],
  ['the code is walnut, go on', `the code is ${mark('1')}`.replace('is', 'is:')],
  [`x ${mark('1')} y`, 'x y'],
  ['ab', `ab${mark('1')}ab`],
])('%j is not %j', (before, now) => expect(isSameButSecrets(before, now)).toBe(false));
