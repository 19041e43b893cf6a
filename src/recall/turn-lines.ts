/**
 * What a boot block says of an earlier turn: what was asked, what was answered, which files changed, the last error; each
 * without what others had put into it (`own-words.ts`), and cut.
 */
import type { TurnId } from '../memory/ids.ts';
import { withoutMarkers } from '../memory/marker.ts';
import { quotedName } from '../memory/quoted-name.ts';
import type { Turn } from '../memory/turn.ts';
import { Breather } from '../platform/breathe.ts';
import type { Clock } from '../platform/clock.ts';
import { itemLine } from './block.ts';
import { ownWords, prepareOwnWords } from './own-words.ts';

const ASKED_CHARS = 300;
const PATH_CHARS = 160;
const ANSWERED_CHARS = 700;
/** What is looked at of a turn's text, so that enough is left when something is left out. */
const READ_CHARS = 1_500;

/** A turn that the person began: what an import, an app or a tool began is none. */
export interface OwnTurn extends Turn {
  /** Of its prompts, what they wrote themselves and what they only showed. */
  readonly typed: string;
  readonly pasted: string;
}

/** The turns of one block. */
interface Turns {
  readonly stood: readonly OwnTurn[];
  readonly uncurated: readonly OwnTurn[];
}

export interface TurnLine {
  readonly text: string;
  readonly item: TurnId;
}

export type ToldTurns = ReadonlyMap<TurnId, readonly TurnLine[]>;

/** Looking through them is most of the work of a block: done before it, others get their turn in between. */
export async function tellTurns(turns: Turns, clock: Pick<Clock, 'elapsed'>): Promise<ToldTurns> {
  await prepareOwnWords();
  const breather = new Breather(clock);
  const printed = printedIn(turns);
  const told = new Map<TurnId, readonly TurnLine[]>();
  for (const turn of [...turns.stood, ...turns.uncurated]) {
    if (!told.has(turn.id)) told.set(turn.id, turnLines(turn, printed));
    await breather.breathe();
  }
  return told;
}

/** What tools put out and people pasted, as one list. */
export function printedIn({ stood, uncurated }: Turns): () => readonly string[] {
  let all: readonly string[] | undefined;
  return () => {
    all ??= [...stood, ...uncurated].flatMap(({ toolCalls, pasted }) => [
      ...toolCalls.map(({ output }) => output),
      ...(pasted === '' ? [] : [pasted.slice(0, READ_CHARS)]),
    ]);
    return all;
  };
}

export function turnLines(turn: OwnTurn, printed: () => readonly string[]): readonly TurnLine[] {
  const { id, typed, pasted, agentResponse, errors } = turn;
  const files = new Set(
    turn.toolCalls.flatMap((call) => (call.outcome === 'ok' && isChange(call.tool) ? (call.path ?? []) : [])),
  );
  const lines: TurnLine[] = [];
  const add = (label: string, text: string): void => {
    if (text !== '') lines.push({ text: itemLine({ label, text }), item: id });
  };
  const at = new Date(turn.timestamp).toISOString().slice(0, 16).replace('T', ' ');
  // What somebody only showed is not what they asked, unless they said nothing else.
  const asked = typed === '' ? ownWords(pasted.slice(0, READ_CHARS), 'pasted', printed) : typed.slice(0, READ_CHARS);
  add(`${at} UTC, asked`, cut(typed === '' || pasted === '' ? asked : `${asked} […]`, ASKED_CHARS));
  const answered = withoutMarkers(agentResponse).slice(-READ_CHARS);
  add('answered', cutFront(ownWords(answered, 'assistant', printed), ANSWERED_CHARS));
  add('files changed', cut([...files].map((path) => quotedName(path, PATH_CHARS)).join(', '), ASKED_CHARS));
  add('last error', cut(ownWords((errors.at(-1) ?? '').slice(0, READ_CHARS), 'tool', printed), ASKED_CHARS));
  return lines;
}

function isChange(tool: string): boolean {
  return tool === 'Edit' || tool === 'Write' || tool === 'MultiEdit' || tool === 'NotebookEdit';
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}…`;
}

/** An answer's conclusion is at its end. */
function cutFront(text: string, limit: number): string {
  return text.length <= limit ? text : `…${text.slice(-limit)}`;
}
