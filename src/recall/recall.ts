/**
 * Recall as everybody else sees it: one search for the terminal, HTTP, MCP and injection. Asynchronous, because the work is
 * done on threads of its own: a search never holds up the thread that acknowledges captures.
 *
 * Guarantees: any text is a legal query; a hit belongs to the workspace that was asked for (or to the user scope beside
 * it); what was stored before the question was asked is found, as far as the index can catch up within `patienceMs`.
 */
import type { AppId, SessionId, SpaceId } from '../memory/ids.ts';
import type { Learning } from '../memory/learning.ts';
import type { RecordType, StoredRecord } from '../memory/record.ts';
import type { StatusProblem } from '../memory/status.ts';
import type { Withholding } from '../memory/withheld.ts';
import type { NearnessState } from './meaning/nearness.ts';

export interface RecallQuery extends Withholding {
  readonly text: string;
  readonly limit: number;
  readonly kind: 'facts' | 'records' | 'all';
  /** A space and the user scope beside it; null for the user scope alone; absent for all: a person's own doors only. */
  readonly workspace?: SpaceId | null;
  /** Spaces that are seen beside it, because a person linked them. */
  readonly linked?: readonly SpaceId[];
  /** The app that asks: what it keeps for itself is seen by it alone. */
  readonly app?: AppId;
  readonly recordTypes?: readonly RecordType[];
  readonly sessionId?: SessionId;
  /** Milliseconds since the epoch, inclusive. */
  readonly since?: number;
  readonly until?: number;
  /** What is marked sensitive, or has decayed until it is inactive, is for people only. */
  readonly audience: 'person' | 'agent';
  /** When it is asked: "last week" counts from here. */
  readonly now: number;
  /** How long to wait for what was just stored; 0 for not at all. */
  readonly patienceMs: number;
  readonly explain?: boolean;
  /** A prompt that merely asks is shown by what was answered (`answers-first.ts`): for an agent that searches by itself. */
  readonly answersFirst?: boolean;
  /** Also facts that another one has replaced: for whoever looks for that other one. */
  readonly findsReplaced?: boolean;
}

/** Why a hit stands where it stands. */
export interface ScoreExplanation {
  /** The words of the question that the hit itself holds, heaviest first. */
  readonly words: readonly { readonly word: string; readonly weight: number }[];
  /**
   * `words` is what they gave together with its neighbours; `session` and `phrase` were added, others are factors;
   * `semantic` is how near it lies in meaning, up to 1: what it adds in the end is a fifth of it, in the measure of this answer.
   */
  readonly parts: Readonly<Record<string, number>>;
}

interface CommonHit {
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
  /** Plain text around the best match. */
  readonly snippet: string;
  readonly explanation?: ScoreExplanation;
}

interface FactHit extends CommonHit {
  readonly kind: 'fact';
  readonly learning: Learning;
}

export interface RecordHit extends CommonHit {
  readonly kind: 'record';
  /** Its text stays where it is: `Journal.record` has it. */
  readonly record: Omit<StoredRecord, 'content'>;
}

export type RecallHit = FactHit | RecordHit;

export interface RecallAnswer {
  /** Best first. */
  readonly hits: readonly RecallHit[];
}

/** How far the index is behind, for `status`. */
export interface RecallState {
  readonly indexedRecords: number;
  readonly waitingRecords: number;
  readonly indexedFacts: number;
  /** Of the index's file. */
  readonly bytes: number;
  /** Order by meaning; absent while no model is chosen for it. */
  readonly semantic?: NearnessState;
  /** Why it is behind, when something went wrong. */
  readonly problem?: StatusProblem;
}

export interface Recall {
  /** With `onPart`, hits are handed over some at a time as they are made, and the answer holds the last of them. */
  search(query: RecallQuery, onPart?: (hits: readonly RecallHit[]) => void): Promise<RecallAnswer>;
  state(): Promise<RecallState>;
  /**
   * Throws the index away and fills it again; until then searches find what is in it so far. Throws `busy` while another one
   * runs.
   */
  rebuildIndex(onProgress: (done: number, total: number) => void): Promise<RecallState>;
}
