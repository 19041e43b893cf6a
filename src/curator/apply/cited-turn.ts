/**
 * Evidence across languages (L-05): a learning told in another language than the turn it cites has hardly a word of it. Then
 * the cited turn carries it, when the person said something as their own there that may last, and what stays the same in every
 * language (names, numbers, identifiers) stands in the person's words: `go on` says nothing, in whatever language.
 *
 * It opens nothing to what others wrote. Words cannot be compared across languages, so whatever others have said that could
 * be where it comes from stands against it: words of the learning in their text that the person has not said; a sentence of
 * theirs beside the names they share; where there are no such names, any sentence of theirs. An agent talks in every turn: of
 * what it said only the statement itself counts, unless the person plainly said something of the same names. In doubt a
 * person is asked.
 */

import { voiceOfOutcome } from '../../memory/origins.ts';
import { statementOf, termsOf } from '../../memory/similarity.ts';
import { isAddressed, isSuspicious } from '../../memory/suspicion.ts';
import { areOtherLanguages } from '../../text/language.ts';
import { piecesOf } from '../../text/sentence-ends.ts';
import { readMessage } from '../reader/read-message.ts';
import { voiceOf } from './attribution.ts';
import type { BatchRecord } from './record-terms.ts';
import { FRAME, isTyped } from './record-terms.ts';

/** Words in a row that make a sentence; of scripts without blanks, characters. */
const SENTENCE =
  /(?<!\p{L})(?:\p{L}{2,}(?:['’]\p{L}*)?[ ,]+){4}\p{L}{2,}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{6}/u;
const READ_CHARS = 20_000;
/** Of a statement's words, what a program's output must have close together to be where it comes from. */
const TOLD_BY_PROGRAM = 0.8;
/** The same of what the agent said. */
const TOLD_BY_AGENT = 0.6;
const FEWEST_WORDS = 3;
const WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Hangul}]{2,}/gu;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const WIDE_PER_WORD = 2;

/** The person's words that carry it; undefined when none of them could say it, or others could have. */
export function citedWords(
  statement: string,
  cited: readonly BatchRecord[],
  others: readonly BatchRecord[],
): BatchRecord | undefined {
  const terms = termsOf(statement);
  for (const entry of cited) {
    const said = entry.record.content;
    if (!isTyped(entry) || !areOtherLanguages(statement, said)) continue;
    if (voiceOf(statement, said) !== 'own' || !couldSay(said, terms)) continue;
    const anchors = new Set([...terms].filter((term) => entry.terms.has(term)));
    const isMissing = (value: string) => !entry.terms.has(value) && others.some((other) => other.terms.has(value));
    if (valuesIn(statement, terms).some(isMissing)) continue;
    const isSaid = anchors.size > 0 && readMessage(said.slice(0, READ_CHARS)).length > 0;
    const tells = (other: BatchRecord) =>
      other.isRetold ? !isSaid && isToldBy(other, terms) : couldBeWhereFrom(other, terms, anchors);
    if (!others.some(tells)) return entry;
  }
  return undefined;
}

/** Whether it is long enough for that, and something in it could be meant to last, however little. */
function couldSay(said: string, terms: ReadonlySet<string>): boolean {
  const read = said.slice(0, READ_CHARS);
  const words = (read.match(WORD)?.length ?? 0) + (read.match(WIDE)?.length ?? 0) / WIDE_PER_WORD;
  return words >= Math.max(FEWEST_WORDS, terms.size / 2) && readMessage(read, { changes: () => true }).length > 0;
}

function isToldBy(agent: BatchRecord, terms: ReadonlySet<string>): boolean {
  const telling = new Set([...terms].filter((term) => !FRAME.has(term)));
  return telling.size > 0 && agent.holdsTogether(telling, TOLD_BY_AGENT);
}

/**
 * Whether what somebody else wrote may be what is told: it has the words, or a sentence that could say it. Of what a program
 * printed only a sentence that reads like a rule counts: outputs are full of `tests` and `run`.
 */
function couldBeWhereFrom(other: BatchRecord, terms: ReadonlySet<string>, anchors: ReadonlySet<string>): boolean {
  const fresh = [...terms].filter((term) => !anchors.has(term) && !FRAME.has(term));
  const isProgram = voiceOfOutcome(other.record) === 'output';
  const hasWords = isProgram
    ? fresh.length > 0 && other.holdsTogether(terms, TOLD_BY_PROGRAM)
    : fresh.some((term) => other.bringsIn(term, terms));
  if (hasWords) return true;
  const { content } = other.record;
  const half = READ_CHARS / 2;
  const read = content.length <= READ_CHARS ? content : `${content.slice(0, half)}\n${content.slice(-half)}`;
  return piecesOf(read).some((part) => {
    if (!SENTENCE.test(part)) return false;
    if (anchors.size > 0 && ![...termsOf(part)].some((term) => anchors.has(term))) return false;
    return !isProgram || isAddressed(part) || isSuspicious(part) || readMessage(part).length > 0;
  });
}

/** Numbers, paths, names from code: they are not translated. */
function valuesIn(statement: string, terms: ReadonlySet<string>): readonly string[] {
  const { words } = statementOf(statement);
  return [...terms].filter((term) => !words.has(term));
}
