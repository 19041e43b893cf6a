/**
 * A statement with one word that tells something ("use tabs") is found wherever that word stands. It is the person's only
 * where one of their sentences has all of its words: whoever had a look at the yarn page has not said to use it.
 */

import type { StoredRecord } from '../../memory/record.ts';
import { typedTextOf } from '../../memory/record-segments.ts';
import { coverage, termsOf } from '../../memory/similarity.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { stem } from '../../text/stem.ts';

const FEW = 2;
const READ_CHARS = 20_000;
const WORD = /[\p{L}\p{N}]+/gu;
/** Of whom it is told, which a curator puts in its own way. */
const FRAME: ReadonlySet<string> = new Set('the a an we i you user users team to wants should be is are'.split(' '));

export function isOneWordOfTheirs(statement: string, records: readonly StoredRecord[]): boolean {
  if (termsOf(statement).size >= FEW) return false;
  const words = wordsOf(statement);
  const said = records.flatMap((record) => sentencesOf(typedTextOf(record).slice(0, READ_CHARS)));
  return !said.some(({ text }) => coverage(words, wordsOf(text)) === 1);
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(WORD) ?? [];
  return new Set(words.filter((word) => !FRAME.has(word)).map(stem));
}
