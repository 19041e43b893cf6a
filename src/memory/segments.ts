/**
 * Whose words each part of a prompt is (DESIGN §5.12): by what it is and where it stood before, never by its length. A brief
 * in Markdown is the person's own, with its headings, lists and bold words. Not theirs is what stands in fences and quotes,
 * what programs wrote, tables and data, mails, tickets, chats and pages with what follows, what the person announces as
 * somebody's, what speaks to agents, what the client marks as pasted, and what this session has shown before.
 *
 * Segments are whole lines, in order, without a gap; blank lines belong to what is above them. Linear in the text.
 *
 * Limits: a page that gives no sign of being one and reads like a brief is taken for typed; a person's rule directly below
 * somebody's text, with nothing that ties it to them, is not.
 */
import { markBlocks } from './segment-blocks.ts';
import { isQuotation, markSetApart } from './segment-fences.ts';
import { type Line, linesOf, type Paragraph, paragraphsOf } from './segment-lines.ts';
import { markShapes } from './segment-shapes.ts';

export type SegmentShape =
  | 'fenced'
  | 'quote'
  | 'marked'
  | 'shown'
  | 'log'
  | 'trace'
  | 'diff'
  | 'terminal'
  | 'code'
  | 'table'
  | 'data'
  | 'markup'
  | 'config'
  | 'mail'
  | 'ticket'
  | 'chat'
  | 'page'
  | 'agents'
  | 'announced';

export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly source: 'typed' | 'pasted';
  readonly shape: SegmentShape | 'prose';
}

export interface SegmentContext {
  /** Whether a line, without the spaces around it, stood in a tool's result or a file of this session before. */
  readonly wasShown?: (line: string) => boolean;
}

/** Letters that lines below each other need to be known again: `Thanks` stands everywhere. */
const KNOWN_LETTERS = 16;
const WIDE_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const LETTER = /\p{L}/gu;
/** A sign of the scripts that put a word into one or two says as much as several letters. */
const WIDE_WEIGHT = 3;

export function segmentsOf(text: string, context: SegmentContext = {}): readonly Segment[] {
  const lines = linesOf(text);
  const paragraphs = paragraphsOf(lines);
  markSetApart(lines);
  if (context.wasShown !== undefined) markShown(lines, context.wasShown);
  for (const paragraph of paragraphs) markQuotation(lines, paragraph);
  markShapes(lines, paragraphs);
  markBlocks(lines, paragraphs);
  return joined(lines);
}

function markShown(lines: readonly Line[], wasShown: (line: string) => boolean): void {
  let run: Line[] = [];
  const close = (): void => {
    if (run.reduce((sum, line) => sum + weightOf(line.text), 0) >= KNOWN_LETTERS)
      for (const line of run) line.shape ??= 'shown';
    run = [];
  };
  for (const line of lines) {
    if (line.text === '') continue;
    if (wasShown(line.text)) run.push(line);
    else close();
  }
  close();
}

function weightOf(text: string): number {
  const wide = text.match(WIDE_LETTER)?.length ?? 0;
  return (text.match(LETTER)?.length ?? 0) + wide * (WIDE_WEIGHT - 1);
}

function markQuotation(lines: readonly Line[], { first, end }: Paragraph): void {
  if (!isQuotation(lines[first]?.text ?? '', lines[end - 1]?.text ?? '')) return;
  for (let at = first; at < end; at += 1) {
    const line = lines[at];
    if (line !== undefined) line.shape ??= 'quote';
  }
}

function joined(lines: readonly Line[]): readonly Segment[] {
  const segments: Segment[] = [];
  let first = 0;
  const shapeAt = (at: number): Segment['shape'] => lines[at]?.shape ?? 'prose';
  for (let at = 1; at <= lines.length; at += 1) {
    const line = lines[at];
    if (line !== undefined && (line.text === '' || shapeAt(at) === shapeAt(first))) continue;
    const [from, to, shape] = [lines[first]?.from ?? 0, lines[at - 1]?.to ?? 0, shapeAt(first)];
    segments.push({ from, to, source: shape === 'prose' ? 'typed' : 'pasted', shape });
    first = at;
  }
  return segments;
}
