/**
 * Whether a turn goes against a statement it was given: it names another value where the statement fixes one, says the
 * opposite in the same words, or does with a rival what the statement settles. Only on good ground: a turn that also
 * does what the statement says has not gone against it.
 *
 * Limits: English; a rival is known only from the list, and an opposite said in other words is not seen.
 */
import { deniedWords, isNegation, isRefusal } from '../text/negation.ts';
import { clausesOf, piecesOf } from '../text/sentence-ends.ts';
import { turnsAround } from './polarity.ts';
import { relationOf, statementOf, termsOf } from './similarity.ts';
import { importsOf, isRivalName, programOf, rivalsOf } from './tool-families.ts';
import type { Deeds, Piece } from './turn-statements.ts';

const RULE =
  /\b(?:us(?:e|es|ed|ing)|always|never|prefers?|with|under|must|only|instead|runs?|install|for everything)\b/i;
/** What might be, or was said by somebody, is not what the agent says. */
const NOT_MEANT = /\b(?:if|would|could|should|might|may|used to|previously|you said|you asked|rule|remember)\b/i;
/** A statement says a few things; each is held against all that was done. */
const MOST_PARTS = 40;
/** Words of a clause that a piece must share, and how much of the clause they must be. */
const SHARED_WORDS = 2;
const SHARED_PART = 0.5;
/** `never use X`, `не используй X`; and how short a clause is that tells of nothing else. */
const DENIED_WITHIN = 2;
const SHORT_CLAUSE = 5;
/** Not from within a word: a long one would be read from each of its dashes on. */
const FLAG = /(?<![\w-])--([a-z][a-z-]+)[= ](\d[\w.:]*)/gi;
const LOCAL_PORT = /(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(\d{2,5})\b/g;

export function isContradicted(item: string, deeds: Deeds): boolean {
  return hasOtherValue(item, deeds) || isTurnedAround(item, deeds) || usesRival(item, deeds);
}

function hasOtherValue(item: string, deeds: Deeds): boolean {
  const said = deeds.sentences.filter(({ text }) => !NOT_MEANT.test(text)).map(({ statement }) => statement);
  return piecesOf(item)
    .slice(0, MOST_PARTS)
    .some((sentence) => {
      const fixed = statementOf(sentence);
      if (fixed.values.size === 0 || [...fixed.values].some((value) => holds(deeds.all.text, value))) return false;
      const isSaid = said.some((other) => other.values.size > 0 && relationOf(fixed, other) === 'changed');
      if (isSaid) return true;
      const words = termsOf(sentence);
      return (
        [...words].some((word) => /^\d+$/.test(word)) && deeds.commands.some((command) => setsOther(words, command))
      );
    });
}

/** `--line-width 80` of a width of 100, `localhost:3000` of a port 4000. */
function setsOther(words: ReadonlySet<string>, command: Piece): boolean {
  const others = [...command.terms].filter((word) => words.has(word));
  const flags = [...command.text.matchAll(FLAG)].map(([, name = '']) => [...termsOf(name)]);
  const isFlagged = flags.some((name) => name.length > 0 && name.every((word) => words.has(word)) && others.length > 1);
  return isFlagged || (words.has('port') && others.length > 0 && command.text.search(LOCAL_PORT) >= 0);
}

function isTurnedAround(item: string, deeds: Deeds): boolean {
  const pieces = [...deeds.sentences.filter(({ text }) => !NOT_MEANT.test(text)), ...deeds.commands];
  return clausesOf(item)
    .slice(0, MOST_PARTS)
    .some((clause) => {
      const words = termsOf(clause);
      const close = pieces.filter(({ terms }) => {
        const shared = [...words].filter((word) => terms.has(word)).length;
        return shared >= SHARED_WORDS && shared >= words.size * SHARED_PART;
      });
      return close.length > 0 && close.every(({ text }) => turnsAround(clause, text) && isOpposed(clause, text));
    });
}

/** One of them tells not to do what the other does; a negation elsewhere in the sentence is about something else. */
function isOpposed(a: string, b: string): boolean {
  const [inA, inB] = [
    { all: termsOf(a), negated: negatedTerms(a) },
    { all: termsOf(b), negated: negatedTerms(b) },
  ];
  const isTold = ({ all, negated }: typeof inA, word: string) => all.has(word) && !negated.has(word);
  return [...inA.negated].some((word) => isTold(inB, word)) || [...inB.negated].some((word) => isTold(inA, word));
}

/** Whether a rule goes against running a command: it denies the program, or names a rival of it as the one to use. In any language. */
export function forbids(rule: string, command: string): boolean {
  const run = programOf(command);
  const isDenied = [...deniedWords(rule), ...deniedRivals(rule)].some(
    (name) => isRivalName(name) && run.includes(name),
  );
  return isDenied || usesRival(rule, { commands: [{ text: command, terms: new Set() }], writings: [] });
}

/** Programs right behind a negation, or alone with one in a short clause: where a rival is named too, or nothing follows. */
function deniedRivals(rule: string): readonly string[] {
  const named = new Set(
    [...rule.toLowerCase().matchAll(/[\w-]+/g)].flatMap(([name]) => (isRivalName(name) ? name : [])),
  );
  return clausesOf(rule.toLowerCase()).flatMap((clause) => {
    const words = clause.match(/[\p{L}\p{N}_'’-]+/gu) ?? [];
    const negation = words.findIndex((word) => isNegation(word) || isRefusal(word));
    const places = [...words.entries()].filter(([, word]) => named.has(word));
    if (negation < 0) return [];
    const isDenied = ([at, name]: readonly [number, string]) => {
      const isBehind =
        at > negation && at - negation <= DENIED_WITHIN && !places.some(([other]) => other > negation && other < at);
      const isAlone = places.length === 1 && words.length <= SHORT_CLAUSE;
      const isSettled = at === words.length - 1 || [...named].some((other) => rivalsOf(name).includes(other));
      return (isBehind || isAlone) && isSettled;
    };
    return places.filter(isDenied).map(([, name]) => name);
  });
}

function usesRival(item: string, deeds: Pick<Deeds, 'commands' | 'writings'>): boolean {
  if (!RULE.test(item)) return false;
  const negated = new Set(deniedWords(item));
  const named = [...item.toLowerCase().matchAll(/[\w-]+/g)].map(([name]) => name).filter(isRivalName);
  // `never merge` forbids merging; `never commit to main` does not forbid to commit.
  const clauses = clausesOf(item.toLowerCase());
  const wanted = named.filter((name) => !negated.has(name));
  const done = new Set([
    ...deeds.commands.flatMap(({ text }) => programOf(text)),
    ...deeds.writings.flatMap(({ text }) => importsOf(text)),
  ]);
  if (wanted.some((name) => done.has(name))) return false;
  const forbidden = [...negated].filter((name) => isRivalName(name) || clauses.some((clause) => clause.endsWith(name)));
  if (forbidden.some((name) => done.has(name))) return true;
  return wanted.some((name) => rivalsOf(name).some((rival) => done.has(rival) && !named.includes(rival)));
}

export function negatedTerms(text: string): ReadonlySet<string> {
  return termsOf(deniedWords(text).join(' '));
}

/** As a whole word, whatever its case. */
export function holds(text: string, value: string): boolean {
  const folded = text.toLowerCase();
  const wanted = value.toLowerCase();
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    const [before = ' ', after = ' '] = [folded[at - 1], folded[at + wanted.length]];
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}
