/**
 * The home of a developer who has worked with it for eleven weeks: three projects, an agent that looks after a server at
 * night, and a person who corrects, pins, edits, decides and forgets. All of it comes in through the doors of a real
 * daemon, whose clock is moved from day to day; it stands at `now` when this resolves. Takes some ten seconds.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeHome, type TestHome } from './home.ts';
import { deedsOf } from './lived-in/deeds.ts';
import { HOMELAB } from './lived-in/homelab.ts';
import { LEDGERLY } from './lived-in/ledgerly.ts';
import type { LivedSession } from './lived-in/session.ts';
import { type LivingHome, tellSession } from './lived-in/tell-session.ts';
import { TIDEWATCH } from './lived-in/tidewatch.ts';
import { createMovedClock, type MovedClock } from './moved-clock.ts';
import { serveReady } from './serve.ts';
import { makeFolder, writeFiles } from './workspace.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const UNDER_WAY_MS = 12 * MINUTE_MS;
const SESSIONS: readonly LivedSession[] = [...HOMELAB, ...TIDEWATCH, ...LEDGERLY];

/** What the person allows: the first is used up, the second is not, the third was never used. */
const COOLDOWNS = ['jellyfin/restart=1/2d', 'docker/prune=2/7d', 'postgres/restart=1/4h'];

const PROJECTS = {
  ledgerly: {
    'package.json': { name: 'ledgerly' },
    'src/server.ts': '',
    'src/tax/vat.ts': '',
    'docs/vat.md': '# VAT\n',
  },
  tidewatch: { 'pyproject.toml': '', 'tidewatch/fetch.py': '', 'tidewatch/zones.py': '', 'tests/test_tide.py': '' },
  homelab: { 'README.md': '# Homelab\n', 'caddy/Caddyfile': '', 'compose.yaml': '', 'ansible/site.yml': '' },
} as const;

export interface LivedInHome extends TestHome {
  /** Of its daemon. */
  readonly clock: MovedClock;
  /** The folder of a project. */
  folderOf(project: keyof typeof PROJECTS): string;
}

/** `code` is a folder that is not there, for pictures in which the path of a temporary one would look odd. */
export async function makeLivedInHome(
  options: { readonly now?: number; readonly code?: string } = {},
): Promise<LivedInHome> {
  const root = makeFolder('lived-in');
  const { now = Date.now(), code = join(root, 'code') } = options;
  const home = await makeHome({ config: { 'operational.cooldowns': COOLDOWNS } });
  const folderOf = (project: string): string => join(code, project);
  if (options.code === undefined)
    for (const [project, files] of Object.entries(PROJECTS)) writeFiles(folderOf(project), files);
  const clock = createMovedClock(root);
  clock.moveTo(now - 80 * DAY_MS);
  const dispose = async (): Promise<void> => {
    await home[Symbol.asyncDispose]();
    rmSync(root, { recursive: true, force: true });
  };
  try {
    await serveReady(home, clock.env);
    await live({ home, clock, folderOf }, now);
  } catch (cause) {
    await dispose();
    throw cause;
  }
  return { ...home, clock, folderOf, [Symbol.asyncDispose]: dispose };
}

async function live(living: LivingHome, now: number): Promise<void> {
  const moments = [
    ...SESSIONS.map((told) => ({ at: momentOf(told, now), live: (at: number) => tellSession(living, told, at) })),
    ...deedsOf(living).map(({ daysAgo, time, act }) => ({ at: momentOf({ daysAgo, time }, now), live: act })),
  ].toSorted((a, b) => a.at - b.at);
  for (const moment of moments) {
    living.clock.moveTo(moment.at);
    await moment.live(moment.at);
  }
  living.clock.moveTo(now);
}

function momentOf({ daysAgo, time }: Pick<LivedSession, 'daysAgo' | 'time'>, now: number): number {
  if (time === undefined) return now - UNDER_WAY_MS;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return Math.floor(now / DAY_MS) * DAY_MS - daysAgo * DAY_MS + (hours * 60 + minutes) * MINUTE_MS;
}
