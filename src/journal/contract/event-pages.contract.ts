import { describe, expect, it } from 'vitest';
import type { MemoryRecord } from '../../memory/record.ts';
import type { Journal } from '../journal.ts';
import type { EventFilter, EventPage } from '../sqlite/event-pages.ts';
import {
  erasing,
  NOW,
  type OpenEmptyJournal,
  OTHER_SESSION,
  OTHER_SPACE,
  onJournal,
  SESSION,
  SPACE,
  sampleRecord,
  TURN,
} from './samples.fixture.ts';

const DAY_MS = 86_400_000;
const KINDS = ['marker', 'cooldown', 'run-start', 'run-end'];

function event(metadata: MemoryRecord['metadata'], different: Partial<MemoryRecord> = {}): MemoryRecord {
  return sampleRecord({ type: 'event', source: 'assistant', turnId: null, metadata, ...different });
}

export function describeEventPages(open: OpenEmptyJournal): void {
  describe('pages of events', () => {
    it('come newest first over all kinds, without a gap or a double while events come in', () =>
      onJournal(open, async (journal) => {
        const events = Array.from({ length: 14 }, (_, at) =>
          event({ event: KINDS[at % 4] ?? '' }, { ts: NOW - (at % 5) }),
        );
        const others = [event({ event: 'session-start' }), event({}), sampleRecord({ metadata: { event: 'marker' } })];
        await journal.append({ records: [...events, ...others] });
        const seen: EventPage['events'][number][] = [];
        for (let page: EventPage | undefined; page === undefined || page.next !== undefined; ) {
          const after: string | undefined = page?.next;
          page = await journal.eventPage({ kinds: KINDS, limit: 3, ...(after === undefined ? {} : { after }) });
          seen.push(...page.events);
          await journal.append({ records: [event({ event: 'marker' }, { ts: NOW + 1 })] });
        }
        expect(seen.map(({ id }) => id).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
        expect(seen).toEqual(seen.toSorted((a, b) => b.ts - a.ts || b.seq - a.seq));
        expect(await journal.eventPage({ kinds: [], limit: 3 })).toMatchObject({ events: [], next: undefined });
        const { marks } = await journal.eventPage({ kinds: KINDS, limit: 3 });
        const [, second] = (await journal.eventPage({ kinds: KINDS, limit: 9, after: marks[0] ?? '' })).events;
        expect(second).toEqual((await journal.eventPage({ kinds: KINDS, limit: 9 })).events[2]);
      }));

    it('are filtered by level, service, kind, space and session, and lose what is erased', () =>
      onJournal(open, async (journal) => {
        const critical = event({ event: 'marker', level: 'critical', service: 'redis' });
        const info = event({ event: 'marker', level: 'info', service: null }, { workspace: null });
        const cooldown = event(
          { event: 'cooldown', service: 'redis' },
          { sessionId: OTHER_SESSION, workspace: OTHER_SPACE },
        );
        await journal.append({ records: [critical, info, cooldown] });
        const found = async (filter: Partial<EventFilter>) =>
          (await journal.eventPage({ kinds: KINDS, limit: 9, ...filter })).events.map(({ id }) => id);
        expect(await found({})).toEqual([cooldown.id, info.id, critical.id]);
        expect(await found({ levels: ['critical', 'error'] })).toEqual([critical.id]);
        expect(await found({ levels: [] })).toEqual([]);
        expect(await found({ service: 'redis' })).toEqual([cooldown.id, critical.id]);
        expect(await found({ service: `redis' OR 1=1 --` })).toEqual([]);
        expect(await found({ kinds: ['cooldown', 'cooldown'] })).toEqual([cooldown.id]);
        expect(await found({ workspace: SPACE })).toEqual([critical.id]);
        expect(await found({ workspace: null })).toEqual([info.id]);
        expect(await found({ sessionId: SESSION })).toEqual([info.id, critical.id]);
        expect(await found({ until: info.ts })).toEqual([info.id, critical.id]);
        await journal.eraseRecords(erasing(NOW, critical.id));
        expect(await found({ service: 'redis' })).toEqual([cooldown.id]);
      }));

    it('of one action, those that say its limit, and those since then (C-066)', () =>
      onJournal(open, async (journal) => {
        const use = (ts: number, metadata: MemoryRecord['metadata']) =>
          event({ event: 'cooldown', service: 'redis', action: 'restart', ...metadata }, { ts });
        const [limited, plain] = [use(NOW, { uses: 2, window_ms: 9 }), use(NOW + 1, {})];
        const others = [use(NOW + 2, { action: 'stop' }), use(NOW + 3, { service: 'nginx' })];
        await journal.append({ records: [limited, plain, ...others] });
        const found = async (filter: Partial<EventFilter>) => {
          const own = { kinds: ['cooldown'], service: 'redis', action: 'restart', limit: 9 };
          return (await journal.eventPage({ ...own, ...filter })).events.map(({ id }) => id);
        };
        expect(await found({})).toEqual([plain.id, limited.id]);
        expect(await found({ isLimited: true })).toEqual([limited.id]);
        expect(await found({ since: NOW + 1 })).toEqual([plain.id]);
        expect(await found({ action: `restart' OR 1=1 --` })).toEqual([]);
      }));

    it('stand beside how much happened day by day, in every space and in none', () =>
      onJournal(open, async (journal) => {
        const days = [0, 1, 2, 3].map((day) => NOW + day * DAY_MS);
        expect(await journal.recordsBetween(days)).toEqual([0, 0, 0]);
        const at = (ms: number, workspace: MemoryRecord['workspace']) => sampleRecord({ ts: NOW + ms, workspace });
        await journal.append({
          records: [
            at(0, null),
            at(DAY_MS - 1, SPACE),
            at(DAY_MS, SPACE),
            at(DAY_MS, OTHER_SPACE),
            at(3 * DAY_MS, null),
          ],
        });
        expect(await journal.recordsBetween(days)).toEqual([2, 2, 0]);
        expect(await journal.recordsBetween([NOW])).toEqual([]);
      }));

    describe('tell whether an agent was at work in a stretch of time', () => {
      const MINUTE = 60_000;
      const at = (minutes: number, fields: Partial<MemoryRecord> = {}) =>
        sampleRecord({ ts: NOW + minutes * MINUTE, ...fields });
      const active = (journal: Journal, from: number, to: number) =>
        journal.wasAgentActive({ since: NOW + from * MINUTE, until: NOW + to * MINUTE });

      it('by what it recorded, in whichever space', () =>
        onJournal(open, async (journal) => {
          expect(await active(journal, -1_000, 1_000)).toBe(false);
          await journal.append({ records: [at(10, { turnId: null }), at(30, { workspace: null, turnId: null })] });
          expect(await active(journal, 0, 9)).toBe(false);
          expect(await active(journal, 0, 10)).toBe(true);
          expect(await active(journal, 11, 29)).toBe(false);
          expect(await active(journal, 30, 99)).toBe(true);
        }));

      it('by a turn that began before and went on after', () =>
        onJournal(open, async (journal) => {
          const call = { tool: 'Bash', metadata: { tool_use_id: 't1' } };
          await journal.append({ records: [at(0), at(1, { ...call, type: 'tool_use' })] });
          await journal.append({ records: [at(120, { ...call, type: 'tool_result', source: 'tool' })] });
          await journal.closeTurn(TURN, 'stop', NOW + 121 * MINUTE);
          expect(await active(journal, 60, 61)).toBe(true);
          expect(await active(journal, 122, 200)).toBe(false);
        }));

      it('by a call without an outcome, also where its turn was closed as idle, until the session ends', () =>
        onJournal(open, async (journal) => {
          const call = (id: string) => ({ tool: 'Bash', metadata: { tool_use_id: id } });
          await journal.append({ records: [at(0), at(1, { ...call('a'), type: 'tool_use' })] });
          expect(await active(journal, 60, 61)).toBe(true);
          await journal.closeTurn(TURN, 'idle', NOW + 11 * MINUTE);
          expect(await active(journal, 60, 61)).toBe(true);
          expect(await active(journal, 26 * 60, 27 * 60)).toBe(false);
          const end = { type: 'event', turnId: null, metadata: { event: 'session-end' } } as const;
          await journal.append({ records: [at(12, end)] });
          expect(await active(journal, 60, 61)).toBe(false);
          expect(await active(journal, 5, 6)).toBe(true);
        }));
    });
  });
}
