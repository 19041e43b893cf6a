/**
 * Reads learnings. Each answer is one statement, so it sees one state. A page is picked in an index, space by space,
 * and its rows are read after: the boot block asks for it at every session start.
 */

import type { LearningId, SpaceId, TurnId } from '../memory/ids.ts';
import type { Learning, LearningCause, LearningChange, LearningType } from '../memory/learning.ts';
import { STOP_WORDS } from '../memory/similarity.ts';
import { ftsQuery } from '../platform/fts-query.ts';
import type { SqliteStatements } from '../platform/sqlite-statements.ts';
import { PAST_IDS } from '../platform/stored-ids.ts';
import type { Cells } from '../store/table.ts';
import { type Condition, inScope, limitOf, oneOf, type Query, whereOf } from './conditions.ts';
import { readMark } from './marks.ts';
import { IS_TOLD } from './removed-learnings.ts';
import { LEARNING_HISTORY, LEARNINGS } from './tables.ts';

export interface LearningFilter {
  /** A space and the user scope beside it; `null` for the user scope alone; absent for all. */
  readonly workspace?: SpaceId | null;
  readonly types?: readonly LearningType[];
  /** Only those that still hold; true unless said otherwise. */
  readonly valid?: boolean;
  /** Learned or confirmed at or after this moment. */
  readonly since?: number;
  readonly limit: number;
}

export interface LearningSearch extends Omit<LearningFilter, 'since'> {
  /** Any text; its words are alternatives. */
  readonly text: string;
}

export interface LearningHit {
  readonly learning: Learning;
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
}

export interface ChangedLearning {
  /** The place of the change in the order of all changes. */
  readonly seq: number;
  /** `removed` is told of nothing but what is left of one: it says nothing and holds no more. */
  readonly cause: LearningCause | 'removed';
  readonly learning: Learning;
}

export function readLearning(statements: SqliteStatements, id: LearningId): Learning | undefined {
  const row = statements.get<Cells>('SELECT * FROM learnings WHERE id = ?', id);
  return row === undefined ? undefined : LEARNINGS.value(row);
}

/** Those whose id is this, or begins with it. */
export function readLearningsById(
  statements: SqliteStatements,
  beginning: string,
  filter: Pick<LearningFilter, 'workspace' | 'limit'>,
): readonly Learning[] {
  const [where, values] = whereOf([['id >= ? AND id < ?', beginning, beginning + PAST_IDS], ...inScope(filter)]);
  const sql = `SELECT * FROM learnings ${where} ORDER BY id LIMIT ?`;
  return statements.all<Cells>(sql, ...values, limitOf(filter.limit)).map(LEARNINGS.value);
}

/** Newest (by creation) first. */
export function readLearnings(statements: SqliteStatements, filter: LearningFilter): readonly Learning[] {
  if (filter.types?.length === 0) return [];
  const [sql, values] = learningsQuery(filter);
  return statements.all<Cells>(sql, ...values).map(LEARNINGS.value);
}

/** Oldest change first. */
export function readHistory(statements: SqliteStatements, id: LearningId): readonly LearningChange[] {
  return statements
    .all<Cells>(`SELECT * FROM learning_history WHERE learning_id = ? AND ${IS_TOLD} ORDER BY seq`, id)
    .map(LEARNING_HISTORY.value);
}

/**
 * Changes of all learnings after a place in their order; each with the learning as it was from then on. When scopes
 * were replaced, no change is at the place it had and none follows such a place: whoever follows begins anew. One that
 * was removed is told as `removed`; its earlier changes are gone, and who stood at one of them begins anew.
 */
export function readChangedLearnings(
  statements: SqliteStatements,
  after: number,
  limit: number,
): readonly ChangedLearning[] {
  const base = readMark(statements, 'history_base');
  // A place from before scopes were replaced: whoever is in the middle of reading must not go on as if nothing was.
  if (after > 0 && after < base) return [];
  return statements
    .all<Cells & { readonly seq: number }>(
      'SELECT * FROM learning_history WHERE seq > ? ORDER BY seq LIMIT ?',
      after - base,
      limitOf(limit),
    )
    .map((row) => {
      const { cause, after: learning } = LEARNING_HISTORY.value(row);
      return { seq: base + row.seq, cause, learning };
    });
}

/** The learnings that came out of these turns, whether they still hold or not. */
export function readLearningsOfTurns(statements: SqliteStatements, ids: readonly TurnId[]): readonly Learning[] {
  return statements
    .all<Cells>(
      'SELECT * FROM learnings WHERE source_observation_id IN (SELECT value FROM json_each(?)) ORDER BY seq',
      JSON.stringify(ids),
    )
    .map(LEARNINGS.value);
}

/**
 * The learnings that gave way to this one, oldest first. Looks through all of them: asked for one learning at a time,
 * by somebody who waits for it.
 */
export function readLearningsReplacedBy(statements: SqliteStatements, id: LearningId): readonly Learning[] {
  return statements.all<Cells>('SELECT * FROM learnings WHERE superseded_by = ? ORDER BY seq', id).map(LEARNINGS.value);
}

/**
 * Best first, of everything committed so far: what an act is held against, so a replay must find the same. Whoever
 * looks for something asks recall, whose index lags behind. Limits: bm25 weighs words over all spaces, and its cost
 * grows with the rows that match any word.
 */
export function searchLearnings(statements: SqliteStatements, search: LearningSearch): readonly LearningHit[] {
  const match = ftsQuery(withoutCommonWords(search.text)) ?? ftsQuery(search.text);
  if (match === undefined) return [];
  const [where, values] = whereOf([
    ['learnings_fts MATCH ?', match],
    ...inScope(search),
    ...holding(search),
    ...oneOf('learnings.type', search.types),
  ]);
  // CROSS JOIN: the index first, always. The planner would try it once per row of a filter.
  const rows = statements.all<Cells & { readonly score: number }>(
    `SELECT found.*, -page.rank AS score FROM (
       SELECT seq, rank FROM learnings_fts CROSS JOIN learnings ON learnings.seq = learnings_fts.rowid
       ${where} ORDER BY rank, seq DESC LIMIT ?
     ) AS page CROSS JOIN learnings AS found ON found.seq = page.seq
     ORDER BY page.rank, page.seq DESC`,
    ...values,
    limitOf(search.limit),
  );
  return rows.map((row) => ({ learning: LEARNINGS.value(row), score: row.score }));
}

/** They stand in most rows, and rank none before another: looking them up is most of the work. */
function withoutCommonWords(text: string): string {
  return text
    .split(/\s+/)
    .filter((word) => !STOP_WORDS.has(word.toLowerCase()))
    .join(' ');
}

export function learningsQuery(filter: LearningFilter): Query {
  const [places, values] = newestPlaces(filter);
  const sql = `SELECT found.* FROM (${places}) AS page CROSS JOIN learnings AS found ON found.seq = page.seq
    ORDER BY page.created_at DESC, page.seq DESC LIMIT ?`;
  return [sql, [...values, limitOf(filter.limit)]];
}

/** One ordered walk of an index per space and type: an OR over them would have to sort all there is. */
export function newestPlaces(filter: LearningFilter): Query {
  const { workspace } = filter;
  const spaces = workspace === null || workspace === undefined ? [workspace] : [workspace, null];
  const walks = spaces.flatMap((space) => choicesOf(filter).map((choice) => walkOf(space, filter, choice)));
  const sql = walks.map(([walk]) => `SELECT * FROM (${walk})`).join(' UNION ALL ');
  return [sql, walks.flatMap(([, values]) => values)];
}

/** Of what is recent there is little, and one walk finds it; a type may be rare among very many. */
function choicesOf({ types, since }: LearningFilter): readonly (readonly Condition[])[] {
  if (since !== undefined) return [[['max(created_at, confirmed_at) >= ?', since], ...oneOf('type', types)]];
  return types === undefined ? [[]] : [...new Set(types)].map((type) => [['type = ?', type]]);
}

function walkOf(space: SpaceId | null | undefined, filter: LearningFilter, choice: readonly Condition[]): Query {
  const own: readonly Condition[] = space === undefined ? [] : [['workspace IS ?', space]];
  const [where, values] = whereOf([...own, ...holding(filter), ...choice]);
  const sql = `SELECT seq, created_at FROM learnings ${where} ORDER BY created_at DESC, seq DESC LIMIT ?`;
  return [sql, [...values, limitOf(filter.limit)]];
}

function holding({ valid }: Pick<LearningFilter, 'valid'>): readonly Condition[] {
  return valid === false ? [] : [['valid_to IS NULL']];
}
