/** The tables of checkpoints, tombstones and receipts as TypeScript sees them. */
import type { Checkpoint } from '../../memory/act.ts';
import type { ActId, SpaceId } from '../../memory/ids.ts';

export interface CheckpointColumns {
  readonly id: ActId;
  readonly ts: number;
  readonly workspace: SpaceId | null;
  readonly cause: Checkpoint['cause'];
  readonly scopes: string;
}

export interface CheckpointRowColumns {
  readonly checkpoint_id: ActId;
  readonly scope: SpaceId | null;
  readonly kind: 'learning' | 'change' | 'action' | 'review' | 'file' | 'mark' | 'dropped';
  readonly data: string;
}

interface ContentTombstoneColumns {
  readonly content_hash: string;
  readonly erased_at: number;
}

interface SessionTombstoneColumns {
  readonly id_hash: string;
  readonly refused_through: number;
}

interface ForgetReceiptColumns {
  readonly id: ActId;
  readonly data: string;
}

export interface ForgettingTables {
  readonly checkpoints: CheckpointColumns;
  readonly checkpoint_rows: CheckpointRowColumns;
  readonly content_tombstones: ContentTombstoneColumns;
  readonly session_tombstones: SessionTombstoneColumns;
  readonly forget_receipts: ForgetReceiptColumns;
}

/** The order of columns is part of the checksum: new columns go to the end. */
export const FORGETTING_COLUMNS = {
  checkpoints: ['id', 'ts', 'workspace', 'cause', 'scopes'],
  checkpoint_rows: ['checkpoint_id', 'scope', 'kind', 'data'],
  content_tombstones: ['content_hash', 'erased_at'],
  session_tombstones: ['id_hash', 'refused_through'],
  forget_receipts: ['id', 'data'],
} as const satisfies { readonly [Name in keyof ForgettingTables]: readonly (keyof ForgettingTables[Name])[] };
