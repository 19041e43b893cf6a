/**
 * Texts of other people that are known by how they begin or by what frames them, with what follows: mails, tickets, chats,
 * pages, what speaks to agents, and what the person announces as somebody's. Each reaches from its sign to the end or to
 * where the person speaks again (`segment-talk.ts`).
 *
 * Limits: a page that is pasted without a frame, a source or an address to agents, and reads like a brief, is taken for one.
 */
import {
  GREETING,
  ISSUE_EVENT,
  ISSUE_HEADING,
  MAIL_ATTRIBUTION,
  MAIL_FIELD,
  MAIL_FORWARDED,
  MAIL_SUBJECT,
  NAVIGATION,
  PAGE_FRAME,
  PAGE_PHRASE,
  PROJECT_HEADING,
  PUBLISHED,
  ROLE,
  SIGN_OFF,
  SPOKEN_AS,
  TICKET_FIELD,
  TICKET_KEY,
  TICKET_STATE,
  TO_AGENTS,
  TO_AGENTS_ELSEWHERE,
} from './segment-header-words.ts';
import { isOtherLanguage } from './segment-language.ts';
import { isReader } from './segment-line-shape.ts';
import { BEYOND, COLON, DIGIT, GAP, type Line, type Paragraph, SYMBOL } from './segment-lines.ts';
import { isListItem } from './segment-shapes.ts';
import { announces, goesOn, isNorm, isRequest, isTalk } from './segment-talk.ts';
import type { SegmentShape } from './segments.ts';

const CHAT =
  /^(?:\[[^\]]{0,30}\d{1,2}[:.]\d\d[^\]]{0,12}\]\s*[^:：[\]]{1,40}[:：]\s?\S|\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]m)?\s[-–—]\s[^:]{1,40}:\s|[\p{L}][\p{L}\p{N} .'_-]{0,30}\s[[(]\d{1,2}:\d\d(?:\s?[ap]m)?[\])]:?\s?\S)/iu;
const CHAT_HEAD =
  /^[\p{L}][\p{L}\p{N}.'_-]*(?: [\p{L}][\p{L}\p{N}.'_-]*){0,3}\s+(?:(?:today|yesterday) at |— |· )?\d{1,2}[:.]\d\d(?:\s?[AaPp]\.?[Mm]\.?)?$/u;
const NICK = /^<[\w .|@+~-]{1,24}> \S/;
const HEADING = /^(?:#{1,6}\s|\*\*[^*]+\*\*:?$)/;
const BETWEEN_ITEMS = /\s*[|·•>›»/]\s*|\s{2,}/;
const NAVIGATION_ITEMS = 2;
const NAVIGATION_SHORT = 24;
const RULE = /^(?:[-*_=]\s?){3,}$/;
/** Lines between a ticket's key and its first field. */
const KEY_REACH = 4;
const SIGNATURE_LINES = 4;
/** Lines of a letter, above its signature. */
const LETTER_LINES = 80;
const LONGEST_SIGN_OFF = 40;
const LONGEST_HEAD = 60;
const LONGEST_FRAME = 160;
const FORM_HEADINGS = 3;
const PROJECT_HEADINGS = 2;

export function markBlocks(lines: readonly Line[], paragraphs: readonly Paragraph[]): void {
  const blocks = new Blocks(lines, paragraphs);
  blocks.markChats();
  blocks.markMails();
  blocks.markTickets();
  const all = lines
    .map(({ text }) => text)
    .join('\n')
    .toLowerCase();
  const speaksToAgents = TO_AGENTS.test(all) || TO_AGENTS_ELSEWHERE.test(all);
  const hasPhrase = PAGE_PHRASE.test(all);
  blocks.markDocuments('agents', (line) => isToAgents(line, speaksToAgents));
  const isProject = lines.filter(isProjectHeading).length >= PROJECT_HEADINGS;
  blocks.markDocuments('page', (line) => isOfPage(line, hasPhrase) || (isProject && isProjectHeading(line)));
  blocks.markAnnounced();
}

function isToAgents({ text, has }: Line, speaks: boolean): boolean {
  if ((has & COLON) !== 0 && SPOKEN_AS.test(text)) return true;
  if (!speaks) return false;
  const small = text.toLowerCase();
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

class Blocks {
  readonly #lines: readonly Line[];
  readonly #paragraphs: readonly Paragraph[];

  readonly #lastStructure: number;

  constructor(lines: readonly Line[], paragraphs: readonly Paragraph[]) {
    this.#lines = lines;
    this.#paragraphs = paragraphs;
    this.#lastStructure = lines.findLastIndex((line) => isHeading(line.text) || isMade(line.shape));
  }

  markChats(): void {
    const heads: number[] = [];
    const nicks: number[] = [];
    const roles: number[] = [];
    const names = new Set<string>();
    this.#lines.forEach((line, at) => {
      if (line.text === '' || line.shape === 'fenced' || line.shape === 'quote') return;
      const hasColon = (line.has & COLON) !== 0;
      const hasTime = (line.has & DIGIT) !== 0;
      if (hasTime && CHAT.test(line.text)) line.shape = 'chat';
      else if (hasTime && line.text.length <= LONGEST_HEAD && CHAT_HEAD.test(line.text)) heads.push(at);
      else if (line.text.startsWith('<') && NICK.test(line.text)) nicks.push(at);
      const [, role] = (hasColon ? ROLE.exec(line.text) : null) ?? [];
      if (role !== undefined) {
        roles.push(at);
        names.add(role.toLowerCase());
      }
    });
    if (heads.length > 1) for (const at of heads) this.#mark(at, this.#paragraphEnd(at), 'chat');
    if (nicks.length > 1) this.#mark(nicks[0] ?? 0, this.#paragraphEnd(nicks.at(-1) ?? 0), 'chat');
    if (names.size > 1) this.#mark(roles[0] ?? 0, this.#paragraphEnd(roles.at(-1) ?? 0), 'chat');
  }

  markMails(): void {
    for (let at = 0; at < this.#lines.length; at += 1) {
      const text = this.#free(at);
      if (text === '') continue;
      if (this.#beginsMail(at, text)) at = this.#markMail(at);
      else if (text.length <= LONGEST_SIGN_OFF && SIGN_OFF.test(text)) this.#markLetter(at);
    }
  }

  #beginsMail(at: number, text: string): boolean {
    if (/^[-_=*]/.test(text) && MAIL_FORWARDED.test(text)) return true;
    return /[:：]/.test(text) && ((/[:：]$/.test(text) && MAIL_ATTRIBUTION.test(text)) || this.#isMailHead(at));
  }

  /** Two fields, one of them telling, below each other. */
  #isMailHead(at: number): boolean {
    const fields = [this.#free(at), this.#free(at + 1), this.#free(at + 2)];
    const [first = '', ...others] = fields;
    if (!MAIL_FIELD.test(first) || !others.slice(0, 1).some((text) => MAIL_FIELD.test(text))) return false;
    return fields.some((text) => MAIL_SUBJECT.test(text));
  }

  #markMail(at: number): number {
    let next = at + 1;
    while (next < this.#lines.length && this.#lines[next]?.text === '') next += 1;
    if (this.#lines[next]?.shape === 'quote') {
      this.#mark(at, at + 1, 'mail');
      return at;
    }
    const signed = this.#signOff(at);
    const end = signed < 0 ? this.#lines.length : this.#returnAfter(this.#signatureEnd(signed), isRequest);
    this.#mark(at, end, 'mail');
    return end - 1;
  }

  #signOff(from: number): number {
    for (let at = from; at < this.#lines.length; at += 1) if (SIGN_OFF.test(this.#lines[at]?.text ?? '')) return at;
    return -1;
  }

  /** Names and numbers below it, up to a blank line. */
  #signatureEnd(signOff: number): number {
    let at = signOff + 1;
    if (this.#lines[at]?.text === '') at += 1;
    let count = 0;
    while (this.#lines[at] !== undefined && this.#lines[at]?.text !== '' && count < SIGNATURE_LINES)
      [at, count] = [at + 1, count + 1];
    return at;
  }

  /** Without a head: from its greeting to its signature. A greeting at the very beginning is the person's to the agent. */
  #markLetter(signOff: number): void {
    const end = this.#signatureEnd(signOff);
    if (end === signOff + 1) return;
    const top = Math.max(0, signOff - LETTER_LINES);
    let greeting = signOff;
    while (greeting > top && !this.#greets(greeting)) greeting -= 1;
    if (greeting > top) this.#mark(greeting, end, 'mail');
  }

  #greets(at: number): boolean {
    const text = this.#free(at);
    return text !== '' && text.length <= LONGEST_SIGN_OFF && GREETING.test(text);
  }

  markTickets(): void {
    const headings: number[] = [];
    for (let at = 0; at < this.#lines.length; at += 1) {
      const text = this.#free(at);
      if (text === '') continue;
      if (text.length <= LONGEST_HEAD && ISSUE_HEADING.test(text)) headings.push(at);
      if (ISSUE_EVENT.test(text)) at = this.#markTicket(this.#paragraphOf(at)?.first ?? at);
      else if (this.#isTicketHead(at, text)) at = this.#markTicket(at);
    }
    const [first] = headings;
    if (headings.length >= FORM_HEADINGS && first !== undefined) this.#markTicket(first);
  }

  #isTicketHead(at: number, text: string): boolean {
    if (TICKET_KEY.test(text)) {
      if (TICKET_STATE.test(text)) return true;
      for (let next = at + 1; next <= at + KEY_REACH; next += 1) if (TICKET_FIELD.test(this.#free(next))) return true;
      return false;
    }
    return TICKET_FIELD.test(text) && TICKET_FIELD.test(this.#free(at + 1)) && TICKET_FIELD.test(this.#free(at + 2));
  }

  #markTicket(at: number): number {
    const end = this.#returnAfter(this.#paragraphEnd(at), isRequest);
    this.#mark(at, end, 'ticket');
    return end - 1;
  }

  /** Around every line that gives it away: the whole of the document, without what the person says above and below it. */
  markDocuments(shape: 'agents' | 'page', tells: (line: Line) => boolean): void {
    let first = -1;
    let last = -1;
    this.#lines.forEach((line, at) => {
      if (line.text === '' || line.shape !== undefined || !tells(line)) return;
      if (first < 0) first = at;
      last = at;
    });
    if (first < 0) return;
    const end = Math.max(this.#paragraphEnd(last), this.#lastStructure + 1);
    this.#mark(this.#documentStart(first), this.#returnAfter(end, isRequest), shape);
  }

  /** Up to the first paragraph, or to one in which the person talks; within one, to its heading. */
  #documentStart(at: number): number {
    let number = this.#paragraphNumber(at);
    const own = this.#paragraphs[number];
    if (own === undefined) return at;
    const first = number === 0 || this.#talks(own) ? this.#headingIn(own, at) : own.first;
    if (first > own.first) return first;
    while (number > 1) {
      const above = this.#paragraphs[number - 1];
      if (above === undefined || this.#talks(above)) break;
      number -= 1;
    }
    return this.#paragraphs[number]?.first ?? at;
  }

  #headingIn({ first }: Paragraph, at: number): number {
    for (let line = first; line < at; line += 1) if (HEADING.test(this.#lines[line]?.text ?? '')) return line;
    return at;
  }

  #talks({ first }: Paragraph): boolean {
    return isTalk(this.#lines[first]?.text ?? '');
  }

  markAnnounced(): void {
    for (let at = 0; at + 1 < this.#lines.length; at += 1) {
      const text = this.#free(at);
      const line = this.#lines[at];
      const isRead = line?.shape === 'terminal' && isReader(line.text);
      if (text === '' && !isRead) continue;
      let next = at + 1;
      while (next < this.#lines.length && this.#lines[next]?.text === '') next += 1;
      if (!isRead && !announces(text) && !this.#isForeign(text, next)) continue;
      const end = this.#announcedEnd(next);
      this.#mark(next, end, 'announced');
      at = Math.max(at, end - 1);
    }
  }

  /** What was set apart by hand ends there. A document goes on to its last heading, list or code at least. */
  #announcedEnd(first: number): number {
    const { text = '', shape } = this.#lines[first] ?? {};
    if (shape === 'fenced' || shape === 'quote') return first;
    if (RULE.test(text)) return this.#ruled(first);
    const end = this.#paragraphEnd(first);
    const isDocument = this.#lines.slice(first, end).some((line) => isStructure(line));
    return isDocument
      ? this.#returnAfter(Math.max(end, this.#lastStructure + 1), isRequest)
      : this.#returnAfterAnnounced(end);
  }

  /**
   * The next paragraph when it talks of the text; else the first that asks for something, with all before it being the
   * text's. When nobody asks for anything, one last paragraph is the person's, unless it is a rule.
   */
  #returnAfterAnnounced(from: number): number {
    const number = this.#paragraphNumber(from);
    const next = this.#paragraphs[number];
    if (next === undefined) return this.#lines.length;
    const text = this.#textOf(next);
    if (isTalk(text) && !goesOn(text)) return next.first;
    const isLast = number === this.#paragraphs.length - 1;
    if (isLast && !isNorm(text) && !goesOn(text)) return next.first;
    return this.#returnAfter(next.end, isRequest);
  }

  /** Another language below a colon. */
  #isForeign(text: string, next: number): boolean {
    if (!/[:：]$/.test(text)) return false;
    const lines = this.#lines.slice(next, this.#paragraphEnd(next));
    return isOtherLanguage(text, lines.map((line) => line.text).join(' '));
  }

  /** Between two rules. */
  #ruled(first: number): number {
    for (let at = this.#lines.length - 1; at > first; at -= 1)
      if (RULE.test(this.#lines[at]?.text ?? '')) return at + 1;
    return this.#lines.length;
  }

  /** The first paragraph from there on that is the person's again, or the end. */
  #returnAfter(from: number, isReturn: (text: string) => boolean): number {
    for (let number = this.#paragraphNumber(from); number < this.#paragraphs.length; number += 1) {
      const paragraph = this.#paragraphs[number];
      if (paragraph === undefined || paragraph.first < from) continue;
      const text = this.#textOf(paragraph);
      if (isReturn(text) && !goesOn(text)) return paragraph.first;
    }
    return this.#lines.length;
  }

  #textOf({ first, end }: Paragraph): string {
    const lines = this.#lines.slice(first, end);
    return lines.map((line) => line.text).join(' ');
  }

  /** Empty when it is blank or known as something else. */
  #free(at: number): string {
    const line = this.#lines[at];
    return line === undefined || line.shape !== undefined ? '' : line.text;
  }

  #mark(from: number, to: number, shape: SegmentShape): void {
    for (let at = from; at < to; at += 1) {
      const line = this.#lines[at];
      if (line !== undefined) line.shape ??= shape;
    }
  }

  #paragraphOf(at: number): Paragraph | undefined {
    return this.#paragraphs[this.#paragraphNumber(at)];
  }

  #paragraphEnd(at: number): number {
    const paragraph = this.#paragraphOf(at);
    return paragraph === undefined || paragraph.first > at ? at + 1 : paragraph.end;
  }

  /** The one it stands in, or the next. */
  #paragraphNumber(at: number): number {
    let [low, high] = [0, this.#paragraphs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#paragraphs[middle]?.end ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
