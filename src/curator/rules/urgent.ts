/** Whether a message should be curated at once: a correction, or something to remember. Linear in the message. */
import { promptSaying, typedTextOf } from '../../memory/record-segments.ts';
import { correctionIn } from './corrections.ts';
import { ENGLISH } from './languages/english.ts';
import { sentencesOf } from './sentences.ts';
import { statementIn } from './statements.ts';

const NOTHING_BEFORE = { before: '', asked: '' };

export function isUrgent(userMessage: string): boolean {
  const sentences = sentencesOf(typedTextOf(promptSaying(userMessage)), 'typed', ENGLISH);
  return sentences.some((sentence, at) => {
    const around = { previous: sentences[at - 1], next: sentences[at + 1] };
    return (
      correctionIn(sentence, around, NOTHING_BEFORE, ENGLISH)?.type === 'CORRECTION' ||
      statementIn(sentence, around, ENGLISH)?.tags.includes('remember') === true
    );
  });
}
