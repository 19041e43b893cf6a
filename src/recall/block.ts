/**
 * The fence around everything that is given to an agent: one tag with an id made for this block, a label that says what
 * it is, and one line per item, written as a JSON string so that stored text can neither end the block nor start
 * another (POI-7). Characters that hide or reorder text are escaped too.
 */
import { randomBytes } from 'node:crypto';
import { BLOCK_TAG } from '../memory/block-tag.ts';

/** Angle brackets and backticks could end a fence; control, bidi, zero-width and tag characters could hide text. */
const UNSAFE =
  /[<>`\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

export interface BlockLine {
  /** Ours: plain words, no stored text. */
  readonly label: string;
  /** Stored text, shown as data. */
  readonly text: string;
}

export function renderBlock(heading: string, lines: readonly BlockLine[]): string {
  const id = randomBytes(6).toString('hex');
  const body = lines.map(({ label, text }) => `- ${label}: ${dataString(text)}`);
  return [`<${BLOCK_TAG} id="${id}">`, heading, ...body, `</${BLOCK_TAG}>`].join('\n');
}

export function dataString(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(UNSAFE, (character) =>
    Array.from(
      { length: character.length },
      (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
