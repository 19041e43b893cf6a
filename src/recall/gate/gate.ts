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
import type { IndexReader } from '../index/index-reader.ts';
import { spacesSeenFrom } from '../index/space-names.ts';
import type { RecallHit } from '../recall.ts';
import type { Searcher } from '../search/searcher.ts';
import { type Candidate, candidatesOf } from './candidate.ts';
import { type Choice, choiceOf } from './choice.ts';
import { evidenceOf } from './evidence.ts';
import { type Weighed, withNeighbours } from './neighbours.ts';
import { type PromptWords, promptWords } from './prompt-words.ts';
import { repeats } from './repeats.ts';
import { withLead } from './rivals.ts';
import { isLearnedFrom, OPENS_AT, select } from './selection.ts';
import { ShownLines } from './shown-lines.ts';
import { likelihoodOf } from './verdict.ts';

/** On the labelled sets sixty found nothing that thirty did not, at twice the time. */
const SEARCHED = 30;
/** A word as rare as one in 150 passages counts in full. */
const FULL_RARITY = 5;
/** Fewer say little about how rare a word is. */
const FEW_PASSAGES = 150;

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

/** A candidate with what speaks for it. */
export interface Judged extends Weighed {
  /** 0 … 1. */
  readonly likelihood: number;
}

export class Gate {
  readonly #searcher: Pick<Searcher, 'search'>;
  readonly #index: IndexReader;
  readonly #journal: RecordReader;
  readonly #shown = new ShownLines();

  constructor(searcher: Pick<Searcher, 'search'>, index: IndexReader, journal: RecordReader) {
    this.#searcher = searcher;
    this.#index = index;
    this.#journal = journal;
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
  judge(request: GateRequest): readonly Judged[] {
    return this.#index.read(() => {
      const prompt = promptWords(request.prompt, this.#rarity(request));
      if (prompt === undefined) return [];
      const { hits } = this.#searcher.search({
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
        now: request.now,
        patienceMs: 0,
      });
      const own = hits.filter((hit) => isOf(hit, request.sessionId));
      const open = candidatesOf(
        hits.filter((hit) => !own.includes(hit)),
        this.#journal,
      );
      const said = candidatesOf(own, this.#journal);
      const given = hits.flatMap((hit) =>
        hit.kind === 'fact' && request.given.has(hit.learning.id) ? [hit.learning] : [],
      );
      const unknown = open.filter((candidate) => !isKnown(candidate, request, said, given));
      return judged(unknown, prompt, request.sinking);
    });
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

function judged(
  candidates: readonly Candidate[],
  prompt: PromptWords,
  sinking: GateRequest['sinking'],
): readonly Judged[] {
  const weighed = candidates
    .map((candidate) => ({ candidate, evidence: evidenceOf(candidate, prompt) }))
    // What says no word of the prompt would puzzle whoever reads it.
    .filter(({ evidence }) => evidence.terms.size > 0);
  return withLead(withNeighbours(weighed, prompt))
    .map(({ candidate, evidence }) => {
      const likelihood = sinkingOf(candidate, sinking) * likelihoodOf(evidence, candidate.fact !== undefined);
      return { candidate, evidence, likelihood };
    })
    .toSorted((a, b) => b.likelihood - a.likelihood);
}

function sinkingOf({ fact, records }: Candidate, sinking: GateRequest['sinking']): number {
  const ids = fact === undefined ? records.map(({ record }) => record.id) : [fact.id];
  return Math.min(1, ...ids.map((id) => sinking.get(id) ?? 1));
}

/** Records of a session, and what was learned in it, stand in its context. */
function isOf(hit: RecallHit, sessionId: SessionId | null): boolean {
  if (sessionId === null) return false;
  return (hit.kind === 'fact' ? hit.learning.sessionId : hit.record.sessionId) === sessionId;
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
