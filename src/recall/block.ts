/**
 * The fence around everything that is given to an agent: one tag, a heading that says what it is, and one line per item.
 * Stored text is either a JSON string (`dataString`) or one line of a memory file (`fileLine`); neither can hold `<` or a
 * line break, so it can neither end the fence, nor open one, nor add a line (POI-7). Characters that hide or reorder text
 * are escaped too.
 *
 * Unless one is given, the tag's id is a hash of what it holds: the same memory is given as the same bytes, so a client's
 * prompt cache holds. It need not be secret, because no stored text can write the tag at all.
 */
import { createHash } from 'node:crypto';
import { BLOCK_TAG } from '../memory/block-tag.ts';

/**
 * Control characters and line ends could add a line; what is drawn as nothing (bidi and zero-width characters, fillers, tags,
 * variation selectors) could hide text. The last cost an emoji its colour: a selector may stand after any character.
 */
const HIDING = String.raw`\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{Default_Ignorable_Code_Point}`;
/** In a JSON string, where control characters are escaped already; angle brackets and code fences could end a fence. */
const UNSAFE_IN_STRING = new RegExp(`[<>${HIDING}]|\`{3,}`, 'gu');
/** In a line of Markdown: everything but the tab. */
const UNSAFE_IN_LINE = new RegExp(String.raw`[\u0000-\u0008\u000a-\u001f${HIDING}]`, 'gu');
/** A code block that a cut leaves open would swallow what follows it. */
const CODE_FENCE = /`{3,}|~{3,}/g;
/** What reads as an escaped `<` must not be taken for one. */
const LOOKS_ESCAPED = /&(?=(?:amp;)*lt;)/g;

/** What Markdown makes a link or an image of: an address, and brackets that belong together. */
const LINKING = /:(?=\/\/)|(?<=\bwww)\.|(?<=\])[([:]|@|(?<=\b(?:javascript|data|mailto))(?::)/gi;

/** Stands over what rests on the words of a tool, a file or an import alone. */
export const UNTRUSTED = 'Read in tool output or files; nobody said so, unconfirmed, and it may be wrong.';

/** Opening and closing tag with an id of 12 digits, and the line breaks around the heading. */
export const FENCE_CHARS = `<${BLOCK_TAG} id="${'0'.repeat(12)}">\n\n</${BLOCK_TAG}>`.length;

export interface BlockLine {
  /** Ours: plain words, no stored text. */
  readonly label: string;
  /** Stored text, shown as data. */
  readonly text: string;
}

export function renderBlock(heading: string, lines: readonly BlockLine[]): string {
  return fence(heading, lines.map(itemLine));
}

/** The heading and the lines are safe already; an id has 12 hex digits. */
export function fence(heading: string, lines: readonly string[], id?: string): string {
  const body = [heading, ...lines].join('\n');
  return `<${BLOCK_TAG} id="${id ?? contentId(body)}">\n${body}\n</${BLOCK_TAG}>`;
}

export function itemLine({ label, text }: BlockLine): string {
  return `- ${label}: ${dataString(text)}`;
}

export function dataString(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(UNSAFE_IN_STRING, escaped);
}

/** The same for whoever reads: on one line and without escapes. What could end the string or the fence becomes its like. */
export function readableString(text: string): string {
  const line = text.toWellFormed().replace(/\s+/gu, ' ').replace(UNSAFE_IN_LINE, '').replace(CODE_FENCE, '').trim();
  return `"${line.replaceAll('"', "'").replaceAll('<', '‹').replaceAll('>', '›')}"`;
}

/** As a data string; its addresses are text and no links (POI-7), and it reads back all the same. */
export function untrustedString(text: string): string {
  return dataString(text).replace(LINKING, escaped);
}

/** One line of a memory file, as it is read best: only what could break out is changed. */
export function fileLine(text: string): string {
  return text
    .toWellFormed()
    .replace(UNSAFE_IN_LINE, escaped)
    .replace(CODE_FENCE, (marks) => "'".repeat(marks.length))
    .replace(LOOKS_ESCAPED, '&amp;')
    .replaceAll('<', '&lt;');
}

function contentId(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 12);
}

function escaped(characters: string): string {
  return Array.from(
    { length: characters.length },
    (_, unit) => `\\u${characters.charCodeAt(unit).toString(16).padStart(4, '0')}`,
  ).join('');
}
