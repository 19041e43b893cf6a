import { describe, expect, it } from 'vitest';
import { deriveId, deriveTimedId, type SessionId, type TurnId } from '../../memory/ids.ts';
import type { MemoryRecord } from '../../memory/record.ts';
import { type StoredTurn, TURN_CLOSE_REASONS } from '../../memory/turn.ts';
import type { Journal } from '../journal.ts';
import {
  erasing,
  NOW,
  type OpenEmptyJournal,
  OTHER_SESSION,
  OTHER_SPACE,
  OTHER_TURN,
  onJournal,
  SESSION,
  SPACE,
  sampleRecord,
  TURN,
} from './samples.fixture.ts';

const LATER = NOW + 60_000;

export function describeTurns(open: OpenEmptyJournal): void {
  describe('turns', () => {
    it('a turn is one row with prompt, calls, answer and errors (A-040, B-040)', () =>
      onJournal(open, async (journal) => {
        const call = { tool: 'Bash', metadata: { tool_use_id: 't1' }, source: 'tool' } as const;
        const records = [
          sampleRecord({ type: 'prompt', content: 'why?', ts: NOW }),
          sampleRecord({ ...call, type: 'tool_use', content: 'ls', ts: NOW + 1 }),
          sampleRecord({ ...call, type: 'error', content: 'no such file', ts: NOW + 2 }),
          sampleRecord({ type: 'assistant', content: 'because', ts: NOW + 3 }),
        ];
        await journal.append({ records });
        const turn = await journal.closeTurn(TURN, 'stop', LATER);
        expect(turn).toEqual({
          id: TURN,
          rev: 1,
          sessionId: SESSION,
          workspace: SPACE,
          sequenceNum: 1,
          timestamp: NOW,
          closedAt: LATER,
          closeReason: 'stop',
          userMessage: 'why?',
          toolCalls: [{ tool: 'Bash', input: 'ls', outcome: 'error', output: 'no such file' }],
          agentResponse: 'because',
          errors: ['no such file'],
          lastSeq: (await journal.record(records[3]?.id ?? sampleRecord().id))?.seq,
        });
        expect(await journal.turns({ limit: 10 })).toEqual([turn]);
        expect(await journal.counts()).toMatchObject({ turns: 1, records: 4 });
      }));

    it.each(TURN_CLOSE_REASONS)('a turn can close for the reason "%s"', (reason) =>
      onJournal(open, async (journal) => {
        await journal.append({ records: [sampleRecord({ type: 'prompt', content: 'why?' })] });
        expect(await journal.closeTurn(TURN, reason, LATER)).toMatchObject({ closeReason: reason });
      }),
    );

    it('a turn is open from its first record until it is closed', () =>
      onJournal(open, async (journal) => {
        expect(await journal.openTurns()).toEqual([]);
        await journal.append({ records: [sampleRecord({ ts: NOW + 9 }), sampleRecord({ ts: NOW + 5 })] });
        await journal.append({ records: [sampleRecord({ turnId: null })] });
        expect(await journal.openTurns()).toEqual([
          { id: TURN, sessionId: SESSION, workspace: SPACE, lastRecordAt: NOW + 9, revised: false },
        ]);
        await journal.closeTurn(TURN, 'idle', LATER);
        expect(await journal.openTurns()).toEqual([]);
      }));

    it('T-07: finds the open turns that are due, or of a session, without looking at the others', () =>
      onJournal(open, async (journal) => {
        const at = (ts: number, turnId: TurnId) => sampleRecord({ ts, turnId });
        const handedIn = [10, 20, 30].map((ts) => deriveTimedId<TurnId>(NOW + ts, 'turn'));
        await journal.append({
          records: [at(NOW, TURN), ...handedIn.map((turnId, index) => at(NOW + 10 * (index + 1), turnId))],
        });
        const ids = async (filter: Parameters<Journal['openTurns']>[0]) =>
          (await journal.openTurns(filter)).map(({ id }) => id);
        const due = { lateBefore: NOW, idleBefore: NOW + 5, aheadAfter: LATER };
        expect(await ids({ due })).toEqual([TURN, ...handedIn.slice(0, 2)]);
        expect(await ids({ due, limit: 1 })).toEqual([TURN]);
        expect(await ids({ sessionId: SESSION })).toEqual([TURN, ...handedIn]);
        expect(await ids({ sessionId: 'another' as SessionId })).toEqual([]);
        await journal.closeTurn(TURN, 'stop', LATER);
        await journal.append({ records: [at(NOW + 1, TURN)] });
        expect(await ids({ due: { ...due, lateBefore: NOW + 1, idleBefore: NOW } })).not.toContain(TURN);
        expect(await ids({ due: { ...due, lateBefore: NOW + 2, idleBefore: NOW } })).toContain(TURN);
        // The clock was ahead when it was told.
        const ahead = { lateBefore: NOW - LATER, idleBefore: NOW - LATER, aheadAfter: NOW };
        expect(await ids({ due: ahead })).toContain(TURN);
      }));

    it('a late record opens the turn again and makes a new revision that readers prefer', () =>
      onJournal(open, async (journal) => {
        await journal.append({ records: [sampleRecord({ content: 'question', ts: NOW + 50 })] });
        await journal.closeTurn(TURN, 'stop', LATER);
        await journal.append({ records: [sampleRecord({ type: 'assistant', content: 'late answer', ts: NOW + 20 })] });
        expect(await journal.openTurns()).toEqual([
          { id: TURN, sessionId: SESSION, workspace: SPACE, lastRecordAt: NOW + 50, revised: true },
        ]);
        const second = await journal.closeTurn(TURN, 'idle', LATER + 1);
        expect(second).toMatchObject({ rev: 2, sequenceNum: 1, timestamp: NOW + 20, agentResponse: 'late answer' });
        expect(await journal.turns({ limit: 10 })).toEqual([second]);
        expect((await journal.counts()).turns).toBe(1);
        expect(await journal.session(SESSION)).toMatchObject({ observationCount: 1 });
      }));

    it('a late record that changes nothing makes no revision and does not leave the turn open', () =>
      onJournal(open, async (journal) => {
        await journal.append({ records: [sampleRecord()] });
        const first = await journal.closeTurn(TURN, 'stop', LATER);
        await journal.append({ records: [sampleRecord({ type: 'event', content: 'noted' })] });
        expect(await journal.openTurns()).toHaveLength(1);
        expect(await journal.closeTurn(TURN, 'idle', LATER + 1)).toBeUndefined();
        expect(await journal.openTurns()).toEqual([]);
        expect(await journal.turns({ limit: 10 })).toEqual([first]);
        expect(await journal.closeTurn(TURN, 'idle', LATER + 2)).toBeUndefined();
      }));

    it('closing a turn without records says so and stores nothing', () =>
      onJournal(open, async (journal) => {
        expect(await journal.closeTurn(TURN, 'stop', LATER)).toBeUndefined();
        expect(await journal.turns({ limit: 10 })).toEqual([]);
      }));

    it('turns are numbered in the order of closing, each session on its own', () =>
      onJournal(open, async (journal) => {
        const ids = ['a', 'b', 'c'].map((name) => deriveId<TurnId>(name));
        for (const turnId of ids) await journal.append({ records: [sampleRecord({ turnId })] });
        await journal.append({ records: [sampleRecord({ turnId: OTHER_TURN, sessionId: OTHER_SESSION })] });
        const [a, b, c] = ids;
        const close = async (id: TurnId | undefined) =>
          (await journal.closeTurn(id ?? TURN, 'stop', LATER))?.sequenceNum;
        expect([await close(c), await close(a), await close(b), await close(OTHER_TURN)]).toEqual([1, 2, 3, 1]);
      }));

    it('a number is kept through revisions and not given twice, also when earlier turns were erased', () =>
      onJournal(open, async (journal) => {
        const [a, b, c] = [deriveId<TurnId>('a'), deriveId<TurnId>('b'), deriveId<TurnId>('c')];
        const first = sampleRecord({ turnId: a });
        await journal.append({ records: [first, sampleRecord({ turnId: b }), sampleRecord({ turnId: c })] });
        const close = async (id: TurnId) => (await journal.closeTurn(id, 'stop', LATER))?.sequenceNum;
        expect([await close(a), await close(b)]).toEqual([1, 2]);
        await journal.eraseRecords(erasing(LATER, first.id));
        await journal.append({ records: [sampleRecord({ turnId: b, content: 'more' })] });
        expect([await close(b), await close(c)]).toEqual([2, 3]);
      }));

    it('gives every revision in the order of closing, page by page, and each one by its number', () =>
      onJournal(open, async (journal) => {
        await journal.append({ records: [sampleRecord(), sampleRecord({ turnId: OTHER_TURN })] });
        const closed = [
          await journal.closeTurn(TURN, 'stop', LATER),
          await journal.closeTurn(OTHER_TURN, 'stop', LATER - 9),
        ];
        await journal.append({ records: [sampleRecord({ type: 'assistant', content: 'late' })] });
        closed.push(await journal.closeTurn(TURN, 'idle', LATER + 1));

        const all = await journal.turnRevisions(0, 10);
        expect(all.map(({ seq: _, ...turn }) => turn)).toEqual(closed);
        const paged: StoredTurn[] = [];
        for (let page = await journal.turnRevisions(0, 2); page.length > 0; ) {
          paged.push(...page);
          page = await journal.turnRevisions(paged.at(-1)?.seq ?? 0, 2);
        }
        expect(paged).toEqual(all);
        expect(await journal.turnRevisions(0, 0)).toEqual([]);
        expect([await journal.turn(TURN, 1), await journal.turn(OTHER_TURN, 1), await journal.turn(TURN, 2)]).toEqual(
          closed,
        );
        expect(await journal.turn(TURN, 3)).toBeUndefined();
        expect(await journal.turn(TURN)).toEqual(await journal.turn(TURN, 2));
        expect(await journal.turn(deriveId('no turn'))).toBeUndefined();
      }));

    it('gives the records a revision was made from, and none that came after it', () =>
      onJournal(open, async (journal) => {
        const seen = [sampleRecord({ ts: NOW + 9 }), sampleRecord({ ts: NOW + 5, type: 'assistant' })];
        const late = sampleRecord({ ts: NOW, type: 'assistant' });
        await journal.append({
          records: [...seen, sampleRecord({ turnId: OTHER_TURN }), sampleRecord({ turnId: null })],
        });
        const first = await journal.closeTurn(TURN, 'stop', LATER);
        await journal.append({ records: [late] });
        const second = await journal.closeTurn(TURN, 'idle', LATER + 1);
        const madeFrom = async (revision: typeof first) =>
          (await journal.recordsOfTurn(TURN, revision?.lastSeq ?? 0)).map(({ seq: _, ...record }) => record);
        expect(await madeFrom(first)).toEqual(seen);
        expect(await madeFrom(second)).toEqual([...seen, late]);
        expect(await journal.recordsOfTurn(TURN, 0)).toEqual([]);
        const ids = [...seen, late].map(({ id }) => id);
        expect(await journal.recordIdsOfTurn(TURN, first?.lastSeq ?? 0, 9)).toEqual(ids.slice(0, 2));
        expect(await journal.recordIdsOfTurn(TURN, second?.lastSeq ?? 0, 9)).toEqual(ids);
        expect(await journal.recordIdsOfTurn(TURN, second?.lastSeq ?? 0, 1)).toEqual(ids.slice(0, 1));
        expect(await journal.promptOfTurn(TURN)).toMatchObject({ id: seen[0]?.id, type: 'prompt' });
        expect(await journal.promptOfTurn(deriveId<TurnId>('nobody'))).toBeUndefined();
      }));

    it('their ids are told by themselves, each once and newest first, as many as asked for', () =>
      onJournal(open, async (journal) => {
        const other = sampleRecord({ type: 'prompt', turnId: OTHER_TURN, ts: LATER });
        await journal.append({ records: [sampleRecord({ type: 'prompt', turnId: TURN }), other] });
        await journal.closeTurn(TURN, 'stop', LATER);
        await journal.closeTurn(OTHER_TURN, 'stop', LATER);
        await journal.append({ records: [sampleRecord({ type: 'assistant', turnId: TURN, ts: NOW + 1 })] });
        await journal.closeTurn(TURN, 'idle', LATER + 1);
        expect(await journal.turnIds({ workspace: SPACE, limit: 9 })).toEqual([OTHER_TURN, TURN]);
        expect(await journal.turnIds({ workspace: SPACE, limit: 1 })).toEqual([OTHER_TURN]);
        expect(await journal.turnIds({ workspace: SPACE, before: LATER, limit: 9 })).toEqual([TURN]);
        expect(await journal.turnIds({ workspace: OTHER_SPACE, limit: 9 })).toEqual([]);
      }));

    it('the one under way at a moment is the last whose id says that it had begun by then, closed or not', () =>
      onJournal(open, async (journal) => {
        const [first, second] = [NOW, NOW + 100].map((at) => deriveTimedId<TurnId>(at, 'a'));
        const told = (turnId: TurnId | undefined, ts: number, more: Partial<MemoryRecord> = {}) =>
          sampleRecord({ turnId: turnId ?? null, ts, ...more });
        const elsewhere = told(deriveTimedId(NOW + 50, 'b'), NOW, { sessionId: OTHER_SESSION });
        const untimed = told(deriveId('an id of no time'), NOW + 50);
        await journal.append({
          records: [told(first, NOW), told(second, NOW + 100), elsewhere, untimed],
        });
        await journal.append({ records: [told(first, NOW + 7, { type: 'tool_use' }), told(first, NOW + 2)] });
        await journal.closeTurn(first ?? TURN, 'idle', LATER);
        expect(await journal.turnUnderWay(SESSION, NOW - 1)).toBeUndefined();
        for (const at of [NOW, NOW + 99]) {
          expect(await journal.turnUnderWay(SESSION, at)).toEqual({
            ...{ id: first, workspace: SPACE, lastRecordAt: NOW + 7, lastType: 'tool_use' },
          });
        }
        expect(await journal.turnUnderWay(SESSION, NOW + 100)).toMatchObject({ id: second });
      }));

    it('lists newest first, by space, by session, and no more than asked for', () =>
      onJournal(open, async (journal) => {
        const ids = ['a', 'b', 'c'].map((name) => deriveId<TurnId>(name));
        for (const [index, turnId] of ids.entries()) {
          await journal.append({ records: [sampleRecord({ turnId, ts: NOW - index })] });
        }
        const elsewhere = { sessionId: OTHER_SESSION, workspace: OTHER_SPACE, turnId: OTHER_TURN };
        await journal.append({ records: [sampleRecord({ ...elsewhere, ts: NOW - 10 })] });
        await journal.append({ records: [sampleRecord({ turnId: TURN, workspace: null, ts: NOW - 20 })] });
        for (const id of [...ids, OTHER_TURN, TURN]) await journal.closeTurn(id, 'stop', LATER);
        const list = async (filter: Omit<Parameters<typeof journal.turns>[0], 'limit'>, limit = 10) =>
          (await journal.turns({ ...filter, limit })).map(({ id }) => id);
        expect(await list({})).toEqual([...ids, OTHER_TURN, TURN]);
        expect(await list({}, 2)).toEqual(ids.slice(0, 2));
        expect(await list({}, 0)).toEqual([]);
        expect(await list({ workspace: OTHER_SPACE })).toEqual([OTHER_TURN]);
        expect(await list({ workspace: null })).toEqual([TURN]);
        expect(await list({ sessionId: SESSION })).toEqual([...ids, TURN]);
        expect(await list({ sessionId: SESSION, workspace: OTHER_SPACE })).toEqual([]);
      }));
  });
}
