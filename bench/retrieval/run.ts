/** `npm run bench:retrieval -- --data FOLDER`: whether what answers a question comes back, and how far up (README.md). */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CarryoverError } from '../../src/memory/error.ts';
import { showProgress } from '../support/progress.ts';
import { readSet, setsIn } from './data-set.ts';
import { type Measured, measure } from './measure.ts';
import { type Memory, openPlainMemory, startDaemonMemory } from './memories.ts';
import { printSet } from './report.ts';

const HELP = `npm run bench:retrieval -- --data FOLDER [options]

Stores labelled sets through the HTTP API of a daemon of its own, asks their questions, and prints how well the answers
are found, beside plain FTS5 bm25() in the same run. The format of a set: bench/retrieval/README.md.

  --data FOLDER   folder that holds one folder per set
  --sets A,B      these sets only (default: all of them)
  --k N           hits asked for, 20 to 200 (default 50)
  --by-type       also show each type of question
  --json FILE     write all figures to a file
  --help          this text`;
const DEFAULT_K = '50';
const LEAST_K = 20;
const MOST_K = 200;

async function main(): Promise<void> {
  const options = readOptions();
  if (options.help === true) {
    console.log(HELP);
    return;
  }
  const { data, json } = options;
  if (data === undefined) throw invalid('--data is missing', 'npm run bench:retrieval -- --help');
  const k = Number(options.k);
  if (!Number.isInteger(k) || k < LEAST_K || k > MOST_K) {
    throw invalid(`--k ${options.k} is not a number of hits`, `give ${LEAST_K} to ${MOST_K}`);
  }
  const known = setsIn(data);
  const wanted = options.sets?.split(',') ?? known;
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw invalid(`no such set: ${unknown.join(', ')}`, `there are ${known.join(', ')}`);

  const written: object[] = [];
  for (const name of wanted) {
    const set = readSet(data, name);
    const through = async (memory: Memory): Promise<Measured> => {
      const progress = showProgress(`${name}, ${memory.name}`, set.questions.length);
      try {
        const measured = await measure(memory, set, k, progress.at);
        progress.end();
        return measured;
      } finally {
        await memory.close();
      }
    };
    const plain = await through(openPlainMemory());
    const ours = await through(await startDaemonMemory());
    printSet(name, ours, plain, options['by-type'] === true);
    written.push({ set: name, k, carryover: ours, plain });
  }
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(written, null, 2)}\n`);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        data: { type: 'string' },
        sets: { type: 'string' },
        k: { type: 'string', default: DEFAULT_K },
        'by-type': { type: 'boolean' },
        json: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (cause) {
    throw invalid(cause instanceof Error ? cause.message : 'unknown option', 'npm run bench:retrieval -- --help');
  }
}

function invalid(message: string, hint: string): CarryoverError {
  return new CarryoverError(message, { code: 'invalid-input', hint });
}

try {
  await main();
} catch (thrown) {
  if (!(thrown instanceof CarryoverError)) throw thrown;
  console.error(`${thrown.message}${thrown.hint === undefined ? '' : `\n  ${thrown.hint}`}`);
  process.exitCode = 1;
}
