/** What happened to services and what may be done to them again when, in a real browser. */
import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endToWire, startToWire } from '../../src/http/run-wire.ts';
import { callApi } from '../support/api.ts';
import { axe, expectClean, openBrowser, settled, signedInPage } from '../support/browser.ts';
import { makeHome, type TestHome } from '../support/home.ts';
import { serveReady } from '../support/serve.ts';

const RESTART = { service: 'postgres', action: 'restart', uses: 1, windowMs: 4 * 3_600_000 };

let home: TestHome;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  home = await makeHome({ config: { 'operational.cooldowns': ['docker/prune=2/7d'] } });
  await serveReady(home);
  browser = await openBrowser();
  page = await signedInPage(browser, home);
});

afterAll(async () => {
  await browser?.close();
  await home?.[Symbol.asyncDispose]();
});

/** A run of an agent that says these lines. */
async function run(lines: readonly string[], exitCode: number): Promise<void> {
  const sessionId = randomUUID();
  const started = await callApi(
    home,
    '/runs',
    startToWire({
      name: null,
      tier: 1,
      budgetTokens: 2_000,
      command: ['claude', '-p', 'Check'],
      cwd: home.paths.home,
      environment: '',
      cooldowns: exitCode === 0 ? [] : [RESTART],
    }),
  );
  const content = [{ type: 'text', text: lines.join('\n') }];
  const message = { id: randomUUID(), role: 'assistant', content };
  await callApi(home, `/runs/${started.body.id}/stream`, {
    messages: [{ type: 'assistant', session_id: sessionId, uuid: randomUUID(), message }],
  });
  const seen = { sessionId, turns: 2, costUsd: 0.05, memories: 0, events: {}, failed: exitCode !== 0 };
  await callApi(home, `/runs/${started.body.id}/end`, endToWire({ ...seen, exitCode, signal: null }));
}

function row(text: string): Locator {
  return page.locator('#event-feed tbody tr', { hasText: text });
}

async function rowsAre(count: number): Promise<void> {
  await expect.poll(() => page.locator('#event-feed tbody tr').count()).toBe(count);
}

describe('the pages of events and cooldowns', () => {
  it('teach how something comes here while there is nothing', async () => {
    await page.goto('/events');
    await page.getByText('[EVENT:warning:postgres]').waitFor();
    await page.getByText('carryover run --name nightly').waitFor();
    await page.goto('/cooldowns');
    await page.getByText('carryover config set operational.cooldowns').waitFor();
    await page.getByText('carryover run --cooldown').waitFor();
    expect(await page.locator('tr', { hasText: 'docker' }).textContent()).toMatch(
      /prune.*0 of 2 in 7 d.*never used.*free now/,
    );
  });

  it('show what comes, by itself: events with their level, memories, runs with how they ended (C-063)', async () => {
    await page.goto('/events');
    await run(['[EVENT:critical:caddy] The certificate expired', '[EVENT:info:caddy] It was renewed'], 0);
    await run(['[EVENT:warning:postgres] The disk is 90 % full', '[COOLDOWN:prune:docker] /srv is full'], 3);
    await callApi(home, '/memories', { service: 'redis', category: 'timing', observation: 'Comes up at once' });
    await row('Comes up at once').waitFor();
    expect(await row('Comes up at once').textContent()).toContain('new memory, timing');
    expect(await row('The certificate expired').locator('.badge.bad').textContent()).toBe('critical');
    expect(await row('90 % full').locator('.badge.warn').textContent()).toBe('warning');
    expect(await row('/srv is full').textContent()).toContain('use of “prune”');
    expect(await row('exit code 3').textContent()).toMatch(/error[\s\S]*2 turns · \$0\.05/);
    expect(await row('exit code 0').locator('.badge.good').count()).toBe(1);
    // Newest first.
    expect(await page.locator('#event-feed tbody tr').first().textContent()).toContain('Comes up at once');
  });

  it('lead to the memory and to the session', async () => {
    await row('Comes up at once').getByRole('link', { name: 'memory' }).click();
    await page.waitForURL('**/memories/*');
    await page.goBack();
    await row('90 % full').getByRole('link', { name: 'session' }).click();
    await page.waitForURL('**/sessions/*');
    await page.goto('/events');
  });

  it('filter by level, service and space, in an address that can be kept', async () => {
    await page.getByLabel('Level').selectOption('critical');
    await rowsAre(1);
    await page.getByLabel('Level').selectOption('');
    await page.getByLabel('Service').fill('caddy');
    await rowsAre(2);
    expect(new URL(page.url()).search).toBe('?service=caddy');
    await page.reload();
    await rowsAre(2);
    await page.getByLabel('Level').selectOption('warning');
    await page.getByText('Nothing fits').waitFor();
    await page.goto('/events');
    await page.getByLabel('Space').selectOption({ index: 1 });
    await row('90 % full').waitFor();
    await row('Comes up at once').waitFor({ state: 'detached' });
  });

  it('go on page by page, and the first page alone looks again', async () => {
    const messages = Array.from({ length: 60 }, (_, index) => `[EVENT:info:nightly] step ${index + 1} done`);
    await run(messages, 0);
    await page.goto('/events?service=nightly');
    await rowsAre(50);
    await page.getByRole('link', { name: 'Older' }).click();
    await rowsAre(10);
    expect(await page.locator('#event-feed').getAttribute('hx-get')).toBeNull();
    await page.getByRole('link', { name: 'Newest' }).click();
    await rowsAre(50);
  });

  it('tell how full each limit is, when it is free again, and what used it', async () => {
    await page.goto('/cooldowns');
    const limit = (name: string) => page.getByRole('region', { name: 'Limits' }).locator('tr', { hasText: name });
    expect(await limit('postgres').textContent()).toMatch(/1 of 1 in 4 h[\s\S]*free\s+in (?:3|4) h/);
    expect(await limit('docker').textContent()).toMatch(/1 of 2 in 7 d[\s\S]*free now/);
    await callApi(home, '/runs', startToWire(anotherPrune()));
    await limit('docker').getByText('2 of 2 in 7 d').waitFor();
    await limit('docker').getByRole('link').click();
    await page.getByRole('heading', { name: 'Uses of docker' }).waitFor();
    await page.getByText('/srv is full').waitFor();
    expect(await page.locator('td', { hasText: 'postgres/restart' }).count()).toBe(0);
  });

  it('are clean and accessible', async () => {
    const found = [];
    for (const path of ['/events', '/cooldowns']) {
      await page.goto(path);
      await settled(page);
      found.push(...(await axe(page)));
    }
    expect(found).toEqual([]);
    expectClean(page);
  });
});

function anotherPrune(): Parameters<typeof startToWire>[0] {
  return {
    name: null,
    tier: 1,
    budgetTokens: 2_000,
    command: ['claude'],
    cwd: home.paths.home,
    environment: '',
    cooldowns: [{ service: 'docker', action: 'prune', uses: 2, windowMs: 7 * 86_400_000 }],
  };
}
