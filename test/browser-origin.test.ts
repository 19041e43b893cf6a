/**
 * A hostile page in the browser of a person who is logged in (SRV-6, SRV-7, SRV-9): served from another port of this machine,
 * which the browser takes for the same site and sends the cookie to, and from its other name. It tries everything a page can
 * send, open or embed. Nothing changes, and it reads nothing.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callApi } from './support/api.ts';
import { openBrowser, signedInPage } from './support/browser.ts';
import { makeHome, startDaemon, type TestHome } from './support/home.ts';
import { exportRows } from './support/journal.ts';

const SCRIPT = readFileSync(join(import.meta.dirname, 'support', 'hostile-page.js'), 'utf8');
const SECRET = 'the quokka is called Perpetua';

let home: TestHome;
let browser: Browser;
let own: Page;
let hostile: Server;

beforeAll(async () => {
  home = await makeHome();
  await startDaemon(home);
  await callApi(home, '/memory/record', { type: 'prompt', content: SECRET });
  hostile = createServer((_, answer) =>
    answer.setHeader('Content-Type', 'text/html').end(`<!doctype html><body><script>${SCRIPT}</script>`),
  );
  await once(hostile.listen(0), 'listening');
  browser = await openBrowser();
  own = await signedInPage(browser, home);
});
afterAll(async () => {
  await browser?.close();
  hostile?.close();
  await home?.[Symbol.asyncDispose]();
});

it('the browser is logged in: a page of its own reads what is stored', async () => {
  const read = await own.evaluate(async () => (await fetch('/memory/export')).text());
  expect(read).toContain(SECRET);
});

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', '127.0.0.1'],
  ['127.0.0.1', 'localhost'],
  ['localhost', 'localhost'],
])('a page of %s on another port changes nothing at %s, and reads nothing (SRV-6, SRV-7)', async (from, to) => {
  const before = await exportRows(home);
  const statuses = new Set<number>();
  let asked = 0;
  const page = await own.context().newPage();
  const target = `http://${to}:${home.port}`;
  // The page that refuses wears the product's own style, which anybody may have.
  const isMeant = (url: string): boolean => url.startsWith(target) && !url.startsWith(`${target}/assets/`);
  page.context().on('request', (request) => {
    if (isMeant(request.url())) asked += 1;
  });
  page.context().on('response', (response) => {
    if (isMeant(response.url())) statuses.add(response.status());
  });
  await page.goto(`http://${from}:${(hostile.address() as AddressInfo).port}/`);
  expect(await page.evaluate(`attack(${JSON.stringify(target)})`)).toEqual([]);
  const navigated = page.waitForResponse((response) => isMeant(response.url()));
  await page.evaluate(`navigate(${JSON.stringify(target)})`);
  const { cookie } = await (await navigated).request().allHeaders();
  expect(cookie?.startsWith('carryover_session_')).toBe(from === to && to === '127.0.0.1' ? true : undefined);
  await page.waitForURL(`${target}/**`);
  expect(await page.content()).not.toContain(SECRET);
  expect(asked).toBeGreaterThan(15);
  expect([...statuses]).toEqual([403]);
  expect(await exportRows(home)).toEqual(before);
  await page.close();
});
