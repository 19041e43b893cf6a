/**
 * What a person said in a message that lasts: sentence by sentence, durable or not, then kind and scope, in the person's
 * own words. A sentence is trimmed to the clause that carries it; "remember that" means what was said just before.
 *
 * The caller gives what is the person's own: pasted text, logs and quotations are not told apart here, except code,
 * quoted lines and tables in Markdown. Time is linear in the message. Pure; the same message gives the same answer.
 */
import { sentencesOf } from '../../text/sentences.ts';
import { tokensOf } from '../../text/tokens.ts';
import { featuresOf, type Message, messageOf } from './features.ts';
import { type Kind, Model, type Verdict } from './model.ts';
import weights from './weights.json' with { type: 'json' };

export interface Statement {
  /** The clause as it was typed, on one line. */
  readonly quote: string;
  /** Its place in the message. */
  readonly from: number;
  readonly to: number;
  readonly kind: Kind;
  readonly scope: 'user' | 'space';
  /** How likely it lasts, as if a quarter of what people type did. */
  readonly p: number;
}

export interface ReadOptions {
  /** What the agent had said before. */
  readonly before?: string;
}

/** Longer than this it is no statement somebody makes. */
const LONGEST_CHARS = 600;
const SHORTEST_CHARS = 2;
/** A clause says something by itself from so many tokens on. */
const CLAUSE_TOKENS = 3;
/** A request to remember that has no more to say than this means what was said before. */
const BARE_REQUEST_TOKENS = 4;
const BARE_REQUEST_CHARS = 24;
const CLAUSE_END = /[,;，；、]\s*|\s[-–—]+\s|[:：]\s+/g;
const MOST_CLAUSES = 6;
/** A few words in front that everybody uses: "ok, also". */
const LEAD_TOKENS = 3;
const OPENING = /^(?:[\s*_~#•·,;:，；：–—-]|\[[ xX]\])+/u;
const CLOSING = /[\s*_~,;:，；：–—-]+$/u;

const reader = new Model(weights as unknown as ConstructorParameters<typeof Model>[0]);

export function readMessage(text: string, options: ReadOptions = {}): readonly Statement[] {
  return readWith(reader, text, options);
}

/** The same with other weights. */
export function readWith(model: Model, text: string, { before = '' }: ReadOptions): readonly Statement[] {
  const sentences = sentencesOf(text);
  const message = messageOf(
    sentences.map((sentence) => sentence.text),
    before,
  );
  const found = new Map<number, Statement>();
  sentences.forEach((sentence, at) => {
    if (sentence.kind === 'heading' || sentence.text.length > LONGEST_CHARS || sentence.text.length < SHORTEST_CHARS)
      return;
    const verdict = verdictOn(model, sentence.text, message, at);
    if (verdict.durable < model.bar) return;
    const earlier = sentences[at - 1];
    if (verdict.kind === 'remember' && earlier !== undefined && isBareRequest(sentence.text)) {
      if (earlier.kind !== 'heading' && earlier.text.length <= LONGEST_CHARS)
        found.set(
          at - 1,
          statementAt(text, earlier.from, earlier.to, {
            ...verdictOn(model, earlier.text, message, at - 1),
            kind: 'remember',
            durable: verdict.durable,
          }),
        );
      return;
    }
    const [from, to] = clauseOf(text.slice(sentence.from, sentence.to), model, (part) =>
      verdictOn(model, part, message, at),
    );
    found.set(at, statementAt(text, sentence.from + from, sentence.from + to, verdict));
  });
  return [...found].sort(([a], [b]) => a - b).map(([, statement]) => statement);
}

function verdictOn(model: Model, text: string, message: Message, at: number): Verdict {
  return model.verdictOn(featuresOf(text, message, at, model.isFrequent));
}

/** Without emphasis, list marks and what joins it to its neighbours. */
function statementAt(message: string, start: number, end: number, { durable, kind, scope }: Verdict): Statement {
  const raw = message.slice(start, end);
  const from = start + (OPENING.exec(raw)?.[0].length ?? 0);
  const to = end - (CLOSING.exec(raw)?.[0].length ?? 0);
  const quote = message.slice(from, to).replace(/\s+/g, ' ');
  return { quote, from, to, kind, scope, p: 1 / (1 + Math.exp(Math.log(3) - durable)) };
}

function isBareRequest(text: string): boolean {
  return (
    text.length <= BARE_REQUEST_CHARS &&
    tokensOf(text).filter(({ kind }) => kind !== 'mark').length <= BARE_REQUEST_TOKENS
  );
}

/**
 * The part of a sentence that lasts. What goes from either end is a clause that by itself is as plainly passing as the
 * rest is durable ("fix the login,"), or a few frequent words in front ("ok, also"). Conditions and exceptions stay: they
 * are neither.
 */
function clauseOf(sentence: string, model: Model, judge: (part: string) => Verdict): readonly [number, number] {
  const cuts = [...sentence.matchAll(CLAUSE_END)].map(({ index, 0: mark }) => ({
    end: index,
    next: index + mark.length,
  }));
  if (cuts.length === 0 || cuts.length >= MOST_CLAUSES) return [0, sentence.length];
  let [from, to] = [0, sentence.length];
  const lasts = (part: string): boolean => tokensOf(part).length >= CLAUSE_TOKENS && judge(part).durable >= model.bar;
  const isPassing = (part: string): boolean =>
    tokensOf(part).length >= CLAUSE_TOKENS && judge(part).durable <= -model.bar;
  for (const { end, next } of cuts) {
    const lead = sentence.slice(from, end);
    if (!(isLead(lead, model) || isPassing(lead)) || !lasts(sentence.slice(next))) break;
    from = next;
  }
  for (const { end, next } of cuts.reverse()) {
    if (end <= from || !isPassing(sentence.slice(next, to)) || !lasts(sentence.slice(from, end))) break;
    to = end;
  }
  return [from, to];
}

function isLead(part: string, { isFrequent }: Model): boolean {
  const words = tokensOf(part).filter(({ kind }) => kind !== 'mark');
  return (
    words.length > 0 &&
    words.length <= LEAD_TOKENS &&
    words.every(({ text, kind }) => kind !== 'number' && isFrequent(text))
  );
}
