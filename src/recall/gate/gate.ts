/**
 * The relevance gate: which few facts and passages of earlier sessions a prompt needs, or none. Silence beats noise: what
 * is given must hold enough of the prompt's own telling words, by itself.
 *
 * Guarantees: one search per prompt; nothing sensitive, superseded or of another space (the search leaves it out), nothing
 * of the session that asks, nothing that it was given or that it said itself. Synchronous: it runs on a reader's thread.
 */
import type { RecordReader } from '../../journal/sqlite/record-reader.ts';
import type { AppId, SessionId, SpaceId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import { isWithheld, type Withholding } from '../../memory/withheld.ts';
import { FactMeanings } from '../index/fact-meanings.ts';
import type { IndexReader } from '../index/index-reader.ts';
import { factSpace, isOfFacts, recordSpace, spacesSeenFrom } from '../index/space-names.ts';
import { isOpenTask, type LastWork, lastWork } from '../last-work.ts';
import type { RecallHit, RecallQuery } from '../recall.ts';
import { isMeant } from '../search/hits.ts';
import type { Searcher } from '../search/searcher.ts';
import { ShownLines } from './already-given.ts';
import { type Candidate, candidatesOf } from './candidate.ts';
import { type Choice, choiceOf } from './choice.ts';
import { type Features, featuresOf } from './features.ts';
import type { PromptAsks } from './prompt-asks.ts';
import { type PromptWords, promptWords } from './prompt-words.ts';
import { repeats } from './repeats.ts';
import { isLearnedFrom, OPENS_AT, select } from './selection.ts';
import { type Verdict, verdictsOf } from './verdict.ts';

/** On six labelled sets thirty found four wanted items in a thousand more than sixteen, at a third more time. */
const SEARCHED = 16;
/** A word as rare as one in 150 passages counts in full. */
const FULL_RARITY = 5;
/** Fewer say little about how rare a word is. */
const FEW_PASSAGES = 150;
/** Facts of a space that come into question for what they mean. */
const NEAREST = 12;
/** What replaced a fact may have been replaced itself. */
const CHAIN = 20;
/** How likely the last turn is meant by a prompt that only goes on, and what is open. */
const LAST_TURN = 0.9;
const OPEN_TASK = 0.7;
/** Newest passages among which the session's own answer is looked for. */
const WALKED_DOCS = 5_000;
const NO_WORK: LastWork = { turns: [], tasks: [] };

export interface GateRequest extends Withholding {
  /** Redacted. */
  readonly prompt: string;
  readonly workspace: SpaceId | null;
  /** As in a search. */
  readonly linked?: readonly SpaceId[];
  readonly app?: AppId;
  /** Null for a preview: nothing counts as said. */
  readonly sessionId: SessionId | null;
  /** Ids of facts, records and turns that stand in the session's context already. */
  readonly given: ReadonlySet<string>;
  /** The block that the session started with. */
  readonly shown?: string | undefined;
  /** By id, below 1: shown often and never used. */
  readonly sinking: ReadonlyMap<string, number>;
  readonly now: number;
}

export class Gate {
  readonly #searcher: Pick<Searcher, 'search'>;
  readonly #index: IndexReader;
  readonly #journal: RecordReader;
  readonly #meanings: FactMeanings;
  readonly #shown = new ShownLines();

  constructor(searcher: Pick<Searcher, 'search'>, index: IndexReader, journal: RecordReader) {
    this.#searcher = searcher;
    this.#index = index;
    this.#journal = journal;
    this.#meanings = new FactMeanings(index);
  }

  /** Best first; empty for silence. */
  choose(request: GateRequest, opensAt = OPENS_AT): readonly Choice[] {
    const { shown } = request;
    const isShown = ({ fact }: Candidate) =>
      fact !== undefined && shown !== undefined && this.#shown.says(shown, fact.content);
    return select(this.judge(request), opensAt, isShown)
      .flatMap((judged) => choiceOf(judged, this.#journal, (record) => !isWithheld(record, request)) ?? [])
      .filter((choice) => choice.kind === 'fact' || !request.given.has(choice.id));
  }

  /** Everything that came into question, the likeliest first. */
  judge(request: GateRequest): readonly Verdict[] {
    return this.#index.read(() => {
      const prompt = promptWords(request.prompt, this.#rarity(request));
      if (prompt === undefined || (prompt.goesOn?.isBare === true && this.#isUnderWay(request))) return [];
      const verdicts = verdictsOf(this.#featuresFor(request, prompt), prompt);
      return verdicts
        .filter(({ candidate }) => !isOver(candidate))
        .map((verdict) => ({
          ...verdict,
          likelihood:
            sinkingOf(verdict.candidate, request.sinking) *
            Math.max(verdict.likelihood, asLastWork(verdict.candidate, prompt)),
        }))
        .toSorted((a, b) => b.likelihood - a.likelihood);
    });
  }

  /** What comes into question for a prompt, each with how it meets it; for whoever fits the weights. */
  figures(
    request: GateRequest,
    asks: PromptAsks,
  ): { readonly prompt: PromptWords; readonly features: ReadonlyMap<Candidate, Features> } | undefined {
    return this.#index.read(() => {
      const prompt = promptWords(request.prompt, this.#rarity(request), () => asks);
      return prompt === undefined ? undefined : { prompt, features: this.#featuresFor(request, prompt) };
    });
  }

  #featuresFor(request: GateRequest, prompt: PromptWords): ReadonlyMap<Candidate, Features> {
    const query = queryOf(request);
    const { hits } = this.#searcher.search(query);
    const own = hits.filter((hit) => isOf(hit, request.sessionId));
    const held = hits.filter((hit) => !own.includes(hit) && !isReplaced(hit));
    const replaced = this.#successors(hits.filter(isReplaced));
    const known = new Set(held.flatMap((hit) => (hit.kind === 'fact' ? [hit.learning.id] : [])));
    const last = prompt.goesOn === undefined ? NO_WORK : this.#last(request);
    // No search has looked at these: a fact may have been moved to another project.
    const seen = new Set(spacesSeenFrom(request.workspace, request.linked));
    const near = [...replaced.keys(), ...last.tasks, ...this.#nearest(request, prompt)].filter((learning) => {
      const isOpen = seen.has(factSpace(learning.workspace)) && isMeant(learning, query);
      const isNew = isOpen && !known.has(learning.id) && !isOfSession(learning, request.sessionId);
      known.add(learning.id);
      return isNew;
    });
    const open = candidatesOf(
      {
        hits: held,
        near,
        replaced: new Map([...replaced].map(([learning, old]) => [learning.id, old])),
        last,
      },
      this.#journal,
    );
    const said = candidatesOf({ hits: own, near: [], replaced: new Map(), last: NO_WORK }, this.#journal);
    const given = hits.flatMap((hit) =>
      hit.kind === 'fact' && request.given.has(hit.learning.id) ? [hit.learning] : [],
    );
    const outdated = hits.flatMap((hit) => (hit.kind === 'fact' && isReplaced(hit) ? [hit.learning] : []));
    const unknown = open.filter(
      (candidate) => !isKnown(candidate, request, said, given) && !isOutdated(candidate, outdated),
    );
    return featuresOf(unknown, prompt, request.now);
  }

  /** What holds now in place of what the words of the prompt have found, with what it replaced. */
  #successors(hits: readonly RecallHit[]): ReadonlyMap<Learning, readonly Learning[]> {
    const byId = new Map<string, Learning>();
    const found = new Map<Learning, Learning[]>();
    for (const hit of hits) {
      if (hit.kind !== 'fact') continue;
      let now: Learning | undefined = hit.learning;
      for (let step = 0; step < CHAIN && now?.supersededBy != null; step += 1) {
        const id: string = now.supersededBy;
        const text = byId.has(id) ? undefined : this.#index.factById(id);
        if (text !== undefined) byId.set(id, JSON.parse(text) as Learning);
        now = byId.get(id);
      }
      if (now !== undefined) found.set(now, [...(found.get(now) ?? []), hit.learning]);
    }
    return found;
  }

  /** Facts that mean what the prompt means, whatever words they use. */
  #nearest({ workspace, linked }: GateRequest, { mean }: PromptWords): readonly Learning[] {
    return spacesSeenFrom(workspace, linked)
      .filter(isOfFacts)
      .flatMap((name) => this.#index.space(name) ?? [])
      .flatMap((space) => this.#meanings.nearest(space, mean, NEAREST))
      .flatMap((num) => this.#index.fact(num) ?? [])
      .map((text) => JSON.parse(text) as Learning);
  }

  /** Whether the session has had an answer: "continue" means that one. */
  #isUnderWay({ workspace, sessionId }: GateRequest): boolean {
    const space = workspace === null ? undefined : this.#index.space(recordSpace(workspace));
    const own = space === undefined || sessionId === null ? undefined : this.#index.sessionNum(space, sessionId);
    if (space === undefined || own === undefined) return false;
    const { docs } = space;
    for (let doc = docs.count - 1; doc >= Math.max(0, docs.count - WALKED_DOCS); doc -= 1)
      if (docs.session[doc] === own && docs.type(doc) === 'assistant') return true;
    return false;
  }

  #last(request: GateRequest): LastWork {
    const { workspace } = request;
    return workspace === null ? NO_WORK : lastWork(this.#journal, this.#index, { ...request, workspace });
  }

  /** 0 … 1, counted over the space and the user scope beside it; what the memory does not hold is as rare as can be. */
  #rarity({ workspace, linked }: GateRequest): (term: string) => number {
    const spaces = spacesSeenFrom(workspace, linked).flatMap((name) => this.#index.space(name) ?? []);
    // In a memory that has just begun every word is in half of what there is, and none is common for that.
    const all = Math.max(
      FEW_PASSAGES,
      spaces.reduce((sum, { liveDocs }) => sum + liveDocs, 0),
    );
    return (term) => {
      const holding = spaces.reduce((sum, space) => sum + (this.#index.term(space, term)?.docs ?? 0), 0);
      if (holding === 0) return 1;
      return Math.min(1, Math.log(1 + Math.max(0, all - holding + 0.5) / (holding + 0.5)) / FULL_RARITY);
    };
  }
}

function queryOf(request: GateRequest): RecallQuery {
  return {
    text: request.prompt,
    limit: SEARCHED,
    kind: 'all',
    workspace: request.workspace,
    ...(request.linked === undefined ? {} : { linked: request.linked }),
    ...(request.app === undefined ? {} : { app: request.app }),
    givesSensitive: request.givesSensitive ?? false,
    sensitiveRecords: request.sensitiveRecords ?? [],
    ...(request.hidden === undefined ? {} : { hidden: request.hidden }),
    audience: 'agent',
    findsReplaced: true,
    now: request.now,
    patienceMs: 0,
  };
}

function isReplaced(hit: RecallHit): boolean {
  return hit.kind === 'fact' && hit.learning.validTo !== null;
}

/** What holds no more is compared with, since it may be what the prompt speaks of; it is never given. */
function isOver({ fact }: Candidate): boolean {
  return fact !== undefined && fact.validTo !== null;
}

/** "where were we" means the last turn and what is open, in whatever words and language it is asked. */
function asLastWork({ fact, sessionsSince, turnsSince }: Candidate, { goesOn }: PromptWords): number {
  if (goesOn?.isBare !== true) return 0;
  if (fact !== undefined) return isOpenTask(fact) ? OPEN_TASK : 0;
  return sessionsSince === 0 && turnsSince === 0 ? LAST_TURN : 0;
}

function sinkingOf({ fact, records }: Candidate, sinking: GateRequest['sinking']): number {
  const ids = fact === undefined ? records.map(({ record }) => record.id) : [fact.id];
  return Math.min(1, ...ids.map((id) => sinking.get(id) ?? 1));
}

/** Records of a session, and what was learned in it, stand in its context. */
function isOf(hit: RecallHit, sessionId: SessionId | null): boolean {
  return isOfSession(hit.kind === 'fact' ? hit.learning : hit.record, sessionId);
}

function isOfSession(item: { readonly sessionId: SessionId | null }, sessionId: SessionId | null): boolean {
  return sessionId !== null && item.sessionId === sessionId;
}

/** A turn that said what has been replaced since would say it again. */
function isOutdated(candidate: Candidate, replaced: readonly Learning[]): boolean {
  return candidate.fact === undefined && replaced.some((learning) => isLearnedFrom(learning, candidate));
}

function isKnown(
  candidate: Candidate,
  { given: ids }: GateRequest,
  said: readonly Candidate[],
  given: readonly Learning[],
): boolean {
  const { fact, records } = candidate;
  if (fact !== undefined) return ids.has(fact.id) || said.some((other) => repeats(candidate, other));
  const isGiven = records.some(({ record: { id, turnId } }) => ids.has(id) || (turnId !== null && ids.has(turnId)));
  return isGiven || given.some((learning) => isLearnedFrom(learning, candidate));
}
