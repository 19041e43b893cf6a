import { describe, expect, it } from 'vitest';
import { deriveId, type SessionId } from '../../memory/ids.ts';
import {
  NOW,
  type OpenEmptyJournal,
  OTHER_SESSION,
  OTHER_SPACE,
  onJournal,
  SESSION,
  SPACE,
  sampleRecord,
  sampleSession,
} from './samples.fixture.ts';

export function describeSessions(open: OpenEmptyJournal): void {
  describe('sessions', () => {
    it('counts and times come from the records (A-033, B-014)', () =>
      onJournal(open, async (journal) => {
        expect(await journal.session(SESSION)).toEqual({
          ...sampleSession(),
          endedAt: null,
          lastRecordAt: null,
          messageCount: 0,
          observationCount: 0,
        });
        const types = ['prompt', 'tool_use', 'tool_result', 'assistant'] as const;
        await journal.append({ records: types.map((type, index) => sampleRecord({ type, ts: NOW + index })) });
        expect(await journal.session(SESSION)).toMatchObject({ lastRecordAt: NOW + 3, messageCount: 2 });
        expect(await journal.session('nobody' as SessionId)).toBeUndefined();
      }));

    it('has ended after its session-end event, is open again when something happens after it', () =>
      onJournal(open, async (journal) => {
        const end = (ts: number) =>
          sampleRecord({ type: 'event', ts, turnId: null, metadata: { event: 'session-end' } });
        const endedAt = async () => (await journal.session(SESSION))?.endedAt;
        await journal.append({ records: [sampleRecord({ ts: NOW }), end(NOW + 10)] });
        expect(await endedAt()).toBe(NOW + 10);
        await journal.append({ records: [sampleRecord({ type: 'assistant', ts: NOW + 5, content: 'repaired late' })] });
        expect(await endedAt()).toBe(NOW + 10);
        await journal.append({ records: [sampleRecord({ ts: NOW + 20, content: 'resumed' })] });
        expect(await endedAt()).toBeNull();
        await journal.append({ records: [end(NOW + 30)] });
        expect(await endedAt()).toBe(NOW + 30);
        expect((await journal.session(OTHER_SESSION))?.endedAt).toBeNull();
      }));

    it('another event is not an end', () =>
      onJournal(open, async (journal) => {
        await journal.append({ records: [sampleRecord({ type: 'event', metadata: { event: 'session-start' } })] });
        expect((await journal.session(SESSION))?.endedAt).toBeNull();
      }));

    it('lists newest first, by space, and no more than asked for', () =>
      onJournal(open, async (journal) => {
        const newest = deriveId<SessionId>('newest');
        const homeless = deriveId<SessionId>('homeless');
        await journal.append({
          sessions: [
            sampleSession({ id: newest, startedAt: NOW + 5 }),
            sampleSession({ id: homeless, startedAt: NOW - 5, workspace: null }),
          ],
        });
        const list = async (filter: Parameters<typeof journal.sessions>[0]) =>
          (await journal.sessions(filter)).map(({ id }) => id);
        expect(await list({ limit: 10 })).toEqual([newest, OTHER_SESSION, SESSION, homeless]);
        expect(await list({ limit: 1 })).toEqual([newest]);
        expect(await list({ limit: 10, workspace: SPACE })).toEqual([newest, SESSION]);
        expect(await list({ limit: 10, workspace: OTHER_SPACE })).toEqual([OTHER_SESSION]);
        expect(await list({ limit: 10, workspace: null })).toEqual([homeless]);
      }));

    it('counts what there is, and of sessions what lists have', () =>
      onJournal(open, async (journal) => {
        await journal.append({ sessions: [sampleSession({ id: deriveId<SessionId>('of a run'), client: 'run' })] });
        expect(await journal.counts()).toEqual({ sessions: 2, records: 0, turns: 0, spaces: 0, lastRecordAt: null });
        await journal.append({ records: [sampleRecord({ ts: NOW + 7 })] });
        expect(await journal.counts()).toMatchObject({ records: 1, lastRecordAt: NOW + 7 });
      }));
  });
}
