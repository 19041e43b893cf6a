/**
 * What a prompt asks of memory, by its own words: whether it needs anything at all (a question about the world, work on text
 * that stands in the prompt, talk and a self-contained edit do not), and whether it asks for what was said and done. Two linear
 * models over words, pairs of words and the shape of the prompt (`npm run
 * train:gate`). Pure; reads the beginning of the prompt.
 */
import { fold } from '../../text/fold.ts';
import weights from './asks-weights.json' with { type: 'json' };

const READ_CHARS = 1_500;
const READ_WORDS = 150;
const WORD =
  /\p{Script=Han}|[\p{Script=Hiragana}\p{Script=Katakana}]|\p{Script=Hangul}|\p{L}+(?:['’]\p{L}+)*|\d+|\?|```|\n/gu;
/** Where what a person wants ends and what it is about begins: a fence, a line break, a colon before much text, a quote, a sentence's end. */
const HEAD_END = /```|\n|:\s+(?=\S.{40})|["“”„«]|(?<=[.?!。？！])\s/u;
const LEAST_HEAD_CHARS = 8;
const MOST_HEAD_CHARS = 160;
const LONG_CHARS = 400;

/** Log-odds: 0 is even. */
export interface PromptAsks {
  readonly need: number;
  readonly past: number;
}

/** What a figure adds to each; people type "constructor", so no plain object. */
const WEIGHTS = new Map<string, readonly number[]>(Object.entries(weights.weights));

export function promptAsks(prompt: string): PromptAsks {
  let { need, past } = weights.bias;
  for (const [name, value] of askFigures(prompt)) {
    const [toNeed = 0, toPast = 0] = WEIGHTS.get(name) ?? [];
    need += toNeed * value;
    past += toPast * value;
  }
  return { need, past };
}

/** What of a prompt says what the person wants; the rest is what it is to be done with. */
export function headOf(prompt: string): string {
  const end = HEAD_END.exec(prompt.slice(0, READ_CHARS))?.index ?? 0;
  return prompt.slice(0, end > LEAST_HEAD_CHARS ? end : MOST_HEAD_CHARS);
}

export function askFigures(prompt: string): ReadonlyMap<string, number> {
  const read = prompt.slice(0, READ_CHARS).toWellFormed();
  const words = [...fold(read).matchAll(WORD)].map(([word]) => word).slice(0, READ_WORDS);
  const figures = new Map<string, number>();
  words.forEach((word, at) => {
    figures.set(word, 1);
    if (at > 0) figures.set(`${words[at - 1]} ${word}`, 1);
  });
  if (words[0] !== undefined) figures.set(`^${words[0]}`, 1);
  if (words[1] !== undefined) figures.set(`^${words[0]} ${words[1]}`, 1);
  const head = headOf(prompt).length;
  figures.set('#chars', Math.log1p(prompt.length));
  figures.set('#head', Math.log1p(head));
  figures.set('#body', Math.log1p(prompt.length - head));
  figures.set('#lines', Math.log1p(read.split('\n').length - 1));
  figures.set('#question', Number(/[?？]\s*$/u.test(read)));
  figures.set('#quoted', Number(/["“„«`]/u.test(read)));
  figures.set('#names', (read.match(/\p{Lu}\p{L}+/gu)?.length ?? 0) / (1 + read.length / 50));
  figures.set('#paths', Number(/[/_.]\w/.test(read)));
  figures.set('#long', Number(prompt.length > LONG_CHARS));
  return figures;
}
