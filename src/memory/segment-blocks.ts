/**
 * Texts of other people that are known by how they begin or by what frames them, with what follows: letters, pages, what
 * speaks to agents, and what the person announces as somebody's. Each reaches from its sign to the end or to
 * where the person speaks again (`segment-talk.ts`).
 *
 * Limits: a page that is pasted without a frame, a source or an address to agents, and reads like a brief, is taken for one.
 */
import {
  NAVIGATION,
  PAGE_FRAME,
  PAGE_PHRASE,
  PROJECT_HEADING,
  PUBLISHED,
  SPOKEN_AS,
  TO_AGENTS,
  TO_AGENTS_ELSEWHERE,
} from './segment-header-words.ts';
import { isOtherLanguage } from './segment-language.ts';
import { markLetters } from './segment-letters.ts';
import { isReader } from './segment-line-shape.ts';
import { BEYOND, COLON, GAP, type Line, type Paragraph, SYMBOL } from './segment-lines.ts';
import { Regions } from './segment-regions.ts';
import { isListItem } from './segment-shapes.ts';
import { announces, goesOn, isNorm, isRequest, isTalk } from './segment-talk.ts';
import type { SegmentShape } from './segments.ts';

const HEADING = /^(?:#{1,6}\s|\*\*[^*]+\*\*:?$)/;
const BETWEEN_ITEMS = /\s*[|·•>›»/]\s*|\s{2,}/;
const NAVIGATION_ITEMS = 2;
const NAVIGATION_SHORT = 24;
const MENTIONED = /"[^"]{3,}"|“[^”]{3,}”|«[^»]{3,}»|`[^`]{3,}`|(?<![\p{L}\p{N}])'[^']{8,}'(?![\p{L}\p{N}])/gu;
const RULE = /^(?:[-*_=]\s?){3,}$/;
const LONGEST_FRAME = 160;
const FOREIGN_LINES = 12;
const PROJECT_HEADINGS = 2;
/** Above a document, between two rules. */
const FRONT_MATTER = /^[\w-]+: \S/;

export function markBlocks(lines: readonly Line[], paragraphs: readonly Paragraph[]): void {
  const regions = new Regions(lines, paragraphs);
  markLetters(regions);
  const documents = new Documents(regions);
  const all = lines
    .map(({ text }) => text)
    .join('\n')
    .toLowerCase();
  const speaksToAgents = TO_AGENTS.test(all) || TO_AGENTS_ELSEWHERE.test(all);
  const hasPhrase = PAGE_PHRASE.test(all);
  documents.markDocuments('agents', (line) => isToAgents(line, speaksToAgents));
  const isProject = lines.filter(isProjectHeading).length >= PROJECT_HEADINGS;
  documents.markDocuments('page', (line) => isOfPage(line, hasPhrase) || (isProject && isProjectHeading(line)));
  documents.markAnnounced();
}

function isToAgents({ text, has }: Line, speaks: boolean): boolean {
  if ((has & COLON) !== 0 && SPOKEN_AS.test(text)) return true;
  if (!speaks) return false;
  // Who puts it in quotation marks speaks of it.
  const small = text.toLowerCase().replace(MENTIONED, ' ');
  return TO_AGENTS.test(small) || TO_AGENTS_ELSEWHERE.test(small);
}

function isProjectHeading({ text, shape }: Line): boolean {
  return shape === undefined && text.startsWith('#') && PROJECT_HEADING.test(text);
}

function isOfPage({ text, has }: Line, hasPhrase: boolean): boolean {
  if (text.length <= LONGEST_FRAME && PAGE_FRAME.test(text)) return true;
  if ((has & SYMBOL) !== 0 && PUBLISHED.test(text)) return true;
  return (
    (hasPhrase && PAGE_PHRASE.test(text.toLowerCase())) || ((has & (GAP | SYMBOL | BEYOND)) !== 0 && isNavigation(text))
  );
}

/** Short names one beside the other, of which pages have several in theirs. */
function isNavigation(text: string): boolean {
  if (text.length > 160 || !BETWEEN_ITEMS.test(text)) return false;
  const items = text.split(BETWEEN_ITEMS).filter((item) => item !== '');
  if (items.length < NAVIGATION_ITEMS || items.some((item) => item.length > NAVIGATION_SHORT)) return false;
  return (
    items.filter((item) => NAVIGATION.test(item)).length >= NAVIGATION_ITEMS ||
    (items.length >= 3 && NAVIGATION.test(items[0] ?? ''))
  );
}

function isStructure({ text, shape }: Line): boolean {
  return isHeading(text) || isMade(shape) || isListItem(text);
}

function isHeading(text: string): boolean {
  return HEADING.test(text);
}

/** Of documents: people's own prompts have it as well, but not below somebody's text. */
function isMade(shape: SegmentShape | undefined): boolean {
  return shape === 'fenced' || shape === 'table' || shape === 'markup' || shape === 'code';
}

class Documents {
  readonly #regions: Regions;
  readonly #lastStructure: number;

  constructor(regions: Regions) {
    this.#regions = regions;
    this.#lastStructure = regions.lines.findLastIndex((line) => isHeading(line.text) || isMade(line.shape));
  }

  /** Around every line that gives it away: the whole of the document, without what the person says above and below it. */
  markDocuments(shape: 'agents' | 'page', tells: (line: Line) => boolean): void {
    let first = -1;
    let last = -1;
    this.#regions.lines.forEach((line, at) => {
      if (line.text === '' || line.shape !== undefined || !tells(line)) return;
      if (first < 0) first = at;
      last = at;
    });
    if (first < 0) return;
    const end = Math.max(this.#regions.paragraphEnd(last), this.#lastStructure + 1);
    this.#regions.mark(this.#documentStart(first), this.#regions.returnAfter(end, isRequest), shape);
  }

  /** Up to the first paragraph, or to one in which the person talks; within one, to its heading. */
  #documentStart(at: number): number {
    let number = this.#regions.paragraphNumber(at);
    const own = this.#regions.paragraphs[number];
    if (own === undefined) return at;
    const first = number === 0 || this.#talks(own) ? this.#headingIn(own, at) : own.first;
    if (first > own.first) return first;
    while (number > 1) {
      const above = this.#regions.paragraphs[number - 1];
      if (above === undefined || this.#talks(above)) break;
      number -= 1;
    }
    return this.#regions.paragraphs[number]?.first ?? at;
  }

  #headingIn({ first }: Paragraph, at: number): number {
    for (let line = first; line < at; line += 1) if (HEADING.test(this.#regions.lines[line]?.text ?? '')) return line;
    return at;
  }

  #talks({ first }: Paragraph): boolean {
    return isTalk(this.#regions.lines[first]?.text ?? '');
  }

  markAnnounced(): void {
    for (let at = 0; at + 1 < this.#regions.lines.length; at += 1) {
      const text = this.#regions.free(at);
      const line = this.#regions.lines[at];
      const isRead = line?.shape === 'terminal' && isReader(line.text);
      if (text === '' && !isRead) continue;
      let next = at + 1;
      while (next < this.#regions.lines.length && this.#regions.lines[next]?.text === '') next += 1;
      if (!isRead && !announces(text) && !this.#isForeign(text, next)) continue;
      const end = this.#announcedEnd(next);
      this.#regions.mark(next, end, 'announced');
      at = Math.max(at, end - 1);
    }
  }

  /** What was set apart by hand ends there. A document goes on to its last heading, list or code at least. */
  #announcedEnd(first: number): number {
    const { text = '', shape } = this.#regions.lines[first] ?? {};
    if (shape === 'fenced' || shape === 'quote') return first;
    const isHeaded = FRONT_MATTER.test(this.#regions.lines[first + 1]?.text ?? '');
    if (RULE.test(text) && !isHeaded) return this.#ruled(first);
    const end = this.#regions.paragraphEnd(first);
    const isDocument = isHeaded || this.#regions.lines.slice(first, end).some((line) => isStructure(line));
    return isDocument
      ? this.#regions.returnAfter(Math.max(end, this.#lastStructure + 1), isRequest)
      : this.#returnAfterAnnounced(end);
  }

  /**
   * The next paragraph when it talks of the text; else the first that asks for something, with all before it being the
   * text's. When nobody asks for anything, one last paragraph is the person's, unless it is a rule.
   */
  #returnAfterAnnounced(from: number): number {
    const number = this.#regions.paragraphNumber(from);
    const next = this.#regions.paragraphs[number];
    if (next === undefined) return this.#regions.lines.length;
    const text = this.#regions.textOf(next);
    if (isTalk(text) && !goesOn(text)) return next.first;
    const isLast = number === this.#regions.paragraphs.length - 1;
    if (isLast && !isNorm(text) && !goesOn(text)) return next.first;
    return this.#regions.returnAfter(next.end, isRequest);
  }

  /** Another language below a colon. */
  #isForeign(text: string, next: number): boolean {
    if (!/[:：]$/.test(text)) return false;
    // Asked of every line of a paragraph, which may be long.
    const end = Math.min(this.#regions.paragraphEnd(next), next + FOREIGN_LINES);
    const lines = this.#regions.lines.slice(next, end);
    return isOtherLanguage(text, lines.map((line) => line.text).join(' '));
  }

  /** Between two rules. */
  #ruled(first: number): number {
    for (let at = this.#regions.lines.length - 1; at > first; at -= 1)
      if (RULE.test(this.#regions.lines[at]?.text ?? '')) return at + 1;
    return this.#regions.lines.length;
  }
}
