/**
 * A person setting something right: "no, …", "that's wrong. …", "X is Y, not Z". The right value is the person's own words;
 * the wrong one is added when it is plain from what the agent said or did before.
 */
import { STOPWORDS } from '../../text/stopwords.ts';
import { scopeOfStatement } from '../reader/read-message.ts';
import { alternativeIn } from './alternatives.ts';
import type { Language } from './languages/language.ts';
import { isConcrete, isNamed, statement, withoutLead } from './phrase.ts';
import type { Around, Sentence } from './sentences.ts';
import { type Found, isForOnce, isIdle } from './statements.ts';
import type { Said } from './user-messages.ts';

export interface FoundCorrection extends Found {
  /** The value that is no longer to be used, when it is known. */
  readonly wrong: string | null;
}

/** What a message answers to. */
type Context = Pick<Said, 'before' | 'asked'>;

/** A request that says in few words what a bare value or an "it" is about. */
const ASKED_CHARS = 120;
const ASKED_WORDS = 3;
/** "Red not blue" is a wish for once. */
const LEAST_WORDS = 5;
/** What is left in front of a clause when the one before it is taken off. */
const LEADING = /^.*?[,;:]\s*(?:but |and )?(?=\S)/;

export function correctionIn(
  sentence: Sentence,
  { previous, next }: Around,
  { before, asked }: Context,
  language: Language,
): FoundCorrection | null {
  const { correction } = language;
  const text = withoutLead(sentence.text, language);
  const masked = sentence.masked.slice(sentence.text.length - text.length);
  if (isIdle(masked, language) || language.oneOff.test(masked)) return null;
  const follows = previous !== undefined && correction.alone.test(withoutLead(previous.masked, language));
  const from = follows ? 0 : (correction.opener.exec(masked)?.indices?.groups?.what?.[0] ?? -1);
  const right = withoutLead(text.slice(Math.max(from, 0)), language);
  const rightMasked = masked.slice(text.length - right.length);
  const isOpposed =
    !sentence.pasted &&
    (from >= 0 || isConcrete(masked) || text.split(/\s+/).length >= LEAST_WORDS) &&
    isOpposedTo(before, right, rightMasked, language);
  const isSetRight =
    isOpposed ||
    (from >= 0
      ? isValue(right, rightMasked, language) || isOtherMeasure(rightMasked, before, language)
      : !sentence.pasted &&
        (isContrast(text, masked, before, language) || isAgainst(masked, next?.masked ?? '', before, language)));
  const isForm = correction.form.test(rightMasked) && !language.transient.test(rightMasked);
  const isCorrection = isSetRight || (isForm && isAboutAnswer(rightMasked, before, language));
  if (!isCorrection && !(isForm && correction.habit.test(rightMasked) && !isForOnce(sentence, rightMasked, language)))
    return null;
  const goesOn = isSetRight && next !== undefined && correction.goesOn.test(next.masked) && isConcrete(next.masked);
  const all = goesOn ? `${right.replace(/[.!]+$/, '')}; ${next.text}` : right;
  const found = correctionOf(all, rightMasked, { before, isCorrection }, language);
  const isBare =
    isSetRight &&
    found.subject === null &&
    (correction.pronoun.test(rightMasked) || !correction.value.test(rightMasked)) &&
    from >= 0;
  if (!isBare || asked.length > ASKED_CHARS || asked.split(/\s+/).length < ASKED_WORDS) return found;
  const about = correction.sayAsked.replace('$asked', () => asked.replace(language.tail, ''));
  return { ...found, content: found.content.replace(/\.?$/, () => `${about}.`) };
}

/** Without "no" it could be the report of a bug, unless it is the person's own affair or denies what the agent said. */
function isContrast(text: string, masked: string, before: string, { correction }: Language): boolean {
  const wrong = correction.wrong.exec(masked)?.indices?.groups?.wrong;
  return (
    correction.contrast.test(masked) &&
    !correction.notValue.test(masked) &&
    (correction.own.test(masked) || correction.pronoun.test(masked) || isSaid(before, text, wrong))
  );
}

/** "X not Y", and Y is what the agent said or did. */
function isOpposedTo(before: string, right: string, masked: string, { correction }: Language): boolean {
  const wrong = correction.opposed.exec(masked)?.indices?.groups?.wrong;
  return !correction.notValue.test(masked) && isSaid(before, right, wrong);
}

/** Without "no" and "not": it denies, accuses or shows another way, and the answer before it is what that is about. */
function isAgainst(masked: string, next: string, before: string, { correction }: Language): boolean {
  if (before.trim() === '' || correction.notValue.test(masked)) return false;
  const said = plainWords(before);
  const wrong = (correction.accused.exec(masked) ?? correction.accused.exec(next))?.groups?.wrong ?? '';
  const words = plainWords(wrong).split(' ');
  const isAccused = words.some((word) => word.length > 2 && !STOPWORDS.has(word) && said.includes(` ${word} `));
  const instead = correction.ours.exec(masked)?.groups?.wrong?.toLowerCase();
  return (
    correction.denied.test(masked) ||
    (correction.written.test(masked) && isNamed(masked)) ||
    (isAccused &&
      isConcrete(masked) &&
      correction.value.test(masked.replace(correction.accused, '').replace(LEADING, ''))) ||
    (instead !== undefined && said.includes(` ${instead}`))
  );
}

/** "Python 3.9" after an answer with "Python 3.10". */
function isOtherMeasure(masked: string, before: string, { correction }: Language): boolean {
  const { thing = '', number = '' } = correction.measure.exec(masked)?.groups ?? {};
  if (thing === '' || correction.notValue.test(masked)) return false;
  const at = before.toLowerCase().lastIndexOf(`${thing.toLowerCase()} `);
  const other = at < 0 ? '' : (/^v?(\d[\d.]*)/.exec(before.slice(at + thing.length + 1))?.[1] ?? '');
  return other !== '' && other.replace(/\.$/, '') !== number;
}

function isSaid(before: string, text: string, part: readonly [number, number] | undefined): boolean {
  const words = part === undefined ? '  ' : plainWords(text.slice(...part));
  return words !== '  ' && plainWords(before).includes(words);
}

function plainWords(text: string): string {
  return ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}

function isValue(right: string, masked: string, { correction, question }: Language): boolean {
  if (correction.notValue.test(masked) || question.test(masked)) return false;
  if (alternativeIn(right, '') !== null) return true;
  if (correction.pronoun.test(masked) && !isNamed(masked) && !correction.wrong.test(masked)) return false;
  return correction.value.test(masked) && (isConcrete(masked) || correction.firm.test(masked));
}

/** A form given after an answer that has the same kind of thing in it sets that answer right. */
function isAboutAnswer(masked: string, before: string, { correction }: Language): boolean {
  const kind = correction.form.exec(masked)?.groups?.kind?.toLowerCase();
  return (
    kind !== undefined && !correction.standing.test(masked) && before.toLowerCase().includes(kind.replace(/s$/, ''))
  );
}

function correctionOf(
  right: string,
  masked: string,
  { before, isCorrection }: { before: string; isCorrection: boolean },
  language: Language,
): FoundCorrection {
  const named = language.correction.wrong.exec(masked)?.indices?.groups?.wrong;
  const alternative = alternativeIn(right, before);
  const said = named === undefined ? null : right.slice(...named);
  const wrong = said ?? (isCorrection ? (alternative?.wrong ?? null) : null);
  const plain = statement(right, language);
  const content =
    said === null && wrong !== null
      ? plain.replace(/\.?$/, () => `${language.correction.sayWrong.replace('$wrong', () => wrong)}.`)
      : plain;
  return {
    type: isCorrection ? 'CORRECTION' : 'PREFERENCE',
    content,
    scope: language.project.test(masked) ? 'space' : scopeOfStatement(masked),
    subject: alternative?.subject ?? null,
    tags: [],
    wrong,
  };
}
