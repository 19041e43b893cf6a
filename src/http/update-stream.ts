/**
 * One listener's stream of `memory_update` events (D-026), from a place in the order of learning changes: every change once and
 * in order. Changes are read from the store when the listener is ready for more, so nothing piles up here: unsent is one
 * page at most. A listener that takes nothing for a while gives its place to somebody else and comes back with its last id.
 * A place that is no more is told with `{"reset":true}`, and the stream goes on from the newest change.
 */

import type { Knowledge } from '../knowledge/knowledge.ts';
import type { ChangedLearning } from '../knowledge/read-learnings.ts';
import type { Clock } from '../platform/clock.ts';
import { presentLearningToWire } from './knowledge-wire.ts';
import { changesAfter, newestPlace, placeOf, placeToWire, type UpdatePlace } from './stream-cursor.ts';
import type { UpdateFeed } from './update-feed.ts';

export interface StreamOptions {
  readonly knowledge: Pick<Knowledge, 'changedLearnings'>;
  readonly updates: Pick<UpdateFeed, 'subscribe'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Asked before each read and with each heartbeat. */
  readonly mayListen?: () => boolean;
  /** What the listener has seen last; undefined for what cannot be told. */
  readonly place: UpdatePlace | undefined;
  /** Once, when nothing is sent any more; `cut` when the listener did not take what was sent, or it could not be read. */
  onEnd(how: 'over' | 'cut', error?: unknown): void;
  readonly heartbeatMs?: number;
  readonly patienceMs?: number;
}

const HEARTBEAT_MS = 15_000;
/** Longer than a heartbeat: whoever listens takes at least that. */
const PATIENCE_MS = 30_000;
/** Some hundred kilobytes of the longest learnings. */
const PAGE = 50;
const RETRY_MS = 1_000;
const HEARTBEAT = ': still here\n\n';

export function updateStream(options: StreamOptions): ReadableStream<Uint8Array> {
  const { knowledge, updates, clock, onEnd, mayListen, heartbeatMs = HEARTBEAT_MS, patienceMs = PATIENCE_MS } = options;
  const encoder = new TextEncoder();
  let { place } = options;
  let isFirst = true;
  let isOver = false;
  let isCancelled = false;
  let patience: NodeJS.Timeout | undefined;
  let news = Promise.withResolvers<'news' | 'silence'>();

  const end = (how: 'over' | 'cut', error?: unknown) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(patience);
    unsubscribe();
    news.resolve('news');
    onEnd(how, error);
  };
  const waitForListener = () => {
    patience = setTimeout(() => end('cut'), patienceMs).unref();
  };
  const unsubscribe = updates.subscribe({ onChanged: () => news.resolve('news'), onClosed: () => end('over') });

  const read = async (): Promise<string> => {
    const changes = place === undefined ? undefined : await changesAfter(place, knowledge, PAGE);
    if (changes === undefined) {
      place = await newestPlace(knowledge);
      return frame(place, { reset: true, seq: place.seq });
    }
    const last = changes.at(-1);
    if (last !== undefined) place = placeOf(last);
    const now = clock.now();
    return changes.map((change) => changeFrame(change, now)).join('');
  };

  const next = async (): Promise<string | undefined> => {
    while (!isOver) {
      if (mayListen?.() === false) {
        end('over');
        break;
      }
      // Before the read: what changes meanwhile is news.
      news = Promise.withResolvers();
      const text = await read();
      if (text !== '') return text;
      const timer = setTimeout(() => news.resolve('silence'), heartbeatMs).unref();
      const came = await news.promise;
      clearTimeout(timer);
      if (came === 'silence') return HEARTBEAT;
    }
    return undefined;
  };

  waitForListener();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(patience);
        try {
          const opening = isFirst && place !== undefined ? openingFrame(place) : undefined;
          isFirst = false;
          const text = opening ?? (await next());
          if (isCancelled) return;
          if (text === undefined) return controller.close();
          controller.enqueue(encoder.encode(text));
          waitForListener();
        } catch (thrown) {
          end('cut', thrown);
          controller.close();
        }
      },
      cancel() {
        isCancelled = true;
        end('over');
      },
    },
    // Nothing is read before the listener asks for it.
    { highWaterMark: 0 },
  );
}

/** Tells the place before anything happens: who is cut off until then comes back to it. */
function openingFrame(place: UpdatePlace): string {
  return `retry: ${RETRY_MS}\nid: ${placeToWire(place)}\n\n`;
}

function changeFrame(change: ChangedLearning, now: number): string {
  const { seq, cause, learning } = change;
  return frame(placeOf(change), { seq, change: cause, ...presentLearningToWire(learning, now) });
}

/** JSON has no line breaks of its own, so the data is one line whatever a learning says (SRV-20). */
function frame(place: UpdatePlace, data: object): string {
  return `id: ${placeToWire(place)}\nevent: memory_update\ndata: ${JSON.stringify(data)}\n\n`;
}
