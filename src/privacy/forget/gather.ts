/** What a selection takes: the records, and whom they belong to. Only what was there when it was asked for. */
import { markerEventIds } from '../../curator/markers.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Selection } from '../../memory/forgetting.ts';
import type { LearningId, RecordId, SessionId, SpaceId, TurnId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import type { Json, StoredRecord } from '../../memory/record.ts';
import { text } from '../../memory/unknown.ts';
import { Echoes } from './echoes.ts';

const PAGE = 500;
const EXAMPLES = 5;
/** Ids and kinds of a client's own making: no words of anybody. */
const NO_WORDS = /(?:_id|^event|^decision|^status)$/;

/** Words are looked for in this much of what goes: a whole space may be larger than the memory there is. */
const MOST_TEXT_CHARS = 64 * 1024 * 1024;

/** When it was asked for, and the last record that there was: times are what clients say, and may be anything. */
export interface Asked {
  readonly askedAt: number;
  readonly askedThrough: number;
}

export interface Gathered {
  readonly records: readonly RecordId[];
  /** What they say, as far as it is looked for afterwards. */
  readonly texts: readonly string[];
  /** A few of them, for a person to recognise. */
  readonly examples: readonly string[];
  readonly learnings: readonly LearningId[];
  readonly turns: readonly TurnId[];
  readonly sessions: readonly SessionId[];
  readonly spaces: readonly (SpaceId | null)[];
  /** When the first of it was said, or learned. */
  readonly since: number;
  /** The place of the last record. */
  readonly through: number;
}

export async function gather(
  selection: Selection,
  asked: Asked,
  stores: { readonly journal: Journal; readonly knowledge: Knowledge },
): Promise<Gathered> {
  const named = await learningsOf(selection, stores);
  const records: RecordId[] = [];
  const texts = named.map(({ content }) => content);
  const turns = new Set<TurnId>();
  const sessions = new Set<SessionId>(await sessionsOf(selection, asked, stores.journal));
  // Every space adds to the user scope.
  const spaces = new Set<SpaceId | null>([null, ...spacesOf(selection), ...named.map(({ workspace }) => workspace)]);
  const examples = named.map(({ content }) => content);
  let chars = 0;
  let since = Math.min(asked.askedAt, ...named.map(({ createdAt }) => createdAt));
  let through = 0;
  for await (const record of recordsOf(selection, named, asked, stores.journal)) {
    records.push(record.id);
    through = Math.max(through, record.seq);
    since = Math.min(since, record.ts);
    if (record.turnId !== null) turns.add(record.turnId);
    sessions.add(record.sessionId);
    spaces.add(record.workspace);
    if (record.type !== 'event' && examples.length < EXAMPLES) examples.push(record.content);
    chars += record.content.length;
    if (chars <= MOST_TEXT_CHARS) texts.push(wordsIn(record));
  }
  return {
    records,
    texts,
    examples: examples.slice(0, EXAMPLES),
    learnings: named.map(({ id }) => id),
    turns: [...turns],
    sessions: [...sessions],
    spaces: [...spaces],
    since,
    through,
  };
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

async function learningsOf(
  selection: Selection,
  { journal, knowledge }: { readonly journal: Journal; readonly knowledge: Knowledge },
): Promise<readonly Learning[]> {
  if (selection.kind === 'learning') {
    const found = await Promise.all(selection.ids.map((id) => knowledge.learning(id)));
    return found.filter((learning) => learning !== undefined);
  }
  if (selection.kind !== 'erased') return [];
  const { learnings } = await knowledge.scopeState([null, ...(await journal.spaceIds())]);
  const erased = await Promise.all(learnings.map(({ id }) => journal.wasErased({ id })));
  return learnings.filter((_, place) => erased[place]);
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
