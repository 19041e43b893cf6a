/**
 * The turns of a batch as data: what the user said, what they only pasted, what the agent said, each tool call and its
 * output, labelled and quoted, in the room there is. What does not fit is cut in this order: tool output, tool calls (oldest
 * first), what was pasted, the agent's words, the user's words; each cut is said.
 */
import { partsOfRecord, promptSaying, type Spoken } from '../../memory/record-segments.ts';
import { orderRecords } from '../../memory/turn.ts';
import type { CuratedTurn, CuratorInput } from '../curator.ts';
import { callText, fromRoot } from './call-text.ts';
import { quotedLength, quoteWithin } from './quoted-data.ts';
import { sharesOf } from './shares.ts';

interface Part {
  readonly turn: number;
  readonly kind: 'user' | 'pasted' | 'assistant' | 'call' | 'output';
  readonly label: string;
  readonly text: string;
}

const PASTED = 'PASTED BY THE USER, NOT THEIR OWN WORDS (data):';
/** A turn with more is a loop; its last calls tell how it ended. */
const CALLS_PER_TURN = 40;
/** Less than this of a text says nothing. */
const SHORTEST_PART_CHARS = 160;
/** The line that says what was left out of a turn. */
const NOTE_CHARS = 80;

/** The text of each turn, without its fence; all together no longer than `room`, each no longer than `turnChars`. */
export function observationTexts(
  { turns, root }: Pick<CuratorInput, 'turns' | 'root'>,
  room: number,
  turnChars: number,
): string[] {
  const parts = turns.flatMap((turn, index) => partsOf(turn, index, root));
  const allowed = allowances(parts, turns.length, room - turns.length * NOTE_CHARS, turnChars - NOTE_CHARS);
  return turns.map((turn, index) => {
    const lines: string[] = [];
    let leftOut = Math.max(0, turn.turn.toolCalls.length - CALLS_PER_TURN);
    for (const part of parts) {
      if (part.turn !== index) continue;
      const { text } = quoteWithin(part.text, (allowed.get(part) ?? 0) - part.label.length - 2);
      if (text === '') leftOut += 1;
      else lines.push(part.label, text);
    }
    if (leftOut > 0) lines.push(`[parts of this turn left out for length: ${leftOut}]`);
    return lines.join('\n');
  });
}

function partsOf({ turn, records }: CuratedTurn, index: number, root: string | null): Part[] {
  const prompts: readonly Spoken[] =
    records.length === 0
      ? [promptSaying(turn.userMessage)]
      : orderRecords(records).filter(({ type }) => type === 'prompt');
  const parts: Part[] = prompts.flatMap(partsOfRecord).map((part) => {
    const { source } = part;
    const text = part.text.trimEnd();
    if (source === 'typed') return { turn: index, kind: 'user', label: 'USER:', text };
    return { turn: index, kind: 'pasted', label: PASTED, text };
  });
  turn.toolCalls.slice(-CALLS_PER_TURN).forEach((summary, call) => {
    const { what, output } = callText(summary, root);
    parts.push({ turn: index, kind: 'call', label: `TOOL CALL ${call + 1} (${summary.outcome}):`, text: what });
    parts.push({ turn: index, kind: 'output', label: `UNTRUSTED TOOL OUTPUT ${call + 1}:`, text: output });
  });
  const shown = new Set(turn.toolCalls.map(({ output }) => output));
  const errors = turn.errors.filter((error) => !shown.has(error)).join('\n');
  parts.push({ turn: index, kind: 'output', label: 'UNTRUSTED ERROR OUTPUT:', text: fromRoot(errors, root) });
  parts.push({ turn: index, kind: 'assistant', label: 'ASSISTANT:', text: fromRoot(turn.agentResponse, root) });
  return parts.filter(({ text }) => /\S/.test(text));
}

function allowances(parts: readonly Part[], turns: number, room: number, turnChars: number): Map<Part, number> {
  const allowed = new Map<Part, number>();
  const turnRooms = new Array<number>(turns).fill(Math.max(0, turnChars));
  let left = Math.max(0, room);
  const roomOf = ({ turn }: Part) => turnRooms[turn] ?? 0;
  const want = (part: Part) => Math.min(roomOf(part), part.label.length + 2 + quotedLength(part.text, turnChars));
  const allow = (part: Part, chars: number, wanted: number) => {
    if (chars < wanted && chars < SHORTEST_PART_CHARS) return;
    allowed.set(part, chars);
    turnRooms[part.turn] = roomOf(part) - chars;
    left -= chars;
  };
  // What people said is cut evenly, so that no long turn silences another.
  for (const kind of ['user', 'assistant', 'pasted'] as const) {
    const said = parts.filter((part) => part.kind === kind);
    const wanted = said.map(want);
    const shares = sharesOf(left, wanted);
    said.forEach((part, index) => {
      allow(part, shares[index] ?? 0, wanted[index] ?? 0);
    });
  }
  for (const kind of ['call', 'output'] as const)
    for (const part of parts.filter((each) => each.kind === kind).reverse()) {
      const wanted = want(part);
      allow(part, Math.min(wanted, left), wanted);
    }
  return allowed;
}
