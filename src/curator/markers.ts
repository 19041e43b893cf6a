/**
 * Reads the marker lines of a closed turn by code, whatever the curator's profile (C-002, C-013): memories become an act,
 * events and cooldowns records. Exactly once however often a turn is told: all ids follow from the turn and its records.
 *
 * Only what the agent said itself counts (C-066): not what a tool's output or pasted text of its session holds, too.
 * Limit: an echo of something the agent got on another way, from a file it was given at the start, say, is not told apart.
 */
import type { Journal } from '../journal/journal.ts';
import { type CurationSettings, MARKER_CURATOR } from '../memory/act.ts';
import { APP_MARK, appOf } from '../memory/app.ts';
import { type ActId, deriveId, type RecordId, type SessionId } from '../memory/ids.ts';
import { FIRST_TIER } from '../memory/learning.ts';
import { type Marker, markersIn, withoutFlood } from '../memory/marker.ts';
import type { JsonObject, MemoryRecord, StoredRecord } from '../memory/record.ts';
import type { Turn } from '../memory/turn.ts';
import type { Clock } from '../platform/clock.ts';
import { sessionEchoes } from './copied-markers.ts';
import { type MarkerNote, noteText } from './marker-notes.ts';
import type { Projector } from './projector.ts';
import { rootOf, trackedHandles } from './tracked-handles.ts';

export interface MarkerReaderOptions {
  readonly journal: Journal;
  readonly projector: Pick<Projector, 'record'>;
  readonly clock: Clock;
  /** Asked for each turn. */
  settings(): Omit<CurationSettings, 'root'>;
}

interface Said {
  readonly marker: Marker;
  readonly record: StoredRecord;
}

const BEGINNINGS = ['[MEMORY:', '[EVENT:', '[COOLDOWN:'];
/** A turn shows the beginning of a longer answer. */
const WHOLE_CHARS = 100_000;

export class MarkerReader {
  readonly #options: MarkerReaderOptions;

  constructor(options: MarkerReaderOptions) {
    this.#options = options;
  }

  async read(turn: Turn): Promise<void> {
    const { agentResponse } = turn;
    const mayHold = BEGINNINGS.some((beginning) => agentResponse.includes(beginning));
    if (!mayHold && agentResponse.length < WHOLE_CHARS) return;
    const said = await this.#saidIn(turn);
    if (said.length === 0) return;
    const tier = await this.#tierOf(turn);
    await this.#storeEvents(turn, said, tier);
    await this.#remember(turn, said, tier);
  }

  async #saidIn({ id, lastSeq, sessionId }: Turn): Promise<readonly Said[]> {
    const { journal } = this.#options;
    const records = (await journal.recordsOfTurn(id, lastSeq)).filter(
      ({ type, source }) => type === 'assistant' && source === 'assistant',
    );
    const said = withoutFlood(
      records.flatMap((record) => markersIn(record.content).map((marker) => ({ marker, record }))),
    );
    const markers = said.map(({ marker }) => marker);
    const echoes = await sessionEchoes(sessionId, markers, this.#options);
    return said.filter(({ marker }) => !echoes.has(marker));
  }

  async #tierOf({ sessionId }: Turn): Promise<number> {
    const tier = (await this.#options.journal.session(sessionId))?.metadata.tier;
    return typeof tier === 'number' && Number.isInteger(tier) && tier >= 0 ? tier : FIRST_TIER;
  }

  async #storeEvents({ sessionId }: Turn, said: readonly Said[], tier: number): Promise<void> {
    const events = said.filter(({ marker }) => marker.kind !== 'memory');
    if (events.length === 0) return;
    const records = (await this.#unheard(sessionId, events)).flatMap((one) => eventOf(one, tier) ?? []);
    if (records.length > 0) await this.#options.journal.append({ records });
  }

  /** Of a run whose stream was heard they were stored as they came; its session may go on without one. */
  async #unheard(sessionId: SessionId, said: readonly Said[]): Promise<readonly Said[]> {
    const { journal } = this.#options;
    const heard = await journal.record(deriveId<RecordId>(sessionId, 'run'));
    if (heard?.metadata.event !== 'run-heard') return said;
    const { events } = await journal.eventPage({ sessionId, kinds: ['run-start', 'run-end'], limit: 1 });
    const [last] = events;
    if (last?.metadata.event !== 'run-end') return [];
    // What was said in the run may have been read after its end.
    return said.filter(({ record }) => record.seq > last.seq && record.ts > last.ts);
  }

  async #remember({ id, rev, workspace }: Turn, said: readonly Said[], tier: number): Promise<void> {
    const { journal, projector, clock, settings } = this.#options;
    const answers = [...new Set(said.flatMap((one) => noteOf(one, tier) ?? []).map(noteText))];
    if (answers.length === 0) return;
    const tracked = await trackedHandles(await rootOf(journal, workspace), workspace, answers);
    await projector.record({
      kind: 'curation',
      id: deriveId<ActId>(id, String(rev), 'markers'),
      ts: clock.now(),
      workspace,
      curator: MARKER_CURATOR,
      turns: [{ id, rev }],
      files: [],
      settings: { ...settings(), root: null, ...tracked },
      promptHash: '',
      answers,
      inputTokens: 0,
      outputTokens: 0,
      costUsd: 0,
    });
  }
}

/** Records that hold a part of what this one says. */
export function markerEventIds({
  id,
  type,
  content,
}: Pick<StoredRecord, 'id' | 'type' | 'content'>): readonly RecordId[] {
  if (type !== 'assistant') return [];
  return markersIn(content).flatMap((marker) => (marker.kind === 'memory' ? [] : [markerEventId(id, marker)]));
}

function markerEventId(record: RecordId, { line }: Marker): RecordId {
  return deriveId<RecordId>(record, 'marker', String(line));
}

function noteOf({ marker, record }: Said, tier: number): MarkerNote | undefined {
  if (marker.kind !== 'memory') return undefined;
  const { label: category, service, text } = marker;
  return { record: record.id, tier, category, service, text };
}

function eventOf({ marker, record }: Said, tier: number): MemoryRecord | undefined {
  if (marker.kind === 'memory') return undefined;
  const { label, service, text } = marker;
  const about: JsonObject =
    marker.kind === 'event'
      ? { event: 'marker', level: label, service, tier }
      : { event: 'cooldown', service, action: label };
  const app = appOf(record);
  return {
    id: markerEventId(record.id, marker),
    ts: record.ts,
    type: 'event',
    sessionId: record.sessionId,
    workspace: record.workspace,
    turnId: null,
    source: 'assistant',
    tool: null,
    path: null,
    content: text,
    tags: [],
    metadata: app === undefined ? about : { ...about, [APP_MARK]: app },
  };
}
