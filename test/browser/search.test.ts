/** Search and everything a person can do with a hit, in a real browser. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from '../support/api.ts';
import { axe, expectClean, openBrowser, settled, signedInPage } from '../support/browser.ts';
import type { TestHome } from '../support/home.ts';
import { bash } from '../support/lived-in/session.ts';
import { makeToldHome } from '../support/told-home.ts';

let home: TestHome;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  home = await makeToldHome([
    {
      project: 'homelab',
      daysAgo: 0,
      time: '10:00',
      turns: [
        {
          user: 'Remember that Jellyfin is restarted by hand after every library scan.',
          calls: [bash('docker restart jellyfin', 'jellyfin')],
          answer: 'Noted: Jellyfin gets a restart <b>after</b> the scan.',
        },
        { user: 'Which port does the whiteboard listen on?', answer: 'The whiteboard listens on port 4711.' },
      ],
    },
  ]);
  browser = await openBrowser();
  page = await signedInPage(browser, home);
  await page.goto('/search');
});

afterAll(async () => {
  await browser?.close();
  await home?.[Symbol.asyncDispose]();
});

function hit(text: string): Locator {
  return page.locator('.hit', { hasText: text });
}

const sheet = () => page.locator('dialog#sheet');

describe('search', () => {
  it('teaches before anything is asked, and finds as one types, in an address that can be kept (D-070)', async () => {
    await page.getByText('Ask for anything you remember half of').waitFor();
    await page.keyboard.type('whitebo');
    await hit('port 4711').waitFor();
    expect(await hit('port 4711').locator('mark').allInnerTexts()).toContain('whiteboard');
    expect(new URL(page.url()).searchParams.get('q')).toBe('whitebo');
    await page.reload();
    await hit('port 4711').waitFor();
    expect(await page.locator('#hits').textContent()).toMatch(/\d+ hits? in \d+ ms/);
  });

  it('narrows to memories, a space, a time or a session, and says why a hit stands where it stands (D-070)', async () => {
    await page.getByLabel('What are you looking for?').fill('jellyfin restart');
    await hit('Noted: Jellyfin gets a restart <b>after</b> the scan.').waitFor();
    await page.locator('select[name="type"]').selectOption('facts');
    await hit('Noted: Jellyfin').waitFor({ state: 'detached' });
    const why = hit('restarted by hand').getByText('Why here');
    const place = await why.boundingBox();
    await why.click();
    await hit('restarted by hand').getByText('it was made of what was said').waitFor();
    // A second click closes it, and hits nothing else.
    expect(await why.boundingBox()).toEqual(place);
    await page.locator('select[name="type"]').selectOption('');
    await page.getByLabel('When').selectOption('1d');
    await hit('docker restart').waitFor();
    await page.getByLabel('When').selectOption('days');
    await page.getByLabel('To').fill('2020-01-01');
    await page.getByText('Nothing found').waitFor();
    await page.reload();
    expect(await page.getByLabel('To').inputValue()).toBe('2020-01-01');
    await page.getByLabel('To').fill('');
    await page.getByLabel('From').fill('2020-01-01');
    await hit('docker restart').waitFor();
    const [session] = await page.locator('#recent-sessions option').all();
    expect(await session?.textContent()).toContain('Remember that Jellyfin');
    await page.getByLabel('Session').fill((await session?.getAttribute('value')) ?? '');
    await page.waitForURL(/session_id=/);
    await hit('docker restart').waitFor();
    await page.goto('/search?q=jellyfin&session_id=none%22%3E');
    await page.getByText('Nothing found').waitFor();
    await page.getByRole('link', { name: 'Search everywhere', exact: true }).click();
    await hit('docker restart').waitFor();
  });

  it('goes through the hits by keys, and opens the very turn of one', async () => {
    await page.getByLabel('What are you looking for?').fill('4711');
    await hit('listens on port 4711').waitFor();
    await hit('docker restart').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate('document.activeElement.className')).toBe('hit');
    await page.keyboard.press('ArrowUp');
    expect(await page.evaluate('document.activeElement.name')).toBe('q');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sessions\/[^?]+\?turn=[0-9a-f-]+#turn-/);
    await page.locator('details.turn[open]').getByText('Which port does the whiteboard').last().waitFor();
    await page.keyboard.press('/');
    await page.waitForURL(/\/search$/);
  });

  it('pins a hit, and makes a memory of its words as the person sets them right, with a way back (D-071)', async () => {
    await page.goto('/search?q=whiteboard');
    const answer = hit('The whiteboard listens on port 4711.');
    await answer.getByRole('button', { name: 'Pin', exact: true }).click();
    await answer.getByRole('button', { name: 'Unpin' }).waitFor();
    await answer.getByRole('button', { name: 'Add to memory…' }).click();
    await sheet().getByLabel('What to remember').fill('The whiteboard is at port 4711');
    await sheet().getByRole('button', { name: 'Add it' }).click();
    await page.getByText('Added to memory.').waitFor();
    await sheet().waitFor({ state: 'hidden' });
    const found = async () => JSON.stringify((await callApi(home, '/memories?q=whiteboard')).body);
    expect(await found()).toContain('The whiteboard is at port 4711');
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(found).not.toContain('"active":true');
  });

  it('shows what forgetting would take, forgets it, verifies it, and shows it no more (D-064)', async () => {
    await page.goto('/search?q=jellyfin');
    const answer = hit('Noted: Jellyfin gets a restart');
    await answer.getByRole('button', { name: 'Forget…' }).click();
    await sheet().getByText('1 record', { exact: true }).waitFor();
    await sheet().getByRole('button', { name: 'Cancel' }).click();
    await answer.getByRole('button', { name: 'Forget…' }).click();
    await sheet().getByRole('button', { name: 'Forget for good' }).click();
    await sheet()
      .getByText(/Verified: /)
      .waitFor();
    await answer.waitFor({ state: 'detached' });
    await sheet().getByRole('button', { name: 'Close' }).click();
    const { body } = await callApi(home, '/memory/search?q=Noted');
    expect(JSON.stringify(body)).not.toContain('Noted');
  });

  it('is clean and accessible, also on a phone in the dark', async () => {
    await page.goto('/search?q=jellyfin');
    await settled(page);
    expect(await axe(page)).toEqual([]);
    expectClean(page);
    const phone = await signedInPage(browser, home, { width: 390, colorScheme: 'dark' });
    await phone.goto('/search?q=jellyfin');
    expect(await axe(phone)).toEqual([]);
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expectClean(phone);
  });
});
