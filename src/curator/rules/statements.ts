/** One sentence held against the statements of a language: preferences, things to remember, decisions and facts. */
import type { AnsweredLearning } from '../answer.ts';
import { alternativeIn } from './alternatives.ts';
import type { Language, StatementRule } from './languages/language.ts';
import { isConcrete, statement, withoutLead } from './phrase.ts';
import type { Sentence } from './sentences.ts';

export type Found = Pick<AnsweredLearning, 'type' | 'content' | 'scope' | 'subject' | 'tags'>;

/** Less than this says nothing a later reader could use. */
const LEAST_WORDS = 2;

export function statementIn(sentence: Sentence, next: Sentence | undefined, language: Language): Found | null {
  const text = withoutLead(sentence.text, language);
  const masked = sentence.masked.slice(sentence.text.length - text.length);
  if (isIdle(masked, language) || language.notMeant.test(sentence.masked)) return null;
  for (const rule of language.statements) {
    if (sentence.pasted && rule.plain !== true) continue;
    if (rule.kind === 'preference' && sentence.commission?.addressed.test(masked) === false) continue;
    const what = matchRule(rule, text, masked, language);
    if (what === null) continue;
    const goesOn = next !== undefined && rule.goesOn?.test(next.masked) === true;
    return found(rule, goesOn ? `${what.replace(/[.!]+$/, '')}; ${next.text}` : what, masked, language);
  }
  return null;
}

/** Not meant, or not said: a question, a joke, a case that is only imagined. */
export function isIdle(masked: string, language: Language): boolean {
  if (language.notMeant.test(masked)) return true;
  return language.question.test(masked) && !language.politeInstruction.test(masked);
}

function matchRule(rule: StatementRule, text: string, masked: string, language: Language): string | null {
  const match = rule.when.exec(masked);
  if (match === null || rule.unless?.test(masked) === true) return null;
  const [begin, to] = match.indices?.groups?.what ?? [0, text.length];
  // "For letters to clients, never …": without its condition the rule would say more than the person did.
  const isBound = rule.kind !== 'remember' && rule.say === undefined;
  const from = isBound && language.condition.test(masked.slice(0, begin)) ? 0 : begin;
  const what = text.slice(from, to).trim();
  const kept = masked.slice(from, to);
  if (rule.concrete === true && !isConcrete(kept)) return null;
  if (rule.kind !== 'remember' && language.oneOff.test(masked)) return null;
  const mayPass = rule.lasting !== true && rule.kind === 'fact';
  if ((mayPass || rule.kind === 'decision') && language.uncertain.test(masked)) return null;
  if (mayPass && language.transient.test(masked)) return null;
  return what.split(/\s+/).length < LEAST_WORDS && rule.say === undefined && !/[_\d]/.test(kept) ? null : what;
}

function found(rule: StatementRule, what: string, masked: string, language: Language): Found {
  const content = statement(rule.say?.replace('$what', () => what) ?? what, language);
  const isProject = language.project.test(masked);
  const base = {
    content,
    scope: rule.scope ?? (isProject ? 'space' : 'user'),
    subject: rule.subject ?? alternativeIn(content, '')?.subject ?? null,
  } as const;
  if (rule.kind === 'preference') return { ...base, type: 'PREFERENCE', tags: [] };
  if (rule.kind === 'decision') return { ...base, type: 'FACT', scope: rule.scope ?? 'space', tags: ['decision'] };
  if (rule.kind === 'fact') return { ...base, type: 'FACT', tags: [] };
  return remembered(what, base, language);
}

/** "Remember that I prefer tabs" is a preference, whoever is told to remember it. */
function remembered(what: string, base: Omit<Found, 'type' | 'tags'>, language: Language): Found {
  const text = withoutLead(what, language);
  for (const rule of language.statements) {
    if (rule.kind === 'remember') continue;
    const inner = matchRule(rule, text, text, language);
    if (inner !== null) {
      const { type, scope, subject } = found(rule, inner, text, language);
      return { ...base, type, scope, subject, tags: ['remember'] };
    }
  }
  return { ...base, type: 'FACT', tags: ['remember'] };
}
