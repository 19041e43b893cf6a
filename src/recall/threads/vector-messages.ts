/** What the daemon's thread and the thread with the vectors say to each other. */
import type { ChangedLearning } from '../../knowledge/read-learnings.ts';
import type { Log } from '../../platform/log.ts';
import type { NearPairs } from '../search/semantic.ts';
import type { NearQuestion } from '../vectors/query-vectors.ts';
import type { SemanticSettings } from '../vectors/semantic-layer.ts';
import type { SemanticProgress } from '../vectors/semantic-progress.ts';

export interface VectorThreadData {
  readonly journal: string;
  readonly vectors: string;
  readonly settings: SemanticSettings;
  /** Of the databases, where they are encrypted. */
  readonly keys: readonly string[];
}

/** What may be asked, and what comes back; undefined when it did not work. */
export interface VectorAnswers {
  readonly near: NearPairs | undefined;
  /** Everything that was erased before is out of the file. */
  readonly settle: true;
  readonly progress: SemanticProgress;
}

export type VectorQuestion =
  | { readonly kind: 'near'; readonly question: NearQuestion }
  | { readonly kind: 'settle' }
  | { readonly kind: 'progress' };

export type ToVectors =
  | { readonly id: number; readonly asked: VectorQuestion }
  /** Undefined when they cannot be read. */
  | { readonly id: number; readonly changes: readonly ChangedLearning[] | undefined };

export type FromVectors =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: VectorAnswers[keyof VectorAnswers] | undefined }
  /** The learnings that changed after a place: knowledge is the daemon's. */
  | { readonly kind: 'learnings'; readonly id: number; readonly after: number; readonly limit: number }
  | {
      readonly kind: 'log';
      readonly level: keyof Log;
      readonly event: string;
      readonly fields: Parameters<Log['info']>[1];
    };
