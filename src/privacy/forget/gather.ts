/** What a selection takes: the records, and whom they belong to. Only what was there when it was asked for. */
import { markerEventIds } from '../../curator/markers.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { EditChange } from '../../memory/act.ts';
import type { Selection } from '../../memory/forgetting.ts';
import type { LearningId, RecordId, SessionId, SpaceId, TurnId } from '../../memory/ids.ts';
import { text } from '../../memory/json-guards.ts';
import { type Learning, type LearningChange, wordsOf } from '../../memory/learning.ts';
import { MARKER_LINES } from '../../memory/marker-lines.ts';
import { ORIGINS } from '../../memory/origins.ts';
import type { Json, StoredRecord } from '../../memory/record.ts';
import { Breather } from '../../platform/breathe.ts';
import type { Clock } from '../../platform/clock.ts';
import { Echoes } from './repeated-answers.ts';

const PAGE = 500;
const ACTS_PAGE = 50;
const EXAMPLES = 5;
/** Ids and kinds of a client's own making, and keyed digests of ours: no words of anybody. */
const NO_WORDS = new RegExp(`(?:_id|^event|^decision|^status|^emptied|^${MARKER_LINES}|^${ORIGINS})$`);

/** When it was asked for, and the last record that there was: times are what clients say, and may be anything. */
export interface Asked {
  readonly askedAt: number;
  readonly askedThrough: number;
}

export interface Gathered {
  readonly records: readonly RecordId[];
  /** Keyed hashes of what they say; null for one that was emptied. */
  readonly recordHashes: readonly (string | null)[];
  /** A few of them, for a person to recognise. */
  readonly examples: readonly string[];
  readonly learnings: readonly LearningId[];
  readonly turns: readonly TurnId[];
  readonly sessions: readonly SessionId[];
  readonly spaces: readonly (SpaceId | null)[];
  /** Every wording of the learnings that a person named. */
  readonly said: readonly string[];
  /** When the first of it was said, or learned. */
  readonly since: number;
}

interface Gathering {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  /** Keyed by the home: tells nobody what it is of. */
  hash(content: string): string;
  /** Everything it says, one text after the other: there may be more of it than fits into memory. */
  hear(text: string): void;
}

/** Stores that others wait for too. */
type Shared = Pick<Gathering, 'journal' | 'knowledge'> & { readonly clock: Pick<Clock, 'elapsed'> };

export async function gather(selection: Selection, asked: Asked, stores: Gathering & Shared): Promise<Gathered> {
  const named = await learningsOf(selection, stores);
  const records: RecordId[] = [];
  const recordHashes: (string | null)[] = [];
  const turns = new Set<TurnId>();
  const sessions = new Set<SessionId>(await sessionsOf(selection, asked, stores.journal));
  const learnings = named.map(({ learning }) => learning);
  // Every space adds to the user scope.
  const own = learnings.map(({ workspace }) => workspace);
  const spaces = new Set<SpaceId | null>([null, ...spacesOf(selection), ...own]);
  const examples = learnings.map(({ content }) => content);
  const wordings = named.flatMap((one) => one.wordings);
  for (const wording of wordings) stores.hear(wordsOf(wording));
  let since = learnings.reduce((first, { createdAt }) => Math.min(first, createdAt), asked.askedAt);
  for await (const record of recordsOf(selection, learnings, asked, stores.journal)) {
    records.push(record.id);
    recordHashes.push(record.content === '' ? null : stores.hash(record.content));
    since = Math.min(since, record.ts);
    if (record.turnId !== null) turns.add(record.turnId);
    sessions.add(record.sessionId);
    spaces.add(record.workspace);
    if (record.type !== 'event' && examples.length < EXAMPLES) examples.push(record.content);
    stores.hear(wordsIn(record));
  }
  return {
    records,
    recordHashes,
    examples: examples.slice(0, EXAMPLES),
    learnings: learnings.map(({ id }) => id),
    turns: [...turns],
    sessions: [...sessions],
    spaces: [...spaces],
    said: [...new Set(wordings.map(({ content }) => content))],
    since,
  };
}

/** Whether there is anything that it names, without reading all of it. */
export async function isAnything(selection: Selection, stores: Shared): Promise<boolean> {
  const { journal } = stores;
  // One of which nothing was recorded, or not yet, may have files and learnings all the same.
  if (selection.kind === 'space') return (await journal.space(selection.id)) !== undefined;
  if (selection.kind === 'session' && (await journal.session(selection.id)) !== undefined) return true;
  if (selection.kind === 'learning') return (await learningsOf(selection, stores)).length > 0;
  return selection.kind === 'erased' || (await journal.selectedRecords(selection, 0, 1)).length > 0;
}

/** Everything in a record that somebody said. */
function wordsIn({ content, path, tags, metadata }: StoredRecord): string {
  return [content, path ?? '', ...tags, ...leaves(metadata, '')].join('\n');
}

function leaves(value: Json, key: string): readonly string[] {
  if (typeof value === 'string') return NO_WORDS.test(key) ? [] : [value];
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return value.flatMap((entry) => leaves(entry, key));
  return Object.entries(value).flatMap(([name, entry]) => leaves(entry, name));
}

interface Named {
  readonly learning: Learning;
  /** As it is, and as it was before. */
  readonly wordings: readonly Learning[];
}

async function learningsOf(selection: Selection, { journal, knowledge, clock }: Shared): Promise<readonly Named[]> {
  if (selection.kind === 'learning') {
    const known = await Promise.all(selection.ids.map((id) => knowledge.learning(id)));
    const missing = new Set(selection.ids.filter((_, at) => known[at] === undefined));
    const removed = missing.size === 0 ? [] : await removedLearnings(missing, journal, new Breather(clock));
    const found = known.filter((learning) => learning !== undefined);
    return [...(await Promise.all(found.map((learning) => withHistory(learning, knowledge)))), ...removed];
  }
  if (selection.kind !== 'erased') return [];
  const { learnings } = await knowledge.scopeState([null, ...(await journal.spaceIds())]);
  const erased = await Promise.all(learnings.map(({ id }) => journal.wasErased({ id })));
  return Promise.all(learnings.filter((_, place) => erased[place]).map((one) => withHistory(one, knowledge)));
}

async function withHistory(learning: Learning, knowledge: Knowledge): Promise<Named> {
  return { learning, wordings: [learning, ...statesIn(await knowledge.learningHistory(learning.id))] };
}

/** A person removed them: only the edits that did so, and those before, still say them. */
async function removedLearnings(
  wanted: ReadonlySet<LearningId>,
  journal: Journal,
  breather: Breather,
): Promise<readonly Named[]> {
  const found = new Map<LearningId, Named>();
  for (let after = 0; ; ) {
    const acts = await journal.acts(after, ACTS_PAGE);
    await breather.breathe();
    for (const act of acts) {
      after = act.seq;
      if (act.kind !== 'edit') continue;
      const { learnings, history } = heldBy(act.change);
      for (const learning of learnings.filter(({ id }) => wanted.has(id))) {
        const before = found.get(learning.id)?.wordings ?? [];
        const own = history.filter(({ learningId }) => learningId === learning.id);
        found.set(learning.id, { learning, wordings: [...before, learning, ...statesIn(own)] });
      }
    }
    if (acts.length < ACTS_PAGE) return [...found.values()];
  }
}

function heldBy(change: EditChange): {
  readonly learnings: readonly Learning[];
  readonly history: readonly LearningChange[];
} {
  if (change.kind === 'drop' || change.kind === 'restore')
    return { learnings: change.learnings, history: change.history ?? [] };
  if (change.kind === 'amend')
    return { learnings: [...(change.before === null ? [] : [change.before]), change.after], history: [] };
  if (change.kind === 'merge') return { learnings: [change.into, ...change.from], history: [] };
  if (change.kind === 'revert') return { learnings: change.learnings, history: [] };
  return { learnings: change.kind === 'remember' ? [change.learning] : [], history: [] };
}

function statesIn(history: readonly LearningChange[]): readonly Learning[] {
  return history.flatMap(({ before, after }) => (before === null ? [after] : [before, after]));
}

/** Also those of which nothing was recorded: a session says where it ran. */
async function sessionsOf(selection: Selection, { askedAt }: Asked, journal: Journal): Promise<readonly SessionId[]> {
  if (selection.kind === 'session') return [selection.id];
  if (selection.kind === 'erased') return selection.sessions;
  if (selection.kind !== 'space') return [];
  const all = await journal.sessions({ workspace: selection.id, limit: Number.MAX_SAFE_INTEGER });
  return all.filter(({ startedAt }) => startedAt <= askedAt).map(({ id }) => id);
}

async function* recordsOf(
  selection: Selection,
  named: readonly Learning[],
  { askedAt, askedThrough }: Asked,
  journal: Journal,
): AsyncGenerator<StoredRecord> {
  const wanted =
    selection.kind === 'learning'
      ? { kind: 'record' as const, ids: named.flatMap(({ evidence }) => evidence) }
      : selection.kind === 'erased'
        ? { kind: 'record' as const, ids: selection.records }
        : selection;
  const echoes = new Echoes();
  for (let after = 0; ; ) {
    const page = await journal.selectedRecords(wanted, after, PAGE);
    for (const record of page) {
      // What is said after the wish was not meant by it; what was spooled before came in later.
      if (wanted.kind !== 'record' && record.seq > askedThrough && record.ts > askedAt) continue;
      if (wanted.kind === 'source') echoes.add(record);
      yield record;
      if (wanted.kind === 'record') yield* markerEvents(record, journal);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = last.seq;
  }
  yield* echoes.in(journal);
}

/** What the agent said in it by marker lines was stored once more. */
async function* markerEvents(said: StoredRecord, journal: Journal): AsyncGenerator<StoredRecord> {
  for (const id of markerEventIds(said)) {
    const event = await journal.record(id);
    if (event !== undefined) yield event;
  }
}

/** Sessions that are forgotten themselves, not only some of their records. */
export function endedWith(selection: Selection, sessions: readonly SessionId[]): readonly SessionId[] {
  if (selection.kind === 'erased') return selection.sessions;
  return selection.kind === 'session' || selection.kind === 'space' ? sessions : [];
}

/** Spaces that are forgotten whole. */
export function spacesOf(selection: Selection): readonly SpaceId[] {
  if (selection.kind === 'erased') return selection.spaces;
  return selection.kind === 'space' ? [selection.id] : [];
}

/** The client's own files that tell of these sessions. */
export async function transcriptsOf(sessions: readonly SessionId[], journal: Journal): Promise<readonly string[]> {
  const paths = new Set<string>();
  for (const id of sessions) {
    const path = text((await journal.session(id))?.metadata.transcript_path);
    if (path !== '') paths.add(path);
  }
  return [...paths];
}
