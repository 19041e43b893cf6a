/** Candidates become hits: their text is read, phrases are looked for, and what may not be shown is left out. */
import type { RecordReader } from '../../journal/sqlite/record-reader.ts';
import { appOf, callerFor } from '../../memory/app.ts';
import { confidenceAt, isActive } from '../../memory/decay.ts';
import type { Learning } from '../../memory/learning.ts';
import { permission } from '../../memory/permission.ts';
import { isEmptied, type RecordType, type StoredRecord } from '../../memory/record.ts';
import { tierOf } from '../../memory/trust.ts';
import { isHidden, isHiddenLearning, isWithheld, type Withholding } from '../../memory/withheld.ts';
import type { IndexReader } from '../index/index-reader.ts';
import { USER_SPACE } from '../index/space-names.ts';
import type { SpaceView } from '../index/space-view.ts';
import type { RecallHit, RecallQuery } from '../recall.ts';
import { tokenise } from '../text/tokenise.ts';
import { TRAIT } from '../text/traits.ts';
import type { Explainer } from './explain.ts';
import { type Pairs, phraseGain } from './phrases.ts';
import type { Candidate } from './second-pass.ts';
import { snippetOf } from './snippet.ts';
import { recency } from './time-factor.ts';

/** What was said is looked for; what a tool printed is found when nothing said fits as well. */
const TYPE_FACTOR: Readonly<Record<RecordType, number>> = {
  prompt: 1,
  assistant: 1,
  error: 0.9,
  tool_use: 0.8,
  tool_result: 0.7,
  approval: 0.5,
  event: 0.5,
};
/** A fact is what was made of many records: it goes first where it fits as well. */
const FACT_FACTOR = 2.2;
const PINNED = 1.2;
/** Only a tool said so. */
const UNCONFIRMED = 0.85;
/** Of the person rather than of this project. */
const BESIDE = 0.95;
/** What was confirmed last counts this much more than what was long ago: of two that say otherwise it is the likelier. */
const RECENT = 0.1;
/** What people and agents said, and errors. */
const SAID: readonly RecordType[] = ['prompt', 'assistant', 'error'];
/** Longer only where a passage has no spaces. */
const PASSAGE_CHARS = 2_000;
const PATH_CHARS = 320;
/** Sureness moves a fact by this much, at most. */
const SURENESS = 0.3;

export interface HitMaterial {
  readonly query: RecallQuery;
  readonly pairs: Pairs;
  readonly weights: ReadonlyMap<string, number>;
  readonly explainer: Explainer | undefined;
}

export function recordKey(seq: number): string {
  return `r${seq}`;
}

/** Who asks, as far as that decides what is open to them. */
type Audience = Withholding & Pick<RecallQuery, 'audience' | 'app'>;

/** A candidate whose text was read, with its final score. */
export interface Found {
  /** Tells it from every other hit. */
  readonly key: string;
  readonly score: number;
  /** Settles ties: the higher goes first. */
  readonly tie: number;
  readonly session: string | null;
  /** Of a record that was found by its words. */
  readonly stored?: StoredRecord;
  /** What a model of somebody else may read of it: nothing that a tool printed or that is marked sensitive. */
  readonly sendable?: string | undefined;
  /** Made only for what is shown. */
  hit(): RecallHit;
}

/**
 * `looksCloser`: phrases are looked for. Undefined when it was erased or emptied and the index has not heard of it yet, and
 * when it misses the times that are asked for by less than the second that the index knows.
 */
export function foundRecord(
  candidate: Candidate,
  journal: RecordReader,
  material: HitMaterial,
  looksCloser: boolean,
): Found | undefined {
  const { space, doc } = candidate;
  const stored = journal.at(space.docs.source[doc] ?? 0);
  if (stored === undefined) return undefined;
  if (!isWithin(stored.ts, material.query) || !isOpenTo(stored, material.query)) return undefined;
  const { content, ...record } = stored;
  const passage = passageOf(content, space, doc);
  const tokens = looksCloser && candidate.mostPhrase > 0 ? tokenise(passage.text, material.weights) : undefined;
  const phrase = tokens === undefined ? 0 : phraseGain(tokens, material.pairs);
  const type = TYPE_FACTOR[record.type];
  const score = (candidate.score + phrase) * type;
  return {
    key: recordKey(record.seq),
    score,
    tie: record.seq,
    session: record.sessionId,
    stored,
    sendable: SAID.includes(record.type) && !space.docs.has(doc, TRAIT.sensitive) ? passage.text : undefined,
    hit: () => ({
      kind: 'record',
      record,
      score,
      snippet:
        content === ''
          ? cut(record.path ?? '')
          : snippetOf(content, passage.start, tokens ?? tokenise(passage.text, material.weights), material.weights),
      ...material.explainer?.explain(candidate, { ...(phrase > 0 ? { phrase } : {}), ...(type === 1 ? {} : { type }) }),
    }),
  };
}

/** The most that reading it can make of its score. */
export function mostScore({ space, doc, score, mostPhrase }: Candidate): number {
  const type = space.docs.type(doc);
  return (score + mostPhrase) * (type === 'fact' ? 1 : TYPE_FACTOR[type]);
}

/** Undefined for what holds no more, and for what is not meant for whoever asks: agents are given nothing that has decayed. */
export function foundFact(candidate: Candidate, index: IndexReader, material: HitMaterial): Found | undefined {
  const { space, doc } = candidate;
  const text = index.fact(space.docs.source[doc] ?? 0);
  if (text === undefined) return undefined;
  const learning = JSON.parse(text) as Learning;
  const { query } = material;
  if (!isMeant(learning, query)) return undefined;
  const phrase = phraseGain(tokenise(learning.content, material.weights), material.pairs);
  const isBeside = space.id === USER_SPACE && typeof query.workspace === 'string';
  const factors = {
    ...factorsOf(learning, query.now, isBeside),
    recent: 1 + RECENT * recency(space, learning.confirmedAt),
  };
  const score = Object.values(factors).reduce((product, factor) => product * factor, candidate.score + phrase);
  return {
    key: `f${learning.id}`,
    score,
    tie: Number.MAX_SAFE_INTEGER,
    session: learning.sessionId,
    sendable: learning.sensitive ? undefined : learning.content,
    hit: () => ({
      kind: 'fact',
      learning,
      score,
      snippet: learning.content,
      ...material.explainer?.explain(candidate, { ...(phrase > 0 ? { phrase } : {}), ...factors }),
    }),
  };
}

export function isMeant(
  learning: Learning,
  {
    audience,
    app,
    sessionId,
    since,
    until,
    givesSensitive,
    hidden,
    findsReplaced,
    now,
  }: Audience & Pick<RecallQuery, 'sessionId' | 'since' | 'until' | 'findsReplaced' | 'now'>,
): boolean {
  const isReplaced = findsReplaced === true && learning.validTo !== null && learning.supersededBy !== null;
  if ((learning.validTo !== null && !isReplaced) || isHiddenLearning(learning, hidden)) return false;
  const isOpen =
    (isReplaced || isActive(learning, now)) &&
    (!learning.sensitive || givesSensitive === true) &&
    permission(callerFor(app), 'read', learning.scope) === 'yes';
  if (audience === 'agent' && !isOpen) return false;
  if (sessionId !== undefined && learning.sessionId !== sessionId) return false;
  return (since === undefined || learning.confirmedAt >= since) && (until === undefined || learning.createdAt <= until);
}

/**
 * What is past its time, or to be forgotten, is found by nobody. What an app said and was told is its own memory: no session
 * and no other app sees it.
 */
export function isOpenTo(
  record: Pick<StoredRecord, 'id' | 'tags' | 'metadata' | 'sessionId' | 'workspace' | 'hidden'>,
  query: Audience,
): boolean {
  if (isEmptied(record)) return false;
  const of = appOf(record);
  if (query.audience === 'person') return !isHidden(record, query.hidden);
  if (isWithheld(record, query)) return false;
  return of === undefined || permission(callerFor(query.app), 'read', { kind: 'app', app: of }) === 'yes';
}

export function isWithin(ts: number, { since, until }: Pick<RecallQuery, 'since' | 'until'>): boolean {
  return (since === undefined || ts >= since) && (until === undefined || ts <= until);
}

function factorsOf(learning: Learning, now: number, isBeside: boolean): Readonly<Record<string, number>> {
  return {
    fact: FACT_FACTOR,
    confidence: 1 - SURENESS + SURENESS * confidenceAt(learning, now),
    ...(learning.pinned ? { pinned: PINNED } : {}),
    ...(tierOf(learning.trust) === 'tool' ? { unconfirmed: UNCONFIRMED } : {}),
    ...(isBeside ? { beside: BESIDE } : {}),
  };
}

/** The text of the passage alone: to where the next one begins. */
function passageOf(
  content: string,
  { docs }: SpaceView,
  doc: number,
): { readonly text: string; readonly start: number } {
  const start = docs.start[doc] ?? 0;
  const next =
    doc + 1 < docs.count && !docs.isFirst(doc + 1) ? (docs.start[doc + 1] ?? content.length) : content.length;
  return { start, text: content.slice(start, Math.min(next, start + PASSAGE_CHARS)) };
}

function cut(path: string): string {
  return path.slice(-PATH_CHARS).toWellFormed();
}
