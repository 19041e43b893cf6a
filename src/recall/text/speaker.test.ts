import { expect, it } from 'vitest';
import { speakerTerm } from './speaker.ts';
import { tokenise } from './tokenise.ts';

it('marks each name of a speaker, folded and not stemmed, so that no word of a text is taken for it', () => {
  expect(speakerTerm('José Evans')).toEqual(['@jose', '@evans']);
  expect(tokenise('@evans Evans').map(({ term }) => term)).not.toContain('@evans');
});

it('leaves out what is too short to be a name', () => {
  expect(speakerTerm('A. B. 12')).toEqual([]);
});
