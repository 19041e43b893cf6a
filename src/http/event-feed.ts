/**
 * What happened to services, newest first: markers, cooldowns and runs out of the journal, and the memories that were
 * made meanwhile (C-063), merged by time. Pages follow each other without a gap or a double, also while more comes in: a
 * page ends at a place in either store, and each store tells what lies behind its own. An event counts before a memory of
 * the same millisecond.
 */
import * as z from 'zod';
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { CreatedLearning } from '../knowledge/operational.ts';
import { CarryoverError } from '../memory/error.ts';
import type { SessionId, SpaceId } from '../memory/ids.ts';
import type { Learning } from '../memory/learning.ts';
import type { EventLevel } from '../memory/marker.ts';
import type { StoredRecord } from '../memory/record.ts';

export interface FeedFilter {
  readonly workspace?: SpaceId | null;
  readonly sessionId?: SessionId;
  readonly level?: EventLevel;
  readonly service?: string;
  readonly after?: string;
  readonly limit: number;
}

export type FedEvent =
  | { readonly kind: 'event'; readonly record: StoredRecord }
  | { readonly kind: 'memory'; readonly learning: Learning };

export interface FeedPage {
  readonly events: readonly FedEvent[];
  /** Undefined at the end. */
  readonly next: string | undefined;
}

type StoreFilter = Omit<FeedFilter, 'after'> & { readonly until?: number };

interface FeedStores {
  readonly journal: Pick<Journal, 'eventPage'>;
  readonly knowledge: Pick<Knowledge, 'createdOperational'>;
}

/** `metadata.event` of the records that are told. */
export const EVENT_KINDS = ['marker', 'cooldown', 'run-start', 'run-end'] as const;
const MEMORY_LEVEL: EventLevel = 'info';

/** Where a store goes on: empty at its beginning, null when it has no more. */
type StorePlace = string | null;

/** With the time of the last entry so far: what comes meanwhile is newer, and a store that is still at its beginning leaves it out. */
const place = z.strictObject({
  events: z.string().nullable(),
  memories: z.string().nullable(),
  until: z.int().exactOptional(),
});
type FeedPlace = z.infer<typeof place>;

export async function eventFeed(stores: FeedStores, { after, limit, ...filter }: FeedFilter): Promise<FeedPage> {
  const from = after === undefined ? { events: '', memories: '' } : readPlace(after);
  let { events, memories }: FeedPlace = from;
  // One more than fit on the page, so that the last one knows that it is.
  const within = { ...filter, ...(from.until === undefined ? {} : { until: from.until }), limit: limit + 1 };
  const said = await eventsAfter(events, stores, within);
  const made = await createdAfter(memories, stores, within);
  const page: FedEvent[] = [];
  let [heard, taken, until] = [0, 0, from.until];
  while (page.length < limit) {
    const [event, memory] = [said[heard], made[taken]];
    if (event !== undefined && (memory === undefined || event.record.ts >= memory.learning.createdAt)) {
      page.push({ kind: 'event', record: event.record });
      [events, until, heard] = [event.mark, event.record.ts, heard + 1];
    } else if (memory !== undefined) {
      page.push({ kind: 'memory', learning: memory.learning });
      [memories, until, taken] = [memory.mark, memory.learning.createdAt, taken + 1];
    } else break;
  }
  if (heard === said.length) events = null;
  if (taken === made.length) memories = null;
  if (events === null && memories === null) return { events: page, next: undefined };
  return { events: page, next: placeToMark({ events, memories, ...(until === undefined ? {} : { until }) }) };
}

async function eventsAfter(
  after: StorePlace,
  { journal }: FeedStores,
  { level, ...filter }: StoreFilter,
): Promise<readonly { readonly mark: string; readonly record: StoredRecord }[]> {
  if (after === null) return [];
  const levels = level === undefined ? {} : { levels: [level] };
  const { events, marks } = await journal.eventPage({ ...filter, ...levels, ...behind(after), kinds: EVENT_KINDS });
  return events.map((record, at) => ({ record, mark: marks[at] ?? '' }));
}

async function createdAfter(
  after: StorePlace,
  { knowledge }: FeedStores,
  { level = MEMORY_LEVEL, service, ...filter }: StoreFilter,
): Promise<readonly CreatedLearning[]> {
  if (after === null || level !== MEMORY_LEVEL) return [];
  const subject = service === undefined ? {} : { subject: service };
  return knowledge.createdOperational({ ...filter, ...subject, ...behind(after) });
}

function behind(after: string): { readonly after?: string } {
  return after === '' ? {} : { after };
}

function placeToMark(at: FeedPlace): string {
  return Buffer.from(JSON.stringify(at)).toString('base64url');
}

function readPlace(mark: string): FeedPlace {
  try {
    return place.parse(JSON.parse(Buffer.from(mark, 'base64url').toString()));
  } catch (cause) {
    throw new CarryoverError('this is not where a page ended', {
      code: 'invalid-input',
      hint: 'begin with the first page',
      cause,
    });
  }
}
