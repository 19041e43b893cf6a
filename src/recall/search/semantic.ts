/**
 * Hits by words and texts by meaning become one list. What only its meaning found is read from where it is kept, and passes
 * the same filters as any other hit: workspace, session, times, types, and who asks.
 * Limit: which passage lies near is not told, so such a record is shown from its beginning.
 */
import type { RecordReader } from '../../journal/sqlite/record-reader.ts';
import type { Learning } from '../../memory/learning.ts';
import type { StoredRecord } from '../../memory/record.ts';
import type { IndexReader } from '../index/index-reader.ts';
import type { RecallHit, RecallQuery } from '../recall.ts';
import { fuse } from '../vectors/fuse.ts';
import { FACT, RECORD } from '../vectors/vector-keys.ts';
import { type Found, isMeant, isOpenTo } from './hits.ts';
import { snippetOf } from './snippet.ts';

/** Keys of documents and their cosines, nearest first. */
export type NearPairs = readonly (readonly [key: string, cosine: number])[];

export interface NearMaterial {
  readonly query: RecallQuery;
  readonly index: IndexReader;
  readonly journal: RecordReader;
}

/** Best first. */
export function withNear(found: readonly Found[], near: NearPairs, material: NearMaterial): readonly Found[] {
  const byKey = new Map(found.map((each) => [each.key, each]));
  const cosines = new Map<string, number>();
  for (const [key, cosine] of near) {
    const each = byKey.get(key) ?? foundNear(key, material);
    if (each === undefined) continue;
    byKey.set(key, each);
    cosines.set(key, cosine);
  }
  if (cosines.size === 0) return found;
  return fuse(found, cosines).flatMap(({ key, score }) => {
    const each = byKey.get(key);
    return each === undefined ? [] : rescored(each, score, cosines.get(key));
  });
}

function rescored(found: Found, score: number, cosine: number | undefined): Found {
  const hit = (): RecallHit => {
    const made = found.hit();
    const { explanation } = made;
    if (explanation === undefined || cosine === undefined) return { ...made, score };
    return { ...made, score, explanation: { ...explanation, parts: { ...explanation.parts, semantic: cosine } } };
  };
  return { ...found, score, hit };
}

/** Undefined for what is gone or not asked for. */
function foundNear(key: string, { query, index, journal }: NearMaterial): Found | undefined {
  const name = key.slice(1);
  if (key.startsWith(RECORD)) {
    const record = journal.at(Number(name));
    return record !== undefined && isAskedFor(record, query) ? nearRecord(key, record, query) : undefined;
  }
  const text = key.startsWith(FACT) ? index.factById(name) : undefined;
  if (text === undefined) return undefined;
  const learning = JSON.parse(text) as Learning;
  return isFactAskedFor(learning, query) ? nearFact(key, learning, query) : undefined;
}

function isAskedFor(record: StoredRecord, query: RecallQuery): boolean {
  const { workspace, kind, sessionId, recordTypes, since, until } = query;
  if (kind === 'facts' || !isOpenTo(record, query)) return false;
  if (workspace !== undefined && record.workspace !== workspace && !isLinked(record, query)) return false;
  if (sessionId !== undefined && record.sessionId !== sessionId) return false;
  if (recordTypes !== undefined && !recordTypes.includes(record.type)) return false;
  return (since === undefined || record.ts >= since) && (until === undefined || record.ts <= until);
}

function isFactAskedFor(learning: Learning, query: RecallQuery): boolean {
  const { workspace, kind, recordTypes } = query;
  if (kind === 'records' || recordTypes !== undefined) return false;
  const isInView = workspace === undefined || learning.workspace === null || learning.workspace === workspace;
  return (isInView || isLinked(learning, query)) && isMeant(learning, query);
}

function isLinked({ workspace }: Pick<Learning, 'workspace'>, { linked = [] }: RecallQuery): boolean {
  return workspace !== null && linked.includes(workspace);
}

function nearRecord(key: string, { content, ...record }: StoredRecord, query: RecallQuery): Found {
  const snippet = snippetOf(content, 0, [], new Map());
  return {
    key,
    score: 0,
    tie: record.seq,
    session: record.sessionId,
    hit: () => ({ kind: 'record', record, score: 0, snippet, ...explained(query) }),
  };
}

function nearFact(key: string, learning: Learning, query: RecallQuery): Found {
  return {
    key,
    score: 0,
    tie: Number.MAX_SAFE_INTEGER,
    session: learning.sessionId,
    hit: () => ({ kind: 'fact', learning, score: 0, snippet: learning.content, ...explained(query) }),
  };
}

function explained({ explain }: RecallQuery): Pick<RecallHit, 'explanation'> {
  return explain === true ? { explanation: { words: [], parts: {} } } : {};
}
