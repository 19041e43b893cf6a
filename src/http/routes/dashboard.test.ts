import { type OutgoingHttpHeaders, request as prepareRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppId } from '../../memory/ids.ts';
import { addApp } from '../../platform/apps.ts';
import { systemClock } from '../../platform/clock.ts';
import { bearer, startTestServer, type TestAnswer, type TestServer } from '../server.fixture.ts';

let server: TestServer;
/** How far its clock is ahead. */
let aheadMs = 0;
beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => systemClock.now() + aheadMs, elapsed: () => systemClock.elapsed() + aheadMs },
    pages: {
      refusals: () => undefined,
      register: (app) => {
        app.get('/memory', (context) => context.text(context.get('browser')?.csrf ?? 'by token'));
        app.get('/assets/app.css', (context) => context.text('body {}'));
      },
      loginPage: () => '<p>log in</p>',
      errorPage: (error, status) => `<p>${status} ${error.code}</p>`,
    },
  });
});
afterAll(() => server.close());

const json = { 'Content-Type': 'application/json' };

async function issue(): Promise<string> {
  const answer = await server.call('POST', '/dashboard/code', {});
  expect(answer).toMatchObject({ status: 201, json: { expires_in_s: 60 } });
  const { code, url } = answer.json as { code: string; url: string };
  expect(url).toBe(`http://127.0.0.1:${server.port}/login#${code}`);
  return code;
}

function login(code: string): Promise<TestAnswer> {
  const body = JSON.stringify({ code });
  return server.send({ method: 'POST', path: '/dashboard/session', headers: json, body });
}

async function loggedIn(): Promise<{ cookie: string; csrf: string }> {
  const [set = ''] = (await login(await issue())).headers['set-cookie'] ?? [];
  const cookie = set.split(';')[0] ?? '';
  return { cookie, csrf: (await server.send({ path: '/memory', headers: { cookie } })).text };
}

it('a code becomes a cookie that no script reads and no other site makes a browser send, once (SRV-8)', async () => {
  const code = await issue();
  const answer = await login(code);
  expect(answer.status).toBe(204);
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(
      new RegExp(`^carryover_session_${server.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=604800$`),
    ),
  ]);
  expect(await login(code)).toMatchObject({ status: 401, json: { error: { code: 'wrong-code' } } });
});

it('a code that nobody used for a minute is no code any more (SRV-8)', async () => {
  const code = await issue();
  aheadMs += 60_000;
  expect((await login(code)).status).toBe(401);
});

it('a browser reads with its cookie, and writes with the header of its own session only (SRV-9)', async () => {
  const [mine, other] = [await loggedIn(), await loggedIn()];
  const write = (headers: object) =>
    server.send({
      method: 'POST',
      path: '/memory/record',
      headers: { ...json, cookie: mine.cookie, ...headers },
      body: '{"type":"prompt","content":"by hand"}',
    });
  expect((await server.send({ path: '/memory/status', headers: { cookie: mine.cookie } })).status).toBe(200);
  for (const headers of [{}, { 'X-CSRF': '' }, { 'X-CSRF': other.csrf }, { 'X-CSRF': mine.cookie }])
    expect(await write(headers)).toMatchObject({ status: 403, json: { error: { code: 'csrf' } } });
  expect((await write({ 'X-CSRF': mine.csrf })).status).toBe(201);
  expect((await write({ 'X-CSRF': mine.csrf, ...bearer('wrong') })).status).toBe(401);
});

it('only the owner, by token, gets a code (SRV-8)', async () => {
  const { cookie, csrf } = await loggedIn();
  const { token } = addApp(server.paths.apps, { name: 'coder' as AppId, space: server.space, createdAt: 0 });
  for (const headers of [{ cookie, 'X-CSRF': csrf }, bearer(server.hookToken), bearer(token)])
    expect(
      (await server.send({ method: 'POST', path: '/dashboard/code', headers: { ...json, ...headers }, body: '{}' }))
        .status,
    ).toBe(403);
});

it('logging out ends the session, and needs the header too (SRV-9)', async () => {
  const { cookie, csrf } = await loggedIn();
  const logout = (headers: OutgoingHttpHeaders) =>
    server.send({ method: 'DELETE', path: '/dashboard/session', headers });
  expect((await logout({ cookie })).status).toBe(403);
  const answer = await logout({ cookie, 'X-CSRF': csrf });
  expect(answer.status).toBe(204);
  expect(answer.headers['set-cookie']?.[0]).toContain('Max-Age=0');
  expect((await server.send({ path: '/memory/status', headers: { cookie } })).status).toBe(401);
  const other = await loggedIn();
  expect((await logout(bearer(server.token))).status).toBe(204);
  expect((await server.send({ path: '/memory/status', headers: { cookie: other.cookie } })).status).toBe(401);
});

it('logging out ends what the browser listens to, and nobody else (SRV-9)', async () => {
  const [mine, other] = [await loggedIn(), await loggedIn()];
  const listen = ({ cookie }: { cookie: string }) =>
    fetch(`http://127.0.0.1:${server.port}/memory/events`, { headers: { cookie } });
  const [ends, stays] = [await listen(mine), await listen(other)];
  const headers = { cookie: mine.cookie, 'X-CSRF': mine.csrf };
  await server.send({ method: 'DELETE', path: '/dashboard/session', headers });
  expect(await ends.text()).toMatch(/^retry: /);
  const reader = stays.body?.getReader();
  await reader?.read();
  expect(await Promise.race([reader?.read(), sleep(20, 'it goes on')])).toBe('it goes on');
  await reader?.cancel();
});

it('the cookie is found among others of its name, and counts on no other door (SRV-8)', async () => {
  const { cookie } = await loggedIn();
  const planted = `carryover_session_${server.port}=planted; ${cookie}; carryover_session_1=x`;
  expect((await server.send({ path: '/memory/status', headers: { cookie: planted } })).status).toBe(200);
  const status = await new Promise((resolve, reject) => {
    const at = { socketPath: server.paths.socket, path: '/memory/status', headers: { Host: 'carryover', cookie } };
    prepareRequest(at, ({ statusCode }) => resolve(statusCode))
      .on('error', reject)
      .end();
  });
  expect(status).toBe(401);
});

it('a person who is not logged in gets the login page, whatever was asked for, under the strict policy (SRV-12)', async () => {
  const html = { Accept: 'text/html' };
  const answer = await server.send({ path: '/memory/status', headers: html });
  expect(answer).toMatchObject({ status: 401, text: '<p>log in</p>' });
  expect(answer.headers).toMatchObject({
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  const { cookie } = await loggedIn();
  const missing = { path: '/nowhere', headers: { ...html, cookie } };
  expect(await server.send(missing)).toMatchObject({ status: 404, text: '<p>404 not-found</p>' });
  const part = { ...missing, headers: { ...missing.headers, 'HX-Request': 'true' } };
  expect(await server.send(part)).toMatchObject({ status: 404, json: { error: { code: 'not-found' } } });
  expect(await server.send({ path: '/assets/app.css' })).toMatchObject({ status: 200, text: 'body {}' });
});

it('wrong codes are slowed down like wrong tokens, while the right one is taken at once (SRV-10)', async () => {
  const code = await issue();
  const statuses = [];
  for (let index = 0; index < 20; index += 1) statuses.push((await login(`0000-0000-00${index}`)).status);
  expect(statuses.at(-1)).toBe(429);
  expect((await login(code)).status).toBe(204);
});
