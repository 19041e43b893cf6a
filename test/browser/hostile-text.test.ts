/**
 * Stored text stays text (SRV-12, SRV-13): on a home full of texts that try to be more, everything that can be looked at is
 * looked at in a real browser. Nothing may run, ask another host or say an error, and nothing on any page may be markup
 * that we did not write.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, settled, signedInPage, troubleOf } from '../support/browser.ts';
import { pagesOf } from '../support/pages.ts';
import { makeXssHome, type XssHome } from '../support/xss-home.ts';
import { XSS_ID, XSS_NAME, XSS_TEXTS } from '../support/xss-texts.ts';

const CHECK = readFileSync(join(import.meta.dirname, '../support/strange-markup.js'), 'utf8');
/** What is markup on its own, wherever it stands. */
const MARKUP = /<\s*(?:script|img|svg|iframe|style|div|a|base|form|b)\b/i;
const REFUSED = /status of 40[04]/;

let home: XssHome;
let browser: Browser;
let page: Page;
let pages: readonly string[];
/** The names of buttons that opened something. */
const opened = new Set<string>();

beforeAll(async () => {
  home = await makeXssHome();
  browser = await openBrowser();
  page = await signedInPage(browser, home);
  await page.context().addInitScript(CHECK);
  const { login: _, ...all } = pagesOf({ session: XSS_ID, query: 'title script onerror' });
  const views = ['source', 'history', 'edit'].map((view) => `/files/user.md?view=${view}`);
  pages = [...Object.values(all), ...views, '/files/os.md', '/review?status=accepted', '/actions?status=done'];
});

afterAll(async () => {
  await browser?.close();
  await home?.[Symbol.asyncDispose]();
});

function strange(): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>('strangeMarkup(document)');
}

/** What sticks out when one would have to scroll sideways, on a phone or on a screen. */
async function sticksOut(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const elements = await page.evaluate<readonly string[]>(`(({ scrollWidth, clientWidth }) => {
      const isOut = (element) => element.getBoundingClientRect().right > clientWidth;
      const out = scrollWidth > clientWidth ? [...document.querySelectorAll('main *')].filter(isOut) : [];
      return out.map((element) => element.outerHTML.slice(0, 100));
    })(document.documentElement)`);
    found.push(...elements);
  }
  return found;
}

/** Everything that unfolds, with what it loads when it does, and what unfolds in that. */
async function unfold(): Promise<void> {
  for (let closed = -1; closed !== 0; ) {
    closed = await page.evaluate<number>(`(() => {
      const closed = [...document.querySelectorAll('details:not([open])')];
      for (const details of closed) details.open = true;
      return closed.length;
    })()`);
    // A toggle is told in a task of its own, and only then is anything asked for.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))');
    await settled(page);
  }
}

/** Opens what opens in a dialog or in place, one of each kind, and closes it again without saving. */
async function openForms(): Promise<readonly string[]> {
  const found: string[] = [];
  const kinds = await page.evaluate<readonly number[]>(`(() => {
    const seen = new Set();
    return [...document.querySelectorAll('button')].flatMap((button, index) => {
      const opens = button.hasAttribute('hx-get') || button.getAttribute('hx-target') === '#sheet';
      const kind = button.textContent.trim();
      if (!opens || button.hidden || button.closest('[hidden], dialog') || seen.has(kind)) return [];
      seen.add(kind);
      button.dataset.kind = index;
      return [index];
    });
  })()`);
  for (const kind of kinds) {
    const button = page.locator(`button[data-kind="${kind}"]`);
    if ((await button.count()) === 0) continue;
    opened.add((await button.textContent()) ?? '');
    await button.click();
    await settled(page);
    await unfold();
    found.push(...(await strange()));
    await page.keyboard.press('Escape');
    await page.evaluate(`document.querySelector('#sheet').close()`);
  }
  return found;
}

describe('hostile text', () => {
  it('is text on every page, in all that unfolds there, and in every form and dialog (SRV-12, SRV-13)', async () => {
    for (const path of pages) {
      await page.goto(path);
      await settled(page);
      await unfold();
      expect([path, await strange(), await sticksOut()]).toEqual([path, [], []]);
      expect([path, await openForms()]).toEqual([path, []]);
      expect([path, troubleOf(page)]).toEqual([path, []]);
    }
    for (const name of [
      'New memory',
      'Edit',
      'Add to memory…',
      'Forget…',
      'Forget session…',
      'What changed',
      'Edit, then accept…',
    ])
      expect([...opened]).toContain(name);
  });

  // Searches lead to searches without end; those of the walk above are enough.
  it('is text wherever any link or button leads (SRV-13)', async () => {
    await page.goto('/');
    const { read, found } = await page.evaluate<{ read: number; found: readonly string[] }>(`(async () => {
      const found = [];
      const seen = new Set(${JSON.stringify(pages)});
      const next = [...seen];
      const look = async () => {
        for (let address = next.pop(); address !== undefined; address = next.pop()) {
          const isPiece = address.startsWith('piece ');
          const headers = { Accept: 'text/html', ...(isPiece && { 'HX-Request': 'true' }) };
          const answer = await fetch(address.replace('piece ', ''), { headers });
          if (!answer.ok) found.push(address + ': answered ' + answer.status);
          const parsed = new DOMParser().parseFromString(await answer.text(), 'text/html');
          found.push(...strangeMarkup(parsed).map((what) => address + ': ' + what));
          for (const link of parsed.querySelectorAll('a[href^="/"], [hx-get]')) {
            const piece = link.getAttribute('hx-get');
            const to = piece === null ? link.getAttribute('href').split('#')[0] : 'piece ' + piece;
            if (seen.has(to) || /^(?:piece )?\\/(?:search|memory\\/export)/.test(to)) continue;
            seen.add(to);
            next.push(to);
          }
        }
      };
      await Promise.all(Array.from({ length: 4 }, look));
      return { read: seen.size, found };
    })()`);
    expect(found).toEqual([]);
    expect(read).toBeGreaterThan(XSS_TEXTS.length * 3);
    expect(troubleOf(page)).toEqual([]);
  });

  it('is text when it stands in an address', async () => {
    const hostile = [XSS_NAME, '"><script>alert("address")</script>', 'javascript:alert(1)'];
    for (const text of hostile.map(encodeURIComponent)) {
      const asked = ['q', 'service', 'category', 'status', 'workspace', 'session_id', 'level', 'type', 'view', 'turn']
        .map((name) => `${name}=${text}`)
        .join('&');
      const places = [
        '/search',
        '/memories',
        '/events',
        '/files',
        '/files/user.md',
        '/actions',
        '/review',
        '/cooldowns',
      ];
      for (const path of [
        ...places.map((place) => `${place}?${asked}`),
        `/search?q=${text}`,
        `/memories?q=${text}&service=${text}`,
        `/events?service=${text}`,
        `/cooldowns?service=${text}`,
        `/sessions/${text}`,
        `/memories/${text}`,
        `/files/${text}`,
        `/no/such/${text}`,
      ]) {
        await page.goto(path);
        expect([path, await strange()]).toEqual([path, []]);
      }
    }
    expect(troubleOf(page).filter((trouble) => !REFUSED.test(trouble))).toEqual([]);
  });

  it('would be found here if it ever became markup', async () => {
    const texts = XSS_TEXTS.filter((text) => MARKUP.test(text));
    expect(texts.length).toBeGreaterThan(10);
    await page.goto('/ledger');
    const missed = await page.evaluate<readonly string[]>(`(() => {
      const whole = document.documentElement.outerHTML;
      const seen = (text) => strangeMarkup(new DOMParser().parseFromString(whole.replace('<h1>', () => '<h1>' + text), 'text/html')).length > 0;
      const attributes = ["<p title='' autofocus onfocus=alert(1) x=''>", '<p hx-on:load="alert(1)">', '<p data-hx-get="/">', '<p style="color:red">',
        '<a href="javascript:alert(1)">', '<a href="//evil.example.test/">', '<a hx-get="https://evil.example.test/">', '<p hx-get="/memory/export">', '<p hx-vals="js:{a:1}">'];
      return [...${JSON.stringify(texts)}, ...attributes].filter((text) => !seen(text));
    })()`);
    expect(missed).toEqual([]);
  });
});
