/**
 * Text -> index terms with positions. Pure; the same function serves stored text and queries.
 *
 * - Words: lower case, accents folded (not in scripts whose marks are letters, e.g. Thai or Devanagari),
 *   possessive 's dropped, stemmed (stem.ts).
 * - Identifiers, paths, versions, codes: kept whole (term `=` + text) and split into words at `_ - . / :` and camelCase humps.
 * - Han, kana, Thai, Lao, Khmer, Burmese: words by Intl.Segmenter plus character bigrams (`~` + pair); Hangul: the word plus bigrams.
 * - Numbers: digit groups joined (`1,200` -> `1200`).
 * Several terms can share a position (the whole and its first part); positions count words.
 */
import { stem } from './stem.ts';

export interface Token {
  /** the index key */
  term: string;
  /** the folded word before stemming (for stop words and names); for wholes and bigrams the same as term */
  word: string;
  /** word position in the text */
  pos: number;
  /** character offset in the text, as given */
  at: number;
  kind: 'word' | 'number' | 'whole' | 'gram';
}

const MAX_WORD = 64;
const MAX_WHOLE = 200;

/** A run of characters that may form one word, identifier or path. */
const RUN =
  /[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}_$@'’\u200c\u200d]|[-./\\:#+,&](?=[\p{L}\p{N}_]))*(?:\+\+|#)?|[_$@#~]+[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_$]|[-./\\:](?=[\p{L}\p{N}_]))*/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const HAS_UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const HANGUL = /^[\p{Script=Hangul}]+$/u;
const ASCII = /^[\x00-\x7f]*$/;
const WORD = /\p{N}+(?:,\p{N}{3})+(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;

let segmenter: Intl.Segmenter | undefined;

/** Lower case; strips combining marks where they are accents, not letters. */
export function fold(s: string): string {
  if (ASCII.test(s)) return s.toLowerCase();
  return s
    .normalize('NFKD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase();
}

export function tokenise(text: string): Token[] {
  const out: Token[] = [];
  let pos = 0;
  for (const run of text.matchAll(RUN)) {
    const raw = run[0];
    if (HAS_UNSPACED.test(raw)) pos = unspaced(raw, run.index, pos, out);
    else pos = spaced(raw, run.index, pos, out);
  }
  return out;
}

function spaced(raw: string, at: number, pos: number, out: Token[]): number {
  const start = pos;
  if (isWhole(raw) && raw.length <= MAX_WHOLE) {
    const whole = fold(raw)
      .replace(/\\/g, '/')
      .replace(/^[@#~]+/, '');
    out.push({ term: '=' + whole, word: '=' + whole, pos: start, at, kind: 'whole' });
    const base = whole.slice(whole.lastIndexOf('/') + 1);
    if (base !== whole && /[._-]/.test(base))
      out.push({ term: '=' + base, word: '=' + base, pos: start, at, kind: 'whole' });
  }
  for (const m of raw.matchAll(WORD)) {
    for (const part of humps(m[0])) {
      if (emitWord(part, at + m.index, pos, out)) pos++;
    }
  }
  return pos;
}

function emitWord(part: string, at: number, pos: number, out: Token[]): boolean {
  let w = fold(part).replace(/’/g, "'").replace(/'s$/, '').replace(/'/g, '');
  if (!w) return false;
  if (w.length > MAX_WORD) w = w.slice(0, MAX_WORD);
  if (/^[\p{N},]+$/u.test(w)) {
    w = w.replace(/,/g, '');
    out.push({ term: w, word: w, pos, at, kind: 'number' });
    return true;
  }
  out.push({ term: stem(w), word: w, pos, at, kind: 'word' });
  if (w.length > 2 && HANGUL.test(w)) grams(w, pos, at, out);
  return true;
}

/** Worth an exact term: joined by a sign, mixed case inside, or letters mixed with digits. A plain hyphenated word is not. */
function isWhole(raw: string): boolean {
  if (/[_/\\:@#$+.]/.test(raw)) return true;
  if (/\p{Ll}\p{Lu}/u.test(raw)) return true;
  return /-/.test(raw) && /\p{N}/u.test(raw);
}

/** camelCase and PascalCase humps, `HTTPServer` -> HTTP, Server; digits stay with their letters. */
function humps(word: string): string[] {
  if (!/\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word)) return [word];
  const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u).filter(Boolean);
  // mixed case by style ("YoooU") rather than by words: leave whole
  return parts.some((p) => p.length > 1) ? parts : [word];
}

function unspaced(raw: string, at: number, pos: number, out: Token[]): number {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  let last = 0;
  for (const m of raw.matchAll(UNSPACED)) {
    if (m.index > last) pos = spaced(raw.slice(last, m.index), at + last, pos, out);
    last = m.index + m[0].length;
    const s = fold(m[0]);
    const first = pos;
    for (const seg of segmenter.segment(s)) {
      if (!seg.isWordLike) continue;
      out.push({ term: seg.segment, word: seg.segment, pos, at: at + m.index + seg.index, kind: 'word' });
      pos++;
    }
    grams(s, first, at + m.index, out);
  }
  if (last < raw.length) pos = spaced(raw.slice(last), at + last, pos, out);
  return pos;
}

function grams(s: string, pos: number, at: number, out: Token[]): void {
  const ch = [...s];
  for (let i = 0; i + 1 < ch.length; i++) {
    const g = '~' + ch[i] + ch[i + 1];
    out.push({ term: g, word: g, pos: pos + i, at: at + i, kind: 'gram' });
  }
}
