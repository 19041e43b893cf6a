/**
 * What is heard of a person's words, by the rules alone, by the reader alone and by both; totals only, by language and by
 * class. How things are counted: test/support/reading-score.ts.
 *
 *   npm run bench -- reader [--turns FILE.jsonl]
 *
 * Without a file nothing is scored: sets that measure stay aside.
 */
import { readFileSync } from 'node:fs';
import { curateByRules, type Hearing } from '../src/curator/rules/rules.ts';
import { type LabelledMessage, type ReadingScore, scoreReading } from '../test/support/reading-score.ts';

const HEARINGS: readonly Hearing[] = ['rules', 'reader', 'both'];

const option = process.argv.indexOf('--turns');
const file = option < 0 ? undefined : process.argv[option + 1];
if (file === undefined) console.log('reader: no turns given (--turns FILE.jsonl)');
else scoreFile(file);

function scoreFile(path: string): void {
  const messages = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as LabelledMessage);
  for (const hearing of HEARINGS) {
    console.log(`\n${hearing}`);
    print('all', messages, hearing);
    for (const by of [({ lang }: LabelledMessage) => lang, ({ class: name }: LabelledMessage) => name ?? 'no class'])
      for (const [name, some] of [...Map.groupBy(messages, by)].sort(([a], [b]) => a.localeCompare(b)))
        print(`  ${name}`, some, hearing);
  }
}

function print(name: string, messages: readonly LabelledMessage[], hearing: Hearing): void {
  const score = scoreReading(messages, (input) => curateByRules(input, hearing));
  console.log(`${name.padEnd(22)} ${figuresOf(score).join('  ')}`);
}

function figuresOf(score: ReadingScore): readonly string[] {
  return [
    `precision ${share(score.right, score.learned)}`,
    `recall ${share(score.met, score.expected)}`,
    `kinds ignored ${share(score.overlapping, score.learned)} / ${share(score.touched, score.expected)}`,
    `scope ${share(score.scopesRight, score.scopes)}`,
    `quiet clean ${share(score.clean, score.quiet)}`,
    `forbidden ${score.forbidden}`,
  ];
}

function share(part: number, whole: number): string {
  return `${whole === 0 ? '–' : (part / whole).toFixed(2).replace(/^0/, '')} (${part}/${whole})`;
}
