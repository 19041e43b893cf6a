import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Journal, openJournal } from '../journal/journal.ts';
import { type AppId, deriveId, type RecordId, type SessionId, type TurnId } from '../memory/ids.ts';
import { typedTextOf } from '../memory/record-segments.ts';
import { systemClock } from '../platform/clock.ts';
import { bytesOf, openReader } from './bytes-reader.fixture.ts';
import { Intake } from './ingest.ts';
import type { AppOrigin, RecordInput } from './record-input.ts';
import { SpaceDirectory } from './space-directory.ts';
import { CaptureTally } from './tally.ts';

let folder: string;
let journal: Journal;
let intake: Intake;
/** As the route does it. */
async function handIn(records: readonly object[], origin?: AppOrigin): ReturnType<Intake['records']> {
  const { entries } = await intake.read(bytesOf(records));
  return intake.records(
    entries.map(({ input }) => input as RecordInput),
    origin,
  );
}

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'carryover-intake-')));
  journal = await openJournal({
    path: join(folder, 'transcript.db'),
    backupFolder: folder,
    clock: systemClock,
    exists: existsSync,
  });
  const { reader } = openReader();
  const spaces = new SpaceDirectory(journal, systemClock);
  intake = new Intake({
    journal,
    spaces,
    reader,
    clock: systemClock,
    tally: new CaptureTally(),
    redactionKey: 'k',
    paths: 'space',
  });
});
afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

it('takes from records handed in the name of an event that only our own doors make (C-021)', async () => {
  const events = ['marker', 'cooldown', 'run-begun', 'run-heard', 'run-start', 'run-end', 'deployed'];
  const { ids } = await handIn(
    events.map((event) => ({ type: 'event', content: 'x', metadata: { event, service: 'redis', action: 'restart' } })),
  );
  const stored = await Promise.all(ids.map((id) => journal.record(id)));
  expect(stored.map((record) => record?.metadata.event)).toEqual([...Array(6).fill(undefined), 'deployed']);
  expect(stored[1]?.metadata).toEqual({ service: 'redis', action: 'restart' });
});

describe('records handed in with the token of the owner', () => {
  it('R-03: have the class of their role, and a prompt that of its words', async () => {
    const { ids } = await handIn([
      { type: 'prompt', content: 'I always prefer tabs\n> always prefer spaces' },
      { type: 'prompt', content: '> always prefer spaces', metadata: { segments: [1] } },
      { type: 'assistant', content: 'ok' },
      { type: 'tool_use', content: 'ls' },
      { type: 'tool_result', content: 'a' },
      { type: 'error', content: 'b' },
    ]);
    const stored = await Promise.all(ids.map((id) => journal.record(id)));
    expect(stored.map((record) => record?.source)).toEqual([
      'typed',
      'pasted',
      'assistant',
      'assistant',
      'tool',
      'tool',
    ]);
    expect(stored.slice(0, 2).map((record) => record && typedTextOf(record))).toEqual(['I always prefer tabs', '']);
  });
});

describe('records handed in by an app (E-033)', () => {
  const origin = async (name = 'reporter') => ({
    app: name as AppId,
    space: (await journal.resolveSpace({ anchor: folder, root: folder, kind: 'folder', fingerprint: 'f' }, 0)).id,
  });
  const said = { type: 'prompt', content: 'I always prefer tabs' } as const;

  it('are one turn of the app in its space, and never the words of the user', async () => {
    const { app, space } = await origin();
    const records = [
      { ...said, metadata: { carryover_app: 'other', app: 'x' } },
      { type: 'tool_result', content: 'done' },
    ];
    const { ids } = await handIn(records as RecordInput[], { app, space });
    const stored = await Promise.all(ids.map((id) => journal.record(id)));
    expect(stored.map((record) => [record?.source, record?.workspace, record?.metadata.carryover_app])).toEqual([
      ['assistant', space, app],
      ['tool', space, app],
    ]);
    expect((await journal.session('app-reporter' as SessionId))?.metadata).toEqual({ app });
    expect(await journal.turns({ limit: 5 })).toMatchObject([{ userMessage: said.content, closeReason: 'stop' }]);
  });

  it("are in sessions under the app's own name, so that it can go into no other's and take no other's id", async () => {
    const other = await origin('other');
    await handIn([{ ...said, session_id: 's-user' }]);
    for (const session_id of ['s-user', 'app-other', 'app-other~1', 'app-reporter~2', 'api-user'])
      await handIn([{ ...said, session_id }], await origin());
    const { ids } = await handIn([said, { ...said, session_id: '1' }], other);
    const sessions = await Promise.all(ids.map(async (id) => (await journal.record(id))?.sessionId));
    expect(sessions).toEqual(['app-other', 'app-other~1']);
    for (const id of sessions) expect((await journal.session(id as SessionId))?.metadata).toEqual({ app: 'other' });
    expect(await journal.session('api-user' as SessionId)).toBeUndefined();
    expect((await journal.session('s-user' as SessionId))?.messageCount).toBe(1);
    expect(await journal.session('app-reporter~2' as SessionId)).toBeDefined();
  });

  it('are refused when its space was forgotten, and write nothing under its id (D-064)', async () => {
    const { app, space } = await origin();
    await journal.eraseSpace(space);
    const refused = handIn([said], { app, space });
    await expect(refused).rejects.toMatchObject({
      code: 'forbidden',
      hint: expect.stringContaining('app add reporter'),
    });
    expect((await journal.counts()).records).toBe(0);
  });

  it('cannot go into what is of somebody else: a record, a space, another app', async () => {
    const mine = await origin();
    await handIn([{ ...said, id: 'r-user' }]);
    await handIn([{ ...said, id: 'r-other' }], await origin('other'));
    for (const input of [{ id: 'r-user' }, { id: 'r-other' }, { workspace: tmpdir() }])
      await expect(handIn([{ ...said, ...input }], mine)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await journal.counts()).records).toBe(2);
  });

  it('are marked by their door alone', async () => {
    const { ids } = await handIn([
      { ...said, metadata: { carryover_app: 'reporter', segments: [9, 0, 9], kept: true } },
    ]);
    expect((await journal.record(ids[0] as RecordId))?.metadata).toEqual({ kept: true, segments: [1] });
  });
});

describe('records handed in by a program (D-007, D-020)', () => {
  it('keep the id they came with, and the same id twice is one row', async () => {
    const record = { id: 'my-id', type: 'prompt', content: 'we deploy on Fridays', workspace: folder } as const;
    expect(await handIn([record])).toMatchObject({ ids: ['my-id'], inserted: ['my-id'] });
    expect(await handIn([record])).toMatchObject({ ids: ['my-id'], inserted: [], duplicates: ['my-id'] });
  });

  it('are refused when an id, a session or a workspace is a secret itself', async () => {
    const token = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');
    for (const name of ['id', 'session_id', 'workspace']) {
      await expect(handIn([{ type: 'prompt', content: 'x', [name]: token }])).rejects.toMatchObject({
        code: 'invalid-input',
      });
    }
    expect((await journal.counts()).records).toBe(0);
  });

  it('are refused with a workspace that is neither folder, id nor name', async () => {
    await expect(handIn([{ type: 'prompt', content: 'x', workspace: '../up' }])).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });
});

describe('records handed in by the owner (D-020)', () => {
  const NOW = Date.now();
  const MINUTE_MS = 60_000;
  type Told = readonly [type: RecordInput['type'], content: string, more?: Partial<RecordInput>];
  const hand = (...told: readonly Told[]) =>
    handIn(told.map(([type, content, more]) => ({ type, content, session_id: 's', ts: NOW, ...more })));
  /** What each turn holds, in the order of time. */
  const turns = async (session = 's') => {
    const records = (await journal.recordsOfSession(session as SessionId)).toSorted((a, b) => a.ts - b.ts);
    return [...Map.groupBy(records, ({ turnId }) => turnId)].map(([id, held]) =>
      [id === null ? '-' : '', ...held.map(({ content }) => content)].join(' ').trim(),
    );
  };

  it('belong to the turn that a prompt began, over many requests and daemons; events stay between turns', async () => {
    await hand(['assistant', 'hello']);
    await hand(['prompt', 'p1', { ts: NOW + 1 }]);
    await hand(['tool_use', 'call', { ts: NOW + 2 }], ['event', 'started', { ts: NOW + 2 }]);
    await hand(['tool_result', 'done', { ts: NOW + 3 }], ['assistant', 'a1', { ts: NOW + 4 }]);
    await hand(['prompt', 'p2', { ts: NOW + 5 }], ['assistant', 'a2', { ts: NOW + 6 }]);
    expect(await turns()).toEqual(['hello', 'p1 call done a1', '- started', 'p2 a2']);
  });

  it('belong to the turn of their own time, in whatever order they come, and to one of their own session and space', async () => {
    await hand(['assistant', 'a2', { ts: NOW + 6 }], ['prompt', 'p2', { ts: NOW + 5 }], ['prompt', 'p1']);
    await hand(['prompt', 'old', { ts: NOW - 9 * 86_400_000 }], ['prompt', 'x1', { session_id: 'x' }]);
    await hand(['assistant', 'a1', { ts: NOW + 3 }], ['assistant', 'past', { ts: NOW - 9 * 86_400_000 + 1 }]);
    await hand(
      ['assistant', 'xa', { session_id: 'x', ts: NOW + 1 }],
      ['assistant', 'other', { ts: NOW + 4, workspace: 'w' }],
    );
    expect(await turns()).toEqual(['old past', 'p1 a1', 'other', 'p2 a2']);
    expect(await turns('x')).toEqual(['x1 xa']);
  });

  it('of one moment are in the order they were given in', async () => {
    await hand(['prompt', 'p1'], ['assistant', 'a1'], ['prompt', 'p2'], ['assistant', 'a2']);
    expect(await turns()).toEqual(['p1 a1', 'p2 a2']);
  });

  it('begin a turn when the last one has been idle for long, unless its call has not ended', async () => {
    await hand(['prompt', 'p1'], ['tool_use', 'call']);
    await hand(
      ['tool_result', 'done', { ts: NOW + 30 * MINUTE_MS }],
      ['assistant', 'a1', { ts: NOW + 31 * MINUTE_MS }],
    );
    await hand(['assistant', 'note', { ts: NOW + 42 * MINUTE_MS }]);
    expect(await turns()).toEqual(['p1 call done a1', 'note']);
  });

  it('are where they were when they are sent again, and so is what comes with them', async () => {
    const again = { id: 'r1', ts: undefined };
    await hand(['prompt', 'p1', { id: 'r1' }]);
    await hand(['prompt', 'p2', { ts: NOW + 5 }]);
    const { duplicates } = await hand(['prompt', 'p1', again], ['assistant', 'a1', { id: 'r2', ts: NOW + 1 }]);
    expect(duplicates).toEqual(['r1']);
    expect((await hand(['prompt', 'p1', again], ['assistant', 'a1', { ...again, id: 'r2' }])).inserted).toEqual([]);
    expect(await turns()).toEqual(['p1 a1', 'p2']);
  });

  it('keep out of the turns that a client made in the session they name', async () => {
    await hand(['prompt', 'p1', { id: 'client' }]);
    const [record] = await journal.recordsOfSession('s' as SessionId);
    if (record === undefined) throw new Error('nothing was stored');
    const ofClient = {
      ...record,
      id: 'own' as RecordId,
      ts: NOW + 1,
      turnId: deriveId<TurnId>('client'),
      content: 'c',
    };
    await journal.append({ records: [ofClient] });
    await hand(['prompt', 'c', { id: 'own' }], ['assistant', 'a', { ts: NOW + 2 }]);
    expect(await turns()).toEqual(['p1', 'c', 'a']);
  });

  it('end their turn with their session', async () => {
    await hand(['prompt', 'p1'], ['event', 'bye', { metadata: { event: 'session-end' } }]);
    expect(await journal.turns({ limit: 5 })).toMatchObject([{ userMessage: 'p1', closeReason: 'session-end' }]);
  });
});
