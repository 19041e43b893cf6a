/**
 * What a learning is about, where its own words do not say it: "Takes 90s to start" is of use only to whoever knows that it is
 * plex. Stored text that stands among words of ours, so only what is a name: short, of letters and digits, no sentence, no
 * address. Pure.
 */
import { coverage, termsOf } from './similarity.ts';

const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} _+#-]|[./](?=[\p{L}\p{N}]))*$/u;
/** Letters that nobody sees are letters, too. */
const HIDING = /\p{Default_Ignorable_Code_Point}/u;
const MOST_CHARS = 40;
const MOST_WORDS = 3;

/** Undefined when the words say it, and for what is no name. */
export function unnamedSubject(subject: string | null, content: string): string | undefined {
  const name = (subject ?? '').trim();
  const isShort = name.length <= MOST_CHARS && name.split(/\s+/).length <= MOST_WORDS;
  if (!isShort || !NAME.test(name) || HIDING.test(name)) return undefined;
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  const isSaid = plain(content).includes(plain(name).trim()) || coverage(termsOf(name), termsOf(content)) === 1;
  return isSaid ? undefined : name;
}

/** As part of a label; empty when there is nothing to say. */
export function aboutSubject(subject: string | null, content: string): string {
  const name = unnamedSubject(subject, content);
  return name === undefined ? '' : ` about \`${name}\``;
}
