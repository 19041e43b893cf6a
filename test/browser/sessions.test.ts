/** The list of sessions, one of them on its timeline, and everything a person can do there, in a real browser. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from '../support/api.ts';
import { axe, expectClean, openBrowser, settled, signedInPage } from '../support/browser.ts';
import type { TestHome } from '../support/home.ts';
import { edit, failed, type LivedSession } from '../support/lived-in/session.ts';
import { sessionIdOf } from '../support/lived-in/tell-session.ts';
import { makeToldHome } from '../support/told-home.ts';

const LONG = `The gauges are listed here. ${'One more gauge of the coast. '.repeat(200)}The last one is Le Conquet.`;
const FIRST: LivedSession = {
  project: 'tidewatch',
  daysAgo: 1,
  time: '10:00',
  turns: [
    {
      user: 'Remember that the agency allows at most 20 requests per second.',
      calls: [edit('tidewatch/fetch.py', 'limit = 50', 'limit = 20'), failed('uv run pytest', 'E   assert 50 == 20')],
      answer: 'Noted; the limit of requests is 20 per second now.',
    },
    { user: 'Which gauges are there?', answer: LONG },
  ],
};
const SECOND: LivedSession = {
  project: 'tidewatch',
  daysAgo: 0,
  turns: Array.from({ length: 34 }, (_, index) => ({
    user: `Say number ${index + 1}.`,
    answer: `Number ${index + 1}.`,
  })),
};

let home: TestHome;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  home = await makeToldHome([FIRST, SECOND]);
  browser = await openBrowser();
  page = await signedInPage(browser, home);
  await page.goto('/sessions');
});

afterAll(async () => {
  await browser?.close();
  await home?.[Symbol.asyncDispose]();
});

const sheet = () => page.locator('dialog#sheet');

function turn(text: string): Locator {
  return page.locator('details.turn', { hasText: text });
}

async function open(text: string): Promise<Locator> {
  await turn(text).locator('> summary').click();
  await turn(text).locator('.entries').waitFor();
  return turn(text);
}

describe('sessions', () => {
  it('are listed newest first with their space, client, length and turns, and narrowed by words (C-056)', async () => {
    const rows = page.locator('tbody tr');
    expect(await rows.count()).toBe(2);
    expect(await rows.first().textContent()).toMatch(/Say number 1\..*under way.*claude-code.*3468$/s);
    await page.getByLabel('Words').fill(sessionIdOf(FIRST).slice(0, 12));
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByLabel('Words').fill('THE AGENCY allows');
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Remember that the agency')]);
    await page.getByLabel('Words').fill('no such client');
    await page.getByText('Nothing fits').waitFor();
    await page.goto('/sessions');
    await rows.last().getByRole('link').click();
    await page.getByRole('heading', { name: 'Remember that the agency' }).waitFor();
  });

  it('come page by page; a link to a turn finds it wherever it is, and what it started with is there (D-073)', async () => {
    const address = `/sessions/${sessionIdOf(SECOND)}`;
    await page.goto(address);
    expect(await page.locator('details.turn').count()).toBe(30);
    await page.getByRole('link', { name: 'Show later turns' }).click();
    await turn('Say number 34.').waitFor();
    const { body } = await callApi(home, `${address}?after=33`);
    const [last] = body.turns as readonly { readonly id: string }[];
    await page.goto('/sessions');
    await page.goto(`${address}#turn-${last?.id}`);
    await turn('Say number 34.').getByText('Number 34.', { exact: true }).waitFor();
    expect(await page.locator('details.turn').count()).toBe(4);
    await page.getByRole('link', { name: 'From the beginning' }).click();
    await page.getByText('What it was given when it started').click();
    await page.locator('.given-inside li', { hasText: '20 requests per second' }).waitFor();
  });

  it('show each turn with its calls, errors, answer, files and what was learned, once it is opened (D-073)', async () => {
    await page.goto(`/sessions/${sessionIdOf(FIRST)}`);
    const first = await open('Remember that the agency');
    await first.getByText('Noted; the limit of requests is 20 per second now.').waitFor();
    await first.locator('.call', { hasText: 'tidewatch/fetch.py' }).getByText('ok', { exact: true }).waitFor();
    await first.locator('.call', { hasText: 'pytest' }).getByText('failed').waitFor();
    await first.locator('.call', { hasText: 'pytest' }).locator('summary').click();
    await first.getByText('E   assert 50 == 20').waitFor();
    await first.getByText('Files it touched: 1').click();
    await first.getByRole('button', { name: 'Copy tidewatch/fetch.py' }).last().waitFor();
    const learned = first.locator('.card a');
    expect(await learned.textContent()).toContain('20 requests per second');
    expect(await learned.getAttribute('href')).toMatch(/^\/memories\//);
    const long = await open('Which gauges');
    expect(await long.textContent()).not.toContain('Le Conquet');
    await long.getByRole('button', { name: /Show all [\d,]+ characters/ }).click();
    await long.getByText('Le Conquet').waitFor();
    expect(await page.locator('.event-line').allInnerTexts()).toEqual([
      expect.stringMatching(/session started.*\d\d:\d\d/s),
      expect.stringMatching(/session ended.*\d\d:\d\d/s),
    ]);
  });

  it('mark a record sensitive (D-063), and make a memory of it (D-071)', async () => {
    const answer = turn('Remember that the agency').locator('.said.assistant');
    await answer.getByRole('button', { name: 'Mark sensitive' }).click();
    await answer.getByRole('button', { name: 'Not sensitive' }).waitFor();
    await answer.getByRole('button', { name: 'Add to memory…' }).click();
    expect(await sheet().getByLabel('What to remember').inputValue()).toContain('Noted; the limit');
    await sheet().getByRole('button', { name: 'Add it' }).click();
    await page.getByText('Added to memory.').waitFor();
  });

  it('forget a call of a turn, which stays open and shows what is left (D-064)', async () => {
    const first = turn('Remember that the agency');
    await first.getByRole('button', { name: 'Forget this call…' }).last().click();
    await sheet().getByText('2 records', { exact: true }).waitFor();
    await sheet().getByRole('button', { name: 'Forget for good' }).click();
    await sheet()
      .getByText(/Verified: /)
      .waitFor();
    await first.locator('.call', { hasText: 'pytest' }).waitFor({ state: 'detached' });
    await sheet().getByRole('button', { name: 'Close' }).click();
    expect(await first.locator('.call').count()).toBe(1);
  });

  it('are forgotten whole, and an id that is not there says so (D-064)', async () => {
    await page.goto(`/sessions/${sessionIdOf(FIRST)}`);
    await page.getByRole('button', { name: 'Forget session…' }).click();
    await sheet().getByText('1 session', { exact: true }).waitFor();
    await sheet().getByRole('button', { name: 'Forget for good' }).click();
    await sheet()
      .getByText(/Verified: /)
      .waitFor();
    expect(await page.locator('#main').textContent()).not.toContain('agency');
    await sheet().getByRole('button', { name: 'Close' }).click();
    expectClean(page);
    const answer = await page.goto(`/sessions/${sessionIdOf(FIRST)}`);
    expect(answer?.status()).toBe(404);
    await page.getByText('there is no session with this id').waitFor();
  });

  it('are clean and accessible, also on a phone in the dark', async () => {
    await page.goto(`/sessions/${sessionIdOf(SECOND)}`);
    await open('Say number 1.');
    await settled(page);
    expect(await axe(page)).toEqual([]);
    const phone = await signedInPage(browser, home, { width: 390, colorScheme: 'dark' });
    for (const path of ['/sessions', `/sessions/${sessionIdOf(SECOND)}`]) {
      await phone.goto(path);
      expect(await axe(phone)).toEqual([]);
      expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(390);
    }
    expectClean(phone);
  });
});
