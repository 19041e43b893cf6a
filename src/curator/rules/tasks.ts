/** Open tasks a person names: "next step is …", "remind me to …". What is asked for at once is a request, not a task. */
import type { ActionPriority } from '../../memory/action.ts';
import type { AnsweredAction } from '../answer.ts';
import type { Language } from './languages/language.ts';
import { statement, withoutLead } from './phrase.ts';
import type { Sentence } from './sentences.ts';
import { isIdle } from './statements.ts';

export function taskIn(sentence: Sentence, language: Language): Omit<AnsweredAction, 'turns'> | null {
  if (sentence.pasted) return null;
  const text = withoutLead(sentence.text, language);
  const masked = sentence.masked.slice(sentence.text.length - text.length);
  const reads = language.tasks.find(({ when }) => when.test(masked));
  if (reads === undefined || (reads.evenAsked !== true && isIdle(masked, language))) return null;
  if (reads.alone === true && !sentence.isFirst && !language.timed.test(masked)) return null;
  const [from, to] = reads.when.exec(masked)?.indices?.groups?.what ?? [0, text.length];
  return { content: statement(text.slice(from, to), language), priority: priorityOf(masked, language) };
}

function priorityOf(masked: string, language: Language): ActionPriority {
  if (language.canWait.test(masked)) return 3;
  return language.urgent.test(masked) ? 1 : 2;
}
