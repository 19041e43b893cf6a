/**
 * The table of memories, page by page. A page is picked in an index that holds all that is filtered and sorted by; its rows
 * are read after. By confidence it takes two walks: of what is as sure as it was, and of what has begun to fade.
 * Limits: a row that changes between two pages moves; one that stays as it is comes exactly once. Words are found by their
 * stems, as in `searchLearnings`.
 */

import type { SpaceId } from '../memory/ids.ts';
import type { Learning, LearningType } from '../memory/learning.ts';
import { pageMark, readPageMark } from '../platform/cursor.ts';
import { ftsQueryOfAll } from '../platform/fts-query.ts';
import type { SqliteStatements } from '../platform/sqlite-statements.ts';
import type { Cells } from '../store/table.ts';
import { type Condition, limitOf, oneOf, type Query, whereOf } from './conditions.ts';
import { isActiveAt, isInactiveAt, lossAt } from './decay-sql.ts';
import { LEARNINGS } from './tables.ts';

/** A word that stands in everything must not make a page slow. */
export const MOST_HOLDING = 5_000;

export interface MemoryFilter {
  /** Exactly this scope: a space, or `null` for the user scope; absent for all. */
  readonly workspace?: SpaceId | null;
  /** What they are about; `null` for those about nothing in particular; absent for all. */
  readonly subject?: string | null;
  readonly types?: readonly LearningType[];
  /** As `isActive` in memory/decay.ts tells; absent for both. */
  readonly status?: 'active' | 'inactive';
  /** Whether another one has taken its place, as it does of a former wording; absent for both. */
  readonly replaced?: boolean;
  /** Words that all stand in it; the last may be unfinished. Looked for in the newest `MOST_HOLDING` that hold them. */
  readonly text?: string;
  /** The moment confidence is told for. */
  readonly now: number;
}

export interface MemoryPageRequest extends MemoryFilter {
  /** `confidence` counts with decay. */
  readonly order: 'updated' | 'confidence';
  /** Where the page before ended. */
  readonly after?: string;
  readonly limit: number;
}

export interface MemoryPage {
  readonly learnings: readonly Learning[];
  /** Undefined at the end. */
  readonly next: string | undefined;
  /** More hold the words than were looked at. */
  readonly isPartial: boolean;
}

/** The value it is sorted by, its place among equals, and the moment the first page was asked for. */
const MARK_NUMBERS = 3;

type PageRow = Cells & { readonly seq: number; readonly sorted: number };

/** Where the page before ended. */
interface Place {
  readonly sorted: number;
  readonly seq: number;
}

/** Costs about the same wherever it begins. */
export function readMemoryPage(statements: SqliteStatements, request: MemoryPageRequest): MemoryPage {
  const limit = limitOf(request.limit);
  const [sorted, seq, first] = request.after === undefined ? [] : readPageMark(request.after, MARK_NUMBERS);
  // Confidence moves with time: all pages tell it for the moment of the first.
  const now = first ?? request.now;
  const place = sorted === undefined || seq === undefined ? undefined : { sorted, seq };
  const [sql, values] = memoryPageQuery({ ...request, now, limit: limit + 1 }, place);
  const rows = statements.all<PageRow>(sql, ...values);
  const end = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    learnings: rows.slice(0, limit).map(LEARNINGS.value),
    next: end === undefined ? undefined : pageMark([end.sorted, end.seq, now]),
    isPartial: isPartial(statements, request),
  };
}

export function memoryPageQuery(request: MemoryPageRequest, place?: Place): Query {
  const walks = walksOf(request, place);
  const pages = walks.map(([walk]) => `SELECT * FROM (${walk})`).join(' UNION ALL ');
  const sql = `SELECT found.*, page.sorted FROM (${pages}) AS page CROSS JOIN learnings AS found ON found.seq = page.seq
    ORDER BY page.sorted DESC, page.seq DESC LIMIT ?`;
  return [sql, [...walks.flatMap(([, values]) => values), request.limit]];
}

function walksOf(request: MemoryPageRequest, place: Place | undefined): readonly Query[] {
  const words = rowsHolding(request);
  if (words !== undefined) return [wordsWalk(request, words, place)];
  return request.order === 'updated'
    ? [walkOf(request, 'learnings_by_update', 'updated_at', behind('updated_at', place))]
    : [steadyWalk(request, place), fadingWalk(request, place)];
}

function steadyWalk(request: MemoryPageRequest, place: Place | undefined): Query {
  const isSteady: Condition = ['fading - ? >= sureness', lossAt(request.now)];
  return walkOf(request, 'learnings_by_sureness', 'sureness', [isSteady, ...behind('sureness', place)]);
}

function fadingWalk(request: MemoryPageRequest, place: Place | undefined): Query {
  const loss = lossAt(request.now);
  // The second bound is where the walk begins: what does not fade is far beyond it.
  const isFading: Condition = ['fading - ? < sureness AND fading < ?', loss, 2 ** 60];
  const last = place === undefined ? undefined : { ...place, sorted: place.sorted + loss };
  const [sql, values] = walkOf(request, 'learnings_by_fading', 'fading', [isFading, ...behind('fading', last)]);
  return [`SELECT seq, sorted - ? AS sorted FROM (${sql})`, [loss, ...values]];
}

function behind(column: string, place: Place | undefined): readonly Condition[] {
  return place === undefined ? [] : [[`(${column}, seq) < (?, ?)`, place.sorted, place.seq]];
}

/** The index by name: the planner would rather sort the rows it finds by their type or space. */
function walkOf(request: MemoryPageRequest, index: string, sorted: string, more: readonly Condition[]): Query {
  const [where, values] = whereOf([...conditionsOf(request), ...more]);
  const sql = `SELECT seq, ${sorted} AS sorted FROM learnings INDEXED BY ${index} ${where}
    ORDER BY ${sorted} DESC, seq DESC LIMIT ?`;
  return [sql, [...values, request.limit]];
}

/** From the words: there are few that hold them, and the indexes would be walked to their ends. */
function wordsWalk(request: MemoryPageRequest, words: Query, place: Place | undefined): Query {
  const [sorted, loss]: Query =
    request.order === 'updated' ? ['updated_at', []] : ['min(sureness, fading - ?)', [lossAt(request.now)]];
  const [from, held] = fromWords(words);
  const [where, values] = whereOf(conditionsOf(request));
  const [more, last] = whereOf(behind('sorted', place));
  const sql = `SELECT * FROM (SELECT seq, ${sorted} AS sorted ${from} ${where}) ${more}
    ORDER BY sorted DESC, seq DESC LIMIT ?`;
  return [sql, [...loss, ...held, ...values, ...last, request.limit]];
}

export function readMemoryCount(statements: SqliteStatements, filter: MemoryFilter): number {
  const words = rowsHolding(filter);
  const [where, values] = whereOf(conditionsOf(filter));
  const [from, held] = words === undefined ? ['FROM learnings INDEXED BY learnings_by_sureness', []] : fromWords(words);
  const sql = `SELECT count(*) AS count ${from} ${where}`;
  return statements.get<{ readonly count: number }>(sql, ...held, ...values)?.count ?? 0;
}

function conditionsOf({ workspace, subject, types, status, replaced, now }: MemoryFilter): readonly Condition[] {
  return [
    ...(workspace === undefined ? [] : [['workspace IS ?', workspace] satisfies Condition]),
    ...(subject === undefined ? [] : [['subject IS ?', subject] satisfies Condition]),
    ...oneOf('type', types),
    ...(replaced === undefined ? [] : [['replaced = ?', replaced ? 1 : 0] satisfies Condition]),
    ...(status === undefined ? [] : [status === 'active' ? isActiveAt(now) : isInactiveAt(now)]),
  ];
}

function fromWords([sql, values]: Query): Query {
  return [`FROM (${sql}) AS held CROSS JOIN learnings ON learnings.seq = held.place`, values];
}

/** Text without a word in it is found nowhere; undefined when nothing is looked for. */
function rowsHolding({ text = '' }: MemoryFilter, most = MOST_HOLDING): Query | undefined {
  if (text.trim() === '') return undefined;
  const match = ftsQueryOfAll(text);
  if (match === undefined) return ['SELECT 0 AS place WHERE false', []];
  const sql = 'SELECT rowid AS place FROM learnings_fts WHERE learnings_fts MATCH ? ORDER BY rowid DESC LIMIT ?';
  return [sql, [match, most]];
}

function isPartial(statements: SqliteStatements, filter: MemoryFilter): boolean {
  const words = rowsHolding(filter, MOST_HOLDING + 1);
  if (words === undefined) return false;
  const sql = `SELECT count(*) AS count FROM (${words[0]})`;
  return (statements.get<{ readonly count: number }>(sql, ...words[1])?.count ?? 0) > MOST_HOLDING;
}
