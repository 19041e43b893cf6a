/** The homes that are kept as fixtures, each told through the doors of a real daemon and stopped. */
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { callApi } from '../api.ts';
import { isHealthy, makeHome, runCli, stopDaemon, type TestHome, waitForDaemon } from '../home.ts';
import { postHook, promptEvent } from '../hooks.ts';
import { HOMELAB } from '../lived-in/homelab.ts';
import { LEDGERLY } from '../lived-in/ledgerly.ts';
import { nightRuns } from '../lived-in/night-run.ts';
import type { LivedSession } from '../lived-in/session.ts';
import { type Call, closedTurns, sessionIdOf, tellSession } from '../lived-in/tell-session.ts';
import { TIDEWATCH } from '../lived-in/tidewatch.ts';
import { makeLivedInHome } from '../lived-in-home.ts';
import { createMovedClock, type MovedClock } from '../moved-clock.ts';
import { serveReady } from '../serve.ts';
import { waitFor } from '../wait.ts';
import { makeFolder } from '../workspace.ts';
import { writeRedactionKey } from './redaction-key.ts';

const DAY_MS = 24 * 3_600_000;
const BEGINS_DAYS_AGO = 81;

const IN_LEDGERLY = ended(LEDGERLY).slice(0, 4);
const IN_HOMELAB = ended(HOMELAB).slice(0, 4);
const IN_TIDEWATCH = ended(TIDEWATCH).slice(0, 3);

interface Place {
  readonly home: TestHome;
  readonly clock: MovedClock;
  readonly now: number;
  readonly call: Call;
  folderOf(project: string): string;
  tell(sessions: readonly LivedSession[]): Promise<void>;
  cli(...args: readonly string[]): Promise<string>;
}

interface Receipt {
  readonly verification: { readonly state?: string };
}

interface Story {
  readonly config?: object;
  /** Turns wait in it; of any other nothing changes when it is opened. */
  readonly isUnsettled?: boolean;
  live(place: Place): Promise<void>;
}

/** Weeks of three projects, and a person who pins, edits, undoes, decides, imports and forgets. */
export const PLAIN = 'plain';

export const STORIES: Readonly<Record<string, Story>> = {
  forgotten: {
    async live({ call, tell, cli }) {
      await tell([...IN_LEDGERLY, ...IN_HOMELAB, ...IN_TIDEWATCH]);
      await call('/memory/forget', { session_id: sessionIdOf(first(IN_LEDGERLY)), confirm: true });
      const { memories } = await call('/memories');
      await cli('forget', first(memories as readonly { readonly id: string }[]).id, '--yes');
      await cli('forget', '--source', 'tool:WebFetch', '--yes');
      await waitFor(async () => ((await call('/memory/forgets')).receipts as readonly Receipt[]).every(isProven), {
        what: 'what was forgotten to be looked for everywhere',
      });
    },
  },
  restored: {
    async live({ home, tell, cli }) {
      await tell([...IN_LEDGERLY, ...IN_HOMELAB]);
      const { path } = JSON.parse(await cli('backup', '--json')) as { readonly path: string };
      await tell(IN_TIDEWATCH);
      await stopDaemon(home);
      for (const suffix of ['', '-wal', '-shm']) rmSync(home.paths.journal + suffix, { force: true });
      await cli('restore', path, '--yes', '--json');
      await waitForDaemon(home);
      await tell(ended(HOMELAB).slice(4, 6));
    },
  },
  'mid-curation': {
    isUnsettled: true,
    config: { 'curator.profile': 'manual' },
    async live({ home, now, clock, folderOf, tell }) {
      await tell([...IN_LEDGERLY, ...IN_HOMELAB]);
      clock.moveTo(now);
      const closed = await closedTurns(home);
      const wishes = [
        'I prefer tabs over spaces.',
        'Remember that dates are written DD/MM/YYYY.',
        'Use pnpm, not npm.',
      ];
      for (const [index, wish] of wishes.entries()) {
        const fields = { cwd: folderOf('ledgerly'), transcript_path: undefined, prompt_id: `waiting-${index}` };
        const prompt = promptEvent('waiting', wish, fields);
        await postHook(home, prompt);
        await postHook(home, { ...prompt, hook_event_name: 'Stop', last_assistant_message: 'Done.' });
      }
      await waitFor(async () => (await closedTurns(home)) >= closed + wishes.length, { what: 'the turns to close' });
    },
  },
  runs: {
    config: { 'operational.cooldowns': ['jellyfin/restart=1/2d', 'docker/prune=2/7d', 'server/check=2/12h'] },
    async live(place) {
      const { clock, now, call, tell, folderOf } = place;
      await tell(IN_HOMELAB);
      await call('/apps', { name: 'night-watch', workspace: folderOf('homelab') });
      for (const { daysAgo, act } of nightRuns(place, call)) {
        clock.moveTo(now - daysAgo * DAY_MS);
        await act(now - daysAgo * DAY_MS);
      }
      await tell(ended(HOMELAB).slice(-2));
    },
  },
  imported: {
    async live({ home, tell, cli }) {
      await tell([...IN_LEDGERLY]);
      const outside = join(makeFolder('outside'), 'other.jsonl');
      const other = await begin();
      try {
        await other.tell([...IN_HOMELAB, ...IN_TIDEWATCH]);
        await other.cli('export', '--out', outside);
      } finally {
        await end(other);
      }
      await cli('import', outside, '--yes');
      await settle(home);
      rmSync(outside);
    },
  },
};

/** Hands the stopped home and its time to `keep`, then takes it away. */
export async function tellStory(name: string, keep: (home: TestHome, now: number) => void): Promise<void> {
  if (name === PLAIN) return livePlainly(keep);
  const story = STORIES[name];
  if (story === undefined) throw new Error(`there is no story ${name}`);
  const place = await begin(story.config);
  try {
    await story.live(place);
    if (story.isUnsettled !== true && (await isHealthy(place.home))) await settle(place.home);
    await stopDaemon(place.home);
    keep(place.home, Math.max(place.now, place.clock.now()));
  } finally {
    await end(place);
  }
}

async function livePlainly(keep: (home: TestHome, now: number) => void): Promise<void> {
  await using home = await makeLivedInHome();
  const { body } = await callApi(home, '/memory/batches');
  const batches = body.batches as readonly { readonly act?: string; readonly id?: string }[];
  const batch = first(batches);
  const undone = await callApi(home, '/memory/undo', { act: batch.act ?? batch.id, confirm: true });
  if (undone.status > 299) throw new Error(`undo was answered ${JSON.stringify(undone.body)}`);
  appendFileSync(join(home.paths.memory, 'user.md'), '- Reads mail at nine.\n');
  const seen = await callApi(home, '/files');
  if (seen.status > 299) throw new Error(`files were answered ${JSON.stringify(seen.body)}`);
  await settle(home);
  await stopDaemon(home);
  keep(home, home.clock.now());
}

async function settle(home: TestHome): Promise<void> {
  await waitFor(async () => (await callApi(home, '/memory/curate', {})).body.waiting === 0, {
    what: 'every turn to be curated',
  });
}

async function begin(config: object = {}): Promise<Place & { readonly root: string }> {
  const root = makeFolder('story');
  const home = await makeHome({ config });
  writeRedactionKey(home.paths);
  const clock = createMovedClock(root);
  const now = Date.now();
  clock.moveTo(now - BEGINS_DAYS_AGO * DAY_MS);
  await serveReady(home, clock.env);
  const call: Call = async (path, body, method) => {
    const answer = await callApi(home, path, body, method);
    if (answer.status > 299) throw new Error(`${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const folderOf = (project: string): string => join(root, 'code', project);
  const living = { home, clock, folderOf };
  return {
    ...living,
    root,
    now,
    call,
    async tell(sessions) {
      for (const told of sessions.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
        const at = Math.max(now - told.daysAgo * DAY_MS, clock.now());
        clock.moveTo(at);
        await tellSession(living, told, at);
      }
    },
    async cli(...args) {
      const { code, stdout, stderr } = await runCli(home, args, { env: clock.env });
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
      return stdout;
    },
  };
}

async function end({ home, root }: { readonly home: TestHome; readonly root: string }): Promise<void> {
  await home[Symbol.asyncDispose]();
  rmSync(root, { recursive: true, force: true });
}

/** 0.1.0 answers when it is, and says nothing of it. */
function isProven({ verification }: Receipt): boolean {
  return verification.state !== 'proving';
}

function ended(sessions: readonly LivedSession[]): readonly LivedSession[] {
  return sessions.filter(({ time }) => time !== undefined).toSorted((a, b) => b.daysAgo - a.daysAgo);
}

function first<Item>(list: readonly Item[]): Item {
  const [item] = list;
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}
