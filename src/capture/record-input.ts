/** A record as a program hands it in (D-007's shape), checked for form at the door it came through. */
import type { AppId, SpaceId } from '../memory/ids.ts';
import type { JsonObject, RecordType } from '../memory/record.ts';

export interface RecordInput {
  readonly id?: string | undefined;
  readonly ts?: number | undefined;
  readonly type: RecordType;
  readonly session_id?: string | undefined;
  /** A folder path, a space id, or a plain name for a store that has no folder. */
  readonly workspace?: string | undefined;
  readonly tool?: string | undefined;
  readonly path?: string | undefined;
  readonly content: string;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: JsonObject | undefined;
}

/** The app that hands records in, as its door knows it. */
export interface AppOrigin {
  readonly app: AppId;
  readonly space: SpaceId;
}
