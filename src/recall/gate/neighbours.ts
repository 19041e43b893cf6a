/**
 * What the turns around a turn lend it when the past is asked for: "yes, do both" decides what was asked before it, and
 * does not say it again. Pure.
 */
import type { Candidate } from './candidate.ts';
import type { Evidence } from './evidence.ts';
import type { PromptWords } from './prompt-words.ts';

/** Keeps a prompt of one word from being covered by it. */
const AT_LEAST = 1;

export interface Weighed {
  readonly candidate: Candidate;
  readonly evidence: Evidence;
}

export function withNeighbours(all: readonly Weighed[], prompt: PromptWords): readonly Weighed[] {
  if (!prompt.asksForPast) return all;
  const turns = all
    .filter(({ candidate }) => candidate.fact === undefined)
    .toSorted((a, b) => firstSeq(a.candidate) - firstSeq(b.candidate));
  const lent = new Map(
    turns.map((turn, at) => [turn.candidate, besides(turn, [turns[at - 1], turns[at + 1]], prompt)]),
  );
  return all.map(({ candidate, evidence }) => ({
    candidate,
    evidence: { ...evidence, besides: lent.get(candidate) ?? 0 },
  }));
}

/** What the better of two turns holds of the prompt and this one does not, as a share of the prompt. */
function besides(turn: Weighed, near: readonly (Weighed | undefined)[], prompt: PromptWords): number {
  let most = 0;
  for (const other of near) {
    if (other === undefined || sessionOf(other) !== sessionOf(turn)) continue;
    let extra = 0;
    for (const term of other.evidence.terms.keys())
      if (!turn.evidence.terms.has(term)) extra += prompt.words.get(term)?.weight ?? 0;
    most = Math.max(most, extra / (prompt.weight + AT_LEAST));
  }
  return most;
}

function sessionOf({ candidate }: Weighed): string | undefined {
  return candidate.records[0]?.record.sessionId;
}

function firstSeq({ records }: Candidate): number {
  return Math.min(...records.map(({ record }) => record.seq));
}
