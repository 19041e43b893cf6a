/**
 * What the reader finds in a person's words, in the grammar of a curator's answer: the kind of a statement becomes a type
 * of learning, what is for later becomes an action. The words stay the person's own.
 */
import type { AnsweredAction, AnsweredLearning } from '../answer.ts';
import type { Kind } from '../reader/model.ts';
import type { Statement } from '../reader/read-message.ts';
import { cutWords, sentence } from './phrase.ts';

type Read = Pick<AnsweredLearning, 'type' | 'content' | 'scope' | 'subject' | 'tags' | 'replaces'>;

const TYPES: Readonly<Record<Exclude<Kind, 'later' | 'remember'>, Pick<Read, 'type' | 'tags'>>> = {
  preference: { type: 'PREFERENCE', tags: [] },
  rule: { type: 'PREFERENCE', tags: [] },
  correction: { type: 'CORRECTION', tags: [] },
  fact: { type: 'FACT', tags: [] },
  decision: { type: 'FACT', tags: ['decision'] },
  pattern: { type: 'PATTERN', tags: [] },
};

/** Null for what is for later. What it replaces is seen when it is settled, from subject and value. */
export function learningOf({ quote, kind, inner, scope }: Statement): Read | null {
  if (inner === 'later') return null;
  const { type, tags } = TYPES[inner];
  return {
    type,
    tags: kind === 'remember' ? [...tags, 'remember'] : tags,
    content: sentence(cutWords(quote)),
    scope,
    subject: null,
    replaces: null,
  };
}

/** Null for what is no action. */
export function actionOf({ quote, inner }: Statement): Omit<AnsweredAction, 'turns'> | null {
  return inner === 'later' ? { content: sentence(cutWords(quote)), priority: 2 } : null;
}
