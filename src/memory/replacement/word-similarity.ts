/** Whether two words of statements are forms of one, and how much two statements have in common. */
import { stem } from '../../text/stem.ts';
import type { Reading, Token } from './reading.ts';

/** Two forms of one word: the same beginning, or one inside the other. */
export function isSame(a: Token, b: Token): boolean {
  if (a.text === b.text) return true;
  if (a.script !== b.script) return false;
  if (a.script === 'han') return false;
  const [short, long] = a.text.length <= b.text.length ? [a.text, b.text] : [b.text, a.text];
  if (a.script === 'hangul') return short.length >= 2 && prefix(short, long) >= 2;
  if (a.script === 'kana') return short.length >= 3 && long.includes(short);
  const same = prefix(short, long);
  if (same >= 4 && same >= 0.6 * long.length) return true;
  if (same === short.length && same >= 3 && long.length - same <= 2) return true;
  // A compound begins with what may stand by itself in another form; `lobby` and `lobbies`.
  if (same >= 5 && short.length - same <= 2) return true;
  if (stem(a.text) === stem(b.text)) return true;
  return short.length >= 5 && long.includes(short);
}

function prefix(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function mass({ script, text }: Token): number {
  return script === 'alphabet' ? text.length : script === 'han' ? 3 : 2 * text.length;
}

/** Letters, more or less, of the words of the one that the other has, too. */
export function sharedMass(old: Reading, next: Reading): number {
  return old.words.reduce((sum, word) => sum + (next.words.some((other) => isSame(word, other)) ? mass(word) : 0), 0);
}
