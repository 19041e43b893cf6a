/**
 * One search, from question to hits: words, candidates from the index, a second look at the text of the best, and what is
 * known of a fact (does it hold, how sure, pinned). Synchronous: it runs on a reader's thread.
 */
import type { RecordReader } from '../../journal/sqlite/record-reader.ts';
import type { IndexReader } from '../index/index-reader.ts';
import { USER_SPACE } from '../index/index-writer.ts';
import { PostingList } from '../index/postings.ts';
import type { SpaceView } from '../index/space-view.ts';
import type { RecallAnswer, RecallHit, RecallQuery } from '../recall.ts';
import { speakerTerm } from '../text/speaker.ts';
import { Explainer } from './explain.ts';
import { FirstPass } from './first-pass.ts';
import { type Found, foundFact, foundRecord } from './hits.ts';
import { pairsOf } from './phrases.ts';
import { parseQuery, type Query } from './query.ts';
import { type Candidates, candidatesOf, filterOf } from './second-pass.ts';
import { type WeighedTerm, weighTerms } from './weigh-terms.ts';

/** Hits that are handed over together. */
const PART = 200;
/** Candidates of each kind and space. */
const POOL = 100;
/** Whose text is looked at more closely. */
const LOOKED_AT = 60;
/** Of all that matches, how often more are looked at when too few may be shown. */
const WIDENINGS = 3;

export class Searcher {
  readonly #index: IndexReader;
  readonly #journal: RecordReader;
  readonly #pass = new FirstPass();
  readonly #list = new PostingList();

  constructor(index: IndexReader, journal: RecordReader) {
    this.#index = index;
    this.#journal = journal;
  }

  search(query: RecallQuery, onPart?: (hits: readonly RecallHit[]) => void): RecallAnswer {
    return this.#index.read(() => {
      const found = this.#found(query);
      const whole = onPart === undefined ? 0 : Math.floor((found.length - 1) / PART) * PART;
      for (let at = 0; at < whole; at += PART) onPart?.(found.slice(at, at + PART).map((each) => each.hit()));
      return { hits: found.slice(whole).map((each) => each.hit()) };
    });
  }

  #found(query: RecallQuery): readonly Found[] {
    const limit = Math.trunc(query.limit);
    if (!(limit > 0)) return [];
    const parsed = parseQuery(query.text, query.now);
    if (parsed.words.length === 0) return [];
    const spaces = this.#spaces(query);
    const terms = weighTerms(this.#index, parsed, spaces);
    if (terms.length === 0) return [];
    let size = Math.max(POOL, limit);
    for (let round = 0; ; round += 1) {
      const { found, isCut } = this.#look({ query, parsed, spaces, terms, size }, limit);
      if (!isCut || round >= WIDENINGS) return found;
      size *= 4;
    }
  }

  /** The space and the user scope beside it. Of the user scope only facts are seen from a space. */
  #spaces({ workspace }: RecallQuery): readonly SpaceView[] {
    if (workspace === undefined) return this.#index.allSpaces();
    const ids = workspace === null ? [USER_SPACE] : [workspace, USER_SPACE];
    return ids.flatMap((id) => this.#index.space(id) ?? []);
  }

  #look(search: Search, limit: number): { readonly found: readonly Found[]; readonly isCut: boolean } {
    const { query, terms, spaces } = search;
    const candidates = spaces.map((space) => this.#candidates(search, space));
    const material = {
      query,
      pairs: pairsOf(terms),
      weights: new Map(terms.map(({ term, weight }) => [term, weight])),
      explainer: query.explain === true ? new Explainer(terms) : undefined,
    };
    const read: Found[] = candidates.flatMap(({ records, facts }) => [
      ...records.flatMap((candidate, at) => foundRecord(candidate, this.#journal, material, at < LOOKED_AT) ?? []),
      ...facts.flatMap((candidate) => foundFact(candidate, this.#index, material) ?? []),
    ]);
    // Ties: a fact before a record, the newer before the older; the same question always gets the same answer.
    read.sort((a, b) => b.score - a.score || b.tie - a.tie);
    const isCut = read.length < limit && candidates.some((each) => each.isCut);
    return { found: read.slice(0, limit), isCut };
  }

  #candidates({ query, parsed, spaces, terms, size }: Search, space: SpaceView): Candidates {
    const filter = filterOf(query, query.sessionId === undefined ? undefined : this.#session(space, query.sessionId));
    const isBeside = space.id === USER_SPACE && typeof query.workspace === 'string';
    this.#pass.run(space, terms, averageLength(spaces));
    return candidatesOf(this.#pass, {
      space,
      query: parsed,
      filter: isBeside ? { ...filter, records: false } : filter,
      named: this.#saidByNamed(space, parsed),
      weight: terms.reduce((sum, { weight }) => sum + weight, 0),
      size,
    });
  }

  /** An unknown session is a filter that nothing passes. */
  #session(space: SpaceView, id: string): number {
    return this.#index.sessionNum(space, id) ?? -1;
  }

  #saidByNamed(space: SpaceView, { names }: Query): ReadonlySet<number> {
    const said = new Set<number>();
    for (const name of names) {
      for (const term of speakerTerm(name)) {
        const postings = this.#index.term(space, term);
        if (postings === undefined) continue;
        postings.read(this.#list);
        for (let at = 0; at < this.#list.length; at += 1) said.add(this.#list.docs[at] ?? 0);
      }
    }
    return said;
  }
}

interface Search {
  readonly query: RecallQuery;
  readonly parsed: Query;
  readonly spaces: readonly SpaceView[];
  readonly terms: readonly WeighedTerm[];
  readonly size: number;
}

function averageLength(spaces: readonly SpaceView[]): number {
  const docs = spaces.reduce((sum, { liveDocs }) => sum + liveDocs, 0);
  const length = spaces.reduce((sum, { totalLength }) => sum + totalLength, 0);
  return docs === 0 ? 1 : Math.max(1, length / docs);
}
