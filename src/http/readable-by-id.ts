/**
 * A record or a learning by its id, or by the beginning of it as blocks show them. What its reader may not see is not there:
 * it is neither found nor makes an id ambiguous.
 */
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { isOutsideId, type LearningId, type RecordId, type SpaceId } from '../memory/ids.ts';
import type { Learning } from '../memory/learning.ts';
import type { StoredRecord } from '../memory/record.ts';
import { isGiven, mayRead, type Reader, spacesOf } from './audience.ts';
import { findById } from './find-by-id.ts';

/** Enough to say that there are many. */
const LIKE_IT = 100;

export async function readableRecord(
  id: string,
  reader: Reader,
  journal: Pick<Journal, 'record' | 'recordIds'>,
): Promise<StoredRecord> {
  const whole = async (known: RecordId) => {
    const record = await journal.record(known);
    return record !== undefined && mayRead(reader, record) ? record : undefined;
  };
  const exact = isRecordId(id) ? await whole(id) : undefined;
  if (exact !== undefined) return exact;
  const exactly = reader.audience === 'agent';
  // Nor may it learn how many there are.
  if (exactly && reader.workspace === null) return findById([], id, 'record');
  const like = { exactly, beginning: id.toLowerCase(), limit: LIKE_IT };
  const ids = await Promise.all(
    spacesOf(reader).map((workspace) => journal.recordIds({ ...like, ...given(workspace) })),
  );
  const known = await Promise.all(ids.flat().map(whole));
  return findById(
    known.filter((record) => record !== undefined),
    id,
    'record',
  );
}

export async function readableLearning(
  id: string,
  reader: Reader,
  knowledge: Pick<Knowledge, 'learning' | 'learningsById'>,
): Promise<Learning> {
  const exact = isLearningId(id) ? await knowledge.learning(id) : undefined;
  if (exact !== undefined && isGiven(reader, exact)) return exact;
  const like = await Promise.all(
    spacesOf(reader).map((workspace) =>
      knowledge.learningsById(id.toLowerCase(), { ...given(workspace), limit: LIKE_IT }),
    ),
  );
  const apart = new Map(like.flat().map((learning) => [learning.id, learning]));
  return findById(
    [...apart.values()].filter((learning) => isGiven(reader, learning)),
    id,
    'learning',
  );
}

function given(workspace: SpaceId | null | undefined): { readonly workspace?: SpaceId | null } {
  return workspace === undefined ? {} : { workspace };
}

function isRecordId(text: string): text is RecordId {
  return isOutsideId(text);
}

function isLearningId(text: string): text is LearningId {
  return isOutsideId(text);
}
