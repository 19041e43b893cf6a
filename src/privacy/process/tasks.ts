/** What the processes of privacy do, what they are given for it, and what they say. */
import type { ErrorDetails } from '../../memory/error.ts';
import type { Backup } from '../backups/backup-files.ts';
import type { BackupTask } from '../backups/make-backup.ts';
import type { Needles } from '../traces/needles.ts';
import type { Staying } from '../traces/survivors.ts';
import type { Found } from '../traces/trace.ts';

export interface Tasks {
  readonly survivors: {
    readonly input: { readonly needles: Needles; readonly staying: Staying };
    readonly result: Needles;
  };
  readonly cells: { readonly input: TraceTask; readonly result: Found };
  readonly bytes: { readonly input: TraceTask; readonly result: Found };
  readonly backup: { readonly input: BackupTask; readonly result: Backup };
  readonly compact: { readonly input: { readonly path: string }; readonly result: undefined };
}

interface TraceTask {
  readonly home: string;
  readonly needles: Needles;
}

export type TaskName = keyof Tasks;

export interface GivenTask {
  readonly name: TaskName;
  readonly input: Tasks[TaskName]['input'];
  /** Of encrypted databases. */
  readonly keys: readonly string[];
}

export type FromProcess =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly message: string; readonly details: Omit<ErrorDetails, 'cause'> };
