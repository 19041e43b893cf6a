/**
 * Whether two pieces of prose are in different languages, by their alphabet or by the small words every sentence has.
 * Needs several of them on each side; in doubt they are the same.
 */
const SMALL_WORDS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    en: 'the and of to is are was be this that with for it in on not you have as by',
    de: 'der die das und ist sind nicht mit für ein eine zu den dem auf wir ich es im von',
    fr: 'le la les et est sont des une pour dans pas que qui sur avec nous il du au ce',
    es: 'el los las y es son una para en no que con por se del lo su como más está',
    it: 'il gli e è sono una per non che con di della nel si lo come più questo alla',
    pt: 'o os as e é são uma para não que com por se do da no na mais está isso',
    pl: 'i jest są nie na do się w z że to dla jak po przez od ale tylko być',
  }).map(([language, list]) => [language, new Set(list.split(' '))]),
);
const WORD = /\p{L}+/gu;
const CYRILLIC = /\p{Script=Cyrillic}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;
const HANGUL = /\p{Script=Hangul}/u;
const ENOUGH = 4;
const ENOUGH_ABOVE = 2;
const READ_CHARS = 1_000;

export function isOtherLanguage(above: string, below: string): boolean {
  const first = languageOf(above, ENOUGH_ABOVE);
  const second = languageOf(below, ENOUGH);
  return first !== undefined && second !== undefined && first !== second;
}

function languageOf(text: string, enough: number): string | undefined {
  const read = text.slice(0, READ_CHARS);
  if (HANGUL.test(read)) return 'ko';
  if (KANA.test(read)) return 'ja';
  if (HAN.test(read)) return 'zh';
  if (CYRILLIC.test(read)) return 'ru';
  const found = read.toLowerCase().match(WORD) ?? [];
  const counts = Object.entries(SMALL_WORDS)
    .map(([language, list]) => ({ language, count: found.filter((word) => list.has(word)).length }))
    .sort((a, b) => b.count - a.count);
  const [best, other] = counts;
  return best !== undefined && best.count >= enough && best.count >= 2 * (other?.count ?? 0)
    ? best.language
    : undefined;
}
