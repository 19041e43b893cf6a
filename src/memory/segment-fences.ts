/**
 * Lines that somebody has set apart by marks: fences, quotes, tags of the client, tags around documents. A fence that is
 * never closed reaches to the end, from the first one on: a page that stands in fences may hold one that closes them early. Fences stand in fences: one with a language opens a further one; and one that holds a
 * document (headings) may hold that document's own fences, so it reaches to the last.
 *
 * Limits: tags that people put around their own words (`<task>`) are known by not being known as anybody else's.
 */
import type { Line } from './segment-lines.ts';

const FENCE = /^(?:(?:[-*+]|\d{1,3}[.)])\s+)?(`{3,}|~{3,})\s*([^`]*)$/;
const HEADING = /^#{1,6}\s+\S/;
const QUOTE = /^(?:(?:[-*+]|\d{1,3}[.)])\s+)?(?:>(?!>>\s)|»|｜|┃|▌)/;
/** A paragraph that stands in quotation marks as a whole. */
const OPENS_QUOTE = /^["“„«「『]/;
const CLOSES_QUOTE = /["”“»」』][.,;]?$/;
const TRIPLE = /"""|'''/;
const OPENS_TRIPLE = /^[rfbuRFBU]{0,2}("""|''')/;
const MARKER =
  /^\[(?:pasted|image|attachment|attached|screenshot|file|clipboard|copied)\b[^\]]{0,80}\](?:\s*\[[^\]]{0,80}\])*$/i;
const CLOSING_TAG = /<\/([a-zA-Z][\w:.-]{0,60})\s*>/g;
const TAG = /^<([a-zA-Z][\w:.-]{0,60})(\s[^<>]*)?>/;
/** Tags of clients, of tools and of documents; those of HTML are known by their shape. */
const FOREIGN_TAG =
  /^(?:pasted|paste|clipboard|file|document|doc|attachment|attached|quote|e-?mail|mail|message|ticket|issue|page|web|site|article|log|output|result|std(?:out|err)|diff|patch|code|snippet|selection|selected|ide|system|assistant|tool|function|command|local-command|bash|terminal|search|source|readme|memory|reminder|email|transcript|conversation|chat|html|body|div|table|ul|ol|pre|blockquote|section|article|script|style|svg|form)(?:$|[-_:.\w])/i;
const OPEN_TO_END = /^(?:pasted|paste|system|file|document|tool|local-command|command|memory)/i;

export function markSetApart(lines: readonly Line[]): void {
  markFences(lines);
  markTripleQuotes(lines);
  markTags(lines);
  for (const line of lines) {
    if (line.shape !== undefined || line.text === '') continue;
    if (QUOTE.test(line.text)) line.shape = 'quote';
    else if (line.text.startsWith('[') && MARKER.test(line.text)) line.shape = 'marked';
  }
}

/** Paragraphs that are one quotation. */
export function isQuotation(first: string, last: string): boolean {
  return OPENS_QUOTE.test(first) && CLOSES_QUOTE.test(last) && first.length + last.length > 2;
}

/** As some people set apart what they paste, and as Python does with its descriptions. */
function markTripleQuotes(lines: readonly Line[]): void {
  const last = lines.findLastIndex(({ text }) => TRIPLE.test(text));
  for (let at = 0; at <= last; at += 1) {
    const text = lines[at]?.text ?? '';
    const [opening = '', mark = ''] = OPENS_TRIPLE.exec(text) ?? [];
    if (mark === '' || lines[at]?.shape !== undefined) continue;
    setShape(lines[at], 'fenced');
    if (text.slice(opening.length).includes(mark)) continue;
    for (at += 1; at <= last; at += 1) {
      setShape(lines[at], 'fenced');
      if (lines[at]?.text.includes(mark) === true) break;
    }
  }
}

interface Fence {
  readonly at: number;
  readonly mark: string;
  readonly info: string;
}

function fencesIn(lines: readonly Line[]): readonly Fence[] {
  return lines.flatMap(({ text }, at) => {
    if (!text.includes('```') && !text.includes('~~~')) return [];
    const [, mark, info = ''] = FENCE.exec(text) ?? [];
    return mark === undefined ? [] : [{ at, mark, info: info.trim() }];
  });
}

function markFences(lines: readonly Line[]): void {
  const fences = fencesIn(lines);
  for (let opening = 0; opening < fences.length; opening += 1) {
    const closing = closingOf(fences, opening, lines);
    const end = fences[closing]?.at ?? lines.length - 1;
    // One too many: which of them open and which close nobody can tell.
    const first = fences[closing < 0 ? 0 : opening]?.at ?? 0;
    for (let at = first; at <= end; at += 1) setShape(lines[at], 'fenced');
    if (closing < 0) return;
    opening = closing;
  }
}

/** Its place among the fences; -1 when there is none. */
function closingOf(fences: readonly Fence[], opening: number, lines: readonly Line[]): number {
  const open = fences[opening];
  if (open === undefined) return -1;
  let depth = 1;
  for (let at = opening + 1; at < fences.length; at += 1) {
    const fence = fences[at];
    if (fence === undefined || fence.mark[0] !== open.mark[0]) continue;
    if (fence.info !== '') depth += fence.mark.length >= open.mark.length ? 1 : 0;
    else if (fence.mark.length >= open.mark.length || depth > 1) depth -= 1;
    if (depth > 0) continue;
    const holdsDocument = lines.slice(open.at + 1, fence.at).some(({ text }) => HEADING.test(text));
    if (!holdsDocument || isCode(open.info)) return at;
    const last = fences.findLastIndex(({ mark, info }) => mark[0] === open.mark[0] && info === '');
    return Math.max(at, last);
  }
  return -1;
}

/** A comment of a script looks like a heading. */
function isCode(info: string): boolean {
  return info !== '' && !/^(?:md|markdown|text|txt|plain)/i.test(info);
}

function markTags(lines: readonly Line[]): void {
  const lastClosing = new Map<string, number>();
  lines.forEach(({ text, shape }, at) => {
    if (shape === undefined && text.includes('</'))
      for (const [, name = ''] of text.matchAll(CLOSING_TAG)) lastClosing.set(name, at);
  });
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (line?.shape !== undefined || line?.text.startsWith('<') !== true) continue;
    const [, name = '', attributes] = TAG.exec(line.text) ?? [];
    if (name === '' || !(FOREIGN_TAG.test(name) || attributes?.includes('=') === true)) continue;
    const last = lastClosing.get(name) ?? -1;
    const isOpen = last < at;
    if (isOpen && !OPEN_TO_END.test(name)) continue;
    const end = isOpen ? lines.length - 1 : endOfTag(lines, at, name, last);
    for (; at <= end; at += 1) setShape(lines[at], 'marked');
    at -= 1;
  }
}

/** Tags stand in tags of the same name. */
function endOfTag(lines: readonly Line[], first: number, name: string, last: number): number {
  let depth = 0;
  for (let at = first; at < last; at += 1) {
    const text = lines[at]?.text ?? '';
    if (!text.includes('<')) continue;
    depth += text.split(`<${name}`).length - text.split(`</${name}`).length;
    if (depth <= 0) return at;
  }
  return last;
}

function setShape(line: Line | undefined, shape: 'fenced' | 'marked'): void {
  if (line !== undefined) line.shape ??= shape;
}
