/** A daemon over a home of any size, with a browser's cookie for it, and how long a page takes to its first byte. */
import { existsSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { openJournal } from '../../src/journal/journal.ts';
import { deriveId, type SessionId, type TurnId } from '../../src/memory/ids.ts';
import { LEARNED_TYPES, OPERATIONAL_CATEGORIES } from '../../src/memory/learning.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { HomePaths } from '../../src/platform/paths.ts';
import { connect } from './api.ts';
import { createCodingRows } from './coding-rows.ts';
import { type BenchDaemon, startBenchDaemon } from './daemon.ts';
import { type FilledRow, fillJournal, untilFound } from './fill-journal.ts';
import { fillMemoryOf } from './full-memory.ts';

const SEED = 23;
const SPACES = 20;
const ACTIONS = 200;
/** Every so many rows an agent says that something happened. */
const EVENT_EVERY = 20;
const LEVELS = ['info', 'warning', 'error', 'critical'];
/** Only the newest rows are closed into turns: a session's page reads its own, however many others there are. */
const ROWS_IN_TURNS = 5_000;
const ROWS_PER_TURN = 6;

interface Visited {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly firstByteMs: number;
}

export interface DashboardHome {
  readonly daemon: BenchDaemon;
  /** A session that has turns. */
  readonly session: string;
  visit(path: string): Promise<Visited>;
  dispose(): Promise<void>;
}

/** `keep` is where it is kept for the next time: to index a million records takes an hour. */
export async function openDashboardHome(rows: number, learnings: number, keep?: string): Promise<DashboardHome> {
  const daemon = await startBenchDaemon({
    keep: keep === undefined ? undefined : join(keep, `carryover-bench-${rows}`),
    config: { 'curator.profile': 'manual', 'retention.days': 'off' },
    async fill(paths) {
      const turns = new Set<TurnId>();
      await fillJournal(paths, rows, createRows(rows), (batch) => {
        for (const { turn } of batch) if (turn !== undefined) turns.add(turn);
      });
      await fillKnowledge(paths, turns, learnings);
    },
  });
  const api = connect(daemon);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const dispose = async (): Promise<void> => {
    api.close();
    agent.destroy();
    await daemon.stop();
  };
  try {
    await untilFound(api);
    const { code } = JSON.parse((await api.post('/dashboard/code', {})).body) as { readonly code: string };
    const { headers } = await call(daemon.port, agent, '/dashboard/session', {}, JSON.stringify({ code }));
    const cookie = (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
    const visit = (path: string): Promise<Visited> => call(daemon.port, agent, path, { cookie, accept: 'text/html' });
    const { body } = await api.get('/sessions', { limit: '1' });
    const { sessions } = JSON.parse(body) as { readonly sessions: readonly { readonly id: SessionId }[] };
    return { daemon, session: sessions[0]?.id ?? '', visit, dispose };
  } catch (cause) {
    await dispose();
    throw cause;
  }
}

/** Every page, by its name. */
export function pagesOf({ session }: DashboardHome): Readonly<Record<string, string>> {
  return {
    Overview: '/',
    Search: '/search?q=cache+timeout',
    Sessions: '/sessions',
    'one session': `/sessions/${session}`,
    Events: '/events',
    Memories: '/memories',
    'Memories, searched': '/memories?q=cache',
    Files: '/files',
    'one file': '/files/user.md',
    Actions: '/actions',
    Review: '/review',
    Cooldowns: '/cooldowns',
    Ledger: '/ledger',
  };
}

function createRows(count: number): (number: number) => FilledRow {
  const coding = createCodingRows(SEED);
  return (number) => {
    const { session, type, text } = coding.next();
    const row = { id: `row-${number}`, space: `space-${session % SPACES}`, session: String(session), text };
    if (number % EVENT_EVERY === 0) {
      const level = LEVELS[(number / EVENT_EVERY) % LEVELS.length] ?? '';
      return { ...row, type: 'event', metadata: { event: 'marker', level, service: `service-${session % 40}` } };
    }
    if (number < count - ROWS_IN_TURNS) return { ...row, type };
    return { ...row, type, turn: deriveId<TurnId>(row.session, String(Math.floor(number / ROWS_PER_TURN))) };
  };
}

async function fillKnowledge(paths: HomePaths, turns: ReadonlySet<TurnId>, learnings: number): Promise<void> {
  const now = systemClock.now();
  const stored = { path: paths.journal, backupFolder: paths.backups, clock: systemClock, exists: existsSync };
  const journal = await openJournal(stored);
  try {
    for (const turn of turns) await journal.closeTurn(turn, 'stop', now);
  } finally {
    await journal.close();
  }
  const types = [...LEARNED_TYPES, ...OPERATIONAL_CATEGORIES];
  await fillMemoryOf(paths, { learnings, actions: ACTIONS, now, types });
}

function call(port: number, agent: Agent, path: string, headers: object, body = ''): Promise<Visited> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const type = body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(
      { host: '127.0.0.1', port, path, agent, method: body === '' ? 'GET' : 'POST', headers: { ...headers, ...type } },
      (answer) => {
        const firstByteMs = performance.now() - startedAt;
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString('utf8'),
            firstByteMs,
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
