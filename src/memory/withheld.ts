/** What agents are not given, unless a person's setting says so: learnings and records that are marked sensitive. */
import type { RecordId } from './ids.ts';
import type { MemoryRecord } from './record.ts';
import { SENSITIVE_TAG } from './sensitivity.ts';

export interface Withholding {
  /** Whether agents are given it all the same. */
  readonly givesSensitive?: boolean;
  /** Records that a person has marked; others carry the tag. */
  readonly sensitiveRecords?: readonly RecordId[];
}

export function isWithheld(
  { id, tags }: Pick<MemoryRecord, 'id' | 'tags'>,
  { givesSensitive = false, sensitiveRecords = [] }: Withholding,
): boolean {
  return !givesSensitive && (tags.includes(SENSITIVE_TAG) || sensitiveRecords.includes(id));
}
