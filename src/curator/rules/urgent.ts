/**
 * Whether a message should be curated at once: a correction, or something to remember. Linear in the message; of a long one
 * the reader takes the beginning, because it is asked on the way of every prompt.
 */
import { promptSaying, typedTextOf } from '../../memory/record-segments.ts';
import { readMessage } from '../reader/read-message.ts';
import { correctionIn } from './corrections.ts';
import { ENGLISH } from './languages/english.ts';
import { sentencesOf } from './sentences.ts';
import { statementIn } from './statements.ts';

const NOTHING_BEFORE = { before: '', asked: '' };
const READ_CHARS = 1_000;

export function isUrgent(userMessage: string): boolean {
  const typed = typedTextOf(promptSaying(userMessage));
  const sentences = sentencesOf(typed, 'typed', ENGLISH);
  return (
    sentences.some((sentence, at) => {
      const around = { previous: sentences[at - 1], next: sentences[at + 1] };
      return (
        correctionIn(sentence, around, NOTHING_BEFORE, ENGLISH)?.type === 'CORRECTION' ||
        statementIn(sentence, around, ENGLISH)?.tags.includes('remember') === true
      );
    }) || readMessage(typed.slice(0, READ_CHARS)).some(({ kind }) => kind === 'correction' || kind === 'remember')
  );
}
