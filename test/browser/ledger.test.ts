/** What is kept, what was taken out and who is given what, and every way to change that, in a real browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from '../support/api.ts';
import { axe, expectClean, openBrowser, settled, signedInPage } from '../support/browser.ts';
import { makeHome, type TestHome } from '../support/home.ts';
import { serveReady } from '../support/serve.ts';
import { makeFolder, writeFiles } from '../support/workspace.ts';

const DAY_MS = 86_400_000;
const WORD = 'zanderfilet';

let home: TestHome;
let browser: Browser;
let page: Page;
let folder: string;

beforeAll(async () => {
  home = await makeHome();
  folder = join(makeFolder('ledger'), 'harbour');
  writeFiles(folder, { 'README.md': '# Harbour\n' });
  await serveReady(home);
  const token = ['ghp', '_', 'q7Rk2ZpW9xLmN4vB8tYcJ1sH6dGfA3eUoI5b'].join('');
  const record = { type: 'prompt', workspace: folder, session_id: 'told' };
  await callApi(home, '/memory/record', [
    { ...record, content: `Use ${token} for the push` },
    { ...record, content: `The ${WORD} is in the freezer` },
    { ...record, session_id: 'old', content: 'An old thing', ts: Date.now() - 100 * DAY_MS },
  ]);
  // What nobody has read yet is not emptied.
  await callApi(home, '/memory/curate', {});
  browser = await openBrowser();
  page = await signedInPage(browser, home);
  await page.goto('/ledger');
});

afterAll(async () => {
  await browser?.close();
  await home?.[Symbol.asyncDispose]();
});

function config(): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(home.paths.config, 'utf8'));
}

async function switchIs(name: string, isOn: boolean): Promise<void> {
  await page.locator(`button[role="switch"][aria-label="${name}"][aria-checked="${isOn}"]`).waitFor();
}

const dialog = () => page.locator('dialog#sheet');
const confirm = (act: string) => page.locator('dialog#confirm').getByRole('button', { name: act });

describe('the ledger', () => {
  it('counts secrets by kind, and shows none (D-072)', async () => {
    const kind = page.getByRole('row', { name: /^github-token 1/ });
    await kind.waitFor();
    expect(await page.content()).not.toContain('q7Rk2ZpW9x');
    expect((await callApi(home, '/memory/redactions')).body).toMatchObject({ kinds: { 'github-token': 1 } });
  });

  it('turns a switch, which holds at once, and turns it back (D-072)', async () => {
    await page.getByRole('switch', { name: 'Give memory to agents' }).click();
    await switchIs('Give memory to agents', false);
    expect(config()['injection.enabled']).toBe(false);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).last().click();
    await switchIs('Give memory to agents', true);
    expect(config()['injection.enabled']).toBe(true);
  });

  it('asks before agents are given what is sensitive', async () => {
    const sensitive = page.getByRole('switch', { name: 'Sensitive things too' });
    await sensitive.click();
    await confirm('Cancel').click();
    await switchIs('Sensitive things too', false);
    await sensitive.click();
    await confirm('Turn it on').click();
    await switchIs('Sensitive things too', true);
    expect(config()['injection.sensitive']).toBe(true);
  });

  it('T-02: shows what is past its time, and hides it when told so (D-016)', async () => {
    await page.getByRole('button', { name: 'What is past its time…' }).click();
    await dialog().getByText('Let 1 record go?').waitFor();
    await dialog().getByRole('button', { name: 'Hide them now' }).click();
    await page.locator('.toast', { hasText: 'Hid 1 record.' }).waitFor();
    await dialog().waitFor({ state: 'hidden' });
    await page.getByText('past their time: erased after 7 days').waitFor();
  });

  it('changes how long text is kept, for all and for one space (D-016)', async () => {
    await page.getByRole('button', { name: 'Change…' }).click();
    await dialog().getByLabel('What was said').selectOption('30');
    await dialog().getByLabel('How long harbour keeps its text').selectOption({ label: 'for good' });
    await dialog().getByRole('button', { name: 'Save' }).click();
    await confirm('Keep it so').click();
    await page.locator('.card', { hasText: 'How long text is kept' }).getByText('30 days').waitFor();
    await page.locator('dt', { hasText: 'harbour' }).waitFor();
    expect(config()).toMatchObject({
      'retention.days': 30,
      'retention.spaces': [expect.stringMatching(/^[0-9a-f-]{36}=off$/)],
    });
    await page.getByRole('button', { name: 'Change…' }).click();
    await dialog().getByLabel('How long harbour keeps its text').selectOption({ label: 'like the others' });
    await dialog().getByRole('button', { name: 'Save' }).click();
    await confirm('Keep it so').click();
    await page.locator('dt', { hasText: 'harbour' }).waitFor({ state: 'detached' });
    expect(config()).toMatchObject({ 'retention.days': 30, 'retention.spaces': [] });
  });

  it('gives copies more room', async () => {
    await page.getByLabel('Room for copies').selectOption('2048');
    await page
      .locator('form', { has: page.getByLabel('Room for copies') })
      .getByRole('button')
      .click();
    await expect.poll(() => config()['backups.megabytes']).toBe(2_048);
  });

  it('hands everything out as one file (D-025)', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download everything' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('carryover.jsonl');
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines.some((line) => line.includes(WORD))).toBe(true);
    expect(() => JSON.parse(lines.at(-1) ?? '')).not.toThrow();
  });

  it('forgets a session after showing what would go, and keeps the receipt (D-064)', async () => {
    await page.getByText('Nothing was forgotten yet').waitFor();
    const form = page.locator('form', { has: page.getByLabel('A session') });
    await form.getByLabel('A session').fill('told');
    await form.getByRole('button').click();
    await dialog().getByText('2 records').waitFor();
    await dialog().getByRole('button', { name: 'Forget for good' }).click();
    await dialog().getByText('Verified').waitFor({ timeout: 60_000 });
    await dialog().getByRole('button', { name: 'Close' }).click();
    const receipt = page.getByRole('row', { name: /a session 2 records, 0 memories nothing left/ });
    await receipt.waitFor();
    expect((await callApi(home, `/memory/search?q=${WORD}`)).body.hits).toEqual([]);
  });

  it('is clean and accessible, also with a dialog open', async () => {
    await page.getByRole('button', { name: 'Change…' }).click();
    await dialog().getByLabel('What was said').waitFor();
    const found = [...(await axe(page))];
    await page.goto('/ledger');
    await settled(page);
    expect([...found, ...(await axe(page))]).toEqual([]);
    expectClean(page);
  });
});
