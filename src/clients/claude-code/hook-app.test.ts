import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppId, RecordId, SessionId } from '../../memory/ids.ts';
import type { StoredRecord } from '../../memory/record.ts';
import { type OpenedHooks, openHooks } from './hook-handler.fixture.ts';

const SESSION = 'an-app-session' as SessionId;
let opened: OpenedHooks;
beforeEach(async () => {
  opened = await openHooks();
});
afterEach(() => opened.close());

const payload = (more: object = {}) => ({
  session_id: SESSION,
  cwd: opened.folder,
  hook_event_name: 'UserPromptSubmit',
  prompt_id: 'p1',
  prompt: 'check the services',
  ...more,
});

async function nightly() {
  const elsewhere = { anchor: '/elsewhere', root: '/elsewhere', kind: 'folder', fingerprint: 'f' } as const;
  const space = await opened.journal.resolveSpace(elsewhere, 1);
  return { app: 'nightly' as AppId, space: space.id };
}

const records = (): Promise<readonly StoredRecord[]> => opened.journal.recordsOfSession(SESSION);

describe("an app's session", () => {
  it('is marked by the token that came with its events, in the space of the app, and is never the voice of the person', async () => {
    const app = await nightly();
    await opened.hooks.receive(payload(), { app });
    expect(await records()).toMatchObject([
      { type: 'prompt', source: 'assistant', workspace: app.space, metadata: { carryover_app: 'nightly' } },
    ]);
    expect((await opened.journal.session(SESSION))?.metadata.app).toBe('nightly');
  });

  it('stays one where no token is shown: in the transcript, and from the spool', async () => {
    const app = await nightly();
    await opened.hooks.replay(payload(), 1_000, { app });
    const draft = { type: 'assistant', turnId: null, tool: null, path: null, tags: [], metadata: {} } as const;
    await opened.intake.event({
      client: 'claude-code',
      sessionId: SESSION,
      cwd: opened.folder,
      transcriptPath: null,
      at: 2_000,
      drafts: [{ ...draft, id: 'remark' as RecordId, ts: 2_000, source: 'assistant', content: 'Looking.' }],
      signal: { kind: 'none' },
    });
    expect((await records()).map(({ metadata }) => metadata.carryover_app)).toEqual(['nightly', 'nightly']);
  });

  it('is none because its events say so', async () => {
    await opened.hooks.receive(payload({ carryover_app: 'nightly', app: 'nightly', metadata: { app: 'nightly' } }));
    expect((await records())[0]).toMatchObject({ source: 'typed', metadata: {} });
    expect((await opened.journal.session(SESSION))?.metadata).not.toHaveProperty('app');
  });
});

it('a session that `carryover run` started knows its run and tier', async () => {
  await opened.hooks.receive(payload({ carryover_run: 'r1', carryover_tier: 3 }));
  expect((await opened.journal.session(SESSION))?.metadata).toMatchObject({ run: 'r1', tier: 3 });
});
