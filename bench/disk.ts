/**
 * How much room a home takes: records of 285 characters handed in over the API, a prompt and its answer to a turn, found
 * by search and read by the curator. By file, by table and index, beside the bytes of the text itself and beside a plain
 * SQLite table with an FTS5 index over the same rows; and one backup.
 *
 *   node bench/disk.ts [records] [projects]
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { deriveId } from '../src/memory/ids.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openSqlite } from '../src/platform/sqlite.ts';
import { makeBackup } from '../src/privacy/backups/make-backup.ts';
import { type Api, connect } from './support/api.ts';
import { createCodingRows } from './support/coding-rows.ts';
import { startBenchDaemon } from './support/daemon.ts';
import { printFigures } from './support/figures.ts';
import { untilFound } from './support/fill-journal.ts';
import { PlainIndex } from './support/plain-index.ts';
import { showProgress } from './support/progress.ts';

const RECORDS = Number(process.argv[2] ?? 100_000);
const PROJECTS = Number(process.argv[3] ?? 5);
const CHARS = 285;
const PER_REQUEST = 500;
const RECORDS_PER_SESSION = 48;
const SEED = 23;
const SECOND_MS = 1_000;
const LAST_WORD = 'zyxlastplanted';
const TARGET_MEGABYTES = 100;
const BACKUP_MEGABYTES = 10_000;
/** Of the tables and indexes of a file, these many, the largest first. */
const SHOWN = 14;

interface Said {
  readonly id: string;
  readonly space: string;
  readonly session: string;
  readonly type: 'prompt' | 'assistant';
  readonly text: string;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Requests, answers, commands and their output, run together and cut. */
function createTexts(): () => string {
  const coding = createCodingRows(SEED);
  let rest = '';
  return () => {
    while (rest.length < CHARS) rest += `${coding.next().text}\n`;
    const text = rest.slice(0, CHARS);
    rest = rest.slice(CHARS);
    return text.trim();
  };
}

function saidAt(number: number, text: string): Said {
  const session = Math.floor(number / RECORDS_PER_SESSION);
  return {
    id: deriveId('bench said', String(number)),
    space: `project-${session % PROJECTS}`,
    session: deriveId('bench session', String(session)),
    type: number % 2 === 0 ? 'prompt' : 'assistant',
    text: number === RECORDS - 1 ? `${text} ${LAST_WORD}` : text,
  };
}

async function handIn(api: Api, plain: PlainIndex): Promise<number> {
  const nextText = createTexts();
  const firstAt = systemClock.now() - RECORDS * SECOND_MS;
  const progress = showProgress('hand in records', RECORDS);
  let textBytes = 0;
  for (let done = 0; done < RECORDS; done += PER_REQUEST) {
    const rows = Array.from({ length: Math.min(PER_REQUEST, RECORDS - done) }, (_, at) =>
      saidAt(done + at, nextText()),
    );
    textBytes += rows.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    const records = rows.map(({ id, space, session, type, text }, at) => ({
      ...{ id, type, session_id: session, workspace: space, content: text },
      ts: firstAt + (done + at) * SECOND_MS,
    }));
    await api.post('/memory/record', records);
    plain.add(rows);
    progress.at(done);
  }
  progress.end();
  return textBytes;
}

function filesIn(folder: string): readonly { readonly path: string; readonly bytes: number }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ path, bytes: statSync(path).size }))
    .sort((a, b) => b.bytes - a.bytes);
}

function printTables(path: string): void {
  const database = openSqlite({ path, access: 'read', synchronous: 'FULL' });
  try {
    const rows = database
      .prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC LIMIT ?')
      .all(SHOWN) as { name: string; bytes: number }[];
    for (const { name, bytes } of rows) console.log(`    ${megabytes(bytes).padStart(10)}  ${name}`);
  } finally {
    database.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'carryover-bench-'));
try {
  const plain = new PlainIndex(folder, 'plain');
  const daemon = await startBenchDaemon({ keep: join(folder, 'kept') });
  const { home, backups, journal } = daemon.paths;
  const api = connect(daemon);
  const startedAt = performance.now();
  const textBytes = await handIn(api, plain);
  const handedInMs = performance.now() - startedAt;
  await untilFound(api, LAST_WORD);
  // Closes every turn first.
  await api.post('/memory/curate', {});
  api.close();
  await daemon.stop();
  plain.close();

  const files = filesIn(home);
  const isBackup = (path: string) => dirname(path).startsWith(backups);
  console.log(`\nThe home, ${RECORDS} records of ${CHARS} characters in ${PROJECTS} projects`);
  for (const { path, bytes } of files.filter((file) => file.bytes > 100_000)) {
    console.log(`  ${megabytes(bytes).padStart(10)}  ${relative(home, path)}`);
    if (path.endsWith('.db') && !isBackup(path)) printTables(path);
  }
  const taken = files.filter(({ path }) => !isBackup(path)).reduce((sum, { bytes }) => sum + bytes, 0);
  const plainBytes = statSync(join(folder, 'plain.db')).size;
  const backup = makeBackup({ journal, folder: backups, megabytes: BACKUP_MEGABYTES, now: systemClock.now() });
  const againstText = { baseline: `the text itself ${megabytes(textBytes)}` };
  printFigures(`Room on disk, ${RECORDS} records handed in at ${Math.round((RECORDS / handedInMs) * 1_000)} a second`, [
    {
      what: 'the home without backups',
      value: megabytes(taken),
      ...againstText,
      ratio: taken / textBytes,
      target: `<= ${(TARGET_MEGABYTES * RECORDS) / 100_000} MB`,
      met: taken <= (TARGET_MEGABYTES * 1e6 * RECORDS) / 100_000,
    },
    {
      what: 'the same',
      value: megabytes(taken),
      baseline: `plain table and FTS5 ${megabytes(plainBytes)}`,
      ratio: taken / plainBytes,
    },
    { what: 'one backup', value: megabytes(backup.bytes), ...againstText, ratio: backup.bytes / textBytes },
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
