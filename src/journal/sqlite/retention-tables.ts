/** The tables of retention as TypeScript sees them. */
import type { SpaceId } from '../../memory/ids.ts';
import type { RetentionSweep } from './hidden-records.ts';

export interface RunningTimeColumns {
  readonly process: string;
  readonly stretch: number;
  readonly ran_ms: number;
  readonly measured: number;
  readonly wall: number;
  readonly boot: string | null;
  readonly boot_ms: number | null;
  readonly after_record: number;
  readonly through_record: number;
  readonly believed_ms: number;
}

export interface HiddenRecordColumns {
  readonly record_seq: number;
  readonly workspace: SpaceId | null;
  readonly ts: number;
  readonly ran_ms: number;
}

interface RetentionSweepColumns {
  readonly ts: number;
  readonly ran_ms: number;
  readonly records: number;
  readonly asked_by: RetentionSweep['askedBy'];
}

export interface RetentionTables {
  readonly running_times: RunningTimeColumns;
  readonly hidden_records: HiddenRecordColumns;
  readonly retention_sweeps: RetentionSweepColumns;
}

/** The order of columns is part of the checksum: new columns go to the end. */
export const RETENTION_COLUMNS = {
  running_times: [
    'process',
    'stretch',
    'ran_ms',
    'measured',
    'wall',
    'boot',
    'boot_ms',
    'after_record',
    'through_record',
    'believed_ms',
  ],
  hidden_records: ['record_seq', 'workspace', 'ts', 'ran_ms'],
  retention_sweeps: ['ts', 'ran_ms', 'records', 'asked_by'],
} as const satisfies { readonly [Name in keyof RetentionTables]: readonly (keyof RetentionTables[Name])[] };
