/**
 * What is known about running things, as a session is told at its start (C-040 … C-042): grouped by service, the service
 * with the surest memory first, what is about none of them last. Pure: the same input gives the same bytes.
 *
 * - Chosen over all services, the surest first; of equally sure ones the one said last, then by id. Choosing ends with the
 *   first that does not fit any more, so no memory that is left out is surer than one that is shown. The one exception: a
 *   memory that would not fit if it were alone is passed over. None is cut, because a piece may say something else.
 * - The whole text counts, heading and services included, at four characters to a token; it never exceeds the budget.
 * - The text of a memory is one line that can neither be a heading, nor open a fence, nor hold a tag (see block.ts).
 * - Left out: what has faded or holds no more, what is sensitive, and what nobody said (tools, files, imports).
 */
import { confidenceAt, isActive } from '../memory/decay.ts';
import type { LearningId } from '../memory/ids.ts';
import { type Learning, unsettledMark } from '../memory/learning.ts';
import { NO_SERVICE } from '../memory/marker.ts';
import { tierOf } from '../memory/trust.ts';
import { fileLine } from './block.ts';

export const CHARS_PER_TOKEN = 4;
/** A name, whatever somebody typed there. */
const SERVICE_CHARS = 100;
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

export interface OperationalInput {
  /** Of the operational categories, in any order. */
  readonly learnings: readonly Learning[];
  /** How many there are, also those that were not read. */
  readonly total: number;
  readonly budgetTokens: number;
  readonly now: number;
  /** Whether agents are given what is sensitive. */
  readonly givesSensitive?: boolean;
}

export interface OperationalSection {
  readonly text: string;
  readonly shown: number;
  readonly total: number;
  readonly tokens: number;
  /** As they stand in the text, each on a line that begins with a dash; no other line does. */
  readonly items: readonly LearningId[];
}

interface Memory {
  readonly id: LearningId;
  readonly service: string;
  readonly line: string;
}

/** Undefined when there is nothing to show, or nothing fits. */
export function operationalSection(input: OperationalInput): OperationalSection | undefined {
  const groups = chosen(sorted(input), input);
  const memories = groups.flat();
  if (memories.length === 0) return undefined;
  const body = groups.map((group) =>
    [headingOf(group[0]?.service ?? NO_SERVICE), ...group.map(({ line }) => line)].join('\n'),
  );
  const withTokens = (tokens: number) => [header(memories.length, input.total, tokens), ...body].join('\n\n');
  let tokens = 0;
  // The number stands in the text that it counts.
  while (tokensOf(withTokens(tokens)) > tokens) tokens = tokensOf(withTokens(tokens));
  return {
    text: withTokens(tokens),
    shown: memories.length,
    total: input.total,
    tokens,
    items: memories.map(({ id }) => id),
  };
}

function sorted({ learnings, now, givesSensitive }: OperationalInput): readonly Memory[] {
  return learnings
    .filter(
      (learning) =>
        isActive(learning, now) &&
        (!learning.sensitive || givesSensitive === true) &&
        tierOf(learning.trust) !== 'tool',
    )
    .map((learning) => ({ learning, confidence: confidenceAt(learning, now) }))
    .sort(
      (a, b) =>
        b.confidence - a.confidence ||
        b.learning.confirmedAt - a.learning.confirmedAt ||
        (a.learning.id < b.learning.id ? -1 : 1),
    )
    .map(({ learning, learning: { id, subject, type, content }, confidence }) => ({
      id,
      service: fileLine((subject ?? NO_SERVICE).slice(0, SERVICE_CHARS)).trim() || NO_SERVICE,
      line: `- [${type}] ${fileLine(oneLine(content))} (confidence: ${shownConfidence(confidence)})${unsettledMark(learning)}`,
    }));
}

/** The groups in the order they are shown. */
function chosen(
  memories: readonly Memory[],
  { total, budgetTokens }: OperationalInput,
): readonly (readonly Memory[])[] {
  const groups = new Map<string, Memory[]>();
  // As long as the heading can become.
  const room = budgetTokens * CHARS_PER_TOKEN - header(total, total, budgetTokens).length;
  let left = room;
  for (const memory of memories) {
    const lineChars = memory.line.length + 1;
    const headingChars = headingOf(memory.service).length + 2;
    if (headingChars + lineChars > room) continue;
    const group = groups.get(memory.service);
    left -= lineChars + (group === undefined ? headingChars : 0);
    if (left < 0) break;
    if (group === undefined) groups.set(memory.service, [memory]);
    else group.push(memory);
  }
  const general = groups.get(NO_SERVICE);
  groups.delete(NO_SERVICE);
  return [...groups.values(), ...(general === undefined ? [] : [general])];
}

function header(shown: number, total: number, tokens: number): string {
  const [some, all, cost] = [shown, total, tokens].map((count) => String(count).replace(THOUSANDS, ','));
  return `## Operational Memory (${some} of ${all} memories, ~${cost} tokens)`;
}

function headingOf(service: string): string {
  return `### ${service}`;
}

/** 0.9, 0.95, 1.0. */
function shownConfidence(confidence: number): string {
  const rounded = Math.round(confidence * 100) / 100;
  return Number.isInteger(rounded) ? rounded.toFixed(1) : String(rounded);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN);
}
