/**
 * Text as it reads once its disguise is off (POI-10): characters that show nothing are gone, letters of another alphabet
 * that stand for Latin ones are those. And whether it was disguised: hidden or reordered characters, words of two
 * alphabets, blobs that decode to plain text. Limits: the look-alikes people use, base64, hex and rot13.
 */

/** Shows nothing, or turns around what is shown. What emoji are put together with is left out. */
const HIDING =
  /[\u00ad\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const TWO_ALPHABETS =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u;
/** Each stands for the Latin letter below it. */
const FOREIGN = 'аеорсухіјѕԁһԛԝАВЕКМНОРСТХΑΒΕΗΙΚΜΝΟΡΤΧΥονα';
const LATIN = 'aeopcyxijsdhqwABEKMHOPCTXABEHIKMNOPTXYova';
/** Of a letter that looks like a Latin one, that one. */
export const LATIN_FOR: ReadonlyMap<string, string> = new Map(
  Array.from(FOREIGN, (letter, at) => [letter, LATIN[at] ?? letter]),
);
const WORD = /[\p{L}\p{N}]+/gu;

/** Shorter ones are names and numbers. */
const BASE64 = /[A-Za-z0-9+/]{16,}={0,2}/g;
const HEX = /\b(?:[0-9a-f]{2}){8,}\b/gi;
const PRINTABLE = /^[\t\n\r\x20-\x7e]+$/;
/** Enough of them, and more than there were before, is a sentence. */
const ENGLISH_WORDS: ReadonlySet<string> = new Set(
  'the and user users run that with remember always never send all this for you from must is are to of in on not off'.split(
    ' ',
  ),
);
const ROTATED_WORDS = 2;

export function unmasked(text: string): string {
  return text
    .replace(HIDING, '')
    .normalize('NFKC')
    .replace(WORD, (word) =>
      TWO_ALPHABETS.test(word) ? word.replace(/./gu, (letter) => LATIN_FOR.get(letter) ?? letter) : word,
    );
}

export function isMasked(text: string): boolean {
  return text.search(HIDING) >= 0 || TWO_ALPHABETS.test(text) || hasBlob(text) || isRotated(text);
}

function hasBlob(text: string): boolean {
  const decoded = [
    ...(text.match(BASE64) ?? []).map((blob) => Buffer.from(blob, 'base64')),
    ...(text.match(HEX) ?? []).map((blob) => Buffer.from(blob, 'hex')),
  ];
  return decoded.some((bytes) => PRINTABLE.test(bytes.toString('latin1')));
}

function isRotated(text: string): boolean {
  const rotated = text.replace(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
  const found = englishWords(rotated);
  return found >= ROTATED_WORDS && found > englishWords(text);
}

function englishWords(text: string): number {
  return (text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => ENGLISH_WORDS.has(word)).length;
}
