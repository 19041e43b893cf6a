import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEntry } from '../capture/sealed-spool.ts';
import { readSpool } from '../capture/spool.ts';
import { connectToDaemon, type DaemonClient } from '../http/client.ts';
import type { HttpEnvironment } from '../http/request.ts';
import { healthRoute } from '../http/routes/health.ts';
import { CarryoverError } from '../memory/error.ts';
import type { AppId, SpaceId } from '../memory/ids.ts';
import { addApp } from '../platform/apps.ts';
import { systemClock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { type HomeKeys, newDatabaseKey, wrapKeys, writeKeyFile } from '../platform/home-keys.ts';
import { type HomePaths, homePaths } from '../platform/paths.ts';
import { createSealingKeys } from '../platform/sealing.ts';
import { layFoundation } from './context.ts';
import { prepareHome } from './home.ts';
import { keysAtHand } from './load-keys.ts';
import { startLockedDaemon } from './locked-daemon.ts';

const CAPTURE_WORKER = fileURLToPath(new URL('./capture-worker.ts', import.meta.url));
/** A key file opens without the half second that a passphrase takes. */
const SECRET = 'the content of a key file, long enough';
const sealing = createSealingKeys();
const keys: HomeKeys = { databaseKeys: [newDatabaseKey()], spoolPrivateKey: sealing.privateKey };

let paths: HomePaths;
let opened: HomeKeys[];
/** The apps that open memory was asked as; undefined for the owner. */
let askedAs: unknown[];
let client: DaemonClient;
let stop: () => Promise<void>;

beforeEach(async () => {
  paths = homePaths(mkdtempSync(join(realpathSync(tmpdir()), 'carryover-locked-')));
  writeKeyFile(paths, wrapKeys({ kind: 'key-file', path: join(paths.home, 'away') }, Buffer.from(SECRET), keys));
  writeFileSync(paths.spoolKey, sealing.publicKey);
  const secrets = prepareHome(paths);
  const found = keysAtHand(paths, {});
  if (!found.locked) throw new Error('the key file is away, and still it opened');
  opened = [];
  askedAs = [];
  const config = { ...loadConfig(paths.config, {}), port: 0 };
  const foundation = layFoundation({ paths, config, secrets, clock: systemClock }, CAPTURE_WORKER);
  const open = new Hono<HttpEnvironment>();
  healthRoute(open, foundation.access);
  open.all('*', ({ env }) => {
    askedAs.push(env.incoming.headers['x-carryover-app']);
    return Response.json({ open: true });
  });
  stop = await startLockedDaemon({
    foundation,
    reason: found.reason,
    onStopRequested: () => undefined,
    open: async (given, openDoors) => {
      opened.push(given);
      await openDoors(open);
    },
  });
  client = connectToDaemon({ paths });
});
afterEach(async () => {
  await stop();
  rmSync(paths.home, { recursive: true });
});

const unlock = (passphrase: string) => client.request('POST', '/daemon/unlock', { body: { passphrase } });
const overTcp = async (path: string, body?: object) => {
  const { port, token } = { port: portOf(), token: readFileSync(paths.token, 'utf8').trim() };
  return fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
};
const portOf = () => (JSON.parse(readFileSync(paths.runFile, 'utf8')) as { readonly port: number }).port;
const event = (prompt: string) => ({
  session_id: 'session-1',
  hook_event_name: 'UserPromptSubmit',
  cwd: paths.home,
  prompt_id: 'prompt-1',
  prompt,
});

describe('a daemon whose key is away (D-017)', () => {
  it('seals each event before it answers {}, redacted, and keeps nothing of it readable (RED-3, B-045)', async () => {
    const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const answer = await client.request('POST', '/hooks/claude-code', { body: event(`walrus ${secret}`) });
    expect(answer).toEqual({});
    const [path = '', ...more] = readSpool(paths.spool).files;
    expect(more).toEqual([]);
    const { payload } = JSON.parse((await readEntry(path, sealing.privateKey)).toString('utf8'));
    expect(payload).toMatchObject({ session_id: 'session-1', prompt: expect.stringMatching(/^walrus /) });
    expect(JSON.stringify(payload)).not.toContain(secret);
    const files = readdirSync(paths.home, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const texts = files.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'));
    expect(texts.filter((text) => text.includes('walrus'))).toEqual([]);
  });

  it('says that it is locked, since when, why, and what to do', async () => {
    await client.request('POST', '/hooks/claude-code', { body: event('one') });
    expect(await client.request('GET', '/health')).toEqual({ ok: true });
    expect(await client.request('GET', '/memory/status')).toMatchObject({
      state: 'locked',
      locked: true,
      locked_since: expect.any(Number),
      spool: { files: 1 },
      problems: [{ code: 'locked', message: expect.stringContaining('away'), hint: expect.stringContaining('unlock') }],
    });
  });

  it('refuses everything else with 423, and an agent learns no more than that', async () => {
    for (const path of ['/memory/search?q=x', '/memory/export', '/files', '/memory/status?audience=agent']) {
      const answer = await overTcp(path);
      expect([path, answer.status]).toEqual([path, 423]);
      expect(await answer.json()).toMatchObject({ error: { code: 'locked', hint: 'run `carryover unlock`' } });
    }
  });

  it('takes a key over its socket only, and leads the same listeners to open memory with the right one (SRV-3)', async () => {
    expect((await fetch(`http://127.0.0.1:${portOf()}/memory/status`)).status).toBe(401);
    expect((await overTcp('/daemon/unlock', { passphrase: SECRET })).status).toBe(403);
    expect(opened).toEqual([]);
    const port = portOf();
    expect(await unlock(SECRET)).toEqual({ unlocked: true });
    expect(opened).toEqual([keys]);
    expect(await (await fetch(`http://127.0.0.1:${port}/memory/search`)).json()).toEqual({ open: true });
  });

  it('asks open memory as the app whose call began while it was locked (E-033)', async () => {
    const { token } = addApp(paths.apps, { name: 'reporter' as AppId, space: 'here' as SpaceId, createdAt: 0 });
    const params = { name: 'search_memory', arguments: { query: 'x' } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const call = request(`http://127.0.0.1:${portOf()}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': body.length,
        accept: 'application/json, text/event-stream',
      },
    });
    const answer = new Promise<string>((resolve, reject) => {
      call.on('error', reject).on('response', (response) => resolve(text(response)));
    });
    await new Promise((resolve) => call.write(body.slice(0, 9), resolve));
    // Once this is answered on the next connection, the locked app has the beginning of the call.
    await client.request('GET', '/health');
    await unlock(SECRET);
    call.end(body.slice(9));
    await answer;
    expect(askedAs).toEqual(['reporter']);
  });

  it('refuses a wrong key plainly, makes the next try wait, and writes down neither (SRV-10)', async () => {
    const wrong = 'not the right secret at all, though long';
    await expect(unlock(wrong)).rejects.toMatchObject({ code: 'wrong-key' });
    await expect(unlock(SECRET)).rejects.toMatchObject({ code: 'too-many-attempts' });
    expect(opened).toEqual([]);
    for (const name of readdirSync(paths.logs))
      expect(readFileSync(join(paths.logs, name), 'utf8')).not.toMatch(/right secret|key file, long/);
  });
});

it('tells a home without encryption from one that needs a person (D-017)', () => {
  const plain = homePaths(join(paths.home, 'nowhere'));
  expect(keysAtHand(plain, {})).toEqual({ locked: false, keys: undefined });
  expect(keysAtHand(paths, {})).toMatchObject({ locked: true, reason: expect.any(CarryoverError) });
});
