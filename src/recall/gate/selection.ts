/**
 * Which of the candidates are given: the likeliest, as many as a block takes, none that says what another says. A fact goes
 * before the turn that it was learned from. Pure.
 */
import type { Learning } from '../../memory/learning.ts';
import { MOST_FACTS, MOST_SNIPPETS } from '../prompt-block.ts';
import type { Candidate } from './candidate.ts';
import { repeats } from './repeats.ts';
import type { Verdict } from './verdict.ts';

/** What breaks the silence must be likely; where it is broken, a little less will do for what else is given. */
export const OPENS_AT = 0.45;
const JOINS_BELOW = 0.05;

/** `all` in order, the likeliest first; so is what is selected. `isShown` is asked only of what is likely. */
export function select(
  all: readonly Verdict[],
  opensAt: number,
  isShown: (candidate: Candidate) => boolean = () => false,
): readonly Verdict[] {
  const likely = all.filter(({ candidate, likelihood }) => likelihood >= opensAt - JOINS_BELOW && !isShown(candidate));
  if ((likely[0]?.likelihood ?? 0) < opensAt) return [];
  const facts = apart(likely.filter(({ candidate }) => candidate.fact !== undefined)).slice(0, MOST_FACTS);
  const turns = apart(likely.filter(({ candidate }) => candidate.fact === undefined))
    .filter(({ candidate }) => !facts.some((fact) => isSaidBy(candidate, fact.candidate)))
    .slice(0, MOST_SNIPPETS);
  const selected = new Set([...facts, ...turns]);
  return likely.filter((judged) => selected.has(judged));
}

/** Whether a fact was learned from this turn. */
export function isLearnedFrom({ turnId, evidence }: Learning, { records }: Candidate): boolean {
  return records.some(({ record }) => evidence.includes(record.id) || (turnId !== null && record.turnId === turnId));
}

function isSaidBy(turn: Candidate, { fact, tokens }: Candidate): boolean {
  return fact !== undefined && (isLearnedFrom(fact, turn) || repeats(turn, { tokens }));
}

function apart(all: readonly Verdict[]): readonly Verdict[] {
  const kept: Verdict[] = [];
  for (const judged of all) if (!kept.some(({ candidate }) => repeats(judged.candidate, candidate))) kept.push(judged);
  return kept;
}
