import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRecord, sampleSession } from '../journal/contract/samples.fixture.ts';
import { commitNext, learned, sampleLearning } from '../knowledge/contract/samples.fixture.ts';
import { EVENT_LEVELS, type EventLevel } from '../memory/marker.ts';
import { eventFeed, type FedEvent } from './event-feed.ts';
import { startTestServer, type TestServer } from './server.fixture.ts';

const START = 1_700_000_000_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // Many share a millisecond with others of either kind.
  const moments = Array.from({ length: 24 }, (_, at) => START + ((at * 7) % 5));
  const session = sampleSession();
  await server.journal.append({
    sessions: [session],
    records: moments.map((ts, at) => eventAt(ts, EVENT_LEVELS[at % 4])),
  });
  await commitNext(server.knowledge, { learnings: moments.map((ts) => learned(memoryAt(ts + 2))) });
});
afterAll(() => server.close());

const eventAt = (ts: number, level: EventLevel = 'info') =>
  sampleRecord({ ts, type: 'event', turnId: null, metadata: { event: 'marker', level } });
const memoryAt = (createdAt: number) => sampleLearning({ createdAt, type: 'timing' });
const momentOf = (fed: FedEvent) => (fed.kind === 'event' ? fed.record.ts : fed.learning.createdAt);

describe('the feed of events', () => {
  it('comes page by page without a gap or a double, whatever the pages are and whatever comes meanwhile', async () => {
    let newest = START + 100;
    const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.constantFrom(undefined, 'info', 'error'), async (limits, level) => {
        const filter = level === undefined ? {} : { level };
        const whole = await eventFeed(server, { ...filter, limit: 200 });
        const paged: FedEvent[] = [];
        let after: string | undefined;
        for (let at = 0; at === 0 || after !== undefined; at += 1) {
          const limit = limits[at % limits.length] ?? 1;
          const page = await eventFeed(server, { ...filter, limit, ...(after === undefined ? {} : { after }) });
          expect(page.events.length).toBe(page.next === undefined ? page.events.length : limit);
          paged.push(...page.events);
          after = page.next;
          newest += 1;
          if (at === 0) await server.journal.append({ records: [eventAt(newest)] });
          if (at === 1) await commitNext(server.knowledge, { learnings: [learned(memoryAt(newest))] });
        }
        expect(whole.next).toBeUndefined();
        expect(paged).toEqual(whole.events);
        expect(paged.map(momentOf)).toEqual(paged.map(momentOf).toSorted((a, b) => b - a));
      }),
      { numRuns: 12 },
    );
  });
});
