/**
 * Everything that a daemon does beside taking events, in a home with very much in it: records past their time, turns that
 * wait for the curator, a long session to forget. Each job can be run once, in the order of the list.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SpaceDirectory } from '../../src/capture/space-directory.ts';
import { prepareHome } from '../../src/daemon/home.ts';
import { type Journal, openJournal } from '../../src/journal/journal.ts';
import type { SpaceId } from '../../src/memory/ids.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { HomePaths } from '../../src/platform/paths.ts';
import { readSweepNote } from '../../src/privacy/retention/sweep-note.ts';
import type { Api } from './api.ts';
import { createCodingRows } from './coding-rows.ts';
import { benchSession, fillTurns } from './curating-home.ts';
import type { BenchDaemon } from './daemon.ts';
import { fillJournal } from './fill-journal.ts';
import type { HardThing } from './stall-scene.ts';

const DAY_MS = 24 * 60 * 60_000;
const SPACES = 10;
const BACKLOG_TURNS = 2_000;
const TURNS_PER_SESSION = 200;
/** Past their time; above a tenth of all, so that the daemon does not hide them by itself. */
const OLD_SHARE = 0.2;
const OLD_SPACE = 'space-old';
/** Hidden long enough for their text to go. */
const HIDDEN_ROWS = 5_000;
const HIDDEN_SPACE = 'space-hidden';
const HIDDEN_FOR_MS = 8 * DAY_MS;
const PAST_TIME_MS = 200 * DAY_MS;
/** The daemon's first look at what is past its time, from its start. */
const FIRST_LOOK_MS = 60_000;
const IMPORTED_RECORDS = 5_000;
const IMPORTED_LEARNINGS = 300;
const ASKED_FOR_MS = 4_000;
const ANSWER_MS = 200;
const POLL_MS = 100;

export const JOBS_CONFIG = { 'curator.profile': 'manual', 'retention.days': 90 };

export async function fillForJobs(paths: HomePaths, rows: number): Promise<void> {
  const coding = createCodingRows(31);
  const rowsOf = (name: string, spaceOf: (session: number) => string) => (number: number) => {
    const { session, type, text } = coding.next();
    return { id: `${name}-${number}`, space: spaceOf(session), session: `${name}-${session}`, type, text };
  };
  const old = rows * OLD_SHARE;
  await fillJournal(
    paths,
    HIDDEN_ROWS,
    rowsOf('hidden', () => HIDDEN_SPACE),
    undefined,
    PAST_TIME_MS,
  );
  await fillJournal(
    paths,
    old,
    rowsOf('old', () => OLD_SPACE),
    undefined,
    PAST_TIME_MS,
  );
  await fillJournal(
    paths,
    rows - old - HIDDEN_ROWS,
    rowsOf('row', (session) => `space-${session % SPACES}`),
  );
  const common = { backupFolder: paths.backups, clock: systemClock, exists: existsSync };
  const journal = await openJournal({ path: paths.journal, secret: prepareHome(paths).redactionKey, ...common });
  try {
    const spaces = new SpaceDirectory(journal, systemClock);
    await hideAll(journal, (await spaces.named(HIDDEN_SPACE)) ?? null);
    await fillTurns({ paths, journal, spaces }, BACKLOG_TURNS, SPACES, TURNS_PER_SESSION);
  } finally {
    await journal.close();
  }
}

async function hideAll(journal: Journal, workspace: SpaceId | null): Promise<void> {
  const at = systemClock.now() - HIDDEN_FOR_MS;
  const records = await journal.retention.agedRecords({ workspace, before: at, limit: HIDDEN_ROWS });
  await journal.retention.hideRecords({ records, at, ranMs: -HIDDEN_FOR_MS });
}

export function backgroundJobs(daemon: BenchDaemon, api: Api): readonly HardThing[] {
  const { paths } = daemon;
  const startedAt = performance.now();
  const post = (path: string, body: object) => api.post(path, body).then(() => undefined);
  const ask = (path: string) => ({
    name: `job: GET ${path}, ${BACKLOG_TURNS} turns waiting`,
    within: ANSWER_MS,
    run: () => askedAgain(() => api.get(path, {}).then(({ tookMs }) => tookMs)),
  });
  return [
    { ...ask('/memory/status'), ready: () => untilIndexed(api) },
    ask('/health'),
    {
      name: `job: retention erases ${HIDDEN_ROWS} records`,
      ready: () => sleep(Math.max(0, FIRST_LOOK_MS - 3_000 - (performance.now() - startedAt))),
      run: () =>
        until(
          () => readSweepNote(paths.sweepNote),
          ({ emptied, isFinished }) => emptied > 0 && isFinished,
        ),
    },
    { name: `job: curation of ${BACKLOG_TURNS} turns`, run: () => post('/memory/curate', {}) },
    { name: 'job: rebuild of knowledge', run: () => post('/memory/rebuild', {}) },
    { name: 'job: index made anew', run: () => post('/memory/rebuild', { index: true }) },
    {
      name: `job: import of ${IMPORTED_RECORDS} records and ${IMPORTED_LEARNINGS} learnings`,
      run: () => api.send('/memory/import', importedLines(join(paths.home, 'imported'))).then(() => undefined),
    },
    { name: 'job: export of everything', run: () => api.get('/memory/export', {}).then(() => undefined) },
    { name: 'job: retention hides what is past its time', run: () => post('/memory/retention', { confirm: true }) },
    {
      name: `job: forget a session of ${TURNS_PER_SESSION} turns`,
      run: () => post('/memory/forget', { session_id: benchSession(3), confirm: true, wait: true }),
    },
  ];
}

async function askedAgain(ask: () => Promise<number>): Promise<readonly number[]> {
  const answers: number[] = [];
  for (const endsAt = performance.now() + ASKED_FOR_MS; performance.now() < endsAt; ) answers.push(await ask());
  return answers;
}

async function untilIndexed(api: Api): Promise<void> {
  const waiting = async () => {
    const { body } = await api.get('/memory/status', {});
    return (JSON.parse(body) as { readonly recall: { readonly waiting: number } | null }).recall?.waiting;
  };
  await until(waiting, (count) => count !== undefined && count < HIDDEN_ROWS);
}

async function until<State>(look: () => State | Promise<State>, isDone: (state: State) => boolean): Promise<undefined> {
  while (!isDone(await look())) await sleep(POLL_MS);
  return undefined;
}

function importedLines(root: string): string {
  const coding = createCodingRows(37);
  const ts = systemClock.now();
  const space = 'imported-space';
  const place = {
    kind: 'place',
    space_id: space,
    anchor: root,
    root,
    place_kind: 'folder',
    fingerprint: '',
    seen_at: ts,
  };
  const sessions = new Set<number>();
  const records = Array.from({ length: IMPORTED_RECORDS }, (_, number) => {
    const { session, type, text } = coding.next();
    sessions.add(session);
    return {
      ...{ kind: 'record', id: `imported-${number}`, ts, type, session_id: `imported-${session}`, workspace: space },
      ...{ turn_id: null, source: 'typed', tool: null, path: null, content: text, tags: [], metadata: {} },
    };
  });
  const told = [...sessions].map((session) => ({
    ...{ kind: 'session', id: `imported-${session}`, client: 'bench', workspace: space, cwd: null, started_at: ts },
    ...{ ended_at: null, last_record_at: null, message_count: 0, observation_count: 0, metadata: {} },
  }));
  const learnings = Array.from({ length: IMPORTED_LEARNINGS }, (_, number) => ({
    ...{ kind: 'learning', id: `imported-learning-${number}`, type: 'FACT', workspace: space },
    content: `${coding.rare()} is called by ${coding.rare()}`,
  }));
  return [place, ...told, ...records, ...learnings].map((line) => `${JSON.stringify(line)}\n`).join('');
}
