/** The Overview: whether all is well, what there is, and what was learned, in a real browser. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StatusProblem, StatusReport } from '../../src/memory/status.ts';
import { callApi } from '../support/api.ts';
import { axe, expectClean, openBrowser, settled, signedInPage } from '../support/browser.ts';
import type { TestHome } from '../support/home.ts';
import { postRecords } from '../support/hooks.ts';
import { makeToldHome } from '../support/told-home.ts';

const SAID = { project: 'tidewatch', daysAgo: 0, time: '10:00' } as const;
/** It looks every ten seconds; the rest is for a busy machine. */
const LOOKED_AGAIN_MS = 20_000;
const TOO_MANY_LINES = 240;

let home: TestHome;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  home = await makeToldHome([
    {
      ...SAID,
      turns: [
        { user: 'Remember that the agency allows at most 20 requests per second.', answer: 'Noted.' },
        { user: 'Next step: write to the agency about the broken station.', answer: 'I will remind you.' },
      ],
    },
  ]);
  const faded = { service: 'postgres', category: 'timing', observation: 'Wants a VACUUM', confidence: 0.2 };
  await callApi(home, '/memories', faded);
  browser = await openBrowser();
  page = await signedInPage(browser, home);
});

afterAll(async () => {
  await browser?.close();
  await home?.[Symbol.asyncDispose]();
});

interface Status {
  readonly journal: StatusReport['journal'];
  readonly knowledge: { pending_actions: number; waiting_reviews: number; learnings_ever: number };
  readonly injected: { given: number };
  readonly problems: readonly StatusProblem[];
}

async function status(): Promise<Status> {
  return (await callApi(home, '/memory/status')).body as unknown as Status;
}

function card(label: string): Promise<readonly (string | null)[]> {
  return page.locator('.stat', { hasText: label }).locator('.figure, .note').allTextContents();
}

describe('the Overview', () => {
  it('counts what the API counts (C-051)', async () => {
    const { journal, knowledge, injected } = await status();
    const { total } = (await callApi(home, '/memories?status=active')).body;
    expect(await card('Memories')).toEqual([String(Number(total) + 1), `${total} active, 1 inactive`]);
    expect(await card('Sessions')).toEqual([String(journal.sessions), `in ${journal.spaces} space`]);
    expect(await card('Records')).toEqual([String(journal.records), `${journal.turns} turns`]);
    expect(await card('Open actions')).toEqual([
      String(knowledge.pending_actions),
      `${knowledge.waiting_reviews} reviews waiting`,
    ]);
    expect(await card('Used of what was given')).toEqual(['–', `${injected.given} given in 30 days`]);
    expect([journal.sessions, journal.turns, knowledge.pending_actions]).toEqual([1, 2, 1]);
    const charts = page.getByRole('img', { name: /in all$/ });
    expect(await charts.evaluateAll((all) => all.map((chart) => chart.getAttribute('aria-label')))).toEqual([
      `Learned a day: ${knowledge.learnings_ever} in all`,
      `Records a day: ${journal.records} in all`,
    ]);
    await page.getByText('all is well').waitFor();
  });

  it('shows by itself what came meanwhile', async () => {
    const { journal } = await status();
    await postRecords(home, [{ id: 'meanwhile', session_id: 'another', type: 'prompt', content: 'Are you there?' }]);
    await callApi(home, '/memories', { service: 'caddy', category: 'timing', observation: 'Starts at once' });
    await page.getByRole('link', { name: 'Starts at once' }).waitFor({ timeout: LOOKED_AGAIN_MS });
    expect(await card('Records')).toEqual([String(journal.records + 1), expect.any(String)]);
  });

  it('leads where it says', async () => {
    for (const [label, heading] of [
      ['Memories', 'Memories'],
      ['Sessions', 'Sessions'],
      ['Records', 'Search'],
      ['Open actions', 'Actions'],
    ] as const) {
      await page.goto('/');
      await page.locator('a.stat', { hasText: label }).click();
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    }
    await page.goto('/');
    await page.getByRole('link', { name: 'Starts at once' }).click();
    await page.getByText('Confidence over time').waitFor();
  });

  it('says what is wrong and what to do about it', async () => {
    const content = `# User\n${'- one more line\n'.repeat(TOO_MANY_LINES)}`;
    const { version } = (await callApi(home, '/files/user.md')).body;
    await callApi(home, '/files/user.md', { content, base_version: version ?? 0 }, 'PUT');
    const { problems } = await status();
    expect(problems.map(({ code }) => code)).toEqual(['file-over-limit']);
    await page.goto('/');
    const told = await page.locator('.notice').textContent();
    for (const { message, hint } of problems)
      expect(told).toMatch(new RegExp(`${literal(message)}.*${literal(hint)}`, 's'));
    await page.getByText('needs a look').waitFor();
    await settled(page);
    expect(await axe(page)).toEqual([]);
    expectClean(page);
  });
});

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
