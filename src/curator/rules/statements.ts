/** One sentence held against the statements of a language: preferences, things to remember, decisions and facts. */
import type { AnsweredLearning } from '../answer.ts';
import { scopeOfStatement } from '../reader/read-message.ts';
import { alternativeIn } from './alternatives.ts';
import type { Language, StatementRule } from './languages/language.ts';
import { isConcrete, statement, withoutLead } from './phrase.ts';
import type { Around, Sentence } from './sentences.ts';

export type Found = Pick<AnsweredLearning, 'type' | 'content' | 'scope' | 'subject' | 'tags'>;

/** Less than this says nothing a later reader could use. */
const LEAST_WORDS = 2;
/** What belongs to a rule and stands before it is short. */
const BEFORE_WORDS = 15;

export function statementIn(sentence: Sentence, { previous, next }: Around, language: Language): Found | null {
  const whole = withoutLead(sentence.text, language);
  const wholeMasked = sentence.masked.slice(sentence.text.length - whole.length);
  if (isIdle(wholeMasked, language) || language.notMeant.test(sentence.masked)) return null;
  const to = language.request.exec(wholeMasked)?.index ?? whole.length;
  const [text, masked] = [whole.slice(0, to), wholeMasked.slice(0, to)];
  const once = isForOnce(sentence, masked, language);
  for (const rule of language.statements) {
    if (sentence.pasted && rule.plain !== true) continue;
    if (rule.kind === 'preference' && sentence.commission?.addressed.test(masked) === false) continue;
    if (rule.kind === 'preference' && rule.subject === undefined && once) continue;
    const what = matchRule(rule, text, masked, language);
    if (what === null) continue;
    if (rule.kind === 'preference' && language.pointing.test(masked)) return pointed(rule, what, previous, language);
    const goesOn = next !== undefined && rule.goesOn?.test(next.masked) === true;
    return found(rule, goesOn ? `${what.replace(/[.!]+$/, '')}; ${next.text}` : what, masked, language);
  }
  return null;
}

/** "Always do it like that." says nothing without the sentence before it, unless that was learned already. */
function pointed(rule: StatementRule, what: string, previous: Sentence | undefined, language: Language): Found | null {
  const isUseful =
    previous !== undefined &&
    !isIdle(previous.masked, language) &&
    statementIn(previous, { previous: undefined, next: undefined }, language) === null;
  if (!isUseful) return null;
  return found(rule, `${previous.text.replace(/[.!]+$/, '')}; ${what}`, previous.masked, language);
}

/** A wish about the thing at hand: it lasts only when it says so, and not even then when it points at that thing. */
export function isForOnce({ nearCommission }: Sentence, masked: string, language: Language): boolean {
  if (language.pointsAt.test(masked)) return true;
  if (language.standing.test(masked)) return false;
  return nearCommission || language.definite.test(masked) || language.aside.test(masked);
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
  const before = masked.slice(0, begin);
  const belongs = before.split(/\s+/).length <= BEFORE_WORDS && language.condition.test(before);
  const from = isBound && belongs ? 0 : begin;
  const what = text.slice(from, to).trim();
  const kept = masked.slice(from, to);
  if (rule.concrete === true && !isConcrete(kept) && !(rule.kind === 'preference' && alternativeIn(what, '') !== null))
    return null;
  // "Decision from today's meeting: …": when it was taken does not bind it.
  if (rule.kind !== 'remember' && language.oneOff.test(rule.kind === 'decision' ? kept : masked)) return null;
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
    scope: rule.scope ?? (isProject ? 'space' : scopeOfStatement(masked)),
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
