/** The tables of acts as TypeScript sees them; lists and settings are JSON. */

import { type Act, CURATION, type Edit, type EditChange, SCAN } from '../../memory/act.ts';
import type { ActionStatus } from '../../memory/action.ts';
import type { ActId, SpaceId } from '../../memory/ids.ts';
import type { MemoryFileName } from '../../memory/memory-file.ts';
import { type RowOf, rows } from '../../store/table.ts';

interface ActOrderColumns {
  readonly id: ActId;
  readonly kind: Act['kind'];
}

export type CurationColumns = RowOf<typeof CURATION>;

export interface EditColumns {
  readonly id: ActId;
  readonly ts: number;
  readonly workspace: SpaceId | null;
  readonly kind: Edit['change']['kind'];
  readonly file_name: MemoryFileName | null;
  readonly file_workspace: SpaceId | null;
  /** The one that was undone to. */
  readonly version: number | null;
  readonly content: string | null;
  readonly release: string | null;
  readonly files: string | null;
  /** As it was before. Of a kind that came later than the columns, all that it says. */
  readonly action: string | null;
  readonly status: ActionStatus | null;
  readonly review: string | null;
  readonly decision: Extract<EditChange, { kind: 'review' }>['decision'] | null;
  /** What a person, or the rewrite that was reviewed, started from. */
  readonly before: string | null;
  readonly replaced: string | null;
}

export type ScanColumns = RowOf<typeof SCAN>;

export interface ActTables {
  readonly act_order: ActOrderColumns;
  readonly curations: CurationColumns;
  readonly edits: EditColumns;
  readonly scans: ScanColumns;
}

/** The order of columns is part of the checksum: new columns go to the end. */
export const ACT_COLUMNS = {
  act_order: ['id', 'kind'],
  curations: rows('curations', CURATION).columns,
  edits: [
    'id',
    'ts',
    'workspace',
    'kind',
    'file_name',
    'file_workspace',
    'version',
    'content',
    'release',
    'files',
    'action',
    'status',
    'review',
    'decision',
    'before',
    'replaced',
  ],
  scans: rows('scans', SCAN).columns,
} as const satisfies { readonly [Name in keyof ActTables]: readonly (keyof ActTables[Name])[] };
