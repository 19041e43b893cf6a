/**
 * The lines by which an agent says in its own answer what it has learned or done (C-010 … C-013, C-066):
 * `[MEMORY:category:service] observation`, `[EVENT:level:service] message`, `[COOLDOWN:action:service] why`.
 *
 * - One line, at its beginning: up to three spaces, a list mark and bold marks may stand before it, because that is how
 *   models write lists of them. Not in the middle of a sentence, where somebody only speaks of one.
 * - Not what is shown rather than said: fenced code (at any depth; an unclosed fence reaches to the end), indented code,
 *   inline code, and quotes, which reach to the next empty line.
 * - A category or level that is not of the closed set makes no marker, and neither does a line without a word.
 *
 * In doubt it is none: a lost observation comes again, one that somebody else wrote would be believed. Linear in the text.
 * Limits: a marker in a list that is indented by four or more is lost; inline code over several lines is not seen.
 */
import { OPERATIONAL_CATEGORIES, type OperationalCategory } from './learning.ts';

export const EVENT_LEVELS = ['info', 'warning', 'error', 'critical'] as const;
export type EventLevel = (typeof EVENT_LEVELS)[number];

interface Said {
  /** One line. */
  readonly text: string;
  /** Of the text it was found in; the first is 1. */
  readonly line: number;
}

export type Marker = Said &
  (
    | { readonly kind: 'memory'; readonly label: OperationalCategory; readonly service: string | null }
    | { readonly kind: 'event'; readonly label: EventLevel; readonly service: string | null }
    /** The label is the action. */
    | { readonly kind: 'cooldown'; readonly label: string; readonly service: string }
  );

/** An observation, not an essay. */
const TEXT_CHARS = 500;
/** Said at once. */
const MOST_OF_KIND = 100;
/** How the section of memories calls what is about no service; an agent that says so means none. */
export const NO_SERVICE = 'general';

/** What agents are taught with; who recites it has seen nothing. */
export const MARKER_EXAMPLES = `[MEMORY:timing:media-server] Takes 60s to start after a restart; wait before checking its health
[EVENT:warning:proxy] Certificate expires in 6 days
[COOLDOWN:restart:media-server] Health check failed three times`;

const LINE_END = /\r\n|\n|\r/;
/** Names are cut off at a length no service has. */
const MARKER =
  /^ {0,3}(?:(?:[-*+]|\d{1,2}[.)]) {1,3})?(\*\*)?\[(MEMORY|EVENT|COOLDOWN):([a-zA-Z0-9_-]{1,100})(?::([a-zA-Z0-9_-]{1,100}))?\](.*)$/s;
const OPENING_FENCE = /^([ \t]*)(?:(?:[-*+]|\d{1,2}[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING_FENCE = /^([ \t]*)(`{3,}|~{3,})[ \t]*$/;
const QUOTE = /^[ \t]*(?:(?:[-*+]|\d{1,2}[.)])[ \t]+)?>/;
/** What models put between the bracket and the text. */
const LEAD = /^(?::|[-–—](?= ))/;
const BREAKING = /[\s\p{Cc}]+/gu;
const HAS_WORD = /[\p{L}\p{N}]/u;

export function markersIn(text: string): readonly Marker[] {
  // Most answers hold none.
  if (!/\[(?:MEMORY|EVENT|COOLDOWN):/.test(text)) return [];
  const found: Marker[] = [];
  let fence: Fence | undefined;
  let isQuote = false;
  for (const [at, line] of text.split(LINE_END).entries()) {
    if (fence !== undefined) {
      if (closes(line, fence)) fence = undefined;
      continue;
    }
    fence = opened(line);
    isQuote = fence === undefined && (QUOTE.test(line) || (isQuote && line.trim() !== ''));
    const marker = fence === undefined && !isQuote ? markerOf(line, at + 1) : undefined;
    if (marker !== undefined) found.push(marker);
  }
  return found;
}

/** The rest of what was said: what markers say is kept on its own. */
export function withoutMarkers(text: string): string {
  const lines = new Set(markersIn(text).map(({ line }) => line));
  if (lines.size === 0) return text;
  return text
    .split(LINE_END)
    .filter((_, at) => !lines.has(at + 1))
    .join('\n');
}

/** The first hundred of each kind: a flood of one must not hide another. More than are learned, so that it is seen. */
export function withoutFlood<One extends { readonly marker: Marker }>(said: readonly One[]): readonly One[] {
  const counts = { memory: 0, event: 0, cooldown: 0 };
  return said.filter(({ marker }) => {
    counts[marker.kind] += 1;
    return counts[marker.kind] <= MOST_OF_KIND;
  });
}

function markerOf(line: string, number: number): Marker | undefined {
  const [, bold, kind, label = '', named, rest = ''] = MARKER.exec(line) ?? [];
  const text = saidIn(rest, bold !== undefined);
  if (kind === undefined || !HAS_WORD.test(text)) return undefined;
  if (kind === 'COOLDOWN')
    return named === undefined ? undefined : { kind: 'cooldown', label, service: named, text, line: number };
  const service = named === undefined || named === NO_SERVICE ? null : named;
  if (kind === 'MEMORY') {
    const category = OPERATIONAL_CATEGORIES.find((known) => known === label);
    return category === undefined ? undefined : { kind: 'memory', label: category, service, text, line: number };
  }
  const level = EVENT_LEVELS.find((known) => known === label);
  return level === undefined ? undefined : { kind: 'event', label: level, service, text, line: number };
}

/** Bold marks end behind the bracket or at the end of the line. */
function saidIn(rest: string, isBold: boolean): string {
  const trimmed = rest.trim();
  const bare = !isBold ? trimmed : trimmed.startsWith('**') ? trimmed.slice(2) : trimmed.replace(/\*\*$/, '');
  // Room for what is folded; the rest of a huge line is not looked at.
  const text = bare
    .trimStart()
    .replace(LEAD, '')
    .slice(0, 4 * TEXT_CHARS)
    .replace(BREAKING, ' ')
    .trim();
  return text.length <= TEXT_CHARS ? text : `${text.slice(0, TEXT_CHARS - 1).toWellFormed()}…`;
}

interface Fence {
  readonly indent: number;
  readonly marks: string;
}

function opened(line: string): Fence | undefined {
  const [, indent, marks] = OPENING_FENCE.exec(line) ?? [];
  return indent === undefined || marks === undefined ? undefined : { indent: indent.length, marks };
}

/** The same marks, as many or more; one that is indented further belongs to what is fenced. */
function closes(line: string, { indent, marks }: Fence): boolean {
  const [, space, end] = CLOSING_FENCE.exec(line) ?? [];
  return space !== undefined && end !== undefined && space.length <= indent + 3 && end.startsWith(marks);
}
