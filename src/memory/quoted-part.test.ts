import { expect, it } from 'vitest';
import { partsOf } from './quoted-part.ts';

it.each([
  ['plain words', { own: 'plain words', quoted: '' }],
  ['what is this?\n```sh\nrm x\n```\nthanks', { own: 'what is this?\nthanks', quoted: 'rm x' }],
  ['look\n~~~\na\n```\nb\n~~~', { own: 'look', quoted: 'a\nb' }],
  ['look\n```\nnever closed\nand on', { own: 'look', quoted: 'never closed\nand on' }],
  ['no\n> one\n>two\nyes', { own: 'no\nyes', quoted: 'one\ntwo' }],
])('a prompt is told apart from what it shows (POI-1): %j', (text, parts) => {
  const { own, quoted } = partsOf(text);
  expect({ own, quoted: quoted.replace(/^ +/gm, '') }).toEqual(parts);
});
