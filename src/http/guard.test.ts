import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppId } from '../memory/ids.ts';
import { addApp, removeApp } from '../platform/apps.ts';
import { issueHookToken, revokeHookToken } from '../platform/hook-tokens.ts';
import { addNamedToken, removeNamedToken } from '../platform/named-tokens.ts';
import { bearer, CLIENT, sendRaw, startTestServer, type TestServer } from './server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Every route that is registered, so that a new one cannot be forgotten here. */
function routes(): { method: string; path: string }[] {
  const registered = server.app.routes.filter(({ method }) => method !== 'ALL');
  expect(registered.length).toBeGreaterThanOrEqual(8);
  return registered.map(({ method, path }) => ({
    method,
    path: path.replace(':client', CLIENT).replace(':id', 'some-id'),
  }));
}

function isOpen({ method, path }: { method: string; path: string }): boolean {
  return method === 'GET' && path === '/health';
}

/** Takes a code in place of a token; a body without one is no code. */
function isLogin({ method, path }: { method: string; path: string }): boolean {
  return method === 'POST' && path === '/dashboard/session';
}

const json = { 'Content-Type': 'application/json' };

async function eachRoute(
  headers: { readonly [name: string]: string },
  expected: (route: { method: string; path: string }) => readonly number[],
  body?: string,
): Promise<void> {
  const stopsBefore = server.stops();
  const hooksBefore = server.hooked.length;
  for (const route of routes()) {
    const answer = await server.send({ ...route, headers, ...(body === undefined ? {} : { body }) });
    expect(expected(route), `${route.method} ${route.path} with ${JSON.stringify(headers)}`).toContain(answer.status);
    if (!expected(route).includes(200)) {
      expect(answer.json).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
    }
  }
  expect(server.stops()).toBe(stopsBefore);
  expect(server.hooked.length).toBe(hooksBefore);
}

describe('every route', () => {
  it('refuses a request without a token, but GET /health, which says nothing but ok (SRV-4)', async () => {
    await eachRoute(json, (route) => (isOpen(route) ? [200] : isLogin(route) ? [400] : [401]));
    expect((await server.send({ path: '/health' })).text).toBe('{"ok":true}');
  });

  it('refuses a wrong token, and one that is no token at all (SRV-3, SRV-4)', async () => {
    for (const authorization of [
      `Bearer ${'A'.repeat(43)}`,
      `Bearer ${server.token}x`,
      `Bearer ${server.token.slice(1)}`,
      `Basic ${server.token}`,
      server.token,
      'Bearer ',
    ]) {
      await eachRoute({ ...json, Authorization: authorization }, (route) =>
        isOpen(route) ? [200] : isLogin(route) ? [400] : [401, 429],
      );
    }
  });

  it("refuses a client's hook token, but for that client's own hooks (SRV-4)", async () => {
    const stopsBefore = server.stops();
    for (const route of routes()) {
      const answer = await server.send({ ...route, headers: { ...json, ...bearer(server.hookToken) }, body: '{}' });
      const own = route.method === 'POST' && route.path === `/hooks/${CLIENT}`;
      expect({ ...route, status: answer.status }).toEqual({
        ...route,
        status: own || isOpen(route) ? 200 : isLogin(route) ? 400 : 403,
      });
    }
    expect(server.stops()).toBe(stopsBefore);
    for (const path of [
      '/hooks/codex',
      `/hooks/${CLIENT}/`,
      '/hooks/claude%2Dcode%2F..',
      '/hooks/%2e%2e/daemon/stop',
    ]) {
      const answer = await server.send({
        method: 'POST',
        path,
        headers: { ...json, ...bearer(server.hookToken) },
        body: '{}',
      });
      expect({ path, status: answer.status }).toEqual({ path, status: 403 });
    }
  });

  it('lets an app read and add to its own memory, and nothing else, until it is removed (E-032, E-033)', async () => {
    const { token } = addApp(server.paths.apps, { name: 'reporter' as AppId, space: server.space, createdAt: 0 });
    const isAppRoute = ({ method, path }: { method: string; path: string }): boolean =>
      path === '/mcp' ||
      (method === 'POST' && /^\/(?:memory\/record$|runs(?:\/|$))/.test(path)) ||
      (method === 'GET' && /^\/memory\/(?:search|context|status|record\/|learnings\/)/.test(path));
    const asApp = { ...bearer(server.token), 'x-carryover-app': 'reporter' };
    for (const route of routes().filter((each) => !isOpen(each) && !isLogin(each)))
      for (const headers of [bearer(token), asApp]) {
        const body = route.method === 'GET' ? {} : { body: '{}' };
        const answer = await server.send({ ...route, headers: { ...json, ...headers }, ...body });
        expect(answer.status === 403, `${route.method} ${route.path}: ${answer.status}`).toBe(!isAppRoute(route));
      }
    removeApp(server.paths.apps, 'reporter');
    const path = '/memory/status';
    // The wrong tokens sent above may still cost a wait.
    expect([401, 429]).toContain((await server.send({ path, headers: bearer(token) })).status);
    expect((await server.send({ path, headers: asApp })).status).toBe(403);
  });

  it("T-05: a script's token is no app, whatever it was made for: it has no rights but its own", async () => {
    addApp(server.paths.apps, { name: 'reporter' as AppId, space: server.space, createdAt: 0 });
    const { token } = addNamedToken(server.paths.tokens, { name: 'cron', may: ['daemon', 'read'], createdAt: 0 });
    const headers = { ...json, ...bearer(token), 'x-carryover-app': 'reporter' };
    expect((await server.send({ path: '/memory/status', headers })).status).toBe(403);
    const record = { method: 'POST', path: '/memory/record', headers, body: '{"type":"event","content":"planted"}' };
    expect((await server.send(record)).status).toBe(403);
    removeApp(server.paths.apps, 'reporter');
    removeNamedToken(server.paths.tokens, 'cron');
  });

  it('refuses a hook token from the moment it is revoked (SRV-4)', async () => {
    const { id, token } = issueHookToken(server.paths.hookTokens, { client: CLIENT, project: null, nowMs: 0 });
    const request = { method: 'POST', path: `/hooks/${CLIENT}`, headers: { ...json, ...bearer(token) }, body: '{}' };
    expect((await server.send(request)).status).toBe(200);
    revokeHookToken(server.paths.hookTokens, id);
    expect([401, 429]).toContain((await server.send(request)).status);
  });

  it('refuses a foreign Host even with the right token, before anything else (SRV-5)', async () => {
    const { port } = server;
    for (const host of [
      'evil.test',
      `evil.test:${port}`,
      `localhost.evil.test:${port}`,
      `127.0.0.1:${port}.evil`,
      `127.0.0.1.:${port}`,
      `localhost.:${port}`,
      `LOCALHOST:${port}`,
      `127.0.0.1:${port + 1}`,
      '127.0.0.1',
      'localhost',
      'carryover',
      `0.0.0.0:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `user@127.0.0.1:${port}`,
    ]) {
      await eachRoute({ ...json, ...bearer(server.token), Host: host }, () => [400, 403], '{}');
    }
  });

  it('answers to each of its own Hosts (SRV-5)', async () => {
    for (const host of [`127.0.0.1:${server.port}`, `localhost:${server.port}`, `[::1]:${server.port}`]) {
      expect((await server.send({ path: '/health', headers: { Host: host } })).status).toBe(200);
    }
  });

  it('refuses no Host, two Hosts, and a target that names a host of its own (SRV-5)', async () => {
    const own = `Host: 127.0.0.1:${server.port}\r\n`;
    const rest = `Connection: close\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;
    for (const { method, path } of routes()) {
      for (const head of [
        `${method} ${path} HTTP/1.0\r\n`,
        `${method} ${path} HTTP/1.1\r\n`,
        `${method} ${path} HTTP/1.1\r\nHost:\r\n`,
        `${method} ${path} HTTP/1.1\r\n${own}${own}`,
        `${method} ${path} HTTP/1.1\r\nHost: evil.test\r\n${own}`,
        `${method} ${path} HTTP/1.1\r\n${own}Host: evil.test\r\n`,
        `${method} http://evil.test${path} HTTP/1.1\r\n${own}`,
        `${method} http://127.0.0.1:${server.port}${path} HTTP/1.1\r\n${own}`,
      ]) {
        expect(await sendRaw(server.port, head + rest)).toMatch(/^HTTP\/1\.1 (400|403) [\s\S]*\{"error":\{"code"/);
      }
    }
    expect(server.stops()).toBe(0);
  });

  it('refuses foreign origins and cross-site fetches, also with the right token (SRV-6)', async () => {
    const { port } = server;
    const sets: { [name: string]: string }[] = [
      { Origin: 'http://evil.test' },
      { Origin: 'null' },
      { Origin: '' },
      { Origin: `https://127.0.0.1:${port}` },
      { Origin: `http://127.0.0.1:${port + 1}` },
      { Origin: `http://127.0.0.1:${port}.evil.test` },
      { Origin: `http://localhost:${port}` },
      { Origin: `http://127.0.0.1:${port}/` },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: `http://127.0.0.1:${port}`, 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'http://evil.test', 'Sec-Fetch-Site': 'same-origin' },
    ];
    for (const set of sets) await eachRoute({ ...json, ...bearer(server.token), ...set }, () => [403], '{}');
  });

  it('answers a page of its own, and a browser that was given the address (SRV-6)', async () => {
    const own = { Origin: `http://127.0.0.1:${server.port}`, 'Sec-Fetch-Site': 'same-origin' };
    expect((await server.send({ path: '/health', headers: own })).status).toBe(200);
    expect((await server.send({ path: '/health', headers: { 'Sec-Fetch-Site': 'none' } })).status).toBe(200);
  });

  it('answers OPTIONS with 405, so that no preflight ever succeeds (SRV-6)', async () => {
    for (const { path } of routes()) {
      const headers = { ...bearer(server.token), 'Access-Control-Request-Method': 'POST' };
      expect((await server.send({ method: 'OPTIONS', path, headers })).status).toBe(405);
    }
  });

  it('refuses a body that is not application/json, or is compressed (SRV-7, SRV-15)', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'text/json',
      'application/x-ndjson',
      '',
    ]) {
      // The one route that is read line by line; here it takes nothing.
      const statusesOf = ({ path }: { path: string }) =>
        path === '/memory/import' && type === 'application/x-ndjson' ? [404] : [415];
      await eachRoute({ ...bearer(server.token), 'Content-Type': type }, statusesOf, '{}');
    }
    for (const encoding of ['gzip', 'br', 'deflate', 'identity, gzip']) {
      await eachRoute({ ...json, ...bearer(server.token), 'Content-Encoding': encoding }, () => [415], '{}');
    }
  });

  it('carries the security headers and no CORS header, whatever the answer', async () => {
    for (const route of [...routes(), { method: 'GET', path: '/nowhere' }, { method: 'OPTIONS', path: '/health' }]) {
      for (const token of [server.token, 'wrong']) {
        // The one ends the server, the other does not end.
        if (['/daemon/stop', '/memory/events'].includes(route.path) && token === server.token) continue;
        const { headers } = await server.send({ ...route, headers: { ...json, ...bearer(token) }, body: '{}' });
        expect(headers).toMatchObject({
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'content-security-policy': expect.stringContaining("default-src 'none'"),
        });
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    }
  });
});

describe('wrong tokens', () => {
  it('are slowed down after five in a second, while the right one is served at once (SRV-10)', async () => {
    const fresh = await startTestServer();
    try {
      const answers: number[] = [];
      let retryAfter: string | undefined;
      for (let index = 0; index < 1_000; index += 1) {
        const answer = await fresh.send({ path: '/memory/status', headers: bearer(`guess-${index}`) });
        answers.push(answer.status);
        retryAfter ??= answer.headers['retry-after'];
      }
      expect(answers.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
      expect(answers.filter((status) => status === 429).length).toBeGreaterThan(900);
      expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
      const right = await fresh.call('GET', '/memory/status');
      expect(right.status).toBe(200);
      expect((await fresh.send({ path: '/memory/status' })).status).toBe(401);
    } finally {
      await fresh.close();
    }
  });
});
