/** One build of a credential, and how a list of them is searched. */
import type { Report } from '../finding.ts';
import { isMonotonous } from '../value/stand-in.ts';

export interface Structure {
  readonly kind: string;
  /** A piece that every such credential holds; a text without it is not searched. */
  readonly mark: string;
  /** Starts at a boundary and is bounded, so that one place is tried once. */
  readonly pattern: RegExp;
}

const EXAMPLE = /example|x{6,}/i;

export function reportStructures(structures: readonly Structure[], text: string, report: Report): void {
  for (const { kind, mark, pattern } of structures) {
    if (!text.includes(mark)) continue;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      if (!EXAMPLE.test(match[0]) && !isMonotonous(match[0])) report(kind, match.index, match.index + match[0].length);
    }
  }
}
