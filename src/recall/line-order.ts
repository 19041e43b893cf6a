/**
 * Which lines go first when there is not room for all. Of a memory file its title, the newest line under every heading (new
 * ones stand last), then those before them; what the person wished and set right before all else. A line that agents made use
 * of counts as far newer than it is. Lines are shown in the file's own order whichever are kept. Pure.
 */
import type { Learning, LearningType } from '../memory/learning.ts';

export const HEADING = /^#{1,6}\s/;
/** Sections that code keeps for the person's rules. */
export const RULES = /^#{1,6}\s+(?:Corrections|Preferences)\s*$/;

/** A line that was of use outlives so many that were not. */
const USED_OUTLIVES = 8;

/** Places of lines, the most worth first; a heading comes right before the first line that is kept under it. */
export function byWorth(lines: readonly string[], used: ReadonlySet<string> = new Set()): readonly number[] {
  const groups: { readonly heading: number | undefined; readonly isRule: boolean; readonly items: number[] }[] = [
    { heading: undefined, isRule: false, items: [] },
  ];
  for (const [at, line] of lines.entries()) {
    if (HEADING.test(line)) groups.push({ heading: at, isRule: RULES.test(line), items: [] });
    else if (line.trim() !== '') groups.at(-1)?.items.push(at);
  }
  const ranked = groups
    .flatMap(({ heading, isRule, items }) =>
      items.toReversed().map((at, place) => ({
        places: heading === undefined ? [at] : [heading, at],
        isRule,
        age: used.has(lines[at] ?? '') ? Math.floor(place / USED_OUTLIVES) : place,
      })),
    )
    .toSorted((a, b) => Number(b.isRule) - Number(a.isRule) || a.age - b.age);
  const title = HEADING.test(lines[0] ?? '') ? [0] : [];
  const telling = [...title, ...ranked.flatMap(({ places }) => places)];
  // Blank lines and headings without a line are worth the least.
  return [...new Set([...telling, ...lines.keys()])];
}

/** What a rule of the person's is worth beside what was seen, when there is not room for all. */
const KINDS: readonly LearningType[] = ['PREFERENCE', 'FACT', 'PATTERN', 'TOOL_INSTALL'];

type Worth = Pick<Learning, 'content' | 'type' | 'pinned'>;

/** Places of learnings, the most worth first: what was of use, then by kind, then the newest. */
export function byUseAndKind(learnings: readonly Worth[], used: ReadonlySet<string> = new Set()): readonly number[] {
  const rankOf = ({ content, type, pinned }: Worth) => {
    const kind = KINDS.indexOf(type);
    return used.has(content) || pinned ? -1 : kind < 0 ? KINDS.length : kind;
  };
  return learnings
    .map((learning, at) => ({ rank: rankOf(learning), at }))
    .toSorted((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ at }) => at);
}
