/** What holds for every page, on a home that was lived in and on one where nothing has happened yet, in a real browser. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from '../support/api.ts';
import { axe, expectClean, openBrowser, openPage, settled, signedInPage } from '../support/browser.ts';
import { makeHome } from '../support/home.ts';
import { sessionIdOf } from '../support/lived-in/tell-session.ts';
import { type LivedInHome, makeLivedInHome } from '../support/lived-in-home.ts';
import { pagesOf } from '../support/pages.ts';
import { serveReady } from '../support/serve.ts';

/** Colours do not depend on the width, nor sizes on the colours: each is looked at once. */
const LOOKS = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;
const { login, ...PAGES } = pagesOf({ session: sessionIdOf({ project: 'ledgerly', daysAgo: 24 }), query: 'stripe' });
const { session: _session, ...PAGES_OF_ANY_HOME } = PAGES;

let home: LivedInHome;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  home = await makeLivedInHome();
  const long = { service: 's'.repeat(100), category: 'behavior', observation: 'W'.repeat(1_900) };
  await callApi(home, '/memories', long);
  browser = await openBrowser();
  page = await signedInPage(browser, home);
});

afterAll(async () => {
  await browser?.close();
  await home?.[Symbol.asyncDispose]();
});

async function shape(of: Page): Promise<unknown> {
  return of.evaluate(`({
    h1: document.querySelectorAll('h1').length,
    scrolls: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  })`);
}

/** The name of what has the focus, as far as one sees it. */
function focused(): Promise<string> {
  return page.evaluate<string>(`(() => {
    const { labels, ariaLabel, textContent } = document.activeElement;
    return (ariaLabel ?? labels?.[0]?.firstChild.textContent ?? textContent).trim();
  })()`);
}

describe('every page', () => {
  it.each(Object.entries(PAGES))(
    '%s is accessible in light and dark, and as wide as the screen or the phone',
    async (_, path) => {
      await page.goto(path);
      await settled(page);
      for (const { width, colorScheme } of LOOKS) {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme });
        expect({ width, ...((await shape(page)) as object) }).toEqual({ width, h1: 1, scrolls: false });
        expect({ width, colorScheme, found: await axe(page) }).toEqual({ width, colorScheme, found: [] });
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: 'light' });
      expectClean(page);
    },
  );

  it('moves nothing while it looks again, also when nothing has changed', async () => {
    const shifts = await Promise.all(
      (
        [
          ['/', 1],
          ['/memories', 2],
          ['/events', 2],
        ] as const
      ).map(async ([path, times]) => {
        const polling = await signedInPage(browser, home);
        await polling.goto(path);
        await settled(polling);
        await polling.evaluate(`globalThis.shifts = [];
          new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: 'layout-shift' })`);
        for (let time = 0; time < times; time += 1)
          await polling.waitForResponse((answer) => answer.request().headers()['hx-request'] === 'true');
        await settled(polling);
        const found = await polling.evaluate(
          'new Promise((resolve) => requestAnimationFrame(() => resolve(shifts.length)))',
        );
        expectClean(polling);
        await polling.context().close();
        return found;
      }),
    );
    expect(shifts).toEqual([0, 0, 0]);
  });

  it('can be used by keys alone: all is reached, / searches, Escape closes and one is back where one was', async () => {
    await page.goto('/memories');
    const reached: string[] = [];
    while (!reached.includes('Delete') && reached.length < 60) {
      await page.keyboard.press('Tab');
      reached.push(await focused());
    }
    expect(reached[0]).toBe('Skip to the page');
    for (const name of [
      'Overview',
      'Ledger',
      'Sign out',
      'New memory',
      'Words',
      'Service',
      'Order',
      'Pick all on this page',
      'Edit',
    ])
      expect(reached).toContain(name);
    await page.keyboard.press('Enter');
    await page.locator('dialog#confirm[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog#confirm[open]').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Delete');
    await page.keyboard.press('/');
    expect(await focused()).toBe('Words');
    await page.getByRole('button', { name: 'New memory' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('dialog#sheet[open]').waitFor();
    expect(await page.evaluate(`document.activeElement.closest('dialog')?.id`)).toBe('sheet');
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('New memory');
    await page.goto('/ledger');
    await page.keyboard.press('/');
    await page.waitForURL('**/search');
    await page.goto('/memories');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    expectClean(page);
  });

  it('moves what comes and goes only for those who do not mind motion', async () => {
    const motion = () =>
      page.evaluate(`(() => {
        const toast = document.createElement('div');
        toast.className = 'toast';
        document.querySelector('#toasts').append(toast);
        const { animationName } = getComputedStyle(toast);
        toast.remove();
        return animationName;
      })()`);
    expect(await motion()).toBe('none');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await motion()).toBe('rise');
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  it('is read, and narrowed by its filters, without any script', async () => {
    const storageState = await page.context().storageState();
    const context = await browser.newContext({ baseURL: home.url, javaScriptEnabled: false, storageState });
    const plain = await context.newPage();
    for (const path of Object.values(PAGES)) {
      await plain.goto(path);
      expect([path, ((await plain.locator('main').textContent()) ?? '').length > 200]).toEqual([path, true]);
    }
    await plain.goto('/memories');
    await plain.getByLabel('Words').fill('metres above chart');
    await plain.getByLabel('Words').press('Enter');
    expect(await plain.locator('tbody tr').count()).toBe(1);
    await context.close();
  });

  it('is opened again by who is signed in already, and leads to no other host (SRV-8)', async () => {
    const codes = await Promise.all([1, 2].map(() => callApi(home, '/dashboard/code', {})));
    const [first, second] = codes.map(({ body }) => body.code);
    const opened = await openPage(browser, home);
    await opened.goto(`${home.url}//evil.example.test/x#${first}`);
    await opened.getByText('There is nothing here').waitFor();
    expect(opened.url()).toBe(`${home.url}/evil.example.test/x`);
    for (const code of [second, '', 'used-before']) {
      await opened.goto(`/login#${code}`);
      await opened.waitForURL(`${home.url}/`);
      await opened.getByRole('heading', { name: 'Overview' }).waitFor();
    }
  });

  it('says nothing to whoever is not signed in, and nothing more after signing out (SRV-8)', async () => {
    const outside = await openPage(browser, home);
    for (const path of [...Object.values(PAGES), login]) {
      const answer = await outside.request.get(path, { headers: { accept: 'text/html' } });
      expect([path, answer.status()]).toEqual([path, 401]);
      expect(await answer.text()).not.toMatch(/jellyfin|ledgerly|Stripe/);
    }
    const leaving = await signedInPage(browser, home);
    await leaving.goto('/memories');
    await leaving.goto('/events');
    await leaving.getByRole('button', { name: 'Sign out' }).click();
    await leaving.getByLabel('One-time code').waitFor();
    for (const _ of ['/events', '/memories']) {
      await leaving.goBack();
      await leaving.getByLabel('One-time code').waitFor();
      expect(await leaving.locator('body').textContent()).not.toMatch(/jellyfin|ledgerly|Stripe/);
    }
  });
});

it('every page of an empty home says what will be there and how it gets there', async () => {
  await using empty = await makeHome();
  await serveReady(empty);
  const first = await signedInPage(browser, empty);
  for (const path of [...Object.values(PAGES_OF_ANY_HOME), '/sessions?q=nothing', '/search', '/memories?q=nothing']) {
    await first.goto(path);
    await settled(first);
    const told = (await first.locator('main').allInnerTexts()).join();
    expect([path, told.split(/\s+/).length > 20, /\b(?:NaN|undefined|null|Infinity)\b/.test(told)]).toEqual([
      path,
      true,
      false,
    ]);
    expect([path, await shape(first)]).toEqual([path, { h1: 1, scrolls: false }]);
  }
  expectClean(first);
  await first.context().close();
});
