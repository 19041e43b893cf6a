/**
 * What the routes about knowledge, memory files and the curator need done. Whatever a person does here is journalled
 * before it is applied, and the files on disk have followed when the promise resolves.
 */
import type { Completion, Question } from '../curator/llm/provider.ts';
import type { RebuildProgress } from '../curator/rebuild.ts';
import type { Chosen, CurationProgress, CurationRun, SchedulerState } from '../curator/scheduler.ts';
import type { SpendReport } from '../curator/spend/spend-report.ts';
import type { Deployment } from '../files/deployment.ts';
import type { QueueSummary } from '../knowledge/queue.ts';
import type { ActionStatus, PendingAction } from '../memory/action.ts';
import type { ActionId, ReviewId, SpaceId } from '../memory/ids.ts';
import type { FileVersion, MemoryFileRef } from '../memory/memory-file.ts';
import type { Review, ReviewAnswer } from '../memory/review.ts';
import type { TrustApi } from './trust-api.ts';

export interface PlacedFile {
  readonly file: FileVersion;
  /** The name of its space; null for a file of the home. */
  readonly space: string | null;
  /** Absolute. */
  readonly path: string;
}

/** What a person wants a file to hold. */
export interface FileEdit {
  readonly content: string;
  /** The version they had before them; 0 when there was none. */
  readonly base: number;
}

export interface EditedFile extends PlacedFile {
  /** The newest version before it; 0 when there was none. */
  readonly previous: number;
  /** Somebody else had changed the file since: both changes are in it. */
  readonly merged: boolean;
}

export interface CurationEnd extends CurationRun {
  /** `rules`, or the model that was asked. */
  readonly curator: string;
  /** Why rules answered although a model was chosen. */
  readonly fallback: string | null;
}

export interface RebuildEnd {
  readonly acts: number;
  /** Those that hold. */
  readonly learnings: number;
  readonly files: number;
}

export interface InsteadOfHeld {
  /** What is taken in instead of what was held. */
  readonly content?: string | undefined;
  /** Of what is asked to be moved: where to, instead of where it was said. Called only when it is moved. */
  readonly placed?: (() => Promise<SpaceId>) | undefined;
}

export interface CurationApi {
  readonly trust: TrustApi;

  /** The newest version of each, with what people changed a moment ago: of a space and the home, of the home, or all. */
  files(workspace?: SpaceId | null): Promise<readonly PlacedFile[]>;
  /** The newest version unless one is named; throws `not-found`. */
  file(ref: MemoryFileRef, version?: number): Promise<PlacedFile>;
  /** Newest first. */
  fileHistory(ref: MemoryFileRef, limit: number): Promise<readonly FileVersion[]>;
  /** Back to that version, or to the one before the newest. Throws `locked-file` or `not-found`. */
  undo(ref: MemoryFileRef, version?: number): Promise<PlacedFile>;
  /** The person's words win, as those they write on disk. Throws `locked-file`, or `not-found` for an unknown version. */
  edit(ref: MemoryFileRef, edit: FileEdit): Promise<EditedFile>;
  /** Throws `deployment-refused` when a file is too long or the release is no name. */
  deploy(deployment: Deployment): Promise<{ readonly release: string; readonly files: readonly PlacedFile[] }>;
  setAction(id: ActionId, status: ActionStatus): Promise<PendingAction>;
  /** `both` answers a question, which is not edited: else `invalid-input`. Throws `already-decided` when it no longer waits. */
  decide(id: ReviewId, decision: ReviewAnswer, instead?: InsteadOfHeld): Promise<Review>;
  /** Takes the decision back: it waits again. Throws `not-decided` when it waits, or when no decision is known. */
  reopen(id: ReviewId): Promise<Review>;

  /** Everything that waits, or that waits in a space, or of one session by itself; one asked for meanwhile comes after it. */
  curate(onProgress: (progress: CurationProgress) => void, only?: Chosen): Promise<CurationEnd>;
  /** One question to the model that was chosen, within the caps; throws `no-model` when rules read. */
  askForEvaluation(question: Pick<Question, 'system' | 'prompt'>): Promise<Completion>;
  /** Parked turns wait again; resolves with how many. */
  retry(): Promise<number>;
  /** Throws `busy` while another one runs: it would only do the same again. */
  rebuild(recurate: boolean, onProgress: RebuildProgress): Promise<RebuildEnd>;
  /** What waits, counting turns that were closed a moment ago. */
  queue(): Promise<QueueSummary>;
  schedulerState(): SchedulerState;
  spend(): Promise<SpendReport>;
}
