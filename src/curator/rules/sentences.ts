/**
 * What a person said in a message, sentence by sentence. Left out: fenced code, quoted lines, lines that read like code or
 * logs, memory that was injected, what follows "translate this:", and what is shown under a question about it. Of a
 * pasted message only the first and last paragraph count, and only when they are short; a long one in which somebody
 * plainly talks from beginning to end counts whole. Time is linear in the message.
 */
import { BLOCK_TAG } from '../../memory/block-tag.ts';
import { sentenceEnds } from '../../text/sentence-ends.ts';
import type { Commission, Language } from './languages/language.ts';

export interface Sentence {
  readonly text: string;
  /** As long as `text`, with the insides of code spans and quotations blanked. */
  readonly masked: string;
  readonly isFirst: boolean;
  /** From the edge of a pasted message: only what is plainly the person's own counts. */
  readonly pasted: boolean;
  /** The request to make something that it belongs to or follows: it may be about that thing. */
  readonly commission: Commission | null;
  /** Such a request stands anywhere in the message, before or after. */
  readonly nearCommission: boolean;
}

/** The sentences beside one, in the same message. */
export interface Around {
  readonly previous: Sentence | undefined;
  readonly next: Sentence | undefined;
}

/** Longer than this it is no statement somebody makes in passing. */
const SENTENCE_CHARS = 400;
/** What an afterthought is added to is short, and stays a sentence. */
const JOINED_CHARS = 200;
/** Of a very long message this much is read from either end. */
const LONG_CHARS = 4_000;
/** An own remark around pasted text is short. */
const EDGE_CHARS = 300;
/** Who talks begins with it. */
const TALK_CHARS = 120;
/** More than this nobody says in one go. */
const TALK_PARAGRAPHS = 3;
/** A line this long that goes on in lower case was wrapped by an editor. */
const WRAPPED_CHARS = 60;

const INJECTED = new RegExp(`<(${BLOCK_TAG}|system-reminder)\\b[\\s\\S]*?(?:</\\1>|$)`, 'g');
const FENCE = /^\s*(?:```|~~~)/;
const NOT_PROSE =
  /[;{}]\s*$|^\s*(?:>|\||at\s+\S+\s*\(|[$%]\s|#!|\/\/|\/\*|import\s.*\bfrom\b|const\s|let\s+\w+\s*=|function\s+\w*\(|def\s+\w+\(|SELECT\s|<\/?\w|\+\+\+|---|@@|\d{4}-\d\d-\d\d[T ]\d|\[\w+\]\s)/;
const LOG_LINE = /^\s*(?:\w*error|\w*exception|warn(?:ing)?|fatal|info|debug|panic)\b[^:\n]{0,40}:/i;
const QUOTED = /`[^`\n]*`|"[^"\n]*"|“[^“”\n]*”|(?<=^|[\s(:])'(?:[^'\n]|(?<=\w)'(?=\w))+'(?=$|[\s.,;:!?)])/g;
const LIST_MARK = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/;
/** Lists, headings, tables and quotations are made, not said. */
const DOCUMENT = /^[ \t]*(?:[-*•#>|]|\d{1,2}[.)]\s|```|~~~)/m;

export function sentencesOf(message: string, source: 'typed' | 'pasted', language: Language): readonly Sentence[] {
  const paragraphs = paragraphsOf(edgesOf(withoutInjected(message)).replaceAll('’', "'"));
  const pasted = source === 'pasted' && !isTalk(message, paragraphs, language);
  const own = ownOf(paragraphs, pasted, language);
  const found: Sentence[] = [];
  let commission: Commission | null = null;
  for (const line of own.flat()) {
    for (const sentence of splitLine(line)) {
      if (language.material.test(sentence.masked)) return withNear(found);
      const before = found.at(-1);
      commission ??= language.commissions.find(({ asks }) => asks.test(sentence.masked)) ?? null;
      if (before !== undefined && before.text.length < JOINED_CHARS && language.afterthought.test(sentence.masked))
        found[found.length - 1] = { ...before, ...joined(before, sentence) };
      else found.push({ ...sentence, isFirst: found.length === 0, pasted, commission, nearCommission: false });
    }
  }
  return withNear(found);
}

/** Without the memory that was put into a prompt, and what else a client puts there by itself. */
export function withoutInjected(message: string): string {
  return message.replace(INJECTED, '\n\n');
}

function withNear(sentences: readonly Sentence[]): readonly Sentence[] {
  const nearCommission = sentences.some(({ commission }) => commission !== null);
  return sentences.map((sentence) => ({ ...sentence, nearCommission }));
}

/** What is this long was not typed; what its sender says about it stands at its beginning or end. */
function edgesOf(message: string): string {
  if (message.length <= 2 * LONG_CHARS) return message;
  return `${message.slice(0, LONG_CHARS)}\n\n${message.slice(-LONG_CHARS)}`;
}

function joined(before: Sentence, after: Pick<Sentence, 'text' | 'masked'>): Pick<Sentence, 'text' | 'masked'> {
  const to = before.text.replace(/[.!]+$/, '').length;
  return {
    text: `${before.text.slice(0, to)}, ${after.text}`,
    masked: `${before.masked.slice(0, to)}, ${after.masked}`,
  };
}

function isTalk(message: string, paragraphs: readonly string[][], { talk }: Language): boolean {
  return (
    !DOCUMENT.test(message) &&
    paragraphs.length <= TALK_PARAGRAPHS &&
    paragraphs.every((lines) => lines.length === 1 && lines.every((line) => talk.test(line.slice(0, TALK_CHARS))))
  );
}

function ownOf(paragraphs: readonly string[][], pasted: boolean, language: Language): readonly string[][] {
  const lines = paragraphs.flat();
  const [first, last] = [lines[0] ?? '', lines.at(-1) ?? ''];
  if (lines.length > 1 && language.aboutText.test(first)) {
    const end = paragraphs.length > 1 ? (paragraphs.at(-1) ?? []) : [];
    return [[first], language.talkOn.test(end[0] ?? '') ? end : []].filter(isShort);
  }
  if (lines.length > 1 && language.aboutText.test(last))
    return [language.talk.test(first) ? [first] : [], [last]].filter(isShort);
  // Further down people show things; what they say there themselves has an "I" or a "please" in it.
  if (!pasted)
    return paragraphs.filter(
      (paragraph, at) => at === 0 || language.talk.test(paragraph.join(' ')) || language.announcement.test(first),
    );
  const edges = paragraphs.length > 1 ? [...paragraphs.slice(0, 1), ...paragraphs.slice(-1)] : paragraphs;
  return edges.filter(
    (edge, at) => isShort(edge) && (at === 0 || language.talk.test(edge.join(' ').slice(0, TALK_CHARS))),
  );
}

function paragraphsOf(text: string): string[][] {
  const paragraphs: string[][] = [[]];
  let fenced = false;
  for (const line of text.split(/\r?\n/)) {
    const isFence = FENCE.test(line);
    if (isFence) fenced = !fenced;
    const isProse = !isFence && !fenced && line.trim() !== '' && !NOT_PROSE.test(line) && !LOG_LINE.test(line);
    if (!isProse) {
      if (paragraphs.at(-1)?.length !== 0) paragraphs.push([]);
      continue;
    }
    const paragraph = paragraphs.at(-1) ?? [];
    const before = paragraph.at(-1);
    if (
      before !== undefined &&
      before.length >= WRAPPED_CHARS &&
      /^\s*\p{Ll}/u.test(line) &&
      !/[.!?:]\s*$/.test(before)
    )
      paragraph[paragraph.length - 1] = `${before} ${line.trim()}`;
    else paragraph.push(line.replace(LIST_MARK, '').trim());
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}

function isShort(paragraph: readonly string[]): boolean {
  return paragraph.reduce((sum, line) => sum + line.length, 0) <= EDGE_CHARS;
}

function splitLine(line: string): { text: string; masked: string }[] {
  const masked = line.replace(QUOTED, (span) => span[0] + '_'.repeat(span.length - 2) + span.at(-1));
  const found: { text: string; masked: string }[] = [];
  let from = 0;
  const cut = (to: number): void => {
    const text = line.slice(from, to);
    const start = from + (text.length - text.trimStart().length);
    const end = start + text.trim().length;
    if (end > start && end - start <= SENTENCE_CHARS)
      found.push({ text: line.slice(start, end), masked: masked.slice(start, end) });
    from = to;
  };
  for (const end of sentenceEnds(masked)) cut(end);
  return found;
}
