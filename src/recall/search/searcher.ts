/**
 * One search, from question to hits: words, candidates from the index, a second look at the text of the best, and what is
 * known of a fact (does it hold, how sure, pinned). Synchronous: it runs on a reader's thread.
 */
import type { RecordReader } from '../../journal/sqlite/record-reader.ts';
import type { RecordId } from '../../memory/ids.ts';
import type { IndexReader } from '../index/index-reader.ts';
import { PostingList } from '../index/postings.ts';
import { isOfFacts, spacesSeenFrom, workspaceOfRecords } from '../index/space-names.ts';
import type { SpaceView } from '../index/space-view.ts';
import type { RecallAnswer, RecallHit, RecallQuery } from '../recall.ts';
import { SPEAKER, speakerTerm } from '../text/speaker.ts';
import { TRAIT } from '../text/traits.ts';
import { answersFirst } from './answers-first.ts';
import { asksForTimeAlone, saidThen } from './by-time.ts';
import { dateWordsOf } from './date-words.ts';
import { expanded, type Vocabulary } from './expand.ts';
import { Explainer } from './explain.ts';
import { firstFound } from './first-found.ts';
import { FirstPass, type SpaceStatistics } from './first-pass.ts';
import { type Found, foundFact, foundRecord, type HitMaterial, mostScore } from './hits.ts';
import { PhraseBounds, pairsOf } from './phrases.ts';
import { parseQuery, type Query } from './query.ts';
import { type CandidateText, type Cosines, candidateTexts, reranked } from './rerank.ts';
import { type Candidates, candidatesOf, type Filter, filterOf, passes } from './second-pass.ts';
import { type WeighedTerm, weighTerms } from './weigh-terms.ts';

/** Hits that are handed over together. */
const PART = 200;
/** Passages of a space that are looked at after the first pass; more when more hits are asked for, or too few may be shown. */
const CANDIDATES = 300;
const PER_HIT = 3;
const WIDENINGS = 2;
/** Records whose text is read, for phrases; the others are read when they are shown. */
const LOOKED_AT = 30;
const READ = 40;
const READ_PER_HIT = 2;
/** What stands after these comes from sessions that were not shown yet, as far as there are any. */
const BEFORE_VARIETY = 20;
/** Spaces whose words are asked whether they know a word otherwise. */
const EXPANDED_SPACES = 100;
/** Words that each of them compares at least. */
const COMPARED_LEAST = 50;

export class Searcher {
  readonly #index: IndexReader;
  readonly #journal: RecordReader;
  readonly #pass = new FirstPass();
  readonly #list = new PostingList();

  constructor(index: IndexReader, journal: RecordReader) {
    this.#index = index;
    this.#journal = journal;
  }

  search(query: RecallQuery, onPart?: (hits: readonly RecallHit[]) => void, cosines: Cosines = []): RecallAnswer {
    return this.#index.read(() => {
      const found = this.#found(query, cosines);
      const whole = onPart === undefined ? 0 : Math.floor((found.length - 1) / PART) * PART;
      for (let at = 0; at < whole; at += PART) onPart?.(found.slice(at, at + PART).map((each) => each.hit()));
      return { hits: found.slice(whole).map((each) => each.hit()) };
    });
  }

  /** What a model may compare with the question, for a search that is given its cosines. */
  candidateTexts(query: RecallQuery, sensitive: readonly RecordId[] = []): readonly CandidateText[] {
    const found = this.#index.read(() => this.#byWords(query, Math.trunc(query.limit), false));
    return candidateTexts(found, new Set(sensitive));
  }

  #found(query: RecallQuery, cosines: Cosines): readonly Found[] {
    const limit = Math.trunc(query.limit);
    if (!(limit > 0)) return [];
    // Beyond them, and where meaning counts, others are weighed against each other once more.
    const isOrderFinal = cosines.length === 0 && limit <= BEFORE_VARIETY;
    const found = reranked(this.#byWords(query, limit, isOrderFinal), cosines);
    const best = varied(found).slice(0, limit);
    return query.answersFirst === true ? answersFirst(best, query, this.#journal) : best;
  }

  #byWords(query: RecallQuery, limit: number, isOrderFinal: boolean): readonly Found[] {
    const parsed = parseQuery(query.text, query.now);
    const spaces = this.#spaces(query);
    if (asksForTimeAlone(parsed)) return this.#byTime(query, parsed, spaces, limit);
    const words = spaces.length <= EXPANDED_SPACES ? expanded(parsed, this.#vocabulary(spaces)) : parsed.words;
    const terms = weighTerms(this.#index, words, spaces);
    if (terms.length === 0) return [];
    const search = { query, parsed, spaces, terms, isOrderFinal };
    for (let most = Math.max(CANDIDATES, PER_HIT * limit), round = 0; ; most *= 4, round += 1) {
      const { found, isCut } = this.#look(search, limit, most);
      if (found.length >= limit || !isCut || round >= WIDENINGS) return found;
    }
  }

  #byTime(query: RecallQuery, parsed: Query, spaces: readonly SpaceView[], limit: number): readonly Found[] {
    const material = materialOf(query, []);
    return spaces
      .filter((space) => isAskedFor(query, space))
      .flatMap((space) => {
        const filter = this.#filter(query, space);
        const said = saidThen(space, parsed, (doc) => passes(space, filter, doc), limit);
        return said.flatMap((candidate) => foundRecord(candidate, this.#journal, material, false) ?? []);
      })
      .sort(byRank);
  }

  #filter(query: RecallQuery, space: SpaceView): Filter {
    return filterOf(query, query.sessionId === undefined ? undefined : this.#session(space, query.sessionId));
  }

  #vocabulary(spaces: readonly SpaceView[]): Vocabulary {
    return {
      has: (term) => spaces.some((space) => this.#index.term(space, term) !== undefined),
      beginningWith: (prefix, limit) => [
        ...new Set(
          spaces.flatMap((space) =>
            this.#index.termsBeginningWith(space, prefix, Math.max(COMPARED_LEAST, Math.floor(limit / spaces.length))),
          ),
        ),
      ],
    };
  }

  /** The space, those linked to it, and the user scope beside it. */
  #spaces({ workspace, linked }: RecallQuery): readonly SpaceView[] {
    if (workspace === undefined) return this.#index.allSpaces();
    return spacesSeenFrom(workspace, linked).flatMap((name) => this.#index.space(name) ?? []);
  }

  #look(search: Search, limit: number, most: number): { readonly found: readonly Found[]; readonly isCut: boolean } {
    const { query, terms, spaces } = search;
    const statistics = statisticsOf(spaces);
    const asked = spaces.filter((space) => isAskedFor(query, space));
    const material = materialOf(query, terms);
    const bounds = new PhraseBounds(material.pairs);
    const candidates = asked.map((space) => this.#candidates({ ...search, bounds }, space, statistics, most));
    const read = Math.max(READ, READ_PER_HIT * limit);
    const reach = search.isOrderFinal ? { shown: limit, sure: LOOKED_AT, most: mostScore } : undefined;
    const found = candidates.flatMap(({ records, facts }) => [
      ...firstFound(
        records,
        read,
        (candidate, at, mayBeShown) => foundRecord(candidate, this.#journal, material, at < LOOKED_AT && mayBeShown),
        reach,
      ),
      ...firstFound(facts, read, (candidate) => foundFact(candidate, this.#index, material)),
    ]);
    found.sort(byRank);
    const isCut = candidates.some((each) => each.isCut);
    return { found, isCut };
  }

  #candidates(
    { query, parsed, terms, bounds }: Search & { readonly bounds: PhraseBounds },
    space: SpaceView,
    statistics: SpaceStatistics,
    most: number,
  ): Candidates & { readonly isCut: boolean } {
    const filter = this.#filter(query, space);
    const isAskedFor = (doc: number) => passes(space, filter, doc);
    const isSilent = this.#silence(query, space);
    const words = { terms, dates: dateWordsOf(parsed.words), bounds };
    this.#pass.run(space, words, statistics, { most, isAskedFor, isSilent });
    const { isCut } = this.#pass;
    const candidates = candidatesOf(this.#pass, bounds, {
      space,
      query: parsed,
      named: this.#saidByNamed(space, parsed),
      knownWords: terms.length,
    });
    return { ...candidates, isCut };
  }

  /** What whoever asks is not given must not be told by its neighbours either: that they are found says that it was said. */
  #silence(query: RecallQuery, space: SpaceView): ((doc: number) => boolean) | undefined {
    if (isOfFacts(space.id)) return undefined;
    const hidesSensitive = query.audience === 'agent' && query.givesSensitive !== true;
    const ids = [...(query.hidden?.records ?? []), ...(hidesSensitive ? (query.sensitiveRecords ?? []) : [])];
    const seqs = this.#journal.withheldSeqs(workspaceOfRecords(space.id), ids);
    const { docs } = space;
    const isMarked = (doc: number) => hidesSensitive && docs.has(doc, TRAIT.sensitive);
    if (seqs.size === 0) return hidesSensitive ? isMarked : undefined;
    return (doc) => isMarked(doc) || seqs.has(docs.source[doc] ?? 0);
  }

  /** An unknown session is a filter that nothing passes. */
  #session(space: SpaceView, id: string): number {
    return this.#index.sessionNum(space, id) ?? -1;
  }

  #saidByNamed(space: SpaceView, { names }: Query): ReadonlySet<number> {
    const said = new Set<number>();
    // In most spaces nobody has a name.
    if (this.#index.termsBeginningWith(space, SPEAKER, 1).length === 0) return said;
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
  /** The best by score are those that are shown. */
  readonly isOrderFinal: boolean;
}

/** A space that holds nothing of what is asked for still tells how rare words are. */
function isAskedFor({ kind, recordTypes }: RecallQuery, { id }: SpaceView): boolean {
  return isOfFacts(id) ? kind !== 'records' && recordTypes === undefined : kind !== 'facts';
}

function materialOf(query: RecallQuery, terms: readonly WeighedTerm[]): HitMaterial {
  return {
    query,
    pairs: pairsOf(terms),
    weights: new Map(terms.map(({ term, weight }) => [term, weight])),
    explainer: query.explain === true ? new Explainer(terms) : undefined,
  };
}

/** Ties: a fact before a record, the newer before the older; the same question always gets the same answer. */
function byRank(a: Found, b: Found): number {
  return b.score - a.score || b.tie - a.tie;
}

function statisticsOf(spaces: readonly SpaceView[]): SpaceStatistics {
  const docs = spaces.reduce((sum, { liveDocs }) => sum + liveDocs, 0);
  const length = spaces.reduce((sum, { totalLength }) => sum + totalLength, 0);
  return { docs, averageLength: docs === 0 ? 1 : Math.max(1, length / docs) };
}

/** The best first; behind the first ones, one of each session that was not shown before the rest. */
function varied(found: readonly Found[]): readonly Found[] {
  const head = found.slice(0, BEFORE_VARIETY);
  const shown = new Set(head.map(({ session }) => session));
  const fresh: Found[] = [];
  const rest: Found[] = [];
  for (const each of found.slice(BEFORE_VARIETY)) {
    const isFresh = !shown.has(each.session);
    shown.add(each.session);
    (isFresh ? fresh : rest).push(each);
  }
  return [...head, ...fresh, ...rest];
}
