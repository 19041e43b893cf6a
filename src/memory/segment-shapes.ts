/**
 * What programs have written, known by the shape of a line and of its neighbours: logs, traces, diffs, terminals, tables,
 * data, markup, settings, code. A line is sure by itself, or likely: a likely one counts beside a sure one or among others
 * like it, because people write `port: 5434` and `Error: show the code` as well. What stands between such lines in one
 * paragraph is theirs; prose above and below stays the person's.
 */

import { likelyShape } from './segment-likely-shape.ts';
import { isReader, sureShape } from './segment-line-shape.ts';
import { COLON, GAP, type Line, type Paragraph, SYMBOL } from './segment-lines.ts';
import type { SegmentShape } from './segments.ts';

const LIST_ITEM = /^(?:[-*+•–·◦▪§→]|\d{1,3}[.)-]|[a-z][.)]|\[[ xX]\])\s+\S/;
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const YAML_KEY = /^(?:- )?["']?[\w./$-]+["']?:(?:\s+(?!.*[.!?] ).*)?$/;
const YAML_PARENT = /^(?:- )?["']?[\w./$-]+["']?:$/;
const CODE_INDENT = 4;
/** So many likely lines, one below the other, are as good as a sure one. */
const LIKELY_RUN = 3;
/** People hardly indent what is no list. */
const LIKELY_INDENT = 2;
const SENTENCE = /(?<!\p{L})(?:\p{L}[\p{L}'’-]*[,:]? ){3}\p{L}/u;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{4}/u;
const HEADING = /^#{1,6}\s/;

export function markShapes(lines: readonly Line[], paragraphs: readonly Paragraph[]): void {
  markComments(lines);
  markHunks(lines);
  markIndented(lines);
  for (const paragraph of paragraphs) {
    markSettings(lines, paragraph);
    markColumns(lines, paragraph);
  }
  markLikely(lines);
  for (const paragraph of paragraphs) markOutput(lines, paragraph);
}

export function isListItem(text: string): boolean {
  return LIST_ITEM.test(text);
}

/** From `/*` to its end, or as long as there are stars; and one `#` below the other, which no headings are. */
function markComments(lines: readonly Line[]): void {
  const last = lines.findLastIndex(({ text }) => text.includes('*/'));
  let isOpen = false;
  lines.forEach((line, at) => {
    const { text } = line;
    if (line.shape !== undefined) return;
    if (text.startsWith('/*')) isOpen = true;
    if (isOpen) {
      if (at > last && !text.startsWith('*') && !text.startsWith('/*')) isOpen = false;
      else setShape(line, 'code');
      if (text.includes('*/')) isOpen = false;
    } else if (isHash(text) && (isHash(lines[at - 1]?.text) || isHash(lines[at + 1]?.text))) line.shape = 'code';
  });
}

function isHash(text: string | undefined): boolean {
  return text?.startsWith('#') === true && !text.startsWith('##');
}

/** What follows the head of a hunk, as long as it is marked; over a blank line only when the head says so. */
function markHunks(lines: readonly Line[]): void {
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (line?.shape !== undefined || line?.text.startsWith('@@') !== true) continue;
    const [, before = '1', after = '1'] = HUNK.exec(line.text) ?? [];
    if (!HUNK.test(line.text)) continue;
    line.shape = 'diff';
    let left = Math.max(Number(before), Number(after));
    for (let next = lines[at + 1]; next !== undefined && isInHunk(next, left); next = lines[at + 1]) {
      next.shape = 'diff';
      at += 1;
      left -= next.text.startsWith('-') ? 0 : 1;
    }
  }
}

function isInHunk({ text, indent, shape }: Line, left: number): boolean {
  if (shape !== undefined) return false;
  return text === '' ? left > 0 : /^[+\-\\]/.test(text) || indent > 0;
}

/** As Markdown has it: four columns after a blank line, and not below an item of a list. */
function markIndented(lines: readonly Line[]): void {
  let [isInList, isCode, afterBlank] = [false, false, true];
  for (const line of lines) {
    if (line.text === '') {
      afterBlank = true;
      continue;
    }
    const isItem = isListItem(line.text);
    if (line.indent < CODE_INDENT) {
      isInList = isItem || (isInList && line.indent > 0);
      isCode = false;
    } else if (!isInList && (isCode || (afterBlank && !isItem))) {
      line.shape ??= 'code';
      isCode = true;
    }
    afterBlank = false;
  }
}

/** `key:` with further keys indented below it. */
function markSettings(lines: readonly Line[], { first, end }: Paragraph): void {
  for (let at = first; at + 1 < end; at += 1) {
    const [line, next] = [lines[at], lines[at + 1]];
    if (line === undefined || next === undefined || line.shape !== undefined) continue;
    const isBlock = YAML_PARENT.test(line.text) && next.indent > line.indent && YAML_KEY.test(next.text);
    if (!isBlock) continue;
    const { indent } = line;
    line.shape = 'config';
    while (at + 1 < end) {
      const inner = lines[at + 1];
      if (inner === undefined || (inner.indent <= indent && !(inner.indent === indent && isPlainKey(inner.text))))
        break;
      inner.shape ??= 'config';
      at += 1;
    }
  }
}

/** A key of a file of settings is one word in small letters, with a short value. */
function isPlainKey(text: string): boolean {
  return YAML_KEY.test(text) && /^[a-z]/.test(text) && text.split(' ').length <= 4;
}

const MARKS: readonly string[] = ['\t', '|', ';', ',', ':'];

interface Row {
  readonly mark: string;
  readonly count: number;
}

/** Lines below each other that are cut into as many fields by the same mark. */
function markColumns(lines: readonly Line[], { first, end }: Paragraph): void {
  let from = first;
  let row: Row | undefined;
  const close = (to: number): void => {
    if (row === undefined || !isTable(lines, from, to, row)) return;
    for (let at = from; at < to; at += 1) setShape(lines[at], row.mark === '|' ? 'table' : 'data');
  };
  for (let at = first; at <= end; at += 1) {
    const line = lines[at];
    const next = at === end || line === undefined || line.shape !== undefined ? undefined : rowOf(line, row?.mark);
    if (row !== undefined && next?.mark === row.mark && next.count === row.count) continue;
    close(at);
    row = next;
    from = at;
  }
}

function rowOf({ text, has }: Line, wanted: string | undefined): Row | undefined {
  if (!text.includes(',') && (has & (SYMBOL | GAP | COLON)) === 0) return undefined;
  if (isListItem(text)) return undefined;
  for (const mark of wanted === undefined ? MARKS : [wanted, ...MARKS]) {
    if (!text.includes(mark)) continue;
    const fields = (text.includes('"') ? text.replace(/"[^"]*"/g, '""') : text).split(mark);
    if (mark === '\t' ? fields.length >= 2 : fields.length >= (mark === ':' ? 4 : 3) && isTight(fields, mark))
      return { mark, count: fields.length };
  }
  return undefined;
}

/** People put a space after a comma, programs do not. */
function isTight(fields: readonly string[], mark: string): boolean {
  if (mark === '|') return true;
  return fields.every((field, at) => (at === 0 || !/^\s/.test(field)) && !/[.!?。！？]$/.test(field));
}

function isTable(lines: readonly Line[], from: number, to: number, { mark }: Row): boolean {
  const rows = to - from;
  if (rows < 2) return false;
  if (mark === '|' || mark === '\t' || rows >= 4) return true;
  let numbers = 0;
  for (let at = from + 1; at < to; at += 1)
    if (/(?:^|[,;"])-?\d[\d.,:/-]*(?:$|[,;"])/.test(lines[at]?.text ?? '')) numbers += 1;
  return numbers === rows - 1 || (rows >= 3 && numbers > 0);
}

/** Sure lines first; then likely ones, as many as stand below each other, or beside sure ones. */
function markLikely(lines: readonly Line[]): void {
  const likely = likelyShapes(lines);
  markRuns(lines, likely);
  spread(lines, likely, 1);
  spread(lines, likely, -1);
  fillBetween(lines);
}

function likelyShapes(lines: readonly Line[]): readonly (SegmentShape | undefined)[] {
  let isInList = false;
  for (const line of lines) if (line.text !== '') line.shape ??= sureShape(line);
  return lines.map((line, at) => {
    if (line.text === '' || line.shape !== undefined) return undefined;
    const isItem = isListItem(line.text);
    isInList = isItem || (isInList && line.indent > 0);
    if (!isInList && line.indent >= LIKELY_INDENT) return 'code';
    return likelyShape(line, isItem, lines[at - 1], lines[at + 1]);
  });
}

function markRuns(lines: readonly Line[], likely: readonly (SegmentShape | undefined)[]): void {
  let run = 0;
  for (let at = 0; at <= lines.length; at += 1) {
    const counts = likely[at] !== undefined && !isListItem(lines[at]?.text ?? '');
    if (counts) run += 1;
    else {
      if (run >= LIKELY_RUN) for (let back = at - run; back < at; back += 1) setShape(lines[back], likely[back]);
      run = 0;
    }
  }
}

/** To the lines beside a machine's; over a blank one only what people hardly write. */
function spread(lines: readonly Line[], likely: readonly (SegmentShape | undefined)[], step: 1 | -1): void {
  let [isBeside, overBlank] = [false, false];
  for (let at = step === 1 ? 0 : lines.length - 1; at >= 0 && at < lines.length; at += step) {
    const line = lines[at];
    if (line === undefined) continue;
    if (line.text === '') {
      overBlank = true;
      continue;
    }
    const shape = likely[at];
    if (isBeside && shape !== undefined && (!overBlank || shape === 'log' || shape === 'code')) setShape(line, shape);
    isBeside = isMachine(line.shape) || (isBeside && line.shape === 'quote');
    overBlank = false;
  }
}

/** What stands between a machine's lines: in one paragraph all of it, else what is no sentence. */
function fillBetween(lines: readonly Line[]): void {
  let last = -1;
  let hasBlank = false;
  let isSpoken = false;
  for (let at = 0; at < lines.length; at += 1) {
    const { text = '', shape } = lines[at] ?? {};
    if (text === '') hasBlank = true;
    else if (shape === undefined) isSpoken ||= isSentence(text);
    else {
      if (last >= 0 && isMachine(shape) && !(hasBlank && isSpoken))
        for (let gap = last + 1; gap < at; gap += 1) setShape(lines[gap], shape);
      last = isMachine(shape) ? at : -1;
      [hasBlank, isSpoken] = [false, false];
    }
  }
}

/** Words in a row, or signs of a script that has no spaces. */
function isSentence(text: string): boolean {
  return SENTENCE.test(text) || WIDE.test(text) || isListItem(text) || HEADING.test(text);
}

/** What a command has printed: up to the end of the paragraph when nothing in it tells where it ends. */
function markOutput(lines: readonly Line[], { first, end }: Paragraph): void {
  let command = -1;
  for (let at = first; at < end; at += 1) {
    const line = lines[at];
    if (line?.shape === 'terminal' && sureShape(line) === 'terminal') command = at;
  }
  if (command < 0) return;
  const isRead = isReader(lines[command]?.text ?? '');
  const hasOutput = command + 1 < end && lines[command + 1]?.shape !== undefined;
  if (hasOutput && !isRead) return;
  for (let at = command + 1; at < end; at += 1) setShape(lines[at], 'terminal');
}

/** Shapes that a program makes; those that people make by hand (quotes, fences) say nothing of what is beside them. */
function isMachine(shape: SegmentShape | undefined): boolean {
  return shape !== undefined && shape !== 'quote' && shape !== 'fenced' && shape !== 'marked';
}

function setShape(line: Line | undefined, shape: SegmentShape | undefined): void {
  if (line !== undefined && line.text !== '') line.shape ??= shape;
}
