/**
 * Scores what is heard of a person's words on labelled turns: {id, lang, before, text, expect: [{quote, kind, scope}],
 * forbid: [quotes], class}. `before` is what the agent had said, a kind is one of the reader's or a type of learning.
 *
 * A learning is right when it overlaps a quote: of the words of the shorter of the two (pairs of characters in scripts
 * without blanks) at least 60 % stand in the other, and of the quote's own at least 30 %. Its type must be the one that the
 * kind becomes, unless kinds are ignored; what was to be remembered may be of any. A quote is met by any such learning. What overlaps a forbidden quote more than
 * every expected one is a forbidden hit. A turn that expects nothing is clean when nothing is learned of it.
 */
import type { CuratorAnswer } from '../../src/curator/answer.ts';
import type { CuratorInput } from '../../src/curator/curator.ts';
import { curatorInput } from '../../src/curator/rules/example-turns.fixture.ts';
import { tokensOf } from '../../src/text/tokens.ts';

export interface LabelledMessage {
  readonly id: string;
  readonly lang: string;
  readonly before?: string;
  readonly text: string;
  readonly expect: readonly { readonly quote: string; readonly kind: string; readonly scope?: string }[];
  readonly forbid?: readonly string[];
  readonly class?: string;
}

export interface ReadingScore {
  turns: number;
  learned: number;
  right: number;
  /** Right with kinds ignored. */
  overlapping: number;
  expected: number;
  met: number;
  /** Met with kinds ignored. */
  touched: number;
  scopesRight: number;
  scopes: number;
  quiet: number;
  clean: number;
  forbidden: number;
}

interface Heard {
  readonly type: string;
  readonly scope: string | null;
  readonly words: ReadonlySet<string>;
}

const OF_SHORTER = 0.6;
const OF_QUOTE = 0.3;
const TYPES: Readonly<Record<string, string>> = {
  preference: 'PREFERENCE',
  rule: 'PREFERENCE',
  correction: 'CORRECTION',
  fact: 'FACT',
  decision: 'FACT',
  later: 'ACTION',
  pattern: 'PATTERN',
};
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;

export function scoreReading(
  messages: readonly LabelledMessage[],
  curate: (input: CuratorInput) => CuratorAnswer,
): ReadingScore {
  const score: ReadingScore = {
    turns: 0,
    learned: 0,
    right: 0,
    overlapping: 0,
    expected: 0,
    met: 0,
    touched: 0,
    scopesRight: 0,
    scopes: 0,
    quiet: 0,
    clean: 0,
    forbidden: 0,
  };
  for (const message of messages) addMessage(score, message, heardIn(message, curate));
  return score;
}

function addMessage(score: ReadingScore, { expect, forbid = [] }: LabelledMessage, heard: readonly Heard[]): void {
  const expected = expect.map(({ quote, kind, scope }) => ({
    words: wordsOf(quote),
    type: TYPES[kind.toLowerCase()] ?? kind.toUpperCase(),
    scope,
  }));
  score.turns += 1;
  score.learned += heard.length;
  score.expected += expected.length;
  if (expected.length === 0) score.quiet += 1;
  if (expected.length === 0 && heard.length === 0) score.clean += 1;
  for (const one of heard) {
    const overlapping = expected.filter(({ words }) => overlaps(one.words, words));
    if (overlapping.length > 0) score.overlapping += 1;
    if (overlapping.some(({ type }) => isOfType(one, type))) score.right += 1;
    const scoped = overlapping.filter(({ scope }) => scope !== undefined && one.scope !== null);
    if (scoped.length > 0) score.scopes += 1;
    if (scoped.some(({ scope }) => scope === one.scope)) score.scopesRight += 1;
    const nearest = Math.max(0, ...overlapping.map(({ words }) => sharedBy(one.words, words)));
    if (forbid.map(wordsOf).some((words) => overlaps(one.words, words) && sharedBy(one.words, words) > nearest))
      score.forbidden += 1;
  }
  for (const { words, type } of expected) {
    const touching = heard.filter((one) => overlaps(one.words, words));
    if (touching.length > 0) score.touched += 1;
    if (touching.some((one) => isOfType(one, type))) score.met += 1;
  }
}

function isOfType({ type }: Heard, expected: string): boolean {
  return type === expected || (expected === 'REMEMBER' && type !== 'ACTION');
}

function heardIn(
  { before = '', text }: LabelledMessage,
  curate: (input: CuratorInput) => CuratorAnswer,
): readonly Heard[] {
  const { learnings, actions } = curate(curatorInput([{ user: 'go on', answer: before }, { user: text }]));
  const said = learnings.map(({ type, scope, content, turns }) => ({ type: String(type), scope, content, turns }));
  const tasks = actions.map(({ content, turns }) => ({ type: 'ACTION', scope: null, content, turns }));
  return [...said, ...tasks]
    .filter(({ turns }) => turns.includes(2))
    .map(({ type, scope, content }) => ({ type, scope, words: wordsOf(content) }));
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { kind, text: word } of tokensOf(text.replace(UNSPACED, ' '))) if (kind !== 'mark') words.add(word);
  for (const [run] of text.matchAll(UNSPACED))
    for (let at = 0; at < Math.max(1, run.length - 1); at += 1) words.add(run.slice(at, at + 2));
  return words;
}

function overlaps(learned: ReadonlySet<string>, quote: ReadonlySet<string>): boolean {
  const shared = sharedBy(learned, quote);
  return shared > 0 && shared / Math.min(learned.size, quote.size) >= OF_SHORTER && shared / quote.size >= OF_QUOTE;
}

function sharedBy(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((word) => b.has(word)).length;
}
