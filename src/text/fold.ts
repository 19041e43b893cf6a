/**
 * One writing for the ways a word is written: lower case, compatibility forms taken apart ("ﬁ", full width), accents taken
 * off. Marks stay where they are letters rather than accents: in Thai or Devanagari, and the breve of the Cyrillic й. The
 * length of a text may change. Pure.
 */

const NOT_ASCII = /[^\p{ASCII}]/u;
/** With the marks that make an emoji of a digit. */
const ACCENTS =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+|(?<=\p{Script=Cyrillic})(?!(?<=[Ии])\u0306)\p{M}+|[\ufe0e\ufe0f\u20e3]/gu;
/** Letters no normal form takes apart, as people write them who lack the key. */
const PLAIN_LETTERS = new Map(Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }));
const SPECIAL_LETTERS = /[ßæœøłđı]/g;

export function fold(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(SPECIAL_LETTERS, (letter) => PLAIN_LETTERS.get(letter) ?? letter);
}
