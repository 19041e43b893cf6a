/**
 * The file that follows an update label: in a fence of its own, or up to the next label. Models put fences into fences
 * of the same length, so a closing line is believed only when the lines after it do not speak against it; where the end
 * is in doubt, the file is not complete and will be refused, for half a file would delete the other half.
 */
import { type Fence, fenceOf, reaches } from './fence-line.ts';
import { labelOf } from './label-line.ts';

export interface FileSection {
  readonly content: string;
  /** The line to go on with. */
  readonly next: number;
  readonly complete: boolean;
  /** True when no label ended it: if the answer was cut off, then here. */
  readonly last: boolean;
}

/** `rest` is what stands on the label's own line; `outer` the fence the label itself stands in. */
export function readFileSection(
  lines: readonly string[],
  label: number,
  rest: string,
  outer: Fence | null,
): FileSection {
  const body = rest.trim() === '' ? [] : [rest.trim()];
  let from = label + 1;
  while (body.length === 0 && from < lines.length && lines[from]?.trim() === '') from++;
  const first = body[0] ?? lines[from] ?? '';
  const frame = fenceOf(first);
  if (frame === null) return unfenced(lines, from, body, outer);
  return fenced(lines, body.length === 0 ? from + 1 : from, frame, outer);
}

function fenced(lines: readonly string[], from: number, frame: Fence, outer: Fence | null): FileSection {
  const { end, bare } = scan(lines, from, frame, {
    endsAtLabel: (bareSeen) => bareSeen > 0,
    endsAtDecoratedItem: true,
  });
  // Odd: pairs inside, and the last one closes. Even: one too many, unless it belongs to the fence around everything.
  const odd = bare.length % 2 === 1;
  const close = odd ? bare.at(-1) : outer === null ? undefined : bare.at(-2);
  const content = lines.slice(from, close ?? end).join('\n');
  const next = close === undefined ? end : close + 1;
  return { content, next, complete: close !== undefined, last: end === lines.length };
}

function unfenced(lines: readonly string[], from: number, body: string[], outer: Fence | null): FileSection {
  const { end, bare, open } = scan(lines, from, outer, {
    endsAtLabel: (bareSeen) => outer !== null || bareSeen % 2 === 0,
    endsAtDecoratedItem: false,
  });
  const odd = bare.length % 2 === 1;
  const last = end === lines.length;
  const close = outer !== null && odd ? bare.at(-1) : undefined;
  const content = [...body, ...lines.slice(from, close ?? end)].join('\n');
  const balanced = !open && (outer === null ? !odd : odd || !last);
  // Only marks: the beginning of a fence that was cut off.
  const complete = balanced && /[^\s`~]/.test(content);
  return { content: withoutRule(content), next: close ?? end, complete, last };
}

interface Scan {
  /** The line of the label that ends the section, or the number of lines. */
  readonly end: number;
  /** Lines of bare fences that are not paired with one that names a language. */
  readonly bare: readonly number[];
  /** True when a block with a language was not closed. */
  readonly open: boolean;
}

interface Ends {
  /** Whether a label ends the section, by the bare fences seen so far. */
  readonly endsAtLabel: (bareSeen: number) => boolean;
  /** Whether "- FACT: …" does, which may also be a line of the file. */
  readonly endsAtDecoratedItem: boolean;
}

/** `frame` bounds what counts as a fence. */
function scan(lines: readonly string[], from: number, frame: Fence | null, ends: Ends): Scan {
  const bare: number[] = [];
  const open: Fence[] = [];
  let at = from;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const fence = fenceOf(line);
    if (fence === null) {
      const label = labelOf(line);
      const outsideBlocks = open.length === 0 && ends.endsAtLabel(bare.length);
      if (label?.kind === 'item' && outsideBlocks && (label.plain || ends.endsAtDecoratedItem)) break;
      if (label?.kind === 'file' && (outsideBlocks || opensFile(lines[at + 1] ?? '', frame))) break;
      continue;
    }
    const inner = open.at(-1) ?? frame;
    if (inner !== null && !reaches(fence, inner)) continue;
    if (!fence.bare) open.push(fence);
    else if (open.length > 0) open.pop();
    else bare.push(at);
  }
  return { end: at, bare, open: open.length > 0 };
}

/** A label with a fence as strong as ours behind it cannot be inside ours: a forgotten end must not swallow the next file. */
function opensFile(lineAfterLabel: string, frame: Fence | null): boolean {
  const fence = fenceOf(lineAfterLabel);
  return fence !== null && !fence.bare && (frame === null || reaches(fence, frame));
}

/** A rule between this file and the next label is the model's, not the file's. */
function withoutRule(content: string): string {
  return content.trimEnd().replace(/\n(?:-{3,}|\*{3,})$/, '');
}
