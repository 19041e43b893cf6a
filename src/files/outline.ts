/** What the lines of a Markdown text are: headings (`## …`) and fenced code, in which a `#` starts no heading. */

export interface OutlineLine {
  readonly text: string;
  readonly heading: { readonly level: number; readonly name: string } | null;
  /** The index of the line that opens the fenced block it belongs to. */
  readonly fence: number | null;
}

const HEADING = /^(#{1,6})\s+(\S.*)$/;
const FENCE = /^\s*(`{3,}|~{3,})([^`]*)$/;

export function outlineOf(lines: readonly string[]): readonly OutlineLine[] {
  const outline: OutlineLine[] = [];
  let opened = -1;
  let lastFenced = -1;
  for (const [index, text] of lines.entries()) {
    if (index > lastFenced) {
      const end = endOfFence(lines, index);
      if (end !== null) {
        opened = index;
        lastFenced = end;
      }
    }
    const fenced = index <= lastFenced;
    outline.push({ text, heading: fenced ? null : headingOf(text), fence: fenced ? opened : null });
  }
  return outline;
}

/** Null when the line opens no fence, or one that is never closed: it would swallow the rest of the file. */
function endOfFence(lines: readonly string[], index: number): number | null {
  const mark = FENCE.exec(lines[index] ?? '')?.[1];
  if (mark === undefined) return null;
  const end = lines.findIndex((line, at) => {
    const closing = at > index ? FENCE.exec(line) : null;
    return closing !== null && closing[1]?.startsWith(mark) === true && closing[2]?.trim() === '';
  });
  return end === -1 ? null : end;
}

/** Of a line that stands in no fenced code. */
export function isHeading(text: string): boolean {
  return headingOf(text) !== null;
}

function headingOf(text: string): OutlineLine['heading'] {
  const [, marks = '', rest = ''] = HEADING.exec(text) ?? [];
  if (marks === '') return null;
  return { level: marks.length, name: rest.trim().replace(/\s#+$/, '').trim() };
}
