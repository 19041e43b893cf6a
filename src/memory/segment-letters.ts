/**
 * What people have written to each other, known by how it is headed: chats, mails, tickets. A chat reaches to the end of its
 * last paragraph; a mail to its signature, else to the end; a ticket to where somebody asks for something.
 */
import {
  GREETING,
  ISSUE_EVENT,
  ISSUE_HEADING,
  MAIL_ATTRIBUTION,
  MAIL_FIELD,
  MAIL_FORWARDED,
  MAIL_SUBJECT,
  ROLE,
  SIGN_OFF,
  TICKET_FIELD,
  TICKET_KEY,
  TICKET_STATE,
} from './segment-header-words.ts';
import { COLON, DIGIT } from './segment-lines.ts';
import type { Regions } from './segment-regions.ts';
import { isRequest } from './segment-talk.ts';

const CHAT =
  /^(?:\[[^\]]{0,30}\d{1,2}[:.]\d\d[^\]]{0,12}\]\s*[^:：[\]]{1,40}[:：]\s?\S|\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]m)?\s[-–—]\s[^:]{1,40}:\s|[\p{L}][\p{L}\p{N} .'_-]{0,30}\s[[(]\d{1,2}:\d\d(?:\s?[ap]m)?[\])]:?\s?\S)/iu;
const CHAT_HEAD =
  /^[\p{L}][\p{L}\p{N}.'_-]*(?: [\p{L}][\p{L}\p{N}.'_-]*){0,3}\s+(?:(?:today|yesterday) at |— |· )?\d{1,2}[:.]\d\d(?:\s?[AaPp]\.?[Mm]\.?)?$/u;
const NICK = /^<[\w .|@+~-]{1,24}> \S/;
/** Lines between a ticket's key and its first field. */
const KEY_REACH = 4;
const SIGNATURE_LINES = 4;
/** Lines of a letter, above its signature. */
const LETTER_LINES = 80;
const LONGEST_SIGN_OFF = 40;
const LONGEST_HEAD = 60;
const FORM_HEADINGS = 3;

export function markLetters(regions: Regions): void {
  const letters = new Letters(regions);
  letters.markChats();
  letters.markMails();
  letters.markTickets();
}

class Letters {
  readonly #regions: Regions;

  constructor(regions: Regions) {
    this.#regions = regions;
  }

  markChats(): void {
    const heads: number[] = [];
    const nicks: number[] = [];
    const roles: number[] = [];
    const names = new Set<string>();
    this.#regions.lines.forEach((line, at) => {
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
    if (heads.length > 1) for (const at of heads) this.#regions.mark(at, this.#regions.paragraphEnd(at), 'chat');
    if (nicks.length > 1) this.#regions.mark(nicks[0] ?? 0, this.#regions.paragraphEnd(nicks.at(-1) ?? 0), 'chat');
    if (names.size > 1) this.#regions.mark(roles[0] ?? 0, this.#regions.paragraphEnd(roles.at(-1) ?? 0), 'chat');
  }

  markMails(): void {
    for (let at = 0; at < this.#regions.lines.length; at += 1) {
      const text = this.#field(at);
      if (text === '') continue;
      if (this.#beginsMail(at, text)) at = this.#markMail(at);
      else if (text.length <= LONGEST_SIGN_OFF && SIGN_OFF.test(text)) this.#markLetter(at);
    }
  }

  #beginsMail(at: number, text: string): boolean {
    if (/^[-_=*]/.test(text) && MAIL_FORWARDED.test(text)) return true;
    return /[:：]/.test(text) && ((/[:：]$/.test(text) && MAIL_ATTRIBUTION.test(text)) || this.#isMailHead(at));
  }

  /** Fields below each other read like settings, and are marked as such; those begin with a small letter. */
  #field(at: number): string {
    const line = this.#regions.lines[at];
    const isMarked = line?.shape === 'config' || line?.shape === 'data';
    return isMarked && !/^\p{Ll}/u.test(line.text) ? line.text : this.#regions.free(at);
  }

  /** Two fields, one of them telling, below each other. */
  #isMailHead(at: number): boolean {
    const fields = [this.#field(at), this.#field(at + 1), this.#field(at + 2)];
    const [first = '', ...others] = fields;
    if (!MAIL_FIELD.test(first) || !others.slice(0, 1).some((text) => MAIL_FIELD.test(text))) return false;
    return fields.some((text) => MAIL_SUBJECT.test(text));
  }

  #markMail(at: number): number {
    let next = at + 1;
    while (next < this.#regions.lines.length && this.#regions.lines[next]?.text === '') next += 1;
    if (this.#regions.lines[next]?.shape === 'quote') {
      this.#regions.mark(at, at + 1, 'mail');
      return at;
    }
    const signed = this.#signOff(at);
    const end =
      signed < 0 ? this.#regions.lines.length : this.#regions.returnAfter(this.#signatureEnd(signed), isRequest);
    this.#regions.mark(at, end, 'mail');
    return end - 1;
  }

  #signOff(from: number): number {
    for (let at = from; at < this.#regions.lines.length; at += 1)
      if (SIGN_OFF.test(this.#regions.lines[at]?.text ?? '')) return at;
    return -1;
  }

  /** Names and numbers below it, up to a blank line. */
  #signatureEnd(signOff: number): number {
    let at = signOff + 1;
    if (this.#regions.lines[at]?.text === '') at += 1;
    let count = 0;
    while (this.#regions.lines[at] !== undefined && this.#regions.lines[at]?.text !== '' && count < SIGNATURE_LINES)
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
    if (greeting > top) this.#regions.mark(greeting, end, 'mail');
  }

  #greets(at: number): boolean {
    const text = this.#regions.free(at);
    return text !== '' && text.length <= LONGEST_SIGN_OFF && GREETING.test(text);
  }

  markTickets(): void {
    const headings: number[] = [];
    for (let at = 0; at < this.#regions.lines.length; at += 1) {
      const text = this.#field(at);
      if (text === '') continue;
      if (text.length <= LONGEST_HEAD && ISSUE_HEADING.test(text)) headings.push(at);
      if (ISSUE_EVENT.test(text)) at = this.#markTicket(this.#regions.paragraphOf(at)?.first ?? at);
      else if (this.#isTicketHead(at, text)) at = this.#markTicket(at);
    }
    const [first] = headings;
    if (headings.length >= FORM_HEADINGS && first !== undefined) this.#markTicket(first);
  }

  #isTicketHead(at: number, text: string): boolean {
    if (TICKET_KEY.test(text)) {
      if (TICKET_STATE.test(text)) return true;
      for (let next = at + 1; next <= at + KEY_REACH; next += 1) if (TICKET_FIELD.test(this.#field(next))) return true;
      return false;
    }
    return TICKET_FIELD.test(text) && TICKET_FIELD.test(this.#field(at + 1)) && TICKET_FIELD.test(this.#field(at + 2));
  }

  #markTicket(at: number): number {
    const end = this.#regions.returnAfter(this.#regions.paragraphEnd(at), isRequest);
    this.#regions.mark(at, end, 'ticket');
    return end - 1;
  }
}
