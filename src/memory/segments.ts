/**
 * Whose words each part of a prompt is (DESIGN §5.12): by what it is and where it stood before, never by its length. A brief
 * in Markdown is the person's own, with its headings, lists and bold words. Not theirs is what stands in fences and quotes,
 * what programs wrote, tables and data, mails, tickets, chats and pages with what follows, what the person announces as
 * somebody's, what speaks to agents, and what the client marks as pasted; what this session has shown before is told by
 * `shown-lines.ts`.
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

export function segmentsOf(text: string): readonly Segment[] {
  const lines = linesOf(text);
  const paragraphs = paragraphsOf(lines);
  markSetApart(lines);
  for (const paragraph of paragraphs) markQuotation(lines, paragraph);
  markShapes(lines, paragraphs);
  markBlocks(lines, paragraphs);
  return joined(lines);
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
