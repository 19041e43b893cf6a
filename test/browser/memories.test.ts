/** The table of memories, one memory, and everything a person can do there, in a real browser. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from '../support/api.ts';
import { axe, openBrowser, settled, signedInPage, troubleOf } from '../support/browser.ts';
import { makeHome, type TestHome } from '../support/home.ts';
import { serveReady } from '../support/serve.ts';
import { makeFolder } from '../support/workspace.ts';

let home: TestHome;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  home = await makeHome();
  await serveReady(home);
  for (const [service, category, observation, confidence] of [
    ['jellyfin', 'timing', 'Takes 60 s to start', 0.9],
    ['jellyfin', 'behavior', 'Needs about a minute until it answers', 0.7],
    ['caddy', 'dependency', 'Starts after WireGuard', 0.95],
    ['postgres', 'maintenance', 'Wants a VACUUM every week', 0.2],
    [null, 'remediation', 'Try a failing DNS check once more', 0.6],
  ] as const)
    await callApi(home, '/memories', { service, category, observation, confidence });
  browser = await openBrowser();
  page = await signedInPage(browser, home);
  await page.goto('/memories');
});

afterAll(async () => {
  await browser?.close();
  await home?.[Symbol.asyncDispose]();
});

function row(text: string): Locator {
  return page.locator('#memory-rows tr', { hasText: text });
}

function undo(): Promise<void> {
  return page.locator('.toast').getByRole('button', { name: 'Undo' }).last().click();
}

async function rowsAre(count: number): Promise<void> {
  await expect.poll(() => page.locator('#memory-rows tr').count()).toBe(count);
}

describe('the table of memories', () => {
  it('has the columns of C-052, inactive ones greyed (C-037), and the count of the Overview card (C-051)', async () => {
    const heads = await page.locator('thead th').allInnerTexts();
    expect(heads.map((head) => head.trim()).filter((head) => head !== '' && head !== 'What to do')).toEqual([
      'Service',
      'Category',
      'Observation',
      'Confidence',
      'Status',
      'Updated',
      'Session',
    ]);
    await expect(row('VACUUM').getAttribute('class')).resolves.toBe('inactive');
    await page.goto('/');
    expect(await page.locator('a[href="/memories"].stat').textContent()).toMatch(/Memories\s*5\s*4 active, 1 inactive/);
    await page.goto('/memories');
  });

  it('filters by service, category, status and words, in an address that can be kept (C-054)', async () => {
    await page.getByLabel('Service').selectOption('jellyfin');
    await rowsAre(2);
    await page.getByLabel('Category').selectOption('timing');
    await rowsAre(1);
    expect(new URL(page.url()).search).toBe('?service=jellyfin&category=timing');
    await page.reload();
    await rowsAre(1);
    await page.goto('/memories');
    await page.getByLabel('Status').selectOption('inactive');
    await rowsAre(1);
    await page.getByLabel('Status').selectOption('replaced');
    await page.getByText('Nothing fits').waitFor();
    await page.goto('/memories');
    await page.getByLabel('Words').fill('wiregu');
    await rowsAre(1);
    await page.getByLabel('Words').fill('no such word');
    await page.getByText('Nothing fits').waitFor();
    await page.goto('/memories');
  });

  it('keeps an open edit while it refreshes, shows what came meanwhile, and takes an edit back (C-053, C-055)', async () => {
    await row('Takes 60 s').getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Observation').fill('Takes 90 s to start');
    await callApi(home, '/memories', { service: 'redis', category: 'behavior', observation: 'Comes up at once' });
    await row('Comes up at once').waitFor();
    expect(await page.getByLabel('Observation').inputValue()).toBe('Takes 90 s to start');
    await page.getByRole('button', { name: 'Save' }).click();
    await row('Takes 90 s').waitFor();
    await rowsAre(6);
    await undo();
    await row('Takes 60 s').waitFor();
    await rowsAre(6);
  });

  it('refuses a bad value with words and keeps the edit open', async () => {
    await row('Comes up at once').getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Observation').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('observation');
    expect(await page.locator('.toast.bad').count()).toBe(0);
    for (let time = 0; time < 2; time += 1) {
      await page.getByLabel('Observation').fill(' ');
      const answered = page.waitForResponse((response) => response.status() === 400);
      await page.keyboard.press('Control+Enter');
      await answered;
      await page.locator('.toast.bad', { hasText: 'Observation must not be empty.' }).waitFor();
      await settled(page);
    }
    await expect.poll(() => page.locator('.toast.bad').count()).toBe(1);
    expect(await page.locator('.toast.bad .hint').count()).toBe(0);
    await page.getByLabel('Observation').press('Escape');
    await row('Comes up at once').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Edit');
  });

  it('says on saving that somebody else has changed or deleted it, and loses no word meanwhile', async () => {
    const added = async (observation: string): Promise<string> => {
      const wish = { service: 'shared', category: 'behavior', observation };
      return ((await callApi(home, '/memories', wish)).body as { memory: { id: string } }).memory.id;
    };
    const [changed, deleted] = [await added('Is edited twice'), await added('Is edited and deleted')];
    await page.goto('/memories?service=shared');
    for (const [text, words] of [
      ['Is edited twice', 'My words'],
      ['Is edited and deleted', 'Lost words'],
    ] as const) {
      const edits = await page.getByLabel('Observation').count();
      await row(text).getByRole('button', { name: 'Edit' }).click();
      await expect.poll(() => page.getByLabel('Observation').count()).toBe(edits + 1);
      await page.getByLabel('Observation').and(page.getByText(text)).fill(words);
    }
    await callApi(home, `/memories/${changed}`, { observation: 'Their words' }, 'PUT');
    await callApi(home, `/memories/${deleted}`, {}, 'DELETE');
    await page.locator('#memory-list', { hasText: '1 memory' }).waitFor();
    const edit = (words: string): Locator => page.locator('[data-edits]', { hasText: words });
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByRole('button', { name: 'Save' }).last().click();
    await edit('It now says: Their words').waitFor();
    await edit('deleted meanwhile').waitFor();
    expect(await edit('deleted meanwhile').locator('textarea').inputValue()).toBe('Lost words');
    await edit('deleted meanwhile').getByRole('button', { name: 'Cancel' }).click();
    await edit('It now says').getByRole('button', { name: 'Save' }).click();
    await row('My words').waitFor();
    await rowsAre(1);
    await callApi(home, `/memories/${changed}`, {}, 'DELETE');
    await page.goto('/memories');
  });

  it('changes what was changed and nothing else, so a faded one stays one that only faded (C-037)', async () => {
    const faded = async () => ((await callApi(home, '/memories?q=VACUUM')).body.memories as object[])[0];
    const before = await faded();
    const sent: unknown[] = [];
    page.on('request', (request) => request.method() === 'PUT' && sent.push(Object.keys(request.postDataJSON())));
    await row('VACUUM').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await row('VACUUM').getByRole('button', { name: 'Edit' }).click();
    await page.locator('[data-form] input[name="service:optional"]').fill('postgres-17');
    await page.getByRole('button', { name: 'Save' }).click();
    await row('postgres-17').getByRole('button', { name: 'Edit' }).waitFor();
    expect(sent).toEqual([['service', 'base_updated_at']]);
    expect(await faded()).toEqual({ ...before, service: 'postgres-17', updated_at: expect.any(Number) });
  });

  it('reactivates a faded one by its confidence (C-037)', async () => {
    await row('VACUUM').getByRole('button', { name: 'Edit' }).click();
    await page.locator('input[name="confidence:number"]').fill('0.8');
    await page.getByRole('button', { name: 'Save' }).click();
    await row('VACUUM').getByText('0.80').waitFor();
    await expect(row('VACUUM').getAttribute('class')).resolves.toBeNull();
  });

  it('merges duplicates across categories (C-065) and deletes several at once, both with a way back', async () => {
    await row('Takes 60 s').getByRole('checkbox').check();
    await row('about a minute').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Merge…' }).click();
    const sheet = page.locator('dialog#sheet');
    await sheet.getByText('Takes 60 s to start').click();
    await sheet.getByRole('button', { name: 'Merge', exact: true }).click();
    await row('about a minute').waitFor({ state: 'detached' });
    expect((await callApi(home, '/memories?replaced=true&q=minute')).body).toMatchObject({ total: 1 });
    await undo();
    await row('about a minute').waitFor();

    for (const text of ['WireGuard', 'DNS check']) await row(text).getByRole('checkbox').check();
    await page.locator('[data-bulk]').getByRole('button', { name: 'Delete' }).click();
    await page.locator('dialog#confirm').getByRole('button', { name: 'Delete' }).click();
    await rowsAre(4);
    await undo();
    await rowsAre(6);
  });

  it('says at once that memories of different spaces are not merged', async () => {
    const workspace = makeFolder('alone');
    await callApi(home, '/memory/space', { workspace });
    await callApi(home, '/memories', { service: null, category: 'timing', observation: 'Holds here only', workspace });
    await page.reload();
    for (const text of ['Holds here only', 'DNS check']) await row(text).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Merge…' }).click();
    const sheet = page.locator('dialog#sheet');
    await sheet.getByText('These hold in different places').waitFor();
    expect(await sheet.getByRole('button', { name: 'Merge', exact: true }).isDisabled()).toBe(true);
    await sheet.getByRole('button', { name: 'Cancel' }).click();
  });

  it('counts anew with every change, says how many it would delete, and teaches when none is left', async () => {
    await page.goto('/memories?service=jellyfin');
    await page.getByLabel('Pick all on this page').check();
    await page.locator('[data-bulk]').getByRole('button', { name: 'Delete' }).click();
    const question = page.locator('dialog#confirm');
    expect(await question.textContent()).toContain('the memories you picked (2)?');
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing fits').waitFor();
    await undo();
    await page.locator('#memory-list').getByText('2 memories').waitFor();
    await rowsAre(2);
    await page.goto('/memories');
  });

  it('asks before it deletes one, and does nothing on no', async () => {
    await row('WireGuard').getByRole('button', { name: 'Delete' }).click();
    await page.locator('dialog#confirm').getByRole('button', { name: 'Cancel' }).click();
    await row('WireGuard').waitFor();
    await row('WireGuard').getByRole('button', { name: 'Delete' }).click();
    await page.locator('dialog#confirm').getByRole('button', { name: 'Delete' }).click();
    await row('WireGuard').waitFor({ state: 'detached' });
  });

  it('says what the guard refuses, such as a page from before one signed in again (SRV-9)', async () => {
    const { body } = await callApi(home, '/dashboard/code', {});
    const again = await page.context().request.post('/dashboard/session', { data: { code: body.code } });
    expect(again.status()).toBe(204);
    await row('Comes up at once').getByRole('button', { name: 'Delete' }).click();
    await page.locator('dialog#confirm').getByRole('button', { name: 'Delete' }).click();
    await page.locator('.toast.bad', { hasText: 'Load it again' }).waitFor();
    await page.reload();
  });

  it('takes a new one, and shows how sure it was over time (C-062)', async () => {
    await page.getByRole('button', { name: 'New memory' }).click();
    const sheet = page.locator('dialog#sheet');
    await sheet.getByLabel('Observation').fill('Backups run at four in the night');
    await sheet.getByLabel('Category').selectOption('maintenance');
    await sheet.getByRole('button', { name: 'Keep it' }).dblclick();
    await row('Backups run').waitFor();
    expect((await callApi(home, '/memories?q=Backups')).body).toMatchObject({ total: 1 });
    await row('Backups run').locator('a').first().click();
    await page.getByText('Confidence over time').waitFor();
    expect(await page.locator('.chart .dot').count()).toBe(1);
    await page.getByRole('button', { name: 'Edit' }).click();
    await sheet.locator('input[name="confidence:number"]').fill('0.4');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await page.getByText('edited', { exact: true }).waitFor();
  });

  it('is clean and accessible', async () => {
    const found = await axe(page);
    await page.goto('/memories');
    await settled(page);
    expect([...found, ...(await axe(page))]).toEqual([]);
    // The browser tells every refusal, and these were asked for.
    expect(troubleOf(page).filter((trouble) => !/40[0349] \(/.test(trouble))).toEqual([]);
  });
});
