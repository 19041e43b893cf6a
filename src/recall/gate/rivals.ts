/** How far each candidate is ahead of the others of its kind: what ten items hold alike speaks for none of them. Pure. */
import type { Weighed } from './neighbours.ts';

export function withLead(all: readonly Weighed[]): readonly Weighed[] {
  const [facts, turns] = [twoBest(all, true), twoBest(all, false)];
  return all.map(({ candidate, evidence }) => {
    const [first, second] = candidate.fact === undefined ? turns : facts;
    const rival = evidence.held === first ? second : first;
    return { candidate, evidence: { ...evidence, lead: evidence.held - rival } };
  });
}

function twoBest(all: readonly Weighed[], areFacts: boolean): readonly [number, number] {
  const held = all
    .filter(({ candidate }) => (candidate.fact !== undefined) === areFacts)
    .map(({ evidence }) => evidence.held)
    .sort((a, b) => b - a);
  return [held[0] ?? 0, held[1] ?? 0];
}
