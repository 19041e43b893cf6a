/**
 * What a person said in a message that lasts: sentence by sentence, durable or not, then kind and scope, in the person's
 * own words. A sentence is trimmed to the clause that carries it; "remember that" means what was said just before.
 *
 * The caller gives what is the person's own: pasted text, logs and quotations are not told apart here, except code,
 * quoted lines and tables in Markdown. Time is linear in the message. Pure; the same message gives the same answer.
 */
import { type Sentence, sentencesOf } from '../../text/sentences.ts';
import { tokensOf } from '../../text/tokens.ts';
import { conceptsOf } from './concepts.ts';
import { featuresOf, type Message, messageOf } from './features.ts';
import { type Kind, Model, type Verdict } from './model.ts';
import { scopeFrom } from './statement-scope.ts';
import weights from './weights.json' with { type: 'json' };

export interface Statement {
  /** The clause as it was typed, on one line. */
  readonly quote: string;
  /** Its place in the message. */
  readonly from: number;
  readonly to: number;
  readonly kind: Kind;
  /** The kind of what is to be remembered; for all else the same. */
  readonly inner: Exclude<Kind, 'remember'>;
  readonly scope: 'user' | 'space';
  /** How likely it lasts, as if a quarter of what people type did. */
  readonly p: number;
  /** Whether it is taken for lasting at the usual bar. */
  readonly isSure: boolean;
}

export interface ReadOptions {
  /** What the agent had said before; '' when it had said nothing, and then nothing is corrected. */
  readonly before?: string;
  /** As a tag (`en`, `de-AT`); without it the words tell. */
  readonly lang?: string;
  /** Whether a sentence surely changes something known: then it lasts with less. */
  readonly changes?: (sentence: string) => boolean;
  /** How likely a sentence lasts that is taken, as a logit, in place of the usual bar; such sentences are taken whole. */
  readonly atLeast?: number;
}

/** Longer than this it is no statement somebody makes, and nothing like what the weights were made from. */
const LONGEST_CHARS = 240;
const SHORTEST_CHARS = 2;
/**
 * How durable a sentence must be that surely changes something known. Of the labelled sentences that do not last, 20 of 6,866
 * pass beside all that the same person said of the same project, read by weights made without their author; of the labelled
 * changes of mind that are sure, 100 of 102.
 */
const LEAST_DURABLE = -2.5;
/** A clause says something by itself from so many tokens on. */
const CLAUSE_TOKENS = 3;
/** A request to remember that has no more to say than this means what was said before. */
const BARE_REQUEST_TOKENS = 4;
const BARE_REQUEST_CHARS = 24;
const ANNOUNCEMENT_END = /[,，]\s*|[:：]\s*(?!\S*\/)|\s[-–—]+\s/g;
/** Kinds of tokens that carry something by themselves. */
const SAYS_MORE: ReadonlySet<string> = new Set(['number', 'name', 'path', 'code']);
const DENIALS: ReadonlySet<string> = new Set(['not', 'wrong']);
/** What is set against a statement belongs to it: "…, never npm". */
const CONTRASTS: ReadonlySet<string> = new Set(['not', 'never', 'instead']);
const CLAUSE_END = /[,;，；、]\s*|\s[-–—]+\s|[:：]\s+/g;
const MOST_CLAUSES = 6;
/** A few words in front that everybody uses: "ok, also". */
const LEAD_TOKENS = 3;
const BOLD_ITEM = /^(\*{1,2}|__)([^*_]+)\1$/;
const OPENING = /^(?:[\s*_~#•·,;:，；：–—-]|\[[ xX]\])+/u;
const CLOSING = /[\s*_~,;:，；：–—-]+$/u;

const reader = new Model(weights);

export function readMessage(text: string, options: ReadOptions = {}): readonly Statement[] {
  return readWith(reader, text, options);
}

/**
 * Whose memory a statement is by what it says: the person's, wherever they work, or that of the project it was said in. User
 * only for what is about the person, and for what says that it holds everywhere.
 */
export function scopeOfStatement(text: string): Statement['scope'] {
  // By itself it corrects nothing.
  return scopeFrom(text, reader.verdictOn(featuresOf(text, messageOf([text], ''), 0, reader.isFrequent), false));
}

/** The same with a pause after every sentence, for whoever has others to serve. */
export function readInSteps(text: string, options: ReadOptions = {}): Generator<undefined, readonly Statement[]> {
  return stepsWith(reader, text, options);
}

/** The same with other weights. */
export function readWith(model: Model, text: string, options: ReadOptions): readonly Statement[] {
  const steps = stepsWith(model, text, options);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function* stepsWith(
  model: Model,
  text: string,
  { before, lang, changes, atLeast }: ReadOptions,
): Generator<undefined, readonly Statement[]> {
  const sentences = sentencesOf(text);
  yield;
  const message = messageOf(sentences.map(plainText), before ?? '');
  const verdicts: (Verdict | null)[] = [];
  for (const [at, sentence] of sentences.entries()) {
    yield;
    verdicts.push(isReadable(sentence) ? verdictOn(model, plainText(sentence), message, at, before !== '') : null);
  }
  const english = verdicts.reduce((sum, verdict) => sum + (verdict?.english ?? 0), 0);
  const language = (lang === undefined ? english > 0 : /^en\b/i.test(lang)) ? 'english' : 'other';
  const usual = model.bars[language];
  const found = new Map<number, Statement>();
  for (const [at, sentence] of sentences.entries()) {
    const read = verdicts[at] ?? null;
    if (read === null) continue;
    const follows = before !== '' && isBareDenial(sentences[at - 1]);
    const verdict: Verdict = follows ? { ...read, kind: 'correction', inner: 'correction' } : read;
    const [earlier, earlierVerdict] = [sentences[at - 1], verdicts[at - 1] ?? null];
    if (verdict.kind === 'remember' && isBareRequest(sentence.text)) {
      if (earlier !== undefined && earlierVerdict !== null) {
        const durable = Math.max(usual, verdict.durable, earlierVerdict.durable);
        found.set(
          at - 1,
          statementAt(text, earlier.from, earlier.to, {
            ...earlierVerdict,
            kind: 'remember',
            durable,
            isSure: true,
          }),
        );
      }
      continue;
    }
    if (verdict.durable < LEAST_DURABLE) continue;
    yield;
    if (changes?.(plainText(sentence)) === true) {
      // What it changes may stand in any part of it. Who changes something does not mean to do it later.
      const kind = verdict.kind === 'later' ? 'decision' : verdict.kind;
      found.set(at, statementAt(text, sentence.from, sentence.to, { ...verdict, kind, isSure: true }));
      continue;
    }
    const denies = verdict.kind === 'correction' && (follows || beginsWithDenial(sentence.text));
    const isOutright = verdict.kind === 'remember' || verdict.kind === 'later' || denies;
    const bar = isOutright ? model.outright[language] : usual;
    if (verdict.durable < (atLeast ?? bar)) continue;
    const isSure = verdict.durable >= bar;
    if (atLeast !== undefined) {
      found.set(at, statementAt(text, sentence.from, sentence.to, { ...verdict, isSure }));
      continue;
    }
    const judge = (part: string): number => verdictOn(model, part, message, at).durable;
    const whole = text.slice(sentence.from, sentence.to);
    const [from, to] = isOutright
      ? [announcementIn(whole), whole.length]
      : clauseOf(whole, judge, usual, model.isFrequent);
    found.set(at, statementAt(text, sentence.from + from, sentence.from + to, { ...verdict, isSure }));
  }
  return [...found].sort(([a], [b]) => a - b).map(([, statement]) => statement);
}

/** An item that is bold from end to end is emphasis; a line of its own that is, is a heading. */
function plainText({ kind, text }: Sentence): string {
  return kind === 'item' ? text.replace(BOLD_ITEM, '$2') : text;
}

function isReadable({ kind, text }: Sentence): boolean {
  return kind !== 'heading' && text.length >= SHORTEST_CHARS && text.length <= LONGEST_CHARS;
}

function verdictOn(model: Model, text: string, message: Message, at: number, corrects = true): Verdict {
  return model.verdictOn(featuresOf(text, message, at, model.isFrequent), corrects);
}

/** Without emphasis, list marks and what joins it to its neighbours. */
function statementAt(
  message: string,
  start: number,
  end: number,
  verdict: Verdict & Pick<Statement, 'isSure'>,
): Statement {
  const { durable, kind, inner, isSure } = verdict;
  const raw = message.slice(start, end);
  const from = start + (OPENING.exec(raw)?.[0].length ?? 0);
  const to = end - (CLOSING.exec(raw)?.[0].length ?? 0);
  const quote = message.slice(from, to).replace(/\s+/g, ' ');
  return {
    quote,
    from,
    to,
    kind,
    inner,
    scope: scopeFrom(quote, verdict),
    p: 1 / (1 + Math.exp(Math.log(3) - durable)),
    isSure,
  };
}

function isBareRequest(text: string): boolean {
  const tokens = tokensOf(text);
  const words = tokens.filter(({ kind }) => kind !== 'mark');
  return (
    text.length <= BARE_REQUEST_CHARS &&
    words.length <= BARE_REQUEST_TOKENS &&
    words.every(({ kind }) => !SAYS_MORE.has(kind)) &&
    announcementIn(text) === 0 &&
    conceptsOf(text, tokens).some(({ name }) => name === 'remember')
  );
}

/** "Wrong.": what comes next says what is right. */
function isBareDenial(sentence: Sentence | undefined): boolean {
  return (
    sentence !== undefined && tokensOf(sentence.text).length <= BARE_REQUEST_TOKENS && beginsWithDenial(sentence.text)
  );
}

function beginsWithDenial(text: string, denials = DENIALS): boolean {
  const tokens = tokensOf(text);
  const second = tokens.filter(({ kind }) => kind !== 'mark')[1]?.from ?? text.length;
  const [first] = conceptsOf(text, tokens);
  return first !== undefined && first.from <= second && denials.has(first.name.split('/')[0] ?? '');
}

/** How long "TODO:", "no," and the like in front of a statement are: a few words that end with a mark. */
function announcementIn(sentence: string): number {
  const { index = 0, 0: mark = '' } = sentence.matchAll(ANNOUNCEMENT_END).next().value ?? {};
  const lead = sentence.slice(0, index);
  const [tokens, rest] = [tokensOf(lead), sentence.slice(index + mark.length)];
  const announces = beginsWithDenial(lead) || (/[:：]/.test(mark) && tokens.every(({ kind }) => !SAYS_MORE.has(kind)));
  return mark !== '' && tokens.length <= BARE_REQUEST_TOKENS && announces && rest !== '' ? index + mark.length : 0;
}

/**
 * The part of a sentence that lasts. What goes from either end is a clause that by itself is as plainly passing as the
 * rest is durable ("fix the login,"), or a few frequent words in front ("ok, also"). Conditions and exceptions stay: they
 * are neither.
 */
function clauseOf(
  sentence: string,
  durable: (part: string) => number,
  bar: number,
  isFrequent: (word: string) => boolean,
): readonly [number, number] {
  const cuts = [...sentence.matchAll(CLAUSE_END)].map(({ index, 0: mark }) => ({
    end: index,
    next: index + mark.length,
  }));
  if (cuts.length === 0 || cuts.length >= MOST_CLAUSES) return [0, sentence.length];
  let [from, to] = [0, sentence.length];
  const isClause = (part: string): boolean => tokensOf(part).length >= CLAUSE_TOKENS;
  const lasts = (part: string): boolean => isClause(part) && durable(part) >= bar;
  const passes = (part: string): boolean => isClause(part) && durable(part) <= -bar;
  for (const { end, next } of cuts) {
    const lead = sentence.slice(from, end);
    if (!(isLead(lead, isFrequent) || passes(lead)) || !lasts(sentence.slice(next))) break;
    from = next;
  }
  for (const { end, next } of cuts.toReversed()) {
    const tail = sentence.slice(next, to);
    if (end <= from || beginsWithDenial(tail, CONTRASTS) || !passes(tail) || !lasts(sentence.slice(from, end))) break;
    to = end;
  }
  return [from, to];
}

function isLead(part: string, isFrequent: (word: string) => boolean): boolean {
  const words = tokensOf(part).filter(({ kind }) => kind !== 'mark');
  return (
    words.length > 0 &&
    words.length <= LEAD_TOKENS &&
    words.every(({ text, kind }) => kind !== 'number' && isFrequent(text))
  );
}
