/**
 * What the person said in a project that may well last and that the rules were not sure enough of to learn: given as their
 * words of that day, so that a rule told once in a brief reaches later tasks all the same. It is read anew from the journal for
 * each block and kept nowhere: what is forgotten, withheld or past its time is not there.
 *
 * Left out is what has a life of its own: what was learned, withdrawn, or waits for the person in whatever words of the turn;
 * what a later statement takes the place of; what the session's tools had printed; and what would wait in review because it
 * lifts a safeguard, runs a download or names a foreign host.
 *
 * Limits: of each turn the first prompt, of the newest turns of a project; no more than fits a page. Whoever waits for an answer
 * is given what could be read meanwhile, the newest first: after a start or a forgetting no prompt is read yet.
 */
import { voiceOf } from '../curator/apply/attribution.ts';
import { readMessage } from '../curator/reader/read-message.ts';
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { contentDigest } from '../memory/content-digest.ts';
import { isForeignHost, runsDownload } from '../memory/handles.ts';
import type { RecordId, SpaceId } from '../memory/ids.ts';
import type { StoredRecord } from '../memory/record.ts';
import { typedTextOf } from '../memory/record-segments.ts';
import { replacedAmong } from '../memory/replacement/replaced-among.ts';
import { StatementIndex } from '../memory/replacement/statement-index.ts';
import { coverage, termsOf } from '../memory/similarity.ts';
import { addressesIn, isRarelyWritten } from '../memory/suspicion.ts';
import { tierOf } from '../memory/trust.ts';
import { isWithheld, type Withholding } from '../memory/withheld.ts';
import { Breather } from '../platform/breathe.ts';
import type { Clock } from '../platform/clock.ts';
import type { UnlearnedStatement } from '../recall/boot-sections.ts';
import { sentencesOf } from '../text/sentences.ts';

const MOST_TURNS = 150;
/** A prompt may have many megabytes; a brief has a few pages. */
const READ_CHARS = 20_000;
/** A prompt of so many sentences is a brief: between its tasks it tells how things are done here. */
const BRIEF_SENTENCES = 6;
/** How likely a sentence lasts, as a logit: not unlikely in a brief, and clearly so in a short request. */
const IN_BRIEF = -1;
const IN_REQUEST = 1;
/** Statements that are compared with what came later; of those, what a block has room for. */
const MOST_COMPARED = 60;
const MOST_CHARS = 3_000;
/** What each is compared with: the nearest of so many learnings. */
const NEAREST = 5;
const MOST_LEARNINGS = 500;
const MOST_REVIEWS = 500;
/** Of the words of something learned, those that are found in what it was learned from, at least. */
const SAME_STATEMENT = 0.75;
/** Who types so much in exactly the words of an output has copied them. */
const COPIED_CHARS = 40;
const LOOKED_AT_BYTES = 65_536;
/** Prompts whose statements are kept at hand. */
const MOST_READ = 1_000;
const MOST_SPACES = 20;

interface Options {
  readonly journal: Pick<Journal, 'turnIds' | 'promptOfTurn' | 'textsHolding'>;
  readonly knowledge: Pick<Knowledge, 'learnings' | 'learningsOfTurns' | 'reviews' | 'wasDropped' | 'appliedThrough'>;
  readonly clock: Pick<Clock, 'elapsed'>;
}

interface Candidate extends UnlearnedStatement {
  /** Its place among all: a later one has a higher number. */
  readonly place: number;
  readonly p: number;
  readonly prompt: StoredRecord;
}

type Read = Pick<Candidate, 'text' | 'p'>;

interface Answer {
  readonly state: string;
  readonly statements: readonly Candidate[];
}

export class UnlearnedStatements {
  readonly #options: Options;
  /** By prompt; and by session, moment and words, whether a tool had printed them. */
  readonly #read = new Map<RecordId, readonly Read[]>();
  readonly #printed = new Map<string, boolean>();
  /** The last answer for each space. */
  readonly #answers = new Map<SpaceId, Answer>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Nothing of what was erased stays at hand. */
  forget(): void {
    this.#read.clear();
    this.#printed.clear();
    this.#answers.clear();
  }

  /** Newest first, each message in its own order; from what was read before and can be read in this time. */
  async of(
    workspace: SpaceId,
    withheld: Withholding,
    patienceMs = Number.POSITIVE_INFINITY,
  ): Promise<readonly UnlearnedStatement[]> {
    const state = await this.#state(workspace, withheld);
    const last = this.#answers.get(workspace);
    if (last !== undefined && last.state === state && (await this.#stillHolds(last, withheld))) return last.statements;
    const { said, isAll } = await this.#said(workspace, withheld, patienceMs);
    const statements = await this.#open(workspace, said, withheld);
    this.#answers.delete(workspace);
    if (isAll) keep(this.#answers, workspace, { state, statements }, MOST_SPACES);
    return statements;
  }

  /** What the answer depends on, but for records that are emptied or withheld meanwhile. */
  async #state(workspace: SpaceId, { givesSensitive, hidden }: Withholding): Promise<string> {
    const { journal, knowledge } = this.#options;
    const newest = await journal.turnIds({ workspace, limit: 1 });
    return JSON.stringify([await knowledge.appliedThrough(), newest, givesSensitive, hidden?.texts]);
  }

  async #stillHolds({ statements }: Answer, withheld: Withholding): Promise<boolean> {
    for (const { prompt, turnId } of new Map(statements.map((one) => [one.turnId, one])).values()) {
      const now = await this.#options.journal.promptOfTurn(turnId);
      if (now === undefined || now.content !== prompt.content || isWithheld(now, withheld)) return false;
    }
    return true;
  }

  async #open(workspace: SpaceId, all: readonly Candidate[], withheld: Withholding): Promise<readonly Candidate[]> {
    const said = all.toSorted((a, b) => b.p - a.p).slice(0, MOST_COMPARED);
    if (said.length === 0) return [];
    const isKnown = await this.#known(said, withheld);
    const open = said.filter(({ text }) => !isKnown(text));
    const isReplaced = await this.#replaced(workspace, open);
    const kept: Candidate[] = [];
    // Briefs of one kind say the same again.
    const told: ReadonlySet<string>[] = [];
    let room = MOST_CHARS;
    for (const statement of open) {
      const { turnId, text } = statement;
      const terms = termsOf(text);
      if (told.some((other) => Math.min(coverage(terms, other), coverage(other, terms)) >= SAME_STATEMENT)) continue;
      if (await this.#options.knowledge.wasDropped(turnId, contentDigest(text))) continue;
      if (isReplaced(statement) || (await this.#isPrinted(statement))) continue;
      room -= text.length;
      if (room < 0) break;
      kept.push(statement);
      told.push(terms);
    }
    return kept.toSorted((a, b) => b.ts - a.ts || a.place - b.place);
  }

  /** Oldest first, and whether that is all there is. */
  async #said(
    workspace: SpaceId,
    withheld: Withholding,
    patienceMs: number,
  ): Promise<{ readonly said: readonly Candidate[]; readonly isAll: boolean }> {
    const { journal, clock } = this.#options;
    const breather = new Breather(clock);
    const until = clock.elapsed() + patienceMs;
    const prompts: (readonly Omit<Candidate, 'place'>[])[] = [];
    let isAll = true;
    for (const turnId of await journal.turnIds({ workspace, limit: MOST_TURNS })) {
      await breather.breathe();
      const prompt = await journal.promptOfTurn(turnId);
      if (prompt === undefined || isWithheld(prompt, withheld)) continue;
      const isLate = !this.#read.has(prompt.id) && clock.elapsed() > until;
      if (isLate) isAll = false;
      else prompts.push(this.#statementsIn(prompt).map((read) => ({ ...read, turnId, ts: prompt.ts, prompt })));
    }
    const said = prompts.toReversed().flat();
    return { said: said.map((statement, place) => ({ ...statement, place })), isAll };
  }

  #statementsIn(prompt: StoredRecord): readonly Read[] {
    const known = this.#read.get(prompt.id);
    if (known !== undefined) return known;
    return keep(this.#read, prompt.id, statementsIn(typedTextOf(prompt).slice(0, READ_CHARS)), MOST_READ);
  }

  async #known(open: readonly Candidate[], { hidden }: Withholding): Promise<(text: string) => boolean> {
    const { knowledge } = this.#options;
    const turns = [...new Set(open.map(({ turnId }) => turnId))];
    const reviews = await knowledge.reviews({ limit: MOST_REVIEWS });
    const learned = [
      ...(await knowledge.learningsOfTurns(turns)),
      ...reviews.flatMap(({ held }) => (held.kind === 'learning' ? held.learning : [])),
    ];
    // What was seen of commands says less than a rule about them.
    const said = learned.filter(({ trust }) => tierOf(trust) === 'user').map(({ content }) => content);
    const known = [...said, ...(hidden?.texts ?? [])].map(termsOf);
    return (text) => {
      const terms = termsOf(text);
      return known.some((statement) => coverage(statement, terms) >= SAME_STATEMENT);
    };
  }

  /** By what was learned of the person after it, and by what they said after it. What tools were seen to do changes no rule. */
  async #replaced(workspace: SpaceId, said: readonly Candidate[]): Promise<(statement: Candidate) => boolean> {
    const learnings = await this.#options.knowledge.learnings({ workspace, limit: MOST_LEARNINGS });
    const later = new Map<string, { readonly text: string; readonly ts: number }>();
    for (const { id, content, createdAt, trust } of learnings)
      if (tierOf(trust) === 'user') later.set(id, { text: content, ts: createdAt });
    for (const { place, text, ts } of said) later.set(`said ${place}`, { text, ts });
    const index = new StatementIndex<string>();
    for (const [id, { text }] of later) index.put(id, text);
    return ({ text, ts }) =>
      index
        .near(text, NEAREST)
        .flatMap((id) => later.get(id) ?? [])
        .some((next) => next.ts > ts && replacedAmong([text], next.text)?.sure === true);
  }

  /** What a tool shows afterwards may be what the agent made of it. */
  async #isPrinted({ text, prompt: { sessionId, ts } }: Candidate): Promise<boolean> {
    if (text.length < COPIED_CHARS) return false;
    const key = `${sessionId} ${ts} ${text}`;
    const known = this.#printed.get(key);
    if (known !== undefined) return known;
    const texts = await this.#options.journal.textsHolding(sessionId, text, LOOKED_AT_BYTES, ts);
    return keep(this.#printed, key, texts.length > 0, MOST_READ);
  }
}

/** The oldest goes when there are too many. */
function keep<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, most: number): Value {
  const [oldest] = kept.keys();
  if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
  kept.set(key, value);
  return value;
}

/** Those that the reader is not sure of: what it is sure of was learned, or taken back by somebody. */
function statementsIn(typed: string): readonly Read[] {
  const isBrief = sentencesOf(typed).length >= BRIEF_SENTENCES;
  return readMessage(typed, { atLeast: isBrief ? IN_BRIEF : IN_REQUEST })
    .filter(({ inner, isSure }) => inner !== 'later' && !isSure)
    .filter(({ quote }) => isPlainlyOwn(quote, typed))
    .map(({ quote, p }) => ({ text: quote, p }));
}

function isPlainlyOwn(quote: string, typed: string): boolean {
  if (/[?？]$/u.test(quote) || isRarelyWritten(quote) || runsDownload(quote)) return false;
  return !addressesIn(quote).some(isForeignHost) && voiceOf(quote, typed) === 'own';
}
