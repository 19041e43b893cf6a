/**
 * The curator: a pure function from what is known and what happened to an answer. It keeps no state between calls and
 * sees no conversation (B-055). Rules and models answer in the same grammar, so everything after the answer is the same.
 */
import type { PendingAction } from '../memory/action.ts';
import type { SessionId } from '../memory/ids.ts';
import type { Learning } from '../memory/learning.ts';
import type { FileVersion } from '../memory/memory-file.ts';
import type { StoredRecord } from '../memory/record.ts';
import type { Turn } from '../memory/turn.ts';

export interface CuratorInput {
  /** Files as they are now, in boot order; `limitLines` as the manifest says; locked ones are shown, never taken back. */
  readonly files: readonly CuratorFile[];
  /** Newest first; those of this space and of the user scope. */
  readonly recent: readonly Learning[];
  /** Of all that holds there, what the person's words may be about; absent where nobody looked. */
  readonly near?: readonly Learning[];
  /** What the person typed in this space before these turns; absent where nobody looked. */
  readonly earlier?: readonly EarlierPrompt[];
  readonly actions: readonly PendingAction[];
  /** Not taken before, and why: it waits for a person. Newest first. */
  readonly held: readonly HeldBefore[];
  /** The folder of the space: paths below it are told from there. */
  readonly root: string | null;
  readonly turns: readonly CuratedTurn[];
}

export interface EarlierPrompt {
  readonly sessionId: SessionId;
  /** Their own words of it. */
  readonly typed: string;
}

export interface HeldBefore {
  readonly content: string;
  readonly reason: string;
}

export interface CuratorFile extends Pick<FileVersion, 'name' | 'workspace' | 'version' | 'content'> {
  readonly limitLines: number;
  readonly writable: boolean;
}

export interface CuratedTurn {
  /** From 1, in the order of the batch: what an answer cites. */
  readonly number: number;
  readonly turn: Turn;
  /** What the turn was made from, in order; each with the source class that trust is computed from. */
  readonly records: readonly StoredRecord[];
}
