/** What the processes of privacy do, what they are given for it, and what they say. */
import type { ErrorDetails } from '../../memory/error.ts';
import type { MigrationPlace } from '../../platform/sqlite-migrations.ts';
import type { Backup } from '../backups/backup-files.ts';
import type { BackupTask } from '../backups/make-backup.ts';
import type { ForgetTasks } from '../forget/forget-tasks.ts';
import type { Needles } from '../traces/search-terms.ts';
import type { Places } from '../traces/trace.ts';

export interface Tasks extends ForgetTasks {
  readonly traces: { readonly input: { readonly home: string; readonly needles: Needles }; readonly result: Places };
  readonly backup: { readonly input: BackupTask; readonly result: Backup };
  /** Brings the journal to the schema of this version. */
  readonly migrate: { readonly input: MigrationPlace; readonly result: undefined };
  readonly compact: { readonly input: { readonly path: string }; readonly result: undefined };
}

export type TaskName = keyof Tasks;
export type PartOf<Name extends TaskName> = Tasks[Name] extends { readonly part: infer Part } ? Part : never;

export interface GivenTask {
  readonly name: TaskName;
  readonly input: Tasks[TaskName]['input'];
  /** Of encrypted databases. */
  readonly keys: readonly string[];
}

export type FromProcess =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  /** A piece of what is too large to be taken in one go by whoever serves others too. */
  | { readonly kind: 'part'; readonly part: unknown }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly message: string; readonly details: Omit<ErrorDetails, 'cause'> };
