/** The tests of pages say that nothing was run, asked or requested: here is that they would notice. */
import { createServer } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axe, expectClean, openBrowser, openPage, settled, troubleOf } from './support/browser.ts';

const PAGES: Readonly<Record<string, string>> = {
  '/clean': '<main><h1>Fine</h1></main>',
  '/': '<script>alert("planted"); setTimeout(() => { throw new Error("thrown"); });</script><img alt="" src="http://evil.example.test/p.png">',
  '/unfit': '<img src="/picture.png">',
};

const server = createServer((request, response) => {
  const body = PAGES[request.url ?? ''];
  // A policy that refuses axe as a script tag, as ours does.
  if (request.url === '/unfit') response.setHeader('Content-Security-Policy', "default-src 'self'; script-src 'none'");
  response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'text/html' });
  response.end(`<!doctype html><html lang="en"><head><title>A page</title></head><body>${body ?? ''}</body></html>`);
});
let browser: Browser;
const home = () => {
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
};

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  server.close();
});

it('notices dialogs, errors and requests that leave this machine, which get nowhere', async () => {
  const page = await openPage(browser, home());
  const failed = page.waitForEvent('requestfailed');
  await page.goto('/');
  expect((await failed).failure()?.errorText).toContain('ERR_NAME_NOT_RESOLVED');
  await settled(page);
  const trouble = troubleOf(page).join('\n');
  for (const part of ['dialog: planted', 'error: thrown', 'request: GET http://evil.example.test/p.png'])
    expect(trouble).toContain(part);
  expect(() => expectClean(page)).toThrow('is not clean');
});

it('tells a clean page from one that axe finds unfit, whatever policy it has', async () => {
  const page = await openPage(browser, home());
  await page.goto('/clean');
  expect(await axe(page)).toEqual([]);
  await page.goto('/unfit');
  expect(await axe(page)).toMatchObject([{ id: 'image-alt', impact: 'critical' }]);
});
