/**
 * The group in parentheses that may end a learning or an action:
 * `(turns 12,14; scope user; about indentation; tags decision, test; replaces 3f2a91; priority 1)`.
 *
 * Text in parentheses is a citation only if every part of it reads as one and at least one part cannot be prose:
 * "(about 5 minutes)" and "(turns out well)" belong to the text. `turns -` cites no turn.
 */
import type { ActionPriority } from '../../memory/action.ts';
import type { AnsweredLearning } from '../answer.ts';
import { normalId, normalSubject, normalTags, normalTurns } from './normal-parts.ts';

export interface Citation extends Pick<AnsweredLearning, 'turns' | 'scope' | 'subject' | 'tags' | 'replaces'> {
  readonly priority: ActionPriority;
}

export const NO_CITATION: Citation = {
  turns: [],
  scope: null,
  subject: null,
  tags: [],
  replaces: null,
  priority: 2,
};

/** A group in its normal form is shorter; more is not looked at, so that a hostile line costs little. */
const CITATION_CHARS = 2_000;
/** No batch is longer; a wider range is an error of the model's, and its beginning is as good as any. */
const LONGEST_RANGE = 100;
const PART = /^(turns?|scope|about|tags?|replaces|priority)(?::\s*|\s+)(.*)$/i;
const TURN = /^#?(\d{1,5})(?:-#?(\d{1,5}))?$/;
const HEX_ID = /^[0-9a-f][0-9a-f-]{5,}$/i;
const PRIORITIES = [1, 2, 3] as const;

/** One-line text and the citation it ends with; null where it ends with none. */
export function splitCitation(text: string): { readonly content: string; readonly citation: Citation } | null {
  const end = text.endsWith('.') ? text.length - 1 : text.length;
  const start = openingParenthesis(text, end);
  if (start === -1) return null;
  const citation = parseCitation(text.slice(start + 1, end - 1));
  return citation === null ? null : { content: text.slice(0, start).trimEnd(), citation };
}

export function renderCitation(citation: Citation): string {
  const { turns, scope, subject, tags, replaces, priority } = citation;
  const parts = [
    `turns ${turns.join(',') || '-'}`,
    scope === null ? '' : `scope ${scope}`,
    subject === null ? '' : `about ${subject}`,
    tags.length === 0 ? '' : `tags ${tags.join(', ')}`,
    replaces === null ? '' : `replaces ${replaces}`,
    priority === NO_CITATION.priority ? '' : `priority ${priority}`,
  ];
  return `(${parts.filter((part) => part !== '').join('; ')})`;
}

function openingParenthesis(text: string, end: number): number {
  if (text[end - 1] !== ')') return -1;
  let depth = 0;
  for (let at = end - 1; at >= Math.max(0, end - CITATION_CHARS); at--) {
    if (text[at] === ')') depth++;
    else if (text[at] === '(' && --depth === 0) return at;
  }
  return -1;
}

function parseCitation(group: string): Citation | null {
  let citation = NO_CITATION;
  let certain = false;
  for (const part of group.split(';')) {
    const [, word = '', value = ''] = PART.exec(part.trim()) ?? [];
    const read = readPart(word.toLowerCase(), value.trim());
    if (read === null) return null;
    certain ||= read.certain;
    citation = { ...citation, ...read.fields };
  }
  return certain ? citation : null;
}

interface ReadPart {
  readonly fields: Partial<Citation>;
  /** False where the same words could be prose. */
  readonly certain: boolean;
}

function readPart(word: string, value: string): ReadPart | null {
  switch (word) {
    case 'turn':
    case 'turns': {
      const turns = readTurns(value);
      return turns === null ? null : { fields: { turns }, certain: true };
    }
    case 'scope': {
      if (!/^(?:user|space|project|workspace)$/i.test(value)) return null;
      return { fields: { scope: value.toLowerCase() === 'user' ? 'user' : 'space' }, certain: true };
    }
    case 'about':
      return { fields: { subject: normalSubject(value) }, certain: false };
    case 'tag':
    case 'tags':
      return { fields: { tags: normalTags(value.split(',')) }, certain: false };
    case 'replaces': {
      const replaces = normalId(value);
      return replaces === null ? null : { fields: { replaces }, certain: HEX_ID.test(replaces) };
    }
    case 'priority': {
      const priority = PRIORITIES.find((known) => String(known) === value);
      return priority === undefined ? null : { fields: { priority }, certain: true };
    }
    default:
      return null;
  }
}

function readTurns(value: string): readonly number[] | null {
  if (value === '-' || value.toLowerCase() === 'none') return [];
  const turns: number[] = [];
  const tokens = value.replace(/\s*[-–—]\s*/g, '-').split(/(?:,|&|\band\b|\s)+/i);
  for (const token of tokens) {
    const [, from, to] = TURN.exec(token) ?? [];
    if (from === undefined) return null;
    turns.push(...range(Number(from), Number(to ?? from)));
  }
  return normalTurns(turns);
}

function range(one: number, other: number): number[] {
  const from = Math.min(one, other);
  const length = Math.min(Math.abs(one - other) + 1, LONGEST_RANGE);
  return Array.from({ length }, (_, index) => from + index);
}
