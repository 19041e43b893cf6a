/**
 * Turns of what a program hands in: nobody says where one begins or ends. A prompt begins one; calls, results and answers
 * belong to the one that had begun last at their time, in the same space; what comes without one, or long after it, begins
 * its own. Events stay between turns.
 *
 * All of it follows from the records and the journal, so nothing is kept here and the same record has the same turn again.
 * Limits: requests that overlap do not see each other; of two prompts of one millisecond in two requests, either gets what
 * follows.
 */
import type { Journal } from '../journal/journal.ts';
import type { OpenTurn, TurnUnderWay } from '../journal/sqlite/reads.ts';
import { deriveTimedId, isTimed, type SessionId, type TurnId, timeOfId } from '../memory/ids.ts';
import type { MemoryRecord } from '../memory/record.ts';
import type { Turn, TurnCloseReason } from '../memory/turn.ts';
import type { Breather } from '../platform/breathe.ts';
import { IDLE_MS } from './transcript-sync.ts';

/** A record that has a turn already was sent again. */
export async function withTurns<Record extends MemoryRecord>(
  records: readonly Record[],
  journal: Pick<Journal, 'turnUnderWay'>,
  breather: Breather,
): Promise<readonly Record[]> {
  const turnIds = new Map<number, TurnId>();
  const begun = new Map<SessionId, TurnUnderWay>();
  // A batch may be in any order; those of one moment are in that of the batch.
  for (const [index, record] of [...records.entries()].sort(([, a], [, b]) => a.ts - b.ts)) {
    if (record.type === 'event') continue;
    await breather.breathe();
    const turn = await turnOf(record, begun.get(record.sessionId), journal);
    turnIds.set(index, turn.id);
    begun.set(record.sessionId, { ...turn, lastRecordAt: record.ts, lastType: record.type });
  }
  return records.map((record, index) => ({ ...record, turnId: turnIds.get(index) ?? null }));
}

async function turnOf(
  record: MemoryRecord,
  begun: TurnUnderWay | undefined,
  journal: Pick<Journal, 'turnUnderWay'>,
): Promise<Pick<TurnUnderWay, 'id' | 'workspace'>> {
  const { id, ts, type, sessionId, workspace, turnId } = record;
  if (turnId !== null) return { id: turnId, workspace };
  if (type !== 'prompt') {
    const beganNow = begun !== undefined && timeOfId(begun.id) === ts;
    const stored = beganNow ? undefined : await journal.turnUnderWay(sessionId, ts);
    const last =
      stored === undefined || (begun !== undefined && timeOfId(begun.id) >= timeOfId(stored.id)) ? begun : stored;
    if (last !== undefined && goesOn(last, record)) return last;
  }
  return { id: deriveTimedId<TurnId>(ts, 'handed-in', sessionId, id), workspace };
}

function goesOn({ workspace, lastRecordAt, lastType }: TurnUnderWay, record: MemoryRecord): boolean {
  if (workspace !== record.workspace) return false;
  // A call takes as long as it takes.
  const isResult = record.type === 'tool_result' || record.type === 'error';
  if (isResult && (lastType === 'tool_use' || lastType === 'approval')) return true;
  return record.ts - lastRecordAt <= IDLE_MS;
}

/** Of sessions whose end is among the records. */
export async function closeEnded(
  records: readonly MemoryRecord[],
  journal: Pick<Journal, 'openTurns' | 'closeTurn'>,
  now: number,
): Promise<readonly Turn[]> {
  const ends = records.filter(({ type, metadata }) => type === 'event' && metadata.event === 'session-end');
  if (ends.length === 0) return [];
  const ended = new Set(ends.map(({ sessionId }) => sessionId));
  const closed = [];
  for (const sessionId of ended)
    closed.push(...(await closeHandedIn(journal, { isMeant: () => true, sessionId, reason: 'session-end', now })));
  return closed;
}

/** As far as they got: what comes after makes their next revision. */
export async function closeHandedIn(
  journal: Pick<Journal, 'openTurns' | 'closeTurn'>,
  {
    isMeant,
    sessionId,
    reason,
    now,
  }: {
    isMeant(turn: OpenTurn): boolean;
    readonly sessionId?: SessionId;
    readonly reason: TurnCloseReason;
    readonly now: number;
  },
): Promise<readonly Turn[]> {
  const open = await journal.openTurns(sessionId === undefined ? {} : { sessionId });
  const meant = open.filter((turn) => isTimed(turn.id) && isMeant(turn));
  const closed: Turn[] = [];
  for (const { id } of meant) {
    const turn = await journal.closeTurn(id, reason, now);
    if (turn !== undefined) closed.push(turn);
  }
  return closed;
}
