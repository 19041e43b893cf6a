/**
 * What an agent said and did in a turn, cut into pieces that can be held against a statement: sentences of its answer,
 * commands it ran, and what it wrote into files. What it took out of a file, and calls that were refused, it has not done.
 * Made once for all the statements of a turn: taking words apart is what costs.
 *
 * Limits: of very long turns only the beginning and the end; a turn keeps only the beginning of each tool call.
 */
import { piecesOf } from '../text/sentence-ends.ts';
import { everyCommand } from '../text/shell.ts';
import { memo } from './memo.ts';
import { type Statement, statementOf, termsOf } from './similarity.ts';
import type { TurnContent } from './turn.ts';

export interface Piece {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

export interface Deeds {
  /** Without questions: who asks has not said it. */
  readonly sentences: readonly (Piece & { readonly statement: Statement })[];
  /** Shell commands, one by one. */
  readonly commands: readonly Piece[];
  /** What other tools were told. */
  readonly writings: readonly Piece[];
  /** Everything that counts as one: each sentence with the one after it, each call whole. */
  readonly passages: readonly Piece[];
  readonly all: Piece;
}

/** Enough to tell by; more would hold up the thread. */
const SENTENCES = 120;
const CALLS = 60;
const COMMANDS = 240;
const SHELL_NAMES: ReadonlySet<string> = new Set(
  'bash sh zsh shell terminal exec execute execution command cmd powershell commands'.split(' '),
);
/** Tools beside a shell: they read its output, end it, list it, or take commands of another kind. */
const NO_SHELL_NAMES: ReadonlySet<string> = new Set('output kill slash list read write sql query'.split(' '));
const NAME_PARTS = /[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/;
const REMOVED_LINE = /^- .*$/gm;

/** Whether a tool runs commands, whatever a client calls it: `Bash`, `exec_command`, `runInTerminal`, `mcp__x__shell`. */
export const isShellTool: (tool: string) => boolean = memo((tool) => {
  const parts = tool.split(NAME_PARTS).map((part) => part.toLowerCase());
  return parts.some((part) => SHELL_NAMES.has(part)) && !parts.some((part) => NO_SHELL_NAMES.has(part));
});

export function deedsOf(turn: TurnContent): Deeds {
  const said = bothEnds(trimmed(piecesOf(turn.agentResponse)), SENTENCES).map(pieceOf);
  const calls = bothEnds(
    turn.toolCalls.filter(({ outcome }) => outcome !== 'denied'),
    CALLS,
  );
  const shell = calls.filter(({ tool }) => isShellTool(tool)).map(({ input }) => input);
  const writings = calls
    .filter(({ tool }) => !isShellTool(tool))
    .map(({ input, path }) => pieceOf(`${path ?? ''}\n${input.replace(REMOVED_LINE, '')}`));
  const commands = bothEnds(
    shell.flatMap((command) => trimmed(everyCommand(command).map(({ text }) => text))),
    COMMANDS,
  ).map(pieceOf);
  const passages = [
    ...said.map((sentence, at) => joined([sentence, ...said.slice(at + 1, at + 2)])),
    ...shell.map(pieceOf),
    ...writings,
  ];
  return {
    sentences: said
      .filter(({ text }) => !text.endsWith('?'))
      .map((sentence) => ({ ...sentence, statement: statementOf(sentence.text) })),
    commands,
    writings,
    passages,
    all: joined([...said, ...commands, ...writings]),
  };
}

function pieceOf(text: string): Piece {
  return { text, terms: termsOf(text) };
}

function joined(pieces: readonly Piece[]): Piece {
  return {
    text: pieces.map(({ text }) => text).join('\n'),
    terms: new Set(pieces.flatMap(({ terms }) => [...terms])),
  };
}

function trimmed(parts: readonly string[]): readonly string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function bothEnds<Item>(items: readonly Item[], most: number): readonly Item[] {
  return items.length <= most ? items : [...items.slice(0, most / 2), ...items.slice(-most / 2)];
}
