/** Thirty facts spread over a long history of coding sessions in one space, and how many of them come back when asked for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, searchRecords } from './api.ts';
import { createCodingRows } from './coding-rows.ts';
import { startBenchDaemon } from './daemon.ts';
import { type FilledRow, fillJournal, untilFound } from './fill-journal.ts';
import { PlainIndex } from './plain-index.ts';
import { PLANTED_FACTS, QUERY_KINDS, wordsOfFacts } from './planted-facts.ts';
import { createRandom, pick } from './random.ts';

const SPACE = 'planted';
const HITS = 10;
const SEED = 41;
/** Share of the rows that say something about other things in the words of the facts. */
const REMARKS = 0.2;
/** Rows besides the fact that hold its keyword: few enough that ten hits have room for all of them. */
const ECHOES = 4;

export interface Harvest {
  readonly kind: (typeof QUERY_KINDS)[number];
  readonly found: number;
  readonly plainFound: number;
  /** The questions whose fact was not among the hits. */
  readonly missed: readonly string[];
}

export async function plantAndAsk(rows: number): Promise<readonly Harvest[]> {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-bench-'));
  const plain = new PlainIndex(folder, 'plain');
  const rowAt = createHistory(rows);
  const daemon = await startBenchDaemon({
    config: { 'curator.profile': 'manual' },
    fill: (paths) => fillJournal(paths, rows, rowAt, (batch) => plain.add(batch)),
  });
  const api = connect(daemon);
  try {
    await untilFound(api);
    const harvests: Harvest[] = [];
    for (const kind of QUERY_KINDS) {
      const missed: string[] = [];
      let plainFound = 0;
      for (const [number, fact] of PLANTED_FACTS.entries()) {
        const { hits } = await searchRecords(api, fact[kind], HITS, SPACE);
        if (!hits.some(({ id }) => id === idOf(number))) missed.push(fact[kind]);
        if (plain.search(fact[kind], HITS, SPACE).includes(idOf(number))) plainFound += 1;
      }
      harvests.push({ kind, found: PLANTED_FACTS.length - missed.length, plainFound, missed });
    }
    return harvests;
  } finally {
    api.close();
    await daemon.stop();
    plain.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A fact takes the place of a row now and then, in the middle of whatever its session is about. No word is the fact's own:
 * they also stand in hundreds of rows about other things, its keyword in a few.
 */
function createHistory(rows: number): (number: number) => FilledRow {
  const coding = createCodingRows(SEED);
  const random = createRandom(SEED);
  const words = wordsOfFacts();
  const every = Math.floor(rows / PLANTED_FACTS.length);
  const echoEvery = Math.ceil(every / (ECHOES + 1));
  const remark = (): string =>
    random() < REMARKS
      ? ` By the way, the ${pick(random, words)} ${pick(random, words)} has nothing to do with ${pick(random, words)}.`
      : '';
  return (number) => {
    const { session, type, text } = coding.next();
    const row = { id: `row-${number}`, space: SPACE, session: String(session), type, text: text + remark() };
    const at = Math.floor(number / every);
    const fact = PLANTED_FACTS[at];
    const since = number - at * every;
    if (fact === undefined) return row;
    if (since === Math.floor(every / 2)) {
      return { ...row, id: idOf(at), type: at % 3 === 0 ? 'assistant' : 'prompt', text: fact.said };
    }
    const isEcho = since % echoEvery === 0 && since > 0;
    return isEcho ? { ...row, text: `${row.text} Not like ${fact.keyword}.` } : row;
  };
}

function idOf(fact: number): string {
  return `fact-${fact}`;
}
