/**
 * Cycles of imports between production files, and between the folders they are in: whoever reads one of a cycle has to
 * read them all. Imports of types count, a reader follows them too. The cycles of today are listed in
 * `known-cycles.ts`, to be taken apart: one may shrink, nothing may join it, and no other may come.
 */
import { posix } from 'node:path';
import { isTest, resolveImport } from './architecture-rules.ts';
import type { Source } from './source.ts';

/** What is in it, sorted. */
export type Cycle = readonly string[];
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export function fileCycles(sources: ReadonlyMap<string, Source>): readonly Cycle[] {
  return cyclesOf(graphOf(sources, (path) => path));
}

export function folderCycles(sources: ReadonlyMap<string, Source>): readonly Cycle[] {
  return cyclesOf(graphOf(sources, posix.dirname));
}

/** What is new about the cycles, and which of the known ones is none any more. */
export function cycleViolations(found: readonly Cycle[], known: readonly Cycle[]): readonly string[] {
  const parts = known.map((cycle) => ({ cycle, holds: new Set(cycle) }));
  const fresh = found.flatMap((cycle) => {
    const nearest = parts.find(({ holds }) => cycle.some((member) => holds.has(member)));
    const joined = cycle.filter((member) => nearest?.holds.has(member) !== true);
    return joined.length === 0 ? [] : [`${joined.join(', ')}: new in the cycle ${cycle.join(' ↔ ')}`];
  });
  const members = new Set(found.flat());
  const gone = known.filter((cycle) => !cycle.some((member) => members.has(member)));
  return [...fresh, ...gone.map((cycle) => `no cycle any more, take it off the list: ${cycle.join(' ↔ ')}`)];
}

function graphOf(sources: ReadonlyMap<string, Source>, nodeOf: (path: string) => string): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [path, { imports }] of sources) {
    if (isTest(path)) continue;
    const from = nodeOf(path);
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const { specifier } of imports) {
      const target = resolveImport(path, specifier);
      if (target !== undefined && sources.has(target) && nodeOf(target) !== from) targets.add(nodeOf(target));
    }
  }
  return graph;
}

/** Those that reach each other, as Tarjan finds them in one walk. */
function cyclesOf(graph: Graph): readonly Cycle[] {
  const places = new Map<string, { readonly at: number; low: number }>();
  const open: string[] = [];
  const cycles: Cycle[] = [];
  const visit = (node: string): number => {
    const place = { at: places.size, low: places.size };
    places.set(node, place);
    open.push(node);
    for (const target of graph.get(node) ?? []) {
      const seen = places.get(target);
      if (seen === undefined) place.low = Math.min(place.low, visit(target));
      else if (open.includes(target)) place.low = Math.min(place.low, seen.at);
    }
    if (place.low === place.at) {
      const members = open.splice(open.lastIndexOf(node));
      if (members.length > 1) cycles.push(members.toSorted());
    }
    return place.low;
  };
  for (const node of graph.keys()) if (!places.has(node)) visit(node);
  return cycles;
}
