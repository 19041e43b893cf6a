/**
 * Makes the table of word meanings (src/recall/text/word-vectors.bin) from the project's own sentences, its list of words in
 * thirteen languages and a teacher that is given at run time: a folder with `onnxruntime-node`, `@huggingface/tokenizers` and
 * a sentence encoder in `model/` (tokenizer.json, tokenizer_config.json, model.onnx). English words get vectors whose sum over
 * a sentence comes as near as can be to the teacher's vector of that sentence, and which stay near the teacher's vector of the
 * word where sentences say little of it. A word of another language gets that of the English words on its line, and words on
 * one line move towards each other. The same teacher gives the same table.
 *
 *   node scripts/word-vectors.ts FOLDER
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { informative } from '../src/recall/text/informative.ts';
import { tokenise } from '../src/recall/text/tokenise.ts';
import { DIMENSIONS, hashOf, stemKey, stemLetters } from '../src/recall/text/word-vectors.ts';
import { languageOf } from '../src/text/language.ts';

const ROOT = join(import.meta.dirname, '..');
const OUT = join(ROOT, 'src/recall/text/word-vectors.bin');
const TEACHER_DIMENSIONS = 384;
const BATCH = 64;
const READ_CHARS = 4_000;
const MOST_TOKENS = 128;
/** Texts of which a word is one in this many say half of what a rare one says. */
const COMMON = 1e-3;
const ROUNDS = 60;
/** How strongly a word is held to what the teacher says of it alone. */
const HELD = 1;
const ALONE = 0.5;
const LEAST_SENTENCE = 15;
const MOST_SENTENCE = 400;
const SMALL = 1e-9;
const OWN = 1;
const ENGLISH = 0.5;
const OTHER = 1;
/** Of several words that stand for one. */
const PART = 0.3;
const MOST_WORDS = 3;
const LEAST_LETTERS = 3;
/** A word that the teacher has no token for must have been written so often. */
const LEAST_TEXTS = 4;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('node scripts/word-vectors.ts FOLDER (see the head of this file)');
const teacher = createRequire(join(folder, 'package.json'));
const vocabulary = JSON.parse(readFileSync(join(folder, 'model/tokenizer.json'), 'utf8')).model.vocab as Record<
  string,
  number
>;

/** English ones, as far as it can be told: the teacher reads no other. */
const sentences = new Set<string>();

interface Word {
  word: string;
  /** Texts it stands in. */
  texts: number;
}
const words = new Map<string, Word>();
let texts = 0;
for (const path of [
  ...globSync('data/sentences/*.jsonl', { cwd: ROOT }),
  ...globSync('test/corpora/gate/*/*.jsonl', { cwd: ROOT }),
].sort())
  for (const line of readFileSync(join(ROOT, path), 'utf8').split('\n')) {
    if (line.trim() === '') continue;
    const row = JSON.parse(line) as Record<string, unknown>;
    for (const field of ['text', 'prompt', 'content', 'answer', 'before'])
      for (const text of [row[field]].flat()) {
        if (typeof text !== 'string' || text.length < 3) continue;
        take(text.slice(0, READ_CHARS));
        // The labelled sets are for fitting and judging the gate, and teach no meaning.
        if (
          path.startsWith('data') &&
          text.length > LEAST_SENTENCE &&
          text.length < MOST_SENTENCE &&
          (languageOf(text) ?? 'en') === 'en'
        )
          sentences.add(text);
      }
  }
for (const word of Object.keys(vocabulary))
  if (/^[a-z]{3,}$/.test(word))
    for (const { term, kind } of informative(word))
      if (kind === 'word' && !words.has(term)) words.set(term, { word, texts: 0 });

for (const [term, { word, texts: times }] of words)
  if (times < LEAST_TEXTS && vocabulary[word] === undefined) words.delete(term);
const terms = [...words.keys()].sort();
const place = new Map(terms.map((term, at) => [term, at]));
const teach = await teacherOf();
const vectors = new Map<string, Float64Array>();
for (const [at, vector] of (await learned()).entries()) vectors.set(terms[at] ?? '', vector);
takeLines();
write();

function take(text: string): void {
  texts += 1;
  const seen = new Set<string>();
  for (const { term, word, kind } of informative(text)) {
    if ((kind !== 'word' && kind !== 'whole') || seen.has(term)) continue;
    seen.add(term);
    const known = words.get(term);
    if (known === undefined) words.set(term, { word, texts: 1 });
    else known.texts += 1;
  }
}

function tellingOf(term: string): number {
  return COMMON / (COMMON + (words.get(term)?.texts ?? 0) / texts);
}

async function teacherOf(): Promise<(all: readonly string[]) => Promise<readonly Float64Array[]>> {
  const { InferenceSession, Tensor } = teacher('onnxruntime-node');
  const { Tokenizer } = teacher('@huggingface/tokenizers');
  const read = (name: string) => readFileSync(join(folder ?? '', 'model', name), 'utf8');
  const tokenizer = new Tokenizer(JSON.parse(read('tokenizer.json')), JSON.parse(read('tokenizer_config.json')));
  const session = await InferenceSession.create(join(folder ?? '', 'model/model.onnx'));
  return async (all) => {
    const made: Float64Array[] = [];
    const ids: number[][] = all.map((text) => tokenizer.encode(text).ids.slice(0, MOST_TOKENS));
    const order = ids.map((_, at) => at).sort((a, b) => (ids[a]?.length ?? 0) - (ids[b]?.length ?? 0) || a - b);
    for (let from = 0; from < order.length; from += BATCH) {
      const batch = order.slice(from, from + BATCH);
      const width = Math.max(...batch.map((at) => ids[at]?.length ?? 0));
      const [input, mask] = [new BigInt64Array(batch.length * width), new BigInt64Array(batch.length * width)];
      for (const [row, at] of batch.entries())
        for (const [column, id] of (ids[at] ?? []).entries()) {
          input[row * width + column] = BigInt(id);
          mask[row * width + column] = 1n;
        }
      const tensor = (data: BigInt64Array) => new Tensor('int64', data, [batch.length, width]);
      const { last_hidden_state: hidden } = await session.run({
        input_ids: tensor(input),
        attention_mask: tensor(mask),
        token_type_ids: tensor(new BigInt64Array(batch.length * width)),
      });
      batch.forEach((at, row) => {
        const vector = new Float64Array(TEACHER_DIMENSIONS);
        ids[at]?.forEach((_, column) => {
          for (let d = 0; d < TEACHER_DIMENSIONS; d += 1)
            vector[d] = (vector[d] ?? 0) + hidden.data[(row * width + column) * TEACHER_DIMENSIONS + d];
        });
        made[at] = unit(vector);
      });
      if (from % (BATCH * 50) === 0) console.error(`${from} of ${order.length}`);
    }
    return made;
  };
}

/** A vector for each term. */
async function learned(): Promise<readonly Float64Array[]> {
  const texts = [...sentences];
  const said = centred(await teach(texts));
  const alone = centred(await teach(terms.map((term) => words.get(term)?.word ?? term)));
  const basis = directionsOf(said);
  const narrow = (vector: Float64Array) => unit(Float64Array.from(basis, (one) => product(one, vector)));
  const wanted = said.map(narrow);
  const start = alone.map((vector) => narrow(vector).map((number) => ALONE * number));
  const rows = texts.map(rowOf);
  const made = start.map((vector) => Float64Array.from(vector));
  for (let d = 0; d < DIMENSIONS; d += 1) {
    const missing = rows.map((row, at) => (wanted[at]?.[d] ?? 0) - rowSum(row, (term) => start[term]?.[d] ?? 0));
    const change = nearestChange(rows, Float64Array.from(missing));
    made.forEach((vector, term) => {
      vector[d] = (vector[d] ?? 0) + (change[term] ?? 0);
    });
  }
  return made.map(unit);
}

interface SentenceRow {
  readonly terms: readonly number[];
  readonly weights: readonly number[];
}

function rowOf(text: string): SentenceRow {
  const known = [...new Set(informative(text).map(({ term }) => term))].filter((term) => place.has(term));
  const weights = known.map(tellingOf);
  const length = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0)) + SMALL;
  return { terms: known.map((term) => place.get(term) ?? 0), weights: weights.map((weight) => weight / length) };
}

function rowSum({ terms: own, weights }: SentenceRow, of: (term: number) => number): number {
  return own.reduce((sum, term, at) => sum + (weights[at] ?? 0) * of(term), 0);
}

/** Least squares with a ridge, by conjugate gradients. */
function nearestChange(rows: readonly SentenceRow[], missing: Float64Array): Float64Array {
  const back = (values: Float64Array) => {
    const made = new Float64Array(terms.length);
    rows.forEach((row, at) => {
      row.terms.forEach((term, k) => {
        made[term] = (made[term] ?? 0) + (row.weights[k] ?? 0) * (values[at] ?? 0);
      });
    });
    return made;
  };
  const change = new Float64Array(terms.length);
  const rest = back(missing);
  let direction = Float64Array.from(rest);
  let left = product(rest, rest);
  for (let round = 0; round < ROUNDS && left > SMALL; round += 1) {
    const along = back(Float64Array.from(rows, (row) => rowSum(row, (term) => direction[term] ?? 0)));
    for (let at = 0; at < along.length; at += 1) along[at] = (along[at] ?? 0) + HELD * (direction[at] ?? 0);
    const step = left / product(direction, along);
    for (let at = 0; at < change.length; at += 1) {
      change[at] = (change[at] ?? 0) + step * (direction[at] ?? 0);
      rest[at] = (rest[at] ?? 0) - step * (along[at] ?? 0);
    }
    const now = product(rest, rest);
    const kept = now / left;
    direction = direction.map((number, at) => (rest[at] ?? 0) + kept * number);
    left = now;
  }
  return change;
}

function centred(all: readonly Float64Array[]): readonly Float64Array[] {
  const mean = new Float64Array(TEACHER_DIMENSIONS);
  for (const vector of all)
    for (let d = 0; d < TEACHER_DIMENSIONS; d += 1) mean[d] = (mean[d] ?? 0) + (vector[d] ?? 0) / all.length;
  return all.map((vector) => vector.map((number, d) => number - (mean[d] ?? 0)));
}

/** The directions in which sentences differ most, by repeated multiplication from a fixed beginning. */
function directionsOf(all: readonly Float64Array[]): readonly Float64Array[] {
  const spread = Array.from({ length: TEACHER_DIMENSIONS }, () => new Float64Array(TEACHER_DIMENSIONS));
  for (const vector of all)
    for (let i = 0; i < TEACHER_DIMENSIONS; i += 1) {
      const row = spread[i] as Float64Array;
      const value = vector[i] ?? 0;
      for (let j = 0; j < TEACHER_DIMENSIONS; j += 1) row[j] = (row[j] ?? 0) + value * (vector[j] ?? 0);
    }
  let basis: Float64Array[] = Array.from({ length: DIMENSIONS }, (_, k) =>
    Float64Array.from({ length: TEACHER_DIMENSIONS }, (_unused, d) => Math.sin(1 + k * 389 + d * (k + 1))),
  );
  for (let round = 0; round < ROUNDS; round += 1)
    basis = orthogonal(basis.map((one) => Float64Array.from(spread, (row) => product(row, one))));
  return basis;
}

function orthogonal(basis: readonly Float64Array[]): Float64Array[] {
  const made: Float64Array[] = [];
  for (const one of basis) {
    const rest = Float64Array.from(one);
    for (const other of made) {
      const along = product(rest, other);
      for (let d = 0; d < rest.length; d += 1) rest[d] = (rest[d] ?? 0) - along * (other[d] ?? 0);
    }
    made.push(unit(rest));
  }
  return made;
}

/** A line of the list: what English and twelve other languages call one thing. */
function takeLines(): void {
  const moved = new Map<
    string,
    { readonly vector: Float64Array; readonly weight: number; readonly isEnglish: boolean }[]
  >();
  for (const path of globSync('data/words/*.tsv', { cwd: ROOT }).sort())
    for (const line of readFileSync(join(ROOT, path), 'utf8').split('\n')) {
      const columns = line.split('\t').map((cell) =>
        cell
          .split('|')
          .map((entry) => wordsIn(entry))
          .filter((entry) => entry.length > 0),
      );
      const english = (columns[0] ?? []).flatMap((entry) => {
        const known = entry.flatMap((term) => vectors.get(term) ?? []);
        return known.length === 0 ? [] : [sum(known.map((vector) => [vector, 1 / known.length]))];
      });
      if (english.length === 0) continue;
      const vector = unit(sum(english.map((one) => [one, 1])));
      columns.forEach((column, language) => {
        for (const entry of column) {
          const whole = language === 0 ? ENGLISH : OTHER;
          if (entry.length > MOST_WORDS) continue;
          for (const term of entry) {
            if (entry.length > 1 && term.length <= LEAST_LETTERS) continue;
            const list = moved.get(term) ?? [];
            moved.set(term, list);
            list.push({ vector, weight: entry.length === 1 ? whole : PART, isEnglish: language === 0 });
          }
        }
      });
    }
  for (const [term, all] of moved) {
    const own = all.some(({ isEnglish }) => isEnglish) ? vectors.get(term) : undefined;
    const parts: (readonly [Float64Array, number])[] = all.map(({ vector, weight }) => [vector, weight]);
    const vector = unit(sum(own === undefined ? parts : [...parts, [own, OWN]]));
    vectors.set(term, vector);
    if (own === undefined && term.length > LEAST_LETTERS + 2) {
      const stem = stemKey(term, stemLetters(term));
      if (!vectors.has(stem)) vectors.set(stem, vector);
    }
  }
}

function wordsIn(text: string): readonly string[] {
  return tokenise(text).flatMap(({ term, kind }) => (kind === 'word' ? [term] : []));
}

/** Words with one meaning share a row. */
function write(): void {
  const byKey = new Map([...vectors].map(([term, vector]) => [hashOf(term), { term, vector }]));
  const keys = Uint32Array.from(byKey.keys()).sort();
  const rows = new Uint32Array(keys.length);
  const telling = new Uint8Array(keys.length);
  const written = new Map<string, number>();
  const numbers: Int8Array[] = [];
  keys.forEach((key, at) => {
    const { term, vector } = byKey.get(key) ?? { term: '', vector: new Float64Array(DIMENSIONS) };
    const most = Math.max(...vector.map(Math.abs)) + SMALL;
    const bytes = Int8Array.from(vector, (number) => Math.round((127 * number) / most));
    const name = bytes.join();
    if (!written.has(name)) {
      written.set(name, numbers.length);
      numbers.push(bytes);
    }
    rows[at] = written.get(name) ?? 0;
    telling[at] = Math.round(255 * tellingOf(term));
  });
  const head = Uint32Array.of(keys.length, numbers.length);
  writeFileSync(OUT, Buffer.concat([head, keys, rows, telling, ...numbers].map((part) => Buffer.from(part.buffer))));
  console.log(`${keys.length} words, ${numbers.length} meanings, from ${texts} texts and ${sentences.size} sentences`);
}

function sum(parts: readonly (readonly [Float64Array, number])[]): Float64Array {
  const total = new Float64Array(parts[0]?.[0].length ?? 0);
  for (const [vector, weight] of parts)
    for (let d = 0; d < total.length; d += 1) total[d] = (total[d] ?? 0) + weight * (vector[d] ?? 0);
  return total;
}

function unit(vector: Float64Array): Float64Array {
  const length = Math.sqrt(product(vector, vector));
  return length === 0 ? vector : vector.map((number) => number / length);
}

function product(a: Float64Array, b: Float64Array): number {
  let total = 0;
  for (let d = 0; d < a.length; d += 1) total += (a[d] ?? 0) * (b[d] ?? 0);
  return total;
}
