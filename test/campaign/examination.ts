/**
 * What a campaign left behind, held against its ledger: what was acknowledged and is not there, there twice or without its
 * text; what was given to another project than the one that said it; and what another project can find.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { callApi } from '../support/api.ts';
import type { TestHome } from '../support/home.ts';
import { exportRows } from '../support/journal.ts';
import type { CampaignLedger, Comparison } from './ledger.ts';
import type { Project } from './world.ts';

const SETTLES_WITHIN_MS = 120_000;
/** A turn whose session did not say that it ended is learned from after ten idle minutes. */
const LEARNED_WITHIN_MS = 11 * 60_000;
const HITS = 50;

export interface Examination extends Comparison {
  readonly leaks: readonly string[];
  readonly sharedRules: readonly string[];
  readonly planted: readonly string[];
  /** Projects that do not find what they said themselves: a search that finds nothing proves nothing. */
  readonly blindSearches: readonly string[];
}

export async function examine(
  home: TestHome,
  ledger: CampaignLedger,
  projects: readonly Project[],
): Promise<Examination> {
  const rows = await exportRows(home);
  const folders = new Map(rows.sessions.map(({ id, cwd }) => [id, cwd]));
  for (const { session_id: session, block } of rows.injections) {
    const project = projects.find(({ folder }) => folder === folders.get(session));
    if (project !== undefined) ledger.given(project, block, 'what is journalled as given');
  }
  const blindSearches: string[] = [];
  for (const project of projects) {
    const { body } = await callApi(home, `/memory/context?${new URLSearchParams({ workspace: project.folder })}`);
    ledger.given(project, String(body.block), 'what would be given next');
    const others = projects.filter(({ name }) => name !== project.name);
    const leaks = await foundOfOthers(home, project, others);
    if (leaks === undefined) blindSearches.push(`no answer in ${project.name}`);
    ledger.leaks.push(...(leaks ?? []));
    if (!(await searchIn(home, project, project.word))?.includes(project.word)) blindSearches.push(project.name);
  }
  const { leaks, sharedRules, planted } = ledger;
  return { ...ledger.compare(rows), leaks, sharedRules, planted, blindSearches };
}

/** Which other projects' words an agent of this one finds; undefined when nobody answers. */
export async function foundOfOthers(
  home: TestHome,
  project: Project,
  others: readonly Project[],
): Promise<readonly string[] | undefined> {
  const leaks: string[] = [];
  for (const { name, word } of others) {
    const found = await searchIn(home, project, word);
    if (found === undefined) return undefined;
    if (found.includes(word)) leaks.push(`${name} found in ${project.name}`);
  }
  return leaks;
}

async function searchIn(home: TestHome, { folder }: Project, word: string): Promise<string | undefined> {
  const query = new URLSearchParams({ q: word, audience: 'agent', workspace: folder, k: String(HITS) });
  const answer = await callApi(home, `/memory/search?${query}`).catch(() => undefined);
  return answer?.status === 200 ? JSON.stringify(answer.body.hits) : undefined;
}

interface SettlingStatus {
  readonly spool: { readonly files: number };
  readonly queue: { readonly waiting: number; readonly oldest_ms: number | null };
  readonly recall: { readonly waiting: number } | null;
}

/** Resolves when nothing waits any more to be stored, learned from or indexed, with what still does after long. */
export async function settled(home: TestHome): Promise<readonly string[]> {
  const endsAt = performance.now() + SETTLES_WITHIN_MS;
  // Sessions close and transcripts are read a moment after the last event.
  for (let quiet = 0; quiet < 5; ) {
    await sleep(1_000);
    const answer = await callApi(home, '/memory/status').catch(() => undefined);
    const status = answer?.body as unknown as SettlingStatus | undefined;
    quiet = status !== undefined && isQuiet(status) ? quiet + 1 : 0;
    if (performance.now() > endsAt) return [JSON.stringify([status?.spool, status?.queue, status?.recall])];
  }
  return [];
}

function isQuiet({ spool, queue, recall }: SettlingStatus): boolean {
  const { oldest_ms: age } = queue;
  // Of no age, or older: a moment that does not come.
  const waitsItsTime = age === null || (age > 0 && age < LEARNED_WITHIN_MS);
  return spool.files === 0 && recall?.waiting === 0 && waitsItsTime;
}
