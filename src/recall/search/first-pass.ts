/**
 * Scores the passages of a space word by word: BM25 over the passage's own words and, at a discount, those of its
 * neighbours in the session (BM25F).
 *
 * The work is bounded. Rare words find passages; the best of those are candidates, and common words only add to them. A
 * common word is still read from end to end, which is a walk over bytes, but nothing is kept of what is no candidate.
 * Scores live in arrays that are used again: one pass at a time.
 */
import { FROM_SECOND_PREVIOUS, lentBack, lentOn } from '../index/context-terms.ts';
import { inHead, inPassage, PostingList } from '../index/postings.ts';
import type { SpaceView } from '../index/space-view.ts';
import type { DateWord } from './date-words.ts';
import { NumberList } from './number-list.ts';
import type { PhraseBounds } from './phrases.ts';
import { normOf, saturated, spread } from './saturation.ts';
import { Top } from './top.ts';
import { rarityOf, type WeighedTerm } from './weigh-terms.ts';

/** How soon repeating a word stops to matter; a third mention still counts. */
const SATURATION = 1.8;
/** What was said on a day that is named counts as so many mentions of it. */
const DATE_TIMES = 0.3;
const SESSION_SATURATION = 3;
const SESSION_LENGTH_NORM = 0.75;

/** A word in more passages than this is everywhere: what it lends would be as common, and cost the most. */
const LENDING_POSTINGS = 25_000;

const CANDIDATE = 1;
const LENDER = 2;

export interface SpaceStatistics {
  /** Passages that are searched, in all spaces of the question. */
  readonly docs: number;
  readonly averageLength: number;
}

export interface Words {
  readonly terms: readonly WeighedTerm[];
  readonly dates: readonly DateWord[];
  readonly bounds: PhraseBounds;
}

export class FirstPass {
  readonly #list = new PostingList();
  /** By passage. */
  scores = new Float32Array(0);
  /** The weight of the question's words that the passage itself holds, by passage; and of all of them. */
  held = new Float32Array(0);
  weight = 0;
  /** Which words of the question that could stand beside another the passage itself holds, as bits. */
  pairable = new Uint32Array(0);
  /** By session number. */
  sessionScores = new Float32Array(0);
  /** The best passages, in no order. */
  candidates: readonly number[] = [];
  /** There may be more of them. */
  isCut = false;
  /** Which passages are candidates, and which lend words to one. */
  #marks = new Uint8Array(0);
  readonly #marked: number[] = [];
  #times = new Float32Array(0);
  #sessionTimes = new Float32Array(0);
  /** Passages of the word at hand, and of all words that found some. */
  readonly #touched = new NumberList();
  readonly #found = new NumberList();
  readonly #touchedSessions = new NumberList();
  #isSilent: ((doc: number) => boolean) | undefined;
  #bounds: PhraseBounds | undefined;

  /** Of records and of facts at most `most` each, and only those that are asked for. */
  run(
    space: SpaceView,
    words: Words,
    statistics: SpaceStatistics,
    {
      most,
      isAskedFor,
      isSilent,
    }: {
      readonly most: number;
      isAskedFor(doc: number): boolean;
      /** As if it were not there: it lends nothing to its neighbours and its session either. Undefined when there are none. */
      readonly isSilent: ((doc: number) => boolean) | undefined;
    },
  ): void {
    this.#begin(space);
    this.#isSilent = isSilent;
    this.#bounds = words.bounds;
    for (const term of words.terms.filter(({ finds }) => finds)) this.#find(space, term, statistics);
    this.#choose(space, most, isAskedFor);
    for (const term of words.terms.filter(({ finds }) => !finds)) this.#add(space, term, statistics);
    for (const word of words.dates) this.#addDate(space, word, statistics);
  }

  #begin(space: SpaceView): void {
    const docs = space.docs.count;
    if (this.scores.length < docs) {
      const room = Math.ceil(docs * 1.25);
      this.scores = new Float32Array(room);
      this.held = new Float32Array(room);
      this.pairable = new Uint32Array(room);
      this.#marks = new Uint8Array(room);
      this.#times = new Float32Array(room);
    } else {
      for (let at = 0; at < this.#found.count; at += 1) {
        const doc = this.#found.items[at] ?? 0;
        this.scores[doc] = 0;
        this.held[doc] = 0;
        this.pairable[doc] = 0;
      }
    }
    for (const doc of this.#marked) this.#marks[doc] = 0;
    this.#marked.length = 0;
    this.#found.count = 0;
    this.candidates = [];
    this.weight = 0;
    const sessions = space.sessions + 1;
    if (this.sessionScores.length < sessions) {
      this.sessionScores = new Float32Array(Math.ceil(sessions * 1.25));
      this.#sessionTimes = new Float32Array(this.sessionScores.length);
    } else this.sessionScores.fill(0);
  }

  #find(space: SpaceView, term: WeighedTerm, statistics: SpaceStatistics): void {
    this.#collect(space, term);
    // A word of silent passages alone is as good as unknown.
    if (this.#touched.count === 0 && this.#list.length > 0) return;
    // A word that comes in bursts is a topic, and rarer than its count of passages with neighbours says.
    const weight = rarityOf(statistics.docs, this.#touched.count + term.elsewhere(space)) * term.repetition;
    this.#score(space, weight, statistics.averageLength);
    this.#hold(term, weight, 0);
    this.#scoreSessions(space, term.repetition);
  }

  #choose(space: SpaceView, most: number, isAskedFor: (doc: number) => boolean): void {
    const top = new Top(Math.min(most, this.#found.count));
    const { items, count } = this.#found;
    const { scores } = this;
    let least = top.least;
    for (let at = 0; at < count; at += 1) {
      const doc = items[at] ?? 0;
      const score = scores[doc] ?? 0;
      // Most are not among the best: no more is asked of them.
      if (score < least || space.docs.isGone(doc) || !isAskedFor(doc)) continue;
      top.offer(doc, score);
      least = top.least;
    }
    this.candidates = top.items();
    this.isCut = top.count >= most;
    for (const doc of this.candidates) {
      this.#mark(doc, CANDIDATE);
      const first = space.docs.firstOf(doc);
      const previous = space.previous(first);
      this.#mark(previous, LENDER);
      this.#mark(previous === undefined ? undefined : space.previous(previous), LENDER);
      this.#mark(space.next(first), LENDER);
    }
  }

  #mark(doc: number | undefined, mark: number): void {
    if (doc === undefined) return;
    if (this.#marks[doc] === 0) this.#marked.push(doc);
    this.#marks[doc] = (this.#marks[doc] ?? 0) | mark;
  }

  #add(space: SpaceView, term: WeighedTerm, statistics: SpaceStatistics): void {
    this.#collectMarked(space, term);
    const weight = rarityOf(statistics.docs, spread(term.holding, statistics.docs)) * term.repetition;
    this.#score(space, weight, statistics.averageLength);
    this.#hold(term, weight, CANDIDATE);
  }

  /** How common a day is, is told from the candidates. */
  #addDate(space: SpaceView, { fits, repetition }: DateWord, { averageLength }: SpaceStatistics): void {
    const on = this.candidates.filter((doc) => fits(new Date((space.docs.seconds[doc] ?? 0) * 1000)));
    const weight = rarityOf(this.candidates.length, on.length) * repetition;
    for (const doc of on)
      this.scores[doc] =
        (this.scores[doc] ?? 0) + weight * saturated(DATE_TIMES, normOf(space, doc, averageLength), SATURATION);
  }

  #collect(space: SpaceView, term: WeighedTerm): void {
    this.#touched.count = 0;
    this.#list.clear();
    const postings = term.postings.get(space);
    if (postings === undefined) return;
    postings.read(this.#list);
    const { docs, counts, length } = this.#list;
    const { session } = space.docs;
    const lends = term.holding <= LENDING_POSTINGS;
    const isSilent = this.#isSilent;
    for (let at = 0; at < length; at += 1) {
      const doc = docs[at] ?? 0;
      if (isSilent?.(doc) === true) continue;
      const packed = counts[at] ?? 0;
      const times = inPassage(packed);
      this.#bump(doc, times);
      const head = inHead(packed);
      if (head > 0 && lends && space.isSaid(doc)) this.#lend(space, doc, head, 0);
      const inSession = session[doc] ?? 0;
      if (inSession === 0) continue;
      if (this.#sessionTimes[inSession] === 0) this.#touchedSessions.push(inSession);
      this.#sessionTimes[inSession] = (this.#sessionTimes[inSession] ?? 0) + times;
    }
  }

  /** The same for candidates alone: what is no candidate and lends to none is not even written down. */
  #collectMarked(space: SpaceView, term: WeighedTerm): void {
    this.#touched.count = 0;
    this.#list.clear();
    const postings = term.postings.get(space);
    if (postings === undefined) return;
    const marks = this.#marks;
    postings.read(this.#list, marks);
    const { docs, counts, length } = this.#list;
    for (let at = 0; at < length; at += 1) {
      const doc = docs[at] ?? 0;
      const mark = marks[doc] ?? 0;
      if (this.#isSilent?.(doc) === true) continue;
      const packed = counts[at] ?? 0;
      if ((mark & CANDIDATE) !== 0) this.#bump(doc, inPassage(packed));
      const head = inHead(packed);
      if (head > 0 && (mark & LENDER) !== 0) this.#lend(space, doc, head, CANDIDATE);
    }
  }

  /** What the head of a record says is heard by its neighbours, if they have the mark. */
  #lend(space: SpaceView, doc: number, head: number, mark: number): void {
    const next = space.next(doc);
    if (next !== undefined) {
      this.#bumpRecord(space, next, lentOn(space, doc, next), head, mark);
      const second = space.next(next);
      if (second !== undefined) this.#bumpRecord(space, second, FROM_SECOND_PREVIOUS, head, mark);
    }
    const previous = space.previous(doc);
    if (previous !== undefined) this.#bumpRecord(space, previous, lentBack(space, doc, previous), head, mark);
  }

  /** Their product would have to be put into memory to be handed over. */
  #bumpRecord(space: SpaceView, first: number, share: number, head: number, mark: number): void {
    const end = space.endOf(first);
    const times = this.#times;
    for (let doc = first; doc < end; doc += 1) {
      if (((this.#marks[doc] ?? 0) & mark) !== mark) continue;
      const before = times[doc] ?? 0;
      if (before === 0) this.#touched.push(doc);
      times[doc] = before + share * head;
    }
  }

  #bump(doc: number, times: number): void {
    if (this.#times[doc] === 0) this.#touched.push(doc);
    this.#times[doc] = (this.#times[doc] ?? 0) + times;
  }

  #score(space: SpaceView, weight: number, averageLength: number): void {
    const { items, count } = this.#touched;
    const { scores } = this;
    const times = this.#times;
    for (let at = 0; at < count; at += 1) {
      const doc = items[at] ?? 0;
      const before = scores[doc] ?? 0;
      // Of words that find none, nothing is touched but candidates, which were found.
      if (before === 0) this.#found.push(doc);
      scores[doc] = before + weight * saturated(times[doc] ?? 0, normOf(space, doc, averageLength), SATURATION);
      times[doc] = 0;
    }
  }

  /** The passages of the word at hand hold it themselves; those with the mark are noted. */
  #hold(term: WeighedTerm, weight: number, mark: number): void {
    this.weight += weight;
    const bit = this.#bounds?.bitOf(term.term) ?? 0;
    const { docs, length } = this.#list;
    for (let at = 0; at < length; at += 1) {
      const doc = docs[at] ?? 0;
      // What is silent was not found, and would keep what it is given here beyond this question.
      if (((this.#marks[doc] ?? 0) & mark) !== mark || this.#isSilent?.(doc) === true) continue;
      this.held[doc] = (this.held[doc] ?? 0) + weight;
      this.pairable[doc] = (this.pairable[doc] ?? 0) | bit;
    }
  }

  /** The session as one text, with a rarity of its own. */
  #scoreSessions(space: SpaceView, repetition: number): void {
    const { items, count } = this.#touchedSessions;
    const rarity = rarityOf(space.sessions, count) * repetition;
    const average = Math.max(1, space.totalWords / Math.max(1, space.sessions));
    for (let at = 0; at < count; at += 1) {
      const session = items[at] ?? 0;
      const times = this.#sessionTimes[session] ?? 0;
      this.#sessionTimes[session] = 0;
      const norm = 1 - SESSION_LENGTH_NORM + (SESSION_LENGTH_NORM * (space.sessionWords[session] ?? 0)) / average;
      const score = rarity * saturated(times, norm, SESSION_SATURATION);
      this.sessionScores[session] = (this.sessionScores[session] ?? 0) + score;
    }
    this.#touchedSessions.count = 0;
  }
}
