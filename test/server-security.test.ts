/**
 * The server as an attacker on this machine finds it (SRV-1 … SRV-23): every route of the real daemon, asked wrongly in
 * every way we know of. What is refused is refused with the right status, nothing that is stored changes, and the daemon
 * serves its owner all the while.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueHookToken } from '../src/platform/hook-tokens.ts';
import { Attacker, type OddRequest } from './support/attacker.ts';
import { makeHome, runCli, startDaemon, type TestHome } from './support/home.ts';
import { waitFor } from './support/wait.ts';
import { makeFolder } from './support/workspace.ts';

interface Route {
  readonly method: string;
  readonly path: string;
  /** Needs no token. */
  readonly open: boolean;
}

const JSON_TYPE = ['Content-Type', 'application/json'];
/** What `POST /memory/record` would store. */
const PLANTED = '{"type":"prompt","content":"planted by nobody"}';
const WRONG_TOKEN = 'A'.repeat(43);
const KEY = ['sk', 'ant', 'api03', 'q7'.repeat(20)].join('-');
/** Bodies that are not one checked JSON value, or not read at all. */
const NO_TYPED_BODY = ['/hooks/claude-code', '/memory/import', '/daemon/stop'];
const GROWTH_BYTES = 100 * 1024 * 1024;
/** What an app may ask for; nothing else. */
const APP_MAY =
  /^(?:\w+ \/mcp|POST \/memory\/record|POST \/runs(?:\/nothing\/(?:stream|end))?|GET \/memory\/(?:search|context|status|record\/\S+|learnings\/\S+))$/;

let home: TestHome;
let pid: number;
let attacker: Attacker;
let routes: readonly Route[];
let tokens: { readonly hook: string; readonly app: string; readonly gone: string };
let folder: string;
let memoryBefore: number;
const codes: string[] = [];

beforeAll(async () => {
  folder = makeFolder('project');
  const keyFile = join(makeFolder('key'), 'key');
  writeFileSync(keyFile, KEY, { mode: 0o600 });
  const made = await makeHome({ config: { 'curator.keyFile': keyFile } });
  home = { ...made, env: { ...made.env, ANTHROPIC_API_KEY: KEY } };
  ({ pid } = await startDaemon(home));
  attacker = new Attacker(home.port);
  routes = routesOf(JSON.parse((await asOwner({ path: '/openapi.json' })).text));
  expect(routes.length).toBeGreaterThan(40);
  const stored = await asOwner({
    method: 'POST',
    path: '/memory/record',
    body: JSON.stringify({ type: 'prompt', content: 'The ferry leaves at nine', workspace: folder }),
  });
  expect(stored.status).toBe(201);
  tokens = {
    hook: issueHookToken(home.paths.hookTokens, { client: 'claude-code', project: null, nowMs: Date.now() }).token,
    app: await addApp('reporter'),
    gone: await addApp('former'),
  };
  expect((await asOwner({ method: 'DELETE', path: '/apps/former' })).status).toBe(200);
  await readEverything();
  memoryBefore = residentBytes();
});
afterAll(async () => {
  attacker[Symbol.dispose]();
  await home[Symbol.asyncDispose]();
});

function routesOf(document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly security?: readonly [] }>>>>;
}): readonly Route[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path: path.replace('{client}', 'claude-code').replace(/\{\w+\}/g, 'nothing'),
      open: security !== undefined,
    })),
  );
}

const host = (): readonly string[] => ['Host', `127.0.0.1:${home.port}`];
const bearer = (token: string): readonly string[] => ['Authorization', `Bearer ${token}`];
/** As a script of the owner that may do everything: the owner's own token takes a person besides (test/person.test.ts). */
const ownerHeaders = (): readonly string[] => [...host(), ...bearer(home.scriptToken)];

function asOwner(request: Omit<OddRequest, 'headers'>) {
  const type = request.body === undefined ? [] : JSON_TYPE;
  return attacker.ask({ ...request, headers: [...ownerHeaders(), ...type] });
}

async function addApp(name: string): Promise<string> {
  const answer = await asOwner({ method: 'POST', path: '/apps', body: JSON.stringify({ name, workspace: folder }) });
  // The one answer that may tell a token.
  attacker.heard.pop();
  return JSON.parse(answer.text).token;
}

/** Everything that is stored, and who runs: one word that changes when any of it does. */
async function state(): Promise<string> {
  const { paths } = home;
  const files = [paths.config, paths.apps, paths.hookTokens, paths.tokens, paths.token].map((path) =>
    readFileSync(path, 'utf8'),
  );
  const { text } = await asOwner({ path: '/memory/export' });
  attacker.heard.pop();
  const rows = text.split('\n').filter((line) => !line.includes('"exported_at"'));
  return createHash('sha256')
    .update(JSON.stringify([files, rows, JSON.parse(readFileSync(paths.runFile, 'utf8')).pid]))
    .digest('hex');
}

/** Every GET as the owner: everything is warm afterwards. */
async function readEverything(): Promise<void> {
  for (const { method, path } of routes) if (method === 'GET') await asOwner({ path });
}

async function login(): Promise<{ readonly cookie: string; readonly csrf: string }> {
  const { text } = await asOwner({ method: 'POST', path: '/dashboard/code', body: '{}' });
  attacker.heard.pop();
  const { code } = JSON.parse(text);
  codes.push(code);
  const exchange = {
    method: 'POST',
    path: '/dashboard/session',
    headers: [...host(), ...JSON_TYPE],
    body: JSON.stringify({ code }),
  };
  const { status, headers } = await attacker.ask(exchange);
  attacker.heard.pop();
  expect(status).toBe(204);
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  const page = await attacker.ask({ path: '/', headers: [...host(), 'Cookie', cookie, 'Accept', 'text/html'] });
  const csrf = /<meta name="csrf" content="([\w-]{43})"/.exec(page.text)?.[1];
  if (csrf === undefined) throw new Error(`no csrf on the page: ${page.status} ${page.text.slice(0, 500)}`);
  expect((await attacker.ask(exchange)).status).toBe(401);
  return { cookie, csrf };
}

function residentBytes(): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

describe('every route refuses', () => {
  const own = (): readonly string[] => [...ownerHeaders(), ...JSON_TYPE];
  const owned = () => bearer(home.token());
  const sets: readonly (readonly [string, () => readonly string[], readonly number[], boolean])[] = [
    ['no token', () => [...host(), ...JSON_TYPE], [401], true],
    ['a wrong token', () => [...host(), ...JSON_TYPE, ...bearer(WRONG_TOKEN)], [401, 429], true],
    ['the token of a removed app', () => [...host(), ...JSON_TYPE, ...bearer(tokens.gone)], [401, 429], true],
    [
      'a made-up cookie',
      () => [...host(), ...JSON_TYPE, 'Cookie', `carryover_session_${home.port}=${WRONG_TOKEN}`],
      [401],
      true,
    ],
    ['a foreign Host', () => ['Host', `evil.test:${home.port}`, ...owned(), ...JSON_TYPE], [403], false],
    ['localhost.evil', () => ['Host', `localhost.evil.test:${home.port}`, ...owned(), ...JSON_TYPE], [403], false],
    ['no Host', () => [...owned(), ...JSON_TYPE], [400], false],
    ['two Hosts', () => [...host(), ...own()], [400], false],
    ['a foreign Origin', () => [...own(), 'Origin', 'http://evil.test'], [403], false],
    ['the Origin of another port', () => [...own(), 'Origin', `http://127.0.0.1:${home.port + 1}`], [403], false],
    ['Origin: null', () => [...own(), 'Origin', 'null'], [403], false],
    ['a cross-site fetch', () => [...own(), 'Sec-Fetch-Site', 'cross-site'], [403], false],
    ['a same-site fetch', () => [...own(), 'Sec-Fetch-Site', 'same-site'], [403], false],
    ['text/plain', () => [...ownerHeaders(), 'Content-Type', 'text/plain'], [415], false],
    ['a form', () => [...ownerHeaders(), 'Content-Type', 'application/x-www-form-urlencoded'], [415], false],
    ['a multipart form', () => [...ownerHeaders(), 'Content-Type', 'multipart/form-data; boundary=x'], [415], false],
    ['gzip', () => [...own(), 'Content-Encoding', 'gzip'], [415], false],
  ];

  it.each(sets)(
    '%s, and nothing changes (SRV-4, SRV-5, SRV-6, SRV-7, SRV-15)',
    async (_what, headersOf, statuses, isAboutWho) => {
      const before = await state();
      for (const { method, path, open } of routes) {
        if (isAboutWho && open) continue;
        const answer = await attacker.ask({ method, path, headers: headersOf(), body: PLANTED });
        expect(statuses, `${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`).toContain(answer.status);
        expect(JSON.parse(answer.text)).toMatchObject({ error: { code: expect.any(String) } });
      }
      expect(await state()).toBe(before);
    },
  );

  it("a hook's token and an app's, beyond what they are for (SRV-4, SRV-23)", async () => {
    const before = await state();
    for (const { method, path, open } of routes) {
      if (open) continue;
      const ask = async (token: string) =>
        (await attacker.ask({ method, path, headers: [...host(), ...bearer(token), ...JSON_TYPE], body: '{}' })).status;
      const what = `${method} ${path}`;
      if (what !== 'POST /hooks/claude-code') expect([what, await ask(tokens.hook)]).toEqual([what, 403]);
      if (!APP_MAY.test(what)) expect([what, await ask(tokens.app)]).toEqual([what, 403]);
    }
    expect(await state()).toBe(before);
  });

  it('a browser that is logged in but does not say so on every write, or says it for another (SRV-8, SRV-9)', async () => {
    const [mine, other] = [await login(), await login()];
    const before = await state();
    for (const { method, path, open } of routes) {
      if (open || method === 'GET') continue;
      for (const csrf of [[], ['X-CSRF', other.csrf], ['X-CSRF', mine.cookie]]) {
        const headers = [...host(), 'Cookie', mine.cookie, ...JSON_TYPE, ...csrf];
        const { status, text } = await attacker.ask({ method, path, headers, body: PLANTED });
        expect([method, path, status, JSON.parse(text).error.code]).toEqual([method, path, 403, 'csrf']);
      }
    }
    const again = [...host(), 'Cookie', mine.cookie, 'X-CSRF', mine.csrf, ...JSON_TYPE];
    expect((await attacker.ask({ method: 'POST', path: '/dashboard/code', headers: again, body: '{}' })).status).toBe(
      403,
    );
    expect(await state()).toBe(before);
    expect((await attacker.ask({ method: 'POST', path: '/memory/record', headers: again, body: PLANTED })).status).toBe(
      201,
    );
  });

  it('OPTIONS, so that no preflight succeeds; and nothing ever said Access-Control (SRV-6)', async () => {
    for (const { path } of routes) {
      const headers = [
        ...ownerHeaders(),
        'Origin',
        `http://127.0.0.1:${home.port}`,
        'Access-Control-Request-Method',
        'POST',
      ];
      expect((await attacker.ask({ method: 'OPTIONS', path, headers })).status).toBe(405);
    }
    expect(attacker.heard.filter((answer) => /^\{[^\n]*access-control/i.test(answer))).toEqual([]);
  });

  it('names that lead elsewhere (SRV-14)', async () => {
    const before = await state();
    const names = [
      ...['..', '../x', '../../etc/passwd', '..\\..\\x', '.', './x', '/etc/passwd', '\\\\host\\x', 'C:\\x', 'x/../y'],
      ...['%2e%2e', '%2e%2e%2fx', '..%2fx', '..%5cx', '%252e%252e', '..%c0%afx', 'x\0', 'x\0.md', '\n', 'a b'],
      ...[
        '．．',
        '‥',
        '…/x',
        '.hidden',
        '-x',
        '_x',
        'UPPER',
        'x'.repeat(65),
        'x'.repeat(4_000),
        '~',
        '$HOME',
        ';id',
        '',
      ],
    ];
    for (const name of names) {
      const what = JSON.stringify(name).slice(0, 60);
      const added = await asOwner({ method: 'POST', path: '/apps', body: JSON.stringify({ name, workspace: folder }) });
      expect([what, added.status]).toEqual([what, 400]);
      const encoded = encodeURIComponent(name);
      for (const [method, path] of [
        ['GET', `/memory/record/${encoded}`],
        ['GET', `/memory/learnings/${encoded}`],
        ['GET', `/memory/files/${encoded}/history`],
        ['DELETE', `/apps/${encoded}`],
        ['POST', `/hooks/${encoded}`],
      ] as const) {
        const { status, text } = await asOwner({ method, path, ...(method === 'POST' ? { body: '{}' } : {}) });
        expect([method, path, [400, 404, 405].includes(status)], `${status} ${text.slice(0, 200)}`).toEqual([
          method,
          path,
          true,
        ]);
      }
    }
    expect(await state()).toBe(before);
  });
});

describe('what a request may cost (SRV-10, SRV-15)', () => {
  it('a thousand wrong tokens are slowed down, and the right one is served at once', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 1_000; index += 1)
      statuses.push(
        (await attacker.ask({ path: '/memory/status', headers: [...host(), ...bearer(`${WRONG_TOKEN}${index}`)] }))
          .status,
      );
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(900);
    expect((await asOwner({ path: '/memory/status' })).status).toBe(200);
  });

  it.each([
    ['nothing', () => ''],
    ['half a head', () => 'POST /memory/record HTTP/1.1\r\nHost: 127'],
    [
      'half a body',
      () =>
        `POST /memory/record HTTP/1.1\r\nHost: 127.0.0.1:${home.port}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
    ],
    [
      'half a code',
      () =>
        `POST /dashboard/session HTTP/1.1\r\nHost: 127.0.0.1:${home.port}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
    ],
  ])('hundreds of connections that send %s keep nobody out', async (_what, textOf) => {
    using _held = await attacker.hold(600, textOf());
    const served = await fetch(`${home.url}/memory/status`, {
      headers: { authorization: `Bearer ${home.token()}`, connection: 'close' },
    });
    expect(served.status).toBe(200);
    await served.arrayBuffer();
  });

  it('a body of a hundred thousand brackets, one of more than 16 MB, and a long code are refused', async () => {
    for (const { method, path, open } of routes) {
      if (open || method !== 'POST' || NO_TYPED_BODY.includes(path)) continue;
      const { status } = await asOwner({ method, path, body: '['.repeat(100_000) });
      expect([path, [400, 404].includes(status)], `${status}`).toEqual([path, true]);
    }
    const head = `POST /memory/record HTTP/1.1\r\nHost: 127.0.0.1:${home.port}\r\nAuthorization: Bearer ${home.token()}\r\nContent-Type: application/json\r\n`;
    using held = await attacker.hold(1, `${head}Content-Length: ${16 * 1024 * 1024 + 1}\r\n\r\n{`);
    await waitFor(() => held.sockets[0]?.closed, { what: 'it to be cut off' });
    const code = JSON.stringify({ code: 'x'.repeat(1_000) });
    expect(
      (
        await attacker.ask({
          method: 'POST',
          path: '/dashboard/session',
          headers: [...host(), ...JSON_TYPE],
          body: code,
        })
      ).status,
    ).toBe(413);
  });

  it('thirty-two streams of events, and not one more', async () => {
    const ask = `GET /memory/events HTTP/1.1\r\nHost: 127.0.0.1:${home.port}\r\nAuthorization: Bearer ${home.token()}\r\n\r\n`;
    const heads: string[] = [];
    const sockets: Socket[] = [];
    for (let count = 0; count < 40; count += 1) {
      const [socket] = (await attacker.hold(1, ask)).sockets;
      if (socket === undefined) throw new Error('not connected');
      sockets.push(socket);
      const [head] = await once(socket, 'data');
      heads.push(String(head).slice(0, 12));
    }
    expect(heads).toEqual([...Array(32).fill('HTTP/1.1 200'), ...Array(8).fill('HTTP/1.1 503')]);
    expect((await asOwner({ path: '/memory/status' })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await waitFor(async () => (await asOwner({ path: '/memory/events' })).status === 200, { what: 'room for another' });
  });
});

describe('what it gives away', () => {
  it('a line break in a memory makes no second event of it (SRV-20)', async () => {
    const text = 'The ferry\n\nevent: forged\ndata: {}\r\nid: 99\r\rdata: leaves';
    const ask = `GET /memory/events HTTP/1.1\r\nHost: 127.0.0.1:${home.port}\r\nAuthorization: Bearer ${home.token()}\r\n\r\n`;
    using held = await attacker.hold(1, ask);
    let heard = '';
    held.sockets[0]?.on('data', (data) => {
      heard += data;
    });
    await waitFor(() => heard.includes('text/event-stream'), { what: 'the stream' });
    const body = JSON.stringify({ service: null, category: 'behavior', observation: text });
    const made = await asOwner({ method: 'POST', path: '/memories', body });
    expect([made.status, made.text]).toEqual([201, expect.any(String)]);
    await waitFor(() => /\nevent: memory_update\n[\s\S]*\n\n/.test(heard), { what: 'the event' });
    const events = heard.slice(heard.indexOf('\r\n\r\n')).match(/^event:.*$/gm);
    expect(events).toEqual(['event: memory_update']);
    expect(heard).not.toMatch(/^(?:event: forged|id: 99|data: (?:\{\}|leaves))/m);
  });

  it('it listens on this machine alone (SRV-1)', () => {
    const wanted = `:${home.port.toString(16).toUpperCase().padStart(4, '0')}`;
    const listening = ['/proc/net/tcp', '/proc/net/tcp6']
      .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , connection]) => local?.endsWith(wanted) && connection === '0A')
      .map(([, local]) => local?.split(':')[0]);
    expect(listening).toContain('0100007F');
    expect(
      listening.filter((address) => address !== '0100007F' && address !== '00000000000000000000000001000000'),
    ).toEqual([]);
  });

  it('no key of a model to whoever asks for anything (SRV-17, SRV-18)', async () => {
    const from = attacker.heard.length;
    await readEverything();
    const answers = attacker.heard.slice(from);
    expect(answers.length).toBeGreaterThan(15);
    expect(answers.filter((answer) => answer.includes(KEY))).toEqual([]);
    for (const method of ['PUT', 'POST']) {
      const set = { method, path: '/settings', body: '{"curator.baseUrl":"https://evil.test"}' };
      expect([400, 404, 405]).toContain((await asOwner(set)).status);
    }
    expect(readFileSync(home.paths.config, 'utf8')).not.toContain('evil.test');
  });

  it('no file to anybody else on this machine, whatever was run (SRV-2, SRV-3, SRV-22)', async () => {
    const outside = makeFolder('out');
    for (const args of [
      ['open', '--print'],
      ['backup'],
      ['export', '-o', join(outside, 'all.jsonl')],
      ['verify'],
      ['config', 'set', 'injection.enabled', 'false'],
    ]) {
      const done = await runCli(home, args, { cwd: folder });
      expect([args, done.code, done.stderr]).toEqual([args, 0, '']);
      if (args[0] === 'open') codes.push(/#(\S+)/.exec(done.stdout)?.[1] ?? 'none');
    }
    expect(
      execFileSync('find', [home.paths.home, outside, '-mindepth', '1', '-perm', '/077'], { encoding: 'utf8' }),
    ).toBe('');
  });

  it('`open` hands a code to the browser, or prints it where there is none, and never the token (SRV-8)', async () => {
    const tools = makeFolder('tools');
    const given = join(tools, 'given');
    writeFileSync(join(tools, 'xdg-open'), `#!/bin/sh\necho "$1" > ${given}\n`, { mode: 0o700 });
    const display = { PATH: `${tools}:${process.env.PATH}`, DISPLAY: ':0' };
    const open = async (env: NodeJS.ProcessEnv, ...more: readonly string[]) => {
      const { code, stdout } = await runCli(home, ['open', ...more], { env });
      expect(code).toBe(0);
      const address = new RegExp(`http://127\\.0\\.0\\.1:${home.port}/login#([0-9A-Z]{4}(?:-[0-9A-Z]{4}){2})`).exec(
        stdout,
      );
      codes.push(address?.[1] ?? 'none');
      expect(stdout).not.toContain(home.token());
      return { stdout, url: address?.[0] };
    };
    const { url, stdout } = await open(display, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ url, opened: true, expires_in_s: 60 });
    expect(readFileSync(given, 'utf8').trim()).toBe(url);
    expect((await open({ PATH: display.PATH })).stdout).toMatch(/^open http/);
    const far = await open({ ...display, SSH_CONNECTION: '192.0.2.7 50022 192.0.2.1 22' });
    expect(far.stdout).toContain(`ssh -N -L ${home.port}:127.0.0.1:${home.port} `);
    expect(far.stdout).toContain('@192.0.2.1\n');
    expect(readFileSync(given, 'utf8').trim()).toBe(url);
  });

  it('no token and no code, in an answer or a log (SRV-8, SRV-19)', () => {
    const logs = readdirSync(home.paths.logs).map((name) => readFileSync(join(home.paths.logs, name), 'utf8'));
    expect(logs.join('')).toContain('attempts-limited');
    expect(codes.length).toBeGreaterThanOrEqual(6);
    expect(codes).not.toContain('none');
    const secrets = [home.token(), home.scriptToken, ...Object.values(tokens), ...codes, WRONG_TOKEN];
    for (const [index, secret] of secrets.entries())
      for (const text of [...logs, ...attacker.heard]) expect(text.includes(secret), `secret ${index}`).toBe(false);
  });

  it('all of that cost the daemon less than 100 MB (SRV-15)', () => {
    expect(residentBytes() - memoryBefore).toBeLessThan(GROWTH_BYTES);
  });
});
