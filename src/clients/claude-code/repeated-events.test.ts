/** T-10, S-06: equal words are different events, and the same event told by hook, spool and transcript is one row. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TranscriptCursors } from '../../capture/cursors.ts';
import { deriveId, type SessionId } from '../../memory/ids.ts';
import { COMMAND_CHANNEL } from '../../memory/telling.ts';
import { systemClock } from '../../platform/clock.ts';
import { type OpenedHooks, openHooks } from './hook-handler.fixture.ts';
import { answerRecordId, promptRecordId } from './record-ids.ts';
import type { TranscriptState } from './transcript-line.ts';
import { repairFromTranscript } from './transcript-repair.ts';

let opened: OpenedHooks;
beforeEach(async () => {
  opened = await openHooks();
});
afterEach(() => opened.close());

interface Said {
  readonly promptId: string | undefined;
  readonly prompt: string;
  readonly answer: string;
}

let sessions = 0;

/** A session in which these things were said, and the ways in which it can be told. */
function telling(said: readonly Said[]) {
  sessions += 1;
  const session = `told-${sessions}` as SessionId;
  const transcriptPath = join(opened.folder, 'projects', 'p', `${session}.jsonl`);
  const base = ({ promptId }: Said) => ({
    session_id: session,
    cwd: opened.folder,
    ...(promptId === undefined ? {} : { prompt_id: promptId }),
  });
  const payloads = said.flatMap((each) => [
    { ...base(each), hook_event_name: 'UserPromptSubmit', prompt: each.prompt },
    { ...base(each), hook_event_name: 'Stop', last_assistant_message: each.answer },
  ]);
  return {
    session,
    count: payloads.length,
    hook: async (channel: string, heard: (at: number) => boolean): Promise<void> => {
      for (const [at, payload] of payloads.entries())
        if (heard(at)) await opened.hooks.receive(payload, { telling: { channel, eventId: `${channel}-${at}` } });
    },
    spool: async (channel: string, heard: (at: number) => boolean): Promise<void> => {
      for (const [at, payload] of payloads.entries())
        if (heard(at))
          await opened.hooks.replay(payload, 1_000 + at, { telling: { channel, eventId: `${channel}-${at}` } });
    },
    transcript: async (): Promise<void> => {
      mkdirSync(dirname(transcriptPath), { recursive: true });
      const line = (type: string, { promptId }: Said, message: object) =>
        JSON.stringify({
          type,
          ...(type === 'user' && promptId !== undefined ? { promptId } : {}),
          message,
          timestamp: new Date().toISOString(),
        });
      const lines = said.flatMap((each) => [
        line('user', each, { role: 'user', content: each.prompt }),
        line('assistant', each, { stop_reason: 'end_turn', content: [{ type: 'text', text: each.answer }] }),
      ]);
      writeFileSync(transcriptPath, `${lines.join('\n')}\n`);
      const cursors = new TranscriptCursors<TranscriptState>(join(opened.folder, `cursors-${sessions}.json`));
      const { intake, reader, tally } = opened;
      await repairFromTranscript(
        { id: session, cwd: opened.folder, transcriptPath },
        { reader, intake, tally, cursors, clock: systemClock, readFrom: async () => 0 },
      );
      cursors.flush();
      rmSync(transcriptPath);
    },
    rows: async () => (await opened.journal.recordsOfSession(session)).filter(({ type }) => type !== 'event'),
  };
}

const all = (): boolean => true;
const thrice = (promptId: string | undefined): Said[] =>
  Array.from({ length: 3 }, () => ({ promptId, prompt: 'continue', answer: 'Done.' }));

describe('T-10: words that come again', () => {
  it.each([
    ['in one turn', 'p1'],
    ['without a prompt id', undefined],
  ])('are as many rows as events, %s', async (_, promptId) => {
    const told = telling(thrice(promptId));
    await told.hook('a', all);
    expect(await told.rows()).toHaveLength(6);
    await told.spool('a', all);
    await told.hook('b', all);
    await told.transcript();
    await told.transcript();
    expect(await told.rows()).toHaveLength(6);
  });

  it('are as many questions for permission as were asked', async () => {
    const asks = { session_id: 's', cwd: opened.folder, prompt_id: 'p', hook_event_name: 'PermissionRequest' };
    const payload = { ...asks, tool_name: 'Bash', tool_input: { command: 'ls' } };
    for (const eventId of ['e1', 'e2', 'e3', 'e3'])
      await opened.hooks.receive(payload, { telling: { channel: COMMAND_CHANNEL, eventId } });
    expect(await opened.journal.recordsOfSession('s' as SessionId)).toHaveLength(3);
  });

  it('are all there and none twice, whichever of the ways told of them, and how often', async () => {
    const said = fc.record({
      promptId: fc.constantFrom(undefined, 'p1', 'p2'),
      prompt: fc.constantFrom('continue', 'yes'),
      answer: fc.constantFrom('Done.', 'ok'),
    });
    const heard = fc.array(fc.boolean(), { minLength: 20, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        // The client's prompt ids come one after the other.
        fc.array(said, { minLength: 1, maxLength: 8 }).map((each) => {
          const rank = ({ promptId }: Said) => [undefined, 'p1', 'p2'].indexOf(promptId);
          return each.toSorted((a, b) => rank(a) - rank(b));
        }),
        heard,
        heard,
        heard,
        async (each, byA, byB, bySpool) => {
          const told = telling(each);
          await told.hook('a', (at) => byA[at] === true);
          await told.hook('b', (at) => byB[at] === true);
          await told.spool('a', (at) => byA[at] === true && bySpool[at] === true);
          const heardMost = Math.max(byA.slice(0, told.count).filter(Boolean).length, 0);
          expect((await told.rows()).length).toBeGreaterThanOrEqual(heardMost);
          await told.transcript();
          expect(await told.rows()).toHaveLength(told.count);
          await told.hook('a', (at) => byA[at] === true);
          await told.transcript();
          expect(await told.rows()).toHaveLength(told.count);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('a session begun before repeated events were counted', () => {
  it('T-10: stays as it is when its transcript is read again, and what was forgotten does not come back', async () => {
    const told = telling([...thrice('p1'), { promptId: 'p2', prompt: 'forget this', answer: 'Gone.' }]);
    const { session } = told;
    const ids = {
      prompt: promptRecordId(session, 'p1', 'continue'),
      answer: answerRecordId(session, '', 'p1', 'Done.'),
      forgotten: promptRecordId(session, 'p2', 'forget this'),
      forgottenAnswer: answerRecordId(session, '', 'p2', 'Gone.'),
    };
    const record = { ts: 1, sessionId: session, workspace: null, tool: null, path: null, tags: [], metadata: {} };
    const turnId = deriveId<never>('t');
    await opened.journal.append({
      sessions: [{ id: session, client: 'claude-code', workspace: null, cwd: null, startedAt: 1, metadata: {} }],
      records: Object.values(ids).map((id) => ({
        ...record,
        id,
        turnId,
        type: 'prompt',
        source: 'typed',
        content: 'as it was',
      })),
    });
    const forgotten = [ids.forgotten, ids.forgottenAnswer];
    await opened.journal.eraseRecords({ ids: forgotten, contentHashes: [], now: 2 });
    await told.transcript();
    await told.hook('a', all);
    expect((await told.rows()).map(({ id }) => id).toSorted()).toEqual([ids.prompt, ids.answer].toSorted());
  });
});

describe('S-06: events without a prompt id', () => {
  it('make turns: each prompt begins one, calls and answers belong to it, and a stop ends it', async () => {
    const base = { session_id: 's', cwd: opened.folder };
    const events = [
      { hook_event_name: 'UserPromptSubmit', prompt: 'yes' },
      { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'ls' } },
      { hook_event_name: 'Stop', last_assistant_message: 'Done.' },
      { hook_event_name: 'UserPromptSubmit', prompt: 'yes' },
      { hook_event_name: 'Stop', last_assistant_message: 'Done again.' },
    ];
    for (const [at, event] of events.entries()) {
      await opened.hooks.receive({ ...base, ...event }, { telling: { channel: 'a', eventId: `e${at}` } });
      // Another millisecond: what begins at the same one is told apart by nothing.
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    const turns = () => opened.journal.turns({ sessionId: 's' as SessionId, limit: 9 });
    await expect.poll(async () => (await turns()).length).toBe(2);
    expect(
      (await turns())
        .map(({ userMessage, agentResponse, toolCalls }) => [userMessage, agentResponse, toolCalls.length])
        .toSorted(),
    ).toEqual([
      ['yes', 'Done again.', 0],
      ['yes', 'Done.', 1],
    ]);
  });
});
