/**
 * A real browser for tests of pages. It reaches nothing but this machine, and every page of it is watched: what it logs
 * as an error, throws, asks in a dialog, or requests from anywhere but the daemon is trouble, which `expectClean` tells.
 */
import axeCore from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { callApi } from './api.ts';
import { chromiumBinary } from './chromium.ts';
import type { TestHome } from './home.ts';

const ONLY_HERE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';
/** Text looks the same wherever the tests run. */
const SAME_TEXT = ['--font-render-hinting=none', '--force-color-profile=srgb', '--disable-lcd-text'];
const PATIENCE_MS = 60_000;
const PHONE_BELOW = 600;
const UNSETTLED = '.htmx-request, .htmx-swapping, .htmx-settling, .htmx-added';

export interface PageLook {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** The parts of a result of axe that say what is wrong and where. */
export interface AxeViolation {
  readonly id: string;
  readonly impact: string;
  readonly help: string;
  readonly nodes: readonly string[];
}

const troubles = new WeakMap<Page, string[]>();

/** One for a file. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumBinary(),
    // Root cannot be put into the sandbox.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [ONLY_HERE, ...SAME_TEXT],
  });
}

/** A page nobody has signed in on, in a browser profile of its own. */
export async function openPage(browser: Browser, home: Pick<TestHome, 'url'>, look: PageLook = {}): Promise<Page> {
  const { width = 1280, height = 800, colorScheme = 'light' } = look;
  const context = await browser.newContext({
    baseURL: home.url,
    viewport: { width, height },
    isMobile: width < PHONE_BELOW,
    hasTouch: width < PHONE_BELOW,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  watch(context, page, new URL(home.url).origin);
  return page;
}

/** Signed in the way a person is, by a one-time code in the address; on the Overview. */
export async function signedInPage(browser: Browser, home: TestHome, look: PageLook = {}): Promise<Page> {
  const page = await openPage(browser, home, look);
  const { status, body } = await callApi(home, '/dashboard/code', {});
  if (typeof body.code !== 'string') throw new Error(`no code to sign in with: ${status} ${JSON.stringify(body)}`);
  await page.goto(`/login#${body.code}`);
  await page.waitForURL((url) => url.pathname === '/');
  await settled(page);
  return page;
}

/** What went wrong on the page and on those it opened, since it was opened. */
export function troubleOf(page: Page): readonly string[] {
  return troubles.get(page) ?? [];
}

/** Throws with all of it. */
export function expectClean(page: Page): void {
  const found = troubleOf(page);
  if (found.length > 0) throw new Error(`${page.url()} is not clean:\n${found.join('\n')}`);
}

/** Resolves when nothing is loading and htmx has put everything in its place. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.locator(UNSETTLED).first().waitFor({ state: 'detached' });
}

/** What axe finds serious or critical. Its source goes in beside the page's policy, which would refuse a script tag. */
export async function axe(page: Page): Promise<readonly AxeViolation[]> {
  const session = await page.context().newCDPSession(page);
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? 'axe failed');
    return result.value;
  };
  try {
    // What it ends with cannot be handed back.
    await evaluate(`${axeCore.source};undefined`);
    return (await evaluate(AXE_RUN)) as readonly AxeViolation[];
  } finally {
    await session.detach();
  }
}

const AXE_RUN = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, impact, help, nodes }) => ({ id, impact, help, nodes: nodes.map(({ html }) => html.slice(0, 200)) })))`;

/** The page to sign in on is the answer 401, which chromium tells like any other. */
function isDoor(text: string, url: string): boolean {
  return text.includes('status of 401') && URL.canParse(url) && new URL(url).pathname === '/login';
}

function watch(context: BrowserContext, first: Page, origin: string): void {
  const found: string[] = [];
  const follow = (page: Page): void => {
    troubles.set(page, found);
    page.on('pageerror', (error) => found.push(`error: ${error.message}`));
    page.on('console', (message) => {
      const { url } = message.location();
      if (message.type() === 'error' && !isDoor(message.text(), url)) found.push(`console: ${message.text()} (${url})`);
    });
    page.on('dialog', (dialog) => {
      found.push(`dialog: ${dialog.message()}`);
      // The page may be closing already, and then there is nothing to dismiss.
      dialog.dismiss().catch(() => undefined);
    });
  };
  follow(first);
  context.on('page', (opened) => {
    found.push(`opened a page: ${opened.url()}`);
    follow(opened);
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== 'data:') found.push(`request: ${request.method()} ${request.url()}`);
  });
}
