/**
 * Whose words the parts of a stored prompt are. Decided once, where the prompt is captured (`segments.ts`), and kept in its
 * metadata as numbers: how many lines it has, then from which line to before which one it is pasted, again and again. Lines
 * stay where they are when a secret in them is taken out later; where their number has changed, the text is asked again, and
 * so is that of records from before there were segments.
 *
 * Lines that the session had shown before are added to them, where it is known what that was (`withPasted`).
 *
 * A prompt's source is `typed` when any of it is, `pasted` when nothing is: who asks whose words they are asks here.
 * Limits: of a prompt the first `TYPED` is looked at, which is more than anybody types, and of what has no segments kept the
 * first `READ`; the rest counts as pasted.
 */
import { SEGMENTS, sourceOfPrompt } from './kept-segments.ts';
import { memo } from './memo.ts';
import { isEmptied, type JsonObject, type MemoryRecord } from './record.ts';
import { countLines, lineStarts, plainLinesOf } from './segment-lines.ts';
import { segmentsOf } from './segments.ts';
import type { SourceClass } from './source.ts';

/** About ten milliseconds of reading, at worst; and about a second: of a long line only its ends are read. */
const READ = { chars: 16_000, lines: 2_000 };
const TYPED = { chars: Number.POSITIVE_INFINITY, lines: 20_000 };
const REMEMBERED = 100;
const QUOTE_MARK = /^[ \t]*>[> ]*/gm;

export type Spoken = Pick<MemoryRecord, 'type' | 'source' | 'content' | 'metadata'>;

export interface RecordPart {
  readonly source: SourceClass;
  readonly text: string;
}

/** For a prompt as it will be stored. Takes time with its length: to be asked where it is read. */
export function segmentedPrompt(content: string): {
  readonly source: 'typed' | 'pasted';
  readonly metadata: JsonObject;
} {
  const metadata = { [SEGMENTS]: computed(content, TYPED, numbersOf) };
  return { source: sourceOfPrompt(metadata), metadata };
}

export interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

/** Those that count as typed, of the beginning of a prompt that has its segments. */
export function typedLinesOf(
  { content, metadata }: Pick<Spoken, 'content' | 'metadata'>,
  chars: number,
): readonly NumberedLine[] {
  const [, ...pasted] = numbersIn(metadata);
  let at = 0;
  return plainLinesOf(content.slice(0, chars)).flatMap((text, number) => {
    while (number >= (pasted[at + 1] ?? Number.POSITIVE_INFINITY)) at += 2;
    return number >= (pasted[at] ?? Number.POSITIVE_INFINITY) ? [] : [{ number, text }];
  });
}

/** The same prompt when these lines of it are pasted as well; they are in order. */
export function withPasted(
  metadata: JsonObject,
  lines: readonly number[],
): { readonly source: 'typed' | 'pasted'; readonly metadata: JsonObject } {
  const [count = 0, ...pasted] = numbersIn(metadata);
  const ranges = lines.map((line): [number, number] => [line, line + 1]);
  for (let at = 0; at < pasted.length; at += 2) ranges.push([pasted[at] ?? 0, pasted[at + 1] ?? 0]);
  const numbers = [count];
  for (const [from, to] of ranges.sort(([a], [b]) => a - b)) {
    if (numbers.length > 1 && numbers.at(-1) === from) numbers[numbers.length - 1] = to;
    else numbers.push(from, to);
  }
  const added = { ...metadata, [SEGMENTS]: numbers };
  return { source: sourceOfPrompt(added), metadata: added };
}

/** In order, without a gap. What is no prompt of the person's is one part. */
export function partsOfRecord(record: Spoken): readonly RecordPart[] {
  const { type, source, content } = record;
  if (type !== 'prompt' || (source !== 'typed' && source !== 'pasted')) return [{ source, text: content }];
  const kept = record.metadata[SEGMENTS];
  const known = typeof kept === 'object' && kept !== null ? taken.get(kept) : undefined;
  if (known?.content === content) return known.parts;
  const parts = partsOf(content, keptIn(record) ?? computed(content, READ, rememberedNumbers));
  if (typeof kept === 'object' && kept !== null) taken.set(kept, { content, parts });
  return parts;
}

/** By what is kept: a record is asked several times in a row, and may be long. */
const taken = new WeakMap<object, { readonly content: string; readonly parts: readonly RecordPart[] }>();

/** What the person wrote themselves; between its parts a blank line. */
export function typedTextOf(record: Spoken): string {
  return joined(partsOfRecord(record), 'typed');
}

/** Without the marks of a quotation. */
export function pastedTextOf(record: Spoken): string {
  return joined(partsOfRecord(record), 'pasted').replace(QUOTE_MARK, '');
}

/** Words of a prompt that no record is at hand of. */
export function promptSaying(content: string): Spoken {
  return { type: 'prompt', source: 'typed', content, metadata: {} };
}

function joined(parts: readonly RecordPart[], source: SourceClass): string {
  return parts
    .flatMap((part) => (part.source === source ? [part.text.trim()] : []))
    .filter((text) => text !== '')
    .join('\n\n');
}

function numbersIn({ [SEGMENTS]: kept }: JsonObject): readonly number[] {
  return Array.isArray(kept) && kept.every((number) => typeof number === 'number') ? (kept as readonly number[]) : [];
}

/** Undefined when there are none, or they are not of this text. What is left of an emptied text is nobody's place any more. */
function keptIn({ content, metadata }: Spoken): readonly number[] | undefined {
  const numbers = numbersIn(metadata);
  if (numbers.length === 0) return undefined;
  const lines = countLines(content);
  if (isEmptied({ metadata })) return numbers.length > 1 ? [lines, 0, lines] : [lines];
  return numbers[0] === lines ? numbers : undefined;
}

const rememberedNumbers = memo(numbersOf, { most: REMEMBERED, longest: READ.chars });

/** Of as much as is to be looked at, by whole lines. */
function computed(content: string, most: typeof READ, numbers: typeof numbersOf): readonly number[] {
  const [end = 0] = lineStarts(content.slice(0, most.chars), [most.lines]);
  if (end === content.length) return numbers(content);
  const [looked = 0, ...pasted] = numbers(content.slice(0, end));
  // The last line that was looked at may go on.
  const rest = looked - 1;
  const before = (pasted.at(-1) ?? -1) >= rest ? pasted.slice(0, -1) : [...pasted, rest];
  const lines = countLines(content);
  return [lines, ...before, lines];
}

function numbersOf(content: string): readonly number[] {
  const numbers = [countLines(content)];
  let line = 0;
  for (const { from, to, source } of segmentsOf(content)) {
    const first = line;
    line += countLines(content.slice(from, to));
    if (source === 'typed') continue;
    // Segments of several shapes that follow each other are one pasted part.
    if (numbers.length > 1 && numbers.at(-1) === first) numbers[numbers.length - 1] = line;
    else numbers.push(first, line);
  }
  return numbers;
}

function partsOf(content: string, [lines = 0, ...pasted]: readonly number[]): readonly RecordPart[] {
  const starts = lineStarts(content, [...pasted, lines]);
  const parts: RecordPart[] = [];
  let from = 0;
  for (const [at, to] of starts.entries()) {
    // They take turns, and the person begins.
    if (from < to) parts.push({ source: at % 2 === 0 ? 'typed' : 'pasted', text: content.slice(from, to) });
    from = to;
  }
  return parts;
}
