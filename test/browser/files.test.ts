/** The memory files, and everything a person can do to them, in a real browser. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from '../support/api.ts';
import { axe, expectClean, openBrowser, settled, signedInPage } from '../support/browser.ts';
import { makeHome, type TestHome } from '../support/home.ts';
import { serveReady } from '../support/serve.ts';
import { makeFolder } from '../support/workspace.ts';

const HOSTILE =
  '# User\n\n- <img src=https://evil.example/p.png onerror=alert(1)>\n- <script>alert(2)</script>\n' +
  '- [press](javascript:alert(3)) ![pixel](https://evil.example/q.png)\n- [the docs](https://docs.example/a)\n- Likes `tabs`\n';

let home: TestHome;
let folder: string;
let browser: Browser;
let page: Page;
let sheet: Locator;

beforeAll(async () => {
  folder = makeFolder('project');
  home = await makeHome();
  await serveReady(home);
  const soul = { name: 'soul.md', content: '# Soul\n- Calm and exact.\n' };
  await callApi(home, '/files/deploy', { release: '1', files: [soul] });
  await callApi(home, '/memory/space', { workspace: folder });
  await callApi(home, '/files/user.md', { content: HOSTILE, base_version: 0 }, 'PUT');
  browser = await openBrowser();
  page = await signedInPage(browser, home);
  sheet = page.locator('dialog#sheet');
});

afterAll(async () => {
  await browser?.close();
  await home?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function onDisk(): string {
  return readFileSync(join(home.paths.memory, 'user.md'), 'utf8');
}

async function save(change: (text: string) => string): Promise<void> {
  const field = page.getByLabel('Text of user.md');
  await field.fill(change(await field.inputValue()));
  await page.getByRole('button', { name: 'Save' }).click();
}

function undo(): Promise<void> {
  return page.locator('.toast').getByRole('button', { name: 'Undo' }).last().click();
}

describe('memory files', () => {
  it('are listed with how full they are, who changed them and which are locked (A-010, B-021)', async () => {
    await page.goto('/files');
    const row = page.locator('tr', { hasText: 'user.md' });
    expect(await row.textContent()).toMatch(/7 \/ 200.*just now.*you/s);
    expect(await row.locator('.meter').getAttribute('aria-label')).toBe('7 of 200 lines');
    expect(await page.locator('tr', { hasText: 'soul.md' }).textContent()).toMatch(/locked.*a release/s);
    expect(await page.locator('tr', { hasText: 'context.md' }).textContent()).toContain('not written yet');
    expect(await axe(page)).toEqual([]);
  });

  it('are shown as the Markdown they are, and never as anything that acts (SRV-13)', async () => {
    await page.getByRole('link', { name: 'user.md' }).click();
    const prose = page.locator('.prose');
    expect(await prose.locator('li').count()).toBe(5);
    expect(await prose.locator('img, script, [onerror]').count()).toBe(0);
    expect(await prose.textContent()).toContain('<script>alert(2)</script>');
    const links = prose.locator('a');
    expect(
      await links.evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])),
    ).toEqual([['https://docs.example/a', 'noopener noreferrer']]);
    await page.getByRole('link', { name: 'Source' }).click();
    expect(await page.locator('.source-lines .own').count()).toBeGreaterThan(3);
  });

  it('are edited in place, with a way back (A-016)', async () => {
    await page.getByRole('link', { name: 'Edit' }).click();
    expect(await axe(page)).toEqual([]);
    await save((text) => `${text}- Lives in Graz\n`);
    await page.locator('.prose', { hasText: 'Lives in Graz' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(onDisk()).toBe(`${HOSTILE}- Lives in Graz\n`);
    await undo();
    await page.locator('.prose', { hasText: 'Lives in Graz' }).waitFor({ state: 'detached' });
    expect(onDisk()).toBe(HOSTILE);
  });

  it('hold both changes when somebody else wrote meanwhile, and it is said', async () => {
    await page.goto('/files/user.md?view=edit');
    const content = HOSTILE.replace('# User\n', '# About me\n');
    await callApi(home, '/files/user.md', { content, base_version: 3 }, 'PUT');
    await save((text) => text.replace('`tabs`', '`spaces`'));
    await page.locator('.toast', { hasText: 'both changes are in it' }).waitFor();
    expect(onDisk()).toBe(content.replace('`tabs`', '`spaces`'));
  });

  it('go back to any version, after a look at what that changes', async () => {
    await page.getByRole('link', { name: 'History' }).click();
    const version = (name: string) => page.locator('tr', { hasText: name });
    await version('v2').getByRole('button', { name: 'What changed' }).click();
    await sheet.getByText('What version 2').waitFor();
    expect(await sheet.locator('.added').allTextContents()).toEqual(['+- Lives in Graz']);
    expect(await axe(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await version('v2').getByRole('button', { name: 'Go back' }).click();
    await sheet.getByText('Go back to version 2').waitFor();
    expect(await sheet.locator('.removed').allTextContents()).toEqual(['-# About me', '-- Likes `spaces`']);
    await sheet.getByRole('button', { name: 'Go back' }).click();
    await page.locator('tr', { hasText: 'you, going back' }).nth(1).waitFor();
    expect(await sheet.isVisible()).toBe(false);
    expect(onDisk()).toContain('Lives in Graz');
    await undo();
    await page.locator('tr', { hasText: 'you, going back' }).nth(2).waitFor();
    expect(onDisk()).toContain('`spaces`');
  });

  it('that are locked say how they are changed, and take no edit (B-004)', async () => {
    await page.goto('/files/soul.md');
    await page.getByText('carryover deploy FOLDER').waitFor();
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
    await page.getByRole('link', { name: 'History' }).click();
    await page.locator('tr', { hasText: 'v1' }).waitFor();
    expect(await page.getByRole('button', { name: 'Go back' }).count()).toBe(0);
  });

  it('of a space can be begun by hand', async () => {
    await page.goto('/files');
    await page.getByRole('link', { name: 'context.md' }).click();
    await page.getByRole('link', { name: 'Write it' }).click();
    await page.getByLabel('Text of context.md').fill('# Context\n- Ships on Fridays\n');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.prose', { hasText: 'Ships on Fridays' }).waitFor();
    const { files } = (await callApi(home, `/files?workspace=${folder}`)).body;
    expect(files).toContainEqual(expect.objectContaining({ name: 'context.md', author: 'human', version: 1 }));
  });

  it('fit on a phone, and nothing went wrong', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    for (const path of ['/files', '/files/user.md', '/files/user.md?view=history', '/files/user.md?view=edit']) {
      await page.goto(path);
      await settled(page);
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 390]);
    }
    expectClean(page);
  });
});
