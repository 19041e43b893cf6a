/**
 * The sentences of a message that may be Markdown: paragraphs, list items and headings, with the heading each stands under
 * and the exact place in the message. Fenced and indented code, quoted lines and table rows are no sentences. A sentence
 * ends at a mark that is no part of an abbreviation, a number, a code span or a quotation, in scripts with blanks and
 * without. Lines that an editor wrapped are joined.
 *
 * Time is linear in the message: one pass over its lines, one over each block. Pure.
 */
import { sentenceEnds } from './sentence-ends.ts';

type SentenceKind = 'heading' | 'item' | 'prose';

export interface Sentence {
  /** As it was typed, without list marks, on one line. */
  readonly text: string;
  readonly kind: SentenceKind;
  readonly from: number;
  readonly to: number;
  /** The nearest heading above, or ''. */
  readonly heading: string;
}

interface Block {
  readonly kind: SentenceKind;
  readonly from: number;
  to: number;
  /** The last line of it, to see whether it goes on. */
  last: string;
}

const FENCE = /^\s{0,12}(`{3,}|~{3,})/;
const NOT_SAID = /^\s{0,12}(?:>|\|)/;
const INDENTED = /^(?: {4}|\t)/;
const HEADING = /^\s{0,3}#{1,6}\s+(?=\S)/;
const ITEM = /^\s{0,40}(?:[-*+•·–]|\d{1,3}[.)、]|[a-z][.)]|\[[ xX]?\])\s+(?:\[[ xX]\]\s+)?(?=\S)/;
const BOLD_LINE = /^\s{0,3}(?:\*{1,2}|__)[^*_]{1,80}(?:\*{1,2}|__):?\s{0,3}$/;
/** A short line that announces the ones below. */
const LABEL_LINE = /^[^.!?。！？]{1,40}[:：]\s{0,3}$/;
/** A line this long that goes on in lower case was wrapped by an editor. */
const WRAPPED_CHARS = 60;
const GOES_ON = /^\s{0,12}[\p{Ll}(]/u;
const ENDED = /[.!?:。！？：]["”')\]]?\s{0,3}$/;

export function sentencesOf(message: string): readonly Sentence[] {
  const found: Sentence[] = [];
  let heading = '';
  for (const block of blocksOf(message)) {
    const text = message.slice(block.from, block.to);
    if (block.kind === 'heading') {
      const sentence = sentenceAt(text, block, 0, text.length, heading);
      if (sentence === null) continue;
      found.push(sentence);
      heading = sentence.text;
      continue;
    }
    let from = 0;
    for (const to of sentenceEnds(text)) {
      const sentence = sentenceAt(text, block, from, to, heading);
      if (sentence !== null) found.push(sentence);
      from = to;
    }
  }
  return found;
}

function sentenceAt(text: string, block: Block, from: number, to: number, heading: string): Sentence | null {
  const part = text.slice(from, to);
  const trimmed = part.trim();
  if (trimmed === '') return null;
  const start = block.from + from + (part.length - part.trimStart().length);
  return {
    text: trimmed.replace(/\s*\n\s*/g, ' '),
    kind: block.kind,
    from: start,
    to: start + trimmed.length,
    heading,
  };
}

function blocksOf(message: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  let fence = '';
  let inList = false;
  for (let start = 0; start <= message.length; ) {
    const newline = message.indexOf('\n', start);
    const end = newline < 0 ? message.length : newline;
    const line = message.slice(start, end);
    const mark = FENCE.exec(line)?.[1] ?? '';
    const wasFenced = fence !== '';
    if (mark !== '' && (fence === '' || mark.startsWith(fence))) fence = wasFenced ? '' : mark;
    const isCode = wasFenced || mark !== '' || (INDENTED.test(line) && open === null && !inList);
    if (isCode || line.trim() === '' || NOT_SAID.test(line)) open = null;
    else {
      const item = ITEM.exec(line)?.[0].length ?? 0;
      const title = HEADING.exec(line)?.[0].length ?? 0;
      const isHeading = title > 0 || (item === 0 && (BOLD_LINE.test(line) || LABEL_LINE.test(line)));
      if (item > 0) inList = true;
      else if (!INDENTED.test(line)) inList = false;
      if (open !== null && !isHeading && item === 0 && goesOn(open.last, line)) {
        open.to = end;
        open.last = line;
      } else {
        open = {
          kind: isHeading ? 'heading' : item > 0 ? 'item' : 'prose',
          from: start + (item || title),
          to: end,
          last: line,
        };
        blocks.push(open);
        if (isHeading) open = null;
      }
    }
    start = end + 1;
  }
  return blocks;
}

function goesOn(before: string, line: string): boolean {
  return before.length >= WRAPPED_CHARS && GOES_ON.test(line) && !ENDED.test(before.slice(-8));
}
