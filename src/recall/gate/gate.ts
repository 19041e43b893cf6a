/**
 * The relevance gate: which few facts and passages of earlier sessions a prompt needs, or none. Silence beats noise: what
 * is given must hold enough of the prompt's own telling words, by itself.
 *
 * Guarantees: one search per prompt; nothing sensitive, superseded or of another space (the search leaves it out), nothing
 * of the session that asks, nothing that it was given or that it said itself. Synchronous: it runs on a reader's thread.
 */
import type { RecordReader } from '../../journal/sqlite/record-reader.ts';
import type { SessionId, SpaceId } from '../../memory/ids.ts';
import type { IndexReader } from '../index/index-reader.ts';
import { spacesSeenFrom } from '../index/space-names.ts';
import { MOST_FACTS, MOST_SNIPPETS } from '../prompt-block.ts';
import type { RecallHit } from '../recall.ts';
import type { Searcher } from '../search/searcher.ts';
import { type Candidate, candidatesOf } from './candidate.ts';
import { type Choice, choiceOf } from './choice.ts';
import { evidenceOf } from './evidence.ts';
import { type Weighed, withNeighbours } from './neighbours.ts';
import { type PromptWords, promptWords } from './prompt-words.ts';
import { repeats } from './repeats.ts';
import { likelihoodOf } from './verdict.ts';

/** What breaks the silence must be likely; where it is broken, a little less will do for what else is given. */
export const OPENS_AT = 0.5;
const JOINS_BELOW = 0.1;
/** Enough to hold every fact that shares a telling word, and the turns around what was found. */
const SEARCHED = 60;
/** A word as rare as one in 150 passages counts in full. */
const FULL_RARITY = 5;
/** Fewer say little about how rare a word is. */
const FEW_PASSAGES = 150;

export interface GateRequest {
  /** Redacted. */
  readonly prompt: string;
  readonly workspace: SpaceId | null;
  /** Null for a preview: nothing counts as said. */
  readonly sessionId: SessionId | null;
  /** Ids that stand in the session's context already. */
  readonly given: ReadonlySet<string>;
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

  constructor(searcher: Pick<Searcher, 'search'>, index: IndexReader, journal: RecordReader) {
    this.#searcher = searcher;
    this.#index = index;
    this.#journal = journal;
  }

  /** Best first; empty for silence. */
  choose(request: GateRequest, opensAt = OPENS_AT): readonly Choice[] {
    const chosen: Judged[] = [];
    let facts = 0;
    for (const judged of this.judge(request)) {
      if (judged.likelihood < (chosen.length === 0 ? opensAt : opensAt - JOINS_BELOW)) break;
      const isFact = judged.candidate.fact !== undefined;
      if (isFact ? facts >= MOST_FACTS : chosen.length - facts >= MOST_SNIPPETS) continue;
      if (chosen.some(({ candidate }) => repeats(judged.candidate, candidate))) continue;
      chosen.push(judged);
      if (isFact) facts += 1;
    }
    return chosen.flatMap((judged) => choiceOf(judged, this.#journal) ?? []);
  }

  /** Everything that came into question, the likeliest first. */
  judge(request: GateRequest): readonly Judged[] {
    return this.#index.read(() => {
      const prompt = promptWords(request.prompt, this.#rarity(request.workspace));
      if (prompt === undefined) return [];
      const { hits } = this.#searcher.search({
        text: request.prompt,
        limit: SEARCHED,
        kind: 'all',
        workspace: request.workspace,
        audience: 'agent',
        now: request.now,
        patienceMs: 0,
      });
      const said = candidatesOf(
        hits.filter((hit) => isOf(hit, request.sessionId)),
        this.#journal,
      );
      const others = candidatesOf(
        hits.filter((hit) => !isOf(hit, request.sessionId)),
        this.#journal,
      );
      const open = others.filter((candidate) => !isKnown(candidate, request, said));
      return judged(open, prompt, request.sinking);
    });
  }

  /** 0 … 1, counted over the space and the user scope beside it; what the memory does not hold is as rare as can be. */
  #rarity(workspace: SpaceId | null): (term: string) => number {
    const spaces = spacesSeenFrom(workspace).flatMap((name) => this.#index.space(name) ?? []);
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
  const weighed = candidates.map((candidate) => ({ candidate, evidence: evidenceOf(candidate, prompt) }));
  return withNeighbours(weighed, prompt)
    .map(({ candidate, evidence }) => {
      const likelihood = likelihoodOf(evidence, sinkingOf(candidate, sinking));
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

function isKnown(candidate: Candidate, { given }: GateRequest, said: readonly Candidate[]): boolean {
  const { fact, records } = candidate;
  if (fact !== undefined && given.has(fact.id)) return true;
  if (records.some(({ record }) => given.has(record.id))) return true;
  return fact !== undefined && said.some((other) => repeats(candidate, other));
}
