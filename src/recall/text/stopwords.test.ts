import { expect, it } from 'vitest';
import { STOPWORDS } from '../../text/stopwords.ts';
import { tokenise } from './tokenise.ts';

it.each([
  'What did you say about it?',
  'Don’t you know when we should have been there?',
  'Который это был',
  'أين إلى هذا',
  'Où était quelles',
  'für welche',
  'qué dónde cómo',
])('leaves nothing of a question that has no topic: %s', (question) => {
  expect(tokenise(question).filter(({ kind, word }) => kind === 'word' && !STOPWORDS.has(word))).toEqual([]);
});

it('keeps the words a question is about', () => {
  for (const word of ['database', 'error', 'new', 'use', 'deploy', 'test']) expect(STOPWORDS.has(word)).toBe(false);
});
