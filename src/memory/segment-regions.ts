/** Lines and paragraphs of a text, and what is done with both: asking what a line is, marking from one to another. */
import type { Line, Paragraph } from './segment-lines.ts';
import { goesOn } from './segment-talk.ts';
import type { SegmentShape } from './segments.ts';

export class Regions {
  readonly lines: readonly Line[];
  readonly paragraphs: readonly Paragraph[];

  constructor(lines: readonly Line[], paragraphs: readonly Paragraph[]) {
    this.lines = lines;
    this.paragraphs = paragraphs;
  }

  /** The first paragraph from there on that is the person's again, or the end. */
  returnAfter(from: number, isReturn: (text: string) => boolean): number {
    for (let number = this.paragraphNumber(from); number < this.paragraphs.length; number += 1) {
      const paragraph = this.paragraphs[number];
      if (paragraph === undefined || paragraph.first < from) continue;
      const text = this.textOf(paragraph);
      if (isReturn(text) && !goesOn(text)) return paragraph.first;
    }
    return this.lines.length;
  }

  textOf({ first, end }: Paragraph): string {
    const lines = this.lines.slice(first, end);
    return lines.map((line) => line.text).join(' ');
  }

  /** Empty when it is blank or known as something else. */
  free(at: number): string {
    const line = this.lines[at];
    return line === undefined || line.shape !== undefined ? '' : line.text;
  }

  mark(from: number, to: number, shape: SegmentShape): void {
    for (let at = from; at < to; at += 1) {
      const line = this.lines[at];
      if (line !== undefined) line.shape ??= shape;
    }
  }

  paragraphOf(at: number): Paragraph | undefined {
    return this.paragraphs[this.paragraphNumber(at)];
  }

  paragraphEnd(at: number): number {
    const paragraph = this.paragraphOf(at);
    return paragraph === undefined || paragraph.first > at ? at + 1 : paragraph.end;
  }

  /** The one it stands in, or the next. */
  paragraphNumber(at: number): number {
    let [low, high] = [0, this.paragraphs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.paragraphs[middle]?.end ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
