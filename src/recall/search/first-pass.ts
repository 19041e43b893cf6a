/**
 * Scores every passage of a space that holds a word of the question, word by word, rarest first: BM25 over the passage's
 * own words and, at a discount, those of its neighbours in the session (BM25F).
 *
 * The work is bounded: rare words find passages; when enough have been read, common words only add to what was found.
 * Scores live in arrays that are used again: one pass at a time.
 */
import { FROM_NEXT, FROM_PREVIOUS, FROM_SECOND_PREVIOUS } from '../index/neighbours.ts';
import { inHead, inPassage, PostingList } from '../index/postings.ts';
import type { SpaceView } from '../index/space-view.ts';
import type { WeighedTerm } from './weigh-terms.ts';

/** How soon repeating a word stops to matter. */
const SATURATION = 1.2;
/** How much a long passage must hold more to count the same. */
const LENGTH_NORM = 0.6;
const SESSION_LENGTH_NORM = 0.75;
/** An answer to a question lends more of the question's words. */
const FROM_QUESTION = 0.6;

export class FirstPass {
  readonly #list = new PostingList();
  /** By passage. */
  scores = new Float32Array(0);
  /** The weight of the question's words that the passage holds, itself or through neighbours. */
  covered = new Float32Array(0);
  /** By session number. */
  sessionScores = new Float32Array(0);
  #times = new Float32Array(0);
  #sessionTimes = new Float32Array(0);
  #touched = new Uint32Array(0);
  #touchedCount = 0;
  readonly #touchedSessions: number[] = [];

  run(space: SpaceView, terms: readonly WeighedTerm[], averageLength: number): void {
    this.#begin(space);
    for (const term of terms) {
      const postings = term.postings.get(space);
      if (postings === undefined) continue;
      postings.read(this.#list);
      this.#collect(space, term.finds);
      this.#score(space, term.weight, averageLength);
      this.#scoreSessions(space, term.repetition);
    }
  }

  #begin(space: SpaceView): void {
    const docs = space.docs.count;
    if (this.scores.length < docs) {
      const room = Math.ceil(docs * 1.25);
      this.scores = new Float32Array(room);
      this.covered = new Float32Array(room);
      this.#times = new Float32Array(room);
      this.#touched = new Uint32Array(room);
    } else {
      this.scores.fill(0, 0, docs);
      this.covered.fill(0, 0, docs);
    }
    const sessions = space.sessions + 1;
    if (this.sessionScores.length < sessions) {
      this.sessionScores = new Float32Array(Math.ceil(sessions * 1.25));
      this.#sessionTimes = new Float32Array(this.sessionScores.length);
    } else this.sessionScores.fill(0, 0, sessions);
  }

  #collect(space: SpaceView, finds: boolean): void {
    const { docs, counts, length } = this.#list;
    const { session } = space.docs;
    this.#touchedCount = 0;
    for (let at = 0; at < length; at += 1) {
      const doc = docs[at] ?? 0;
      const packed = counts[at] ?? 0;
      const times = inPassage(packed);
      this.#bump(doc, times, finds);
      const inSession = session[doc] ?? 0;
      if (inSession > 0) {
        if (this.#sessionTimes[inSession] === 0) this.#touchedSessions.push(inSession);
        this.#sessionTimes[inSession] = (this.#sessionTimes[inSession] ?? 0) + times;
      }
      const head = inHead(packed);
      if (head > 0 && space.isSaid(doc)) this.#lend(space, doc, head, finds);
    }
  }

  /** What the head of a record says is heard by its neighbours. */
  #lend(space: SpaceView, doc: number, head: number, finds: boolean): void {
    const next = space.next(doc);
    if (next !== undefined) {
      this.#bumpRecord(space, next, (isAskedOfPeer(space, doc) ? FROM_QUESTION : FROM_PREVIOUS) * head, finds);
      const second = space.next(next);
      if (second !== undefined) this.#bumpRecord(space, second, FROM_SECOND_PREVIOUS * head, finds);
    }
    const previous = space.previous(doc);
    if (previous !== undefined) this.#bumpRecord(space, previous, FROM_NEXT * head, finds);
  }

  #bumpRecord(space: SpaceView, first: number, times: number, finds: boolean): void {
    const end = space.endOf(first);
    for (let doc = first; doc < end; doc += 1) this.#bump(doc, times, finds);
  }

  #bump(doc: number, times: number, finds: boolean): void {
    if (!finds && this.scores[doc] === 0) return;
    if (this.#times[doc] === 0) this.#touched[this.#touchedCount++] = doc;
    this.#times[doc] = (this.#times[doc] ?? 0) + times;
  }

  #score(space: SpaceView, weight: number, averageLength: number): void {
    const { lengths } = space;
    for (let at = 0; at < this.#touchedCount; at += 1) {
      const doc = this.#touched[at] ?? 0;
      const times = this.#times[doc] ?? 0;
      this.#times[doc] = 0;
      const norm = 1 - LENGTH_NORM + (LENGTH_NORM * (lengths[doc] ?? 0)) / averageLength;
      this.scores[doc] = (this.scores[doc] ?? 0) + (weight * (SATURATION + 1) * times) / (times + SATURATION * norm);
      this.covered[doc] = (this.covered[doc] ?? 0) + weight * Math.min(1, times);
    }
  }

  /** The session as one text: BM25 with its own rarity. */
  #scoreSessions(space: SpaceView, repetition: number): void {
    const found = this.#touchedSessions;
    const rarity = Math.log(1 + (space.sessions - found.length + 0.5) / (found.length + 0.5)) * repetition;
    const average = Math.max(1, space.totalWords / Math.max(1, space.sessions));
    for (const session of found) {
      const times = this.#sessionTimes[session] ?? 0;
      this.#sessionTimes[session] = 0;
      const norm = 1 - SESSION_LENGTH_NORM + (SESSION_LENGTH_NORM * (space.sessionWords[session] ?? 0)) / average;
      const score = (rarity * (SATURATION + 1) * times) / (times + SATURATION * norm);
      this.sessionScores[session] = (this.sessionScores[session] ?? 0) + score;
    }
    found.length = 0;
  }
}

/** A question between people; an agent's questions and those it is asked are told apart by who speaks. */
export function isAskedOfPeer(space: SpaceView, doc: number): boolean {
  return space.docs.isQuestion(doc) && isPeer(space, doc);
}

/** Said by somebody whose neighbours in the session are people too. */
export function isPeer(space: SpaceView, doc: number): boolean {
  const isAgent = (other: number | undefined) => other !== undefined && space.docs.type(other) === 'assistant';
  return !isAgent(doc) && !isAgent(space.next(doc)) && !isAgent(space.previous(doc));
}
