/**
 * What encryption costs: two daemons over the same rows, one plain and one encrypted with a key file, asked in turn. Also
 * how long it takes to encrypt that home.
 *
 *   node bench/encryption.ts [--rows 20000]
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setDatabaseKeys } from '../src/platform/database-keys.ts';
import type { HomePaths } from '../src/platform/paths.ts';
import { beginEncryption, finishConversion } from '../src/privacy/encryption/convert.ts';
import { keyFileSource } from '../src/privacy/encryption/key-source.ts';
import { type Api, connect, searchRecords } from './support/api.ts';
import { createCodingRows } from './support/coding-rows.ts';
import { type BenchDaemon, startBenchDaemon } from './support/daemon.ts';
import { type Figure, ms, percentile, printFigures } from './support/figures.ts';
import { fillJournal, untilFound } from './support/fill-journal.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '20000' } } });
const ROWS = Number(values.rows);
const ROUNDS = 200;
const CAPTURES = 300;
const WARM_UP_ROUNDS = 5;
const HITS = 20;
const RECORD_CHARS = 2_048;
const SPACE = 'bench';
const ROWS_SEED = 17;
const QUERIES_SEED = 19;

interface Side {
  readonly daemon: BenchDaemon;
  readonly api: Api;
  readonly indexedMs: number;
}

let journalMegabytes = 0;
let convertedMs = 0;

async function open(keyFolder: string | undefined): Promise<Side> {
  const coding = createCodingRows(ROWS_SEED);
  const daemon = await startBenchDaemon({
    config: { 'curator.profile': 'manual' },
    async fill(paths) {
      const rowAt = (number: number) => {
        const { session, type, text } = coding.next();
        return { id: `row-${number}`, space: SPACE, session: String(session), type, text };
      };
      await fillJournal(paths, ROWS, rowAt, () => undefined);
      if (keyFolder !== undefined) encrypt(paths, keyFolder);
    },
  });
  const startedAt = performance.now();
  const api = connect(daemon);
  await untilFound(api);
  return { daemon, api, indexedMs: performance.now() - startedAt };
}

function encrypt(paths: HomePaths, keyFolder: string): void {
  journalMegabytes = statSync(paths.journal).size / 2 ** 20;
  const startedAt = performance.now();
  finishConversion(paths, beginEncryption(paths, keyFileSource(join(keyFolder, 'key'), paths)));
  convertedMs = performance.now() - startedAt;
  setDatabaseKeys([]);
}

/** In turn, and who begins changes: what the machine does meanwhile falls on both. */
async function inTurn(
  sides: readonly [Side, Side],
  rounds: number,
  work: (side: Side, round: number) => Promise<number>,
): Promise<readonly [number[], number[]]> {
  const took: readonly [number[], number[]] = [[], []];
  for (let round = 0; round < rounds + WARM_UP_ROUNDS; round += 1) {
    for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const tookMs = await work(sides[at], round);
      if (round >= WARM_UP_ROUNDS) took[at].push(tookMs);
    }
  }
  return took;
}

function compared(what: string, [plainMs, encryptedMs]: readonly [readonly number[], readonly number[]]): Figure[] {
  return [0.5, 0.95].map((share) => {
    const [plain, encrypted] = [percentile(plainMs, share), percentile(encryptedMs, share)];
    return {
      what: `${what} (p${share * 100} of ${plainMs.length})`,
      value: ms(encrypted),
      baseline: `plain ${ms(plain)}`,
      ratio: encrypted / plain,
    };
  });
}

function once(what: string, plain: number, encrypted: number): Figure {
  return { what, value: ms(encrypted), baseline: `plain ${ms(plain)}`, ratio: encrypted / plain };
}

const keyFolder = mkdtempSync(join(tmpdir(), 'carryover-bench-key-'));
const plain = await open(undefined);
const encrypted = await open(keyFolder);
const sides = [plain, encrypted] as const;
try {
  const queries = createCodingRows(QUERIES_SEED);
  const asked = Array.from({ length: ROUNDS + WARM_UP_ROUNDS }, () => ({
    rare: queries.rare(),
    common: `${queries.common()} ${queries.common()}`,
    long: queries.prose(80),
  }));
  const searching = (kind: 'rare' | 'common' | 'long') =>
    inTurn(sides, ROUNDS, async ({ api }, round) => {
      const { tookMs } = await searchRecords(api, asked[round]?.[kind] ?? '', HITS, SPACE);
      return tookMs;
    });
  const capture = await inTurn(sides, CAPTURES, async ({ api }, round) => {
    const content = `${round} ${(asked[round % asked.length]?.long ?? '').repeat(8)}`.slice(0, RECORD_CHARS);
    return (await api.post('/memory/record', { type: 'prompt', session_id: 'bench', workspace: SPACE, content }))
      .tookMs;
  });
  printFigures(`Encryption, over ${ROWS.toLocaleString('en')} records`, [
    ...compared('search, rare words', await searching('rare')),
    ...compared('search, common words', await searching('common')),
    ...compared('search, a prompt', await searching('long')),
    ...compared('capture, 2 KB', capture),
    once('daemon answers after', plain.daemon.readyMs, encrypted.daemon.readyMs),
    once('index filled after', plain.indexedMs, encrypted.indexedMs),
    { what: `encrypting a journal of ${journalMegabytes.toFixed(0)} MB`, value: ms(convertedMs) },
  ]);
} finally {
  for (const { api, daemon } of sides) {
    api.close();
    await daemon.stop();
  }
  rmSync(keyFolder, { recursive: true, force: true });
}
