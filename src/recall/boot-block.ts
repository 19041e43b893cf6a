/**
 * What a session is given at its start: the memory files, open actions, what was learned lately, and where the work
 * stood. Pure, made by code alone: the same input gives the same bytes.
 *
 * - Each section is a fence of its own, in a fixed order; sections are dealt out over parts, one for each SessionStart
 *   hook, because a client hands on a limited text per hook. A section that meets the end of a part goes on in the next.
 * - What does not fit in the budget is left out by worth: soul.md and os.md are never cut for anything else; then every
 *   section gets its share, and what is left over goes to the more valuable one. Of a file that is cut the
 *   newest lines stay, the person's rules before all else (`line-order.ts`), in the file's own order; of any other section the
 *   beginning; a last line says what is missing and how to find it. Operational memory is never cut: what does not fit is chosen
 *   anew for half the room, and else left out.
 * - With nothing to tell there is no block: an agent that hears that its memory is empty has only lost the words, and
 *   the search tool says by itself that it is there.
 */
import { FENCE_CHARS, fence } from './block.ts';
import { type BootInput, type BootItem, fileSection, type Line, type Section, sectionsOf } from './boot-sections.ts';
import { CHARS_PER_TOKEN, type OperationalSection, operationalSection } from './operational-section.ts';
import { toldFiles } from './told-files.ts';

/** learnings no older than this are given. */
export const RECENT_LEARNINGS_MS = 48 * 3_600_000;
/** Actions untouched for longer leave the block, not the list. */
export const FRESH_ACTIONS_MS = 14 * 24 * 3_600_000;

/** Claude Code hands on this much per hook and spills anything longer into a file. */
const HOOK_CHARS = 10_000;
/** What a part may hold of it: the rest is left free, should a client count otherwise. */
export const PART_CHARS = 9_500;
const MOST_PARTS = 4;
/** A few lines of what tools said, where little else is known. */
const LEAST_CHARS = 600;
/** Operational memory takes no more than this, however much it is allowed: of the budget, and so that each line fits a part. */
const OPERATIONAL_SHARE = 0.4;
const OPERATIONAL_CHARS = PART_CHARS - 1_000;
/** How much less is dealt out when the last deal came out too long. */
const STEP_CHARS = 100;
const CONTINUED = ' (continued)';

export interface BootBlock {
  /** One for each hook, each at most `PART_CHARS` long and fenced by itself. */
  readonly parts: readonly string[];
  /** The learnings, actions and turns in it, in their order. */
  readonly items: readonly BootItem[];
  readonly text: string;
}

/** How many hooks a budget needs: 20,000 characters are two. */
export function bootPartCount(budgetChars: number): number {
  return Math.min(MOST_PARTS, Math.max(1, Math.ceil(budgetChars / HOOK_CHARS)));
}

/** Undefined when there is nothing to give. */
export function composeBoot(given: BootInput, budgetChars: number): BootBlock | undefined {
  const input = toldFiles(given);
  const most = Math.floor(Math.min(budgetChars * OPERATIONAL_SHARE, OPERATIONAL_CHARS) / CHARS_PER_TOKEN);
  const dealt = composed(input, budgetChars, operationalOf(input, most));
  if (!dealt.taken.some(({ section, lines }) => section.isWhole === true && lines.length === 0)) return dealt.block;
  const smaller = operationalOf(input, Math.floor(most / 2));
  return (smaller === undefined ? dealt : composed(input, budgetChars, smaller)).block;
}

function operationalOf({ operational, givesSensitive }: BootInput, most: number): OperationalSection | undefined {
  if (operational === undefined) return undefined;
  const budgetTokens = Math.min(operational.budgetTokens, most);
  return operationalSection({ ...operational, budgetTokens, givesSensitive: givesSensitive === true });
}

function composed(input: BootInput, budgetChars: number, operational: OperationalSection | undefined): Dealt {
  const whole = input.files.map(({ content }) => content).join('\n');
  const files = input.files.map(fileSection);
  // Of files that are longer than the block some lines are cut, and until it is known which, they speak for nothing.
  const mayFit = whole.length <= budgetChars;
  const dealt = fitted(sectionsOf(input, files, mayFit ? whole : '', operational), budgetChars);
  if (mayFit && !dealt.taken.some(isCutFile)) return dealt;
  // A learning may stand only in lines that were cut: then it has to be given by itself.
  const shown = dealt.taken.filter(({ section }) => section.isFile).flatMap(({ lines }) => lines);
  return fitted(sectionsOf(input, files, shown.map(({ text }) => text).join('\n'), operational), budgetChars);
}

/** What a session that was given its memory at that moment, and still has it in context, has not been told. */
export function changedSince({ operational: _, ...input }: BootInput, moment: number): BootInput {
  return {
    ...input,
    files: input.files.filter(({ ts }) => ts > moment),
    learnings: input.learnings.filter(({ updatedAt }) => updatedAt > moment),
    actions: input.actions.filter(({ touchedAt }) => touchedAt > moment),
    unlearned: [],
    uncurated: [],
    stood: [],
  };
}

interface Taken {
  readonly section: Section;
  /** Those of the section that are worth most, in its own order. */
  readonly lines: readonly Line[];
}

interface Dealt {
  readonly taken: readonly Taken[];
  readonly block: BootBlock | undefined;
}

/** A section and its lines, the first to be kept first. */
interface Ordered {
  readonly section: Section;
  readonly ordered: readonly Line[];
}

/** The ends of parts cost a little that only packing tells; so it is packed, and dealt again with less if it must be. */
function fitted(sections: readonly Section[], budgetChars: number): Dealt {
  const partCount = bootPartCount(budgetChars);
  const hands = sections.map((section) => ({ section, ordered: inOrder(section) }));
  for (let room = Math.min(budgetChars, partCount * PART_CHARS); room > 0; room -= STEP_CHARS) {
    const taken = deal(hands, room);
    const parts = packed([...taken.filter(({ lines }) => lines.length > 0).map(asFence), ...closing(taken)]);
    const text = parts.join('\n');
    if (parts.length > partCount || text.length > budgetChars) continue;
    if (taken.every(({ lines }) => lines.length === 0)) break;
    const items = taken.flatMap(({ lines }) => lines.flatMap(({ item }) => item ?? []));
    return { taken, block: { parts, items: [...new Set(items)], text } };
  }
  return { taken: [], block: undefined };
}

/** In two rounds by rank: first up to each section's share, then whatever still fits. */
function deal(sections: readonly Ordered[], room: number): readonly Taken[] {
  const hands = sections.map((ordered) => ({ ...ordered, count: 0, chars: 0 }));
  const byRank = hands.toSorted((a, b) => a.section.worth.rank - b.section.worth.rank);
  let left = room;
  let shared = room;
  for (const isFirstRound of [true, false]) {
    for (const hand of isFirstRound ? byRank : cappedLast(byRank)) {
      const { heading, lines, worth, isWhole } = hand.section;
      if (isWhole === true) {
        const chars = wholeChars(hand.section);
        if (!isFirstRound || chars > left) continue;
        hand.count = lines.length;
        hand.chars = chars;
        left -= chars;
        shared -= chars;
        continue;
      }
      const limit = isFirstRound ? worth.share * shared : mostFor(worth, room, room - left - hand.chars);
      for (const line of hand.ordered.slice(hand.count)) {
        const { text } = line;
        const chars = text.length + 1 + (hand.count === 0 ? heading.length + FENCE_CHARS + 1 : 0);
        if (chars > left || hand.chars + chars > limit) break;
        hand.count += 1;
        hand.chars += chars;
        left -= chars;
      }
    }
  }
  return hands.map(({ section, ordered, count }) => {
    const kept = new Set(ordered.slice(0, count));
    return { section, lines: section.lines.filter((line) => kept.has(line)) };
  });
}

function inOrder({ lines, order }: Section): readonly Line[] {
  return order === undefined ? lines : order.flatMap((at) => lines[at] ?? []);
}

function wholeChars({ heading, lines }: Section): number {
  return lines.reduce((sum, { text }) => sum + text.length + 1, heading.length + FENCE_CHARS + 1);
}

/** What may take only a share of the block comes when the others are in it. */
function cappedLast<Hand extends { readonly section: Section }>(hands: readonly Hand[]): readonly Hand[] {
  const isCapped = ({ section }: Hand) => section.worth.most !== undefined;
  return [...hands.filter((hand) => !isCapped(hand)), ...hands.filter(isCapped)];
}

/** Its share of the whole, which the others make up; a little even where there is nothing else. */
function mostFor({ most }: Section['worth'], room: number, others: number): number {
  if (most === undefined) return room;
  return Math.min(most * room, Math.max(LEAST_CHARS, (others * most) / (1 - most)));
}

interface Fence {
  readonly heading: string;
  readonly lines: readonly string[];
}

function asFence(taken: Taken): Fence {
  const { section, lines } = taken;
  const note = isCutFile(taken) ? [`(lines left out here: ${section.lines.length - lines.length})`] : [];
  return { heading: section.heading, lines: [...lines.map(({ text }) => text), ...note] };
}

function closing(taken: readonly Taken[]): readonly Fence[] {
  const missing = taken.flatMap(({ section, lines }) => {
    const left = section.lines.slice(lines.length);
    const count = (section.isWhole === true ? left.filter(({ item }) => item !== undefined) : left).length;
    return count === 0 ? [] : `${section.name} ${count}`;
  });
  if (missing.length === 0) return [];
  return [
    { heading: `Lines left out for want of room: ${missing.join(', ')}. search_memory finds the rest.`, lines: [] },
  ];
}

/** Fences in their order, over as many parts as they need. */
function packed(fences: readonly Fence[]): readonly string[] {
  const parts: string[] = [];
  let part = '';
  const waiting = fences.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { heading, lines } = next;
    const count = linesThatFit(lines, PART_CHARS - part.length - FENCE_CHARS - 1 - heading.length);
    if (part !== '' && (count < 0 || (count === 0 && lines.length > 0))) {
      parts.push(part);
      part = '';
      waiting.push(next);
      continue;
    }
    part += `${part === '' ? '' : '\n'}${fence(heading, lines.slice(0, count))}`;
    const rest = lines.slice(count);
    if (rest.length > 0) waiting.push({ heading: continued(heading), lines: rest });
  }
  return part === '' ? parts : [...parts, part];
}

function continued(heading: string): string {
  return heading.endsWith(CONTINUED) ? heading : heading + CONTINUED;
}

/** Negative when not even the heading does. */
function linesThatFit(lines: readonly string[], room: number): number {
  let left = room;
  const end = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return room < 0 ? -1 : end < 0 ? lines.length : end;
}

function isCutFile({ section, lines }: Taken): boolean {
  return section.isFile && lines.length < section.lines.length;
}
