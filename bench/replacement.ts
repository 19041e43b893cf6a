/**
 * How often a change of mind is seen beside all that is known of a project; totals only, by language and by kind of statement.
 *
 *   npm run bench -- replacement [--data FILE.jsonl]
 *
 * One project a line, as in test/corpora/replacement/crowds.jsonl. Without a file nothing is scored: sets that measure stay aside.
 * Also tells how long it takes to choose among two thousand known statements.
 */
import { readFileSync } from 'node:fs';
import { replacedAmong } from '../src/memory/replacement/replaced-among.ts';
import { StatementIndex } from '../src/memory/replacement/statement-index.ts';
import { figuresOf, type KnownProject, outcomeOf } from '../test/support/replacement-score.ts';

const KNOWN = 2_000;
const NEAREST = 40;

const option = process.argv.indexOf('--data');
const file = option < 0 ? undefined : process.argv[option + 1];
if (file === undefined) console.log('replacement: no statements given (--data FILE.jsonl)');
else scoreFile(file);
timeAmongMany();

function scoreFile(path: string): void {
  const projects = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as KnownProject);
  const rows = projects.flatMap(({ lang, known, said }) =>
    said.map(({ text, replaces, kind }) => ({ lang, kind, outcome: outcomeOf(replaces, replacedAmong(known, text)) })),
  );
  const print = (name: string, some: typeof rows) =>
    console.log(`${name.padEnd(20)} ${figuresOf(some.map(({ outcome }) => outcome))}`);
  print('all', rows);
  for (const by of ['lang', 'kind'] as const)
    for (const [name, some] of [...Map.groupBy(rows, (row) => row[by])].sort(([a], [b]) => a.localeCompare(b)))
      print(`  ${name}`, some);
}

/** As a daemon does it: the nearest are found, then weighed against each other. */
function timeAmongMany(): void {
  const places = ['staging', 'billing', 'search', 'mail', 'orders', 'export', 'login', 'media', 'audit', 'archive'];
  const things = ['port', 'timeout', 'queue', 'owner', 'backup', 'review', 'release', 'limit', 'report', 'colour'];
  const known = new StatementIndex<string>();
  const texts = new Map<string, string>();
  for (let at = 0; at < KNOWN; at += 1) {
    const [place, thing] = [places[at % 10], things[Math.floor(at / 10) % 10]];
    texts.set(String(at), `The ${thing} of the ${place} service in region ${Math.floor(at / 100)} is ${at + 1000}.`);
  }
  for (const [id, text] of texts) known.put(id, text);
  const times: number[] = [];
  for (let at = 0; at < 200; at += 1) {
    const said = `the ${things[at % 10]} of ${places[Math.floor(at / 10) % 10]} is ${at + 5000} now`;
    const start = performance.now();
    replacedAmong(
      known.near(said, NEAREST).map((id) => texts.get(id) ?? ''),
      said,
    );
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const of = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  console.log(`among ${KNOWN} known statements: ${of(0.5)} ms, at most ${of(0.99)} ms for 99 of 100`);
}
