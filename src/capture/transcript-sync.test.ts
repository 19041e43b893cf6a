import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Journal, openJournal } from '../journal/journal.ts';
import { deriveTimedId, type RecordId, type SessionId, type TurnId } from '../memory/ids.ts';
import type { MemoryRecord } from '../memory/record.ts';
import { type FollowedSession, Follower, NO_NEWS } from './transcript-sync.ts';

const SESSION = 's1' as SessionId;
const session: FollowedSession = { id: SESSION, cwd: '/p', transcriptPath: '/projects/p/s1.jsonl' };
const MINUTE_MS = 60_000;

let folder: string;
let journal: Journal;
let now = 1_790_000_000_000;
const clock = { now: () => now, elapsed: () => performance.now() };
let transcript: RecordId[] = [];
let ended: TurnId[] = [];
const errors: unknown[] = [];
let follower: Follower;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-follower-'));
  journal = await openJournal({ path: join(folder, 'transcript.db'), backupFolder: folder, clock, exists: existsSync });
  transcript = [];
  ended = [];
  errors.length = 0;
  follower = new Follower({
    journal,
    clock,
    repair: async () => ({ seen: new Set(transcript), ended: new Set(ended) }),
    onClosed: () => undefined,
    onForgetting: () => undefined,
    onError: (_, error) => errors.push(error),
  });
});
afterEach(async () => {
  await follower.stop();
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
  expect(errors).toEqual([]);
});

let count = 0;
async function happens(turn: string, type: MemoryRecord['type'], content: string): Promise<RecordId> {
  count += 1;
  const id = `r${count}` as RecordId;
  await journal.append({
    sessions: [{ id: SESSION, client: 'claude-code', workspace: null, cwd: '/p', startedAt: now, metadata: {} }],
    records: [
      {
        id,
        ts: now,
        type,
        sessionId: SESSION,
        workspace: null,
        turnId: turn as TurnId,
        source: 'typed',
        tool: null,
        path: null,
        content,
        tags: [],
        metadata: {},
      },
    ],
  });
  return id;
}

async function turns() {
  return (await journal.turns({ limit: 10 })).map(({ id, rev, closeReason, agentResponse }) => ({
    id,
    rev,
    closeReason,
    agentResponse,
  }));
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`not so: ${JSON.stringify(await turns())}`);
}

describe('a turn', () => {
  it('closes once the transcript shows its last answer', async () => {
    await happens('t1', 'prompt', 'go');
    const answerId = await happens('t1', 'assistant', 'done');
    follower.turnEnded(session, { turnId: 't1' as TurnId, reason: 'stop', answerId });
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(await turns()).toEqual([]);
    transcript = [answerId];
    await until(async () => (await turns()).length === 1);
    expect(await turns()).toMatchObject([{ id: 't1', rev: 1, closeReason: 'stop', agentResponse: 'done' }]);
  });

  it('closes when the transcript shows that it is over, though no hook said so', async () => {
    await happens('t1', 'prompt', 'go');
    await happens('t1', 'assistant', 'done');
    ended = ['t1' as TurnId];
    follower.saw(session);
    await until(async () => (await turns()).length === 1);
    expect(await turns()).toMatchObject([{ id: 't1', closeReason: 'stop' }]);
  });

  it('closes without the transcript after a while', async () => {
    await happens('t1', 'prompt', 'go');
    follower.turnEnded(session, { turnId: 't1' as TurnId, reason: 'failure', answerId: 'never' as RecordId });
    await until(async () => (await turns()).length === 1);
    expect(await turns()).toMatchObject([{ closeReason: 'failure' }]);
  });

  it('closes when the next one begins (DESIGN §5.14)', async () => {
    await happens('t1', 'prompt', 'first');
    await happens('t2', 'prompt', 'second');
    follower.turnStarted(session, 't2' as TurnId, now);
    await until(async () => (await turns()).length === 1);
    expect(await turns()).toMatchObject([{ id: 't1', closeReason: 'next-prompt' }]);
  });

  it('that a program handed in closes when one that began later is there', async () => {
    const [first, second] = [now, now + 1].map((at) => deriveTimedId<TurnId>(at, 'a'));
    await happens(first ?? '', 'prompt', 'first');
    await happens(second ?? '', 'prompt', 'second');
    await follower.start([]);
    expect(await turns()).toMatchObject([{ id: first, closeReason: 'next-prompt' }]);
  });

  it('closes when its session ends, which is active no more until it speaks again', async () => {
    await happens('t1', 'prompt', 'first');
    follower.sessionEnded(session);
    follower.saw(session);
    expect(follower.activeSessions).toBe(1);
    await until(async () => (await turns()).length === 1);
    expect(await turns()).toMatchObject([{ id: 't1', closeReason: 'session-end' }]);
    expect(follower.activeSessions).toBe(0);
    follower.saw(session);
    expect(follower.activeSessions).toBe(1);
  });

  it('closes after ten idle minutes, also one that an earlier daemon left open', async () => {
    await happens('t1', 'prompt', 'first');
    now += 5 * MINUTE_MS;
    await follower.start([]);
    expect(await turns()).toEqual([]);
    await follower.stop();
    now += 6 * MINUTE_MS;
    const next = new Follower({
      journal,
      clock,
      repair: async () => NO_NEWS,
      onClosed: () => undefined,
      onForgetting: () => undefined,
      onError: (_, error) => errors.push(error),
    });
    await next.start([]);
    expect(await turns()).toMatchObject([{ id: 't1', closeReason: 'idle' }]);
    await next.stop();
  });

  it('gets a new revision when a record comes late', async () => {
    await happens('t1', 'prompt', 'first');
    await journal.closeTurn('t1' as TurnId, 'stop', now);
    await happens('t1', 'assistant', 'by the way');
    now += MINUTE_MS;
    await follower.start([]);
    expect(await turns()).toMatchObject([{ id: 't1', rev: 2, closeReason: 'late-event', agentResponse: 'by the way' }]);
  });
});
