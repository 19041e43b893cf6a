/**
 * What redaction costs on ordinary developer text, and on 10 MB in slices (RED-8). The baseline is the cheapest pass over
 * the same text that looks at every character; the ratio to it hardly depends on the machine. And how often it is wrong about
 * 2,000 source files of other projects.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createRedactor } from '../src/redaction/redactor.ts';
import { redactInSlices } from '../src/redaction/sliced.ts';
import { type Figure, ms, percentile, printFigures } from './support/figures.ts';

const SIZES = [
  { chars: 300, label: '300 B', rounds: 4000, targetMs: 0.3 },
  { chars: 2000, label: '2 KB', rounds: 2000, targetMs: 0.3 },
  { chars: 20_000, label: '20 KB', rounds: 300, targetMs: 5 },
];
const WARM_UP_ROUNDS = 300;
const LARGE_CHARS = 10_000_000;
const LARGE_TARGET_MS = 2000;
const SOURCE = /\.(?:[cm]?[jt]sx?|json|md|ya?ml|css|html|py|sh|c|h)$/;
const SOURCE_FILES = 2000;
const LONGEST_SOURCE = 150_000;
const MOST_CHANGED = 0.015;

const redactor = createRedactor({ key: 'bench' });

/** This project's own sources and documents: prose, code, tables, JSON. */
function developerText(): string {
  const root = join(import.meta.dirname, '..');
  const files = ['docs', 'src/journal', 'src/capture', 'src/http'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:md|ts)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}

/** Nearly all of what it changes there is a false find: sources hold examples, not secrets. Prints what was found. */
function changedSources(): { readonly changed: number; readonly files: number } {
  const root = join(import.meta.dirname, '..', 'node_modules');
  const sources = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, order: createHash('sha256').update(relative(root, path)).digest('hex') }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, SOURCE_FILES);
  const changed = sources.filter(({ path }) => {
    const text = readFileSync(path, 'utf8').slice(0, LONGEST_SOURCE);
    const [first] = redactor.redact(text).findings;
    if (first) console.log(`  ${relative(root, path)}: ${first.kind} at ${first.start}`);
    return first !== undefined;
  });
  return { changed: changed.length, files: sources.length };
}

function baseline(text: string): string {
  return text.replace(/[^\x20-\x7e\s]/g, '');
}

function measure(work: (text: string) => unknown, texts: readonly string[]): number[] {
  return texts.map((text) => {
    const before = performance.now();
    work(text);
    return performance.now() - before;
  });
}

/** Cuts at many places, so that no figure depends on one lucky text. */
function cuts(whole: string, chars: number, rounds: number): string[] {
  return Array.from({ length: rounds }, (_, round) => {
    const start = (round * 7919) % Math.max(1, whole.length - chars);
    return whole.slice(start, start + chars);
  });
}

/** The baseline of a short text is below what milliseconds can show. */
function micro(milliseconds: number): string {
  return `${(milliseconds * 1000).toFixed(milliseconds < 0.01 ? 1 : 0)} µs`;
}

const whole = developerText();
measure((text) => redactor.redact(text), cuts(whole, 2000, WARM_UP_ROUNDS));
const figures: Figure[] = [];
for (const { chars, label, rounds, targetMs } of SIZES) {
  const texts = cuts(whole, chars, rounds);
  const base = measure(baseline, texts);
  const taken = measure((text) => redactor.redact(text), texts);
  const p50 = percentile(taken, 0.5);
  figures.push({
    what: `${label}, p50`,
    value: micro(p50),
    baseline: micro(percentile(base, 0.5)),
    ratio: p50 / percentile(base, 0.5),
    target: `≤ ${targetMs} ms`,
    met: p50 <= targetMs,
  });
  const p99 = percentile(taken, 0.99);
  figures.push({
    what: `${label}, p99`,
    value: micro(p99),
    baseline: micro(percentile(base, 0.99)),
    ratio: p99 / percentile(base, 0.99),
    ...(chars === 2000 ? { target: '≤ 2 ms', met: p99 <= 2 } : {}),
  });
}
const large = whole.repeat(Math.ceil(LARGE_CHARS / whole.length)).slice(0, LARGE_CHARS);
const [largeBase = 0] = measure(baseline, [large]);
const [largeTaken = 0] = measure((text) => redactInSlices(redactor, text), [large]);
figures.push({
  what: '10 MB in slices',
  value: ms(largeTaken),
  baseline: ms(largeBase),
  ratio: largeTaken / largeBase,
  target: `≤ ${LARGE_TARGET_MS} ms`,
  met: largeTaken <= LARGE_TARGET_MS,
});
const { changed, files } = changedSources();
figures.push({
  what: `source files of node_modules that it changes, of ${files}`,
  value: `${((100 * changed) / files).toFixed(2)} %`,
  baseline: '0 %',
  ratio: changed,
  target: `≤ ${MOST_CHANGED * 100} %`,
  met: changed / files <= MOST_CHANGED,
});
printFigures('Redaction', figures);
