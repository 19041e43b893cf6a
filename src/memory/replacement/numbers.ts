/** Numbers and units as ten languages write them, made comparable: `ninety`, `90` and `九十` are one value, `25s` and `25 Sekunden` one measure. */
import type { Language } from './cue-table.ts';

/** From zero, by languages: `once` is eleven in Spanish alone. */
const WORDS: Readonly<Partial<Record<Language, string>>> = {
  en: 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred',
  de: 'null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreisig vierzig funfzig sechzig siebzig achtzig neunzig hundert',
  fr: 'zero une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix cent',
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien/ciento',
  it: 'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento',
  pt: 'zero uno dois/duas tres quatro cinco seis sete oito nove dez onze doze treze catorze/quatorze quinze dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem/cento',
  ru: 'ноль/нуль один/одна/одного/одну два/две/двух три/трех четыре/четырех пять/пяти шесть/шести семь/семи восемь/восьми девять/девяти десять/десяти одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто сто',
};

const UNITS: readonly (readonly [string, string])[] = [
  ['ms', 'ms millisecond* millisekund* milisegund* мс миллисекунд* 毫秒 ミリ秒 밀리초'],
  ['s', 's sec secs second* sekund* segund* sek сек* 秒 초'],
  ['min', 'min mins minut* минут* 分 分钟 분'],
  ['h', 'h hr hrs hour* stund* heure* hora* ora ore час* 小时 時間 시간'],
  ['day', 'day* tag tage tagen jour* dia dias giorn* день дня дней дни 天 日 일'],
  ['week', 'week* woche* semaine* semana* settiman* недел* 周 週 주'],
  ['month', 'month* monat* mois mes meses mese mesi месяц* 月 か月 개월'],
  ['year', 'year* jahr* ans annee* ano anos anni anno год года лет 年 년'],
  ['%', '% percent* prozent* pourcent* процент* 퍼 퍼센트'],
  ['money', '€ $ £ ¥ eur euro* usd dollar* cent* рубл* 元 块 円 원'],
  ['mb', 'mb m mo meg* мб'],
  ['gb', 'gb g go gig* гб'],
  ['tb', 'tb to'],
  ['hz', 'hz khz mhz гц'],
  ['length', 'mm cm km meter* metre* metr* см мм метр* 米 像素 px pixel*'],
  ['degree', 'degree* grad grado grados gradi grau graus degre* градус* 度 도 °'],
  ['people', '명 名 人 个 個 개 本 枚 张 대 行 字 줄'],
];

const BY_WORD = new Map(
  Object.entries(WORDS).map(([language, words]) => [
    language as Language,
    new Map(words.split(' ').flatMap((forms, at) => forms.split('/').map((form) => [form, valueAt(at)] as const))),
  ]),
);
const UNIT_BY_WORD = new Map<string, string>();
const UNIT_BY_STEM: (readonly [string, string])[] = [];
for (const [unit, words] of UNITS)
  for (const word of words.split(' '))
    if (word.endsWith('*')) UNIT_BY_STEM.push([word.slice(0, -1), unit]);
    else UNIT_BY_WORD.set(word, unit);

const HAN_DIGITS = new Map([...'零一二三四五六七八九'].map((digit, value) => [digit, value]));
HAN_DIGITS.set('两', 2);

/** One by one to twenty, then by tens. */
function valueAt(place: number): number {
  return place <= 20 ? place : (place - 18) * 10;
}

export function numberWord(word: string, languages: readonly Language[]): number | undefined {
  for (const language of languages) {
    const value = BY_WORD.get(language)?.get(word);
    if (value !== undefined) return value;
  }
  return undefined;
}

export function unitOf(word: string): string | undefined {
  const known = UNIT_BY_WORD.get(word);
  return known ?? UNIT_BY_STEM.find(([stem]) => word.startsWith(stem))?.[1];
}

/** `九十`, `三十五`, `八`: below one hundred. */
export function hanNumber(text: string): number | undefined {
  const [tens, ones, ...more] = text.split('十');
  if (tens === undefined || more.length > 0) return undefined;
  if (ones === undefined) return tens.length === 1 ? HAN_DIGITS.get(tens) : undefined;
  const ten = tens === '' ? 1 : HAN_DIGITS.get(tens);
  const one = ones === '' ? 0 : HAN_DIGITS.get(ones);
  return ten === undefined || one === undefined ? undefined : ten * 10 + one;
}

/** `6,500` and `6500`, `0,45` and `0.45`, `9k` and `9000` are the same; a version or a time stays as it is written. */
export function plainNumber(text: string): string {
  if (/^\d{1,3}(?:[,.' ]\d{3})+$/.test(text) && !text.includes('.')) return text.replace(/\D/g, '');
  if (/^\d+[.,]\d+$/.test(text)) return String(Number(text.replace(',', '.')));
  return /^\d+$/.test(text) ? String(Number(text)) : text;
}

/** What stands before a time of day, and what behind it. */
const AT_TIME: ReadonlySet<string> = new Set('at um gegen las alle dalle as om в к около'.split(' '));
const BEFORE_HOURS: ReadonlySet<string> = new Set(['a']);
const OF_TIME = /^(?:uhr|uur|clock|am|pm|点|點|時|时|시)/u;
const TIME = /^(?:[01]?\d|2[0-4])(?:[:.][0-5]\d)?$/;

/** `at nine`, `8:30`, `à 22 h`, `10時`: a time of day, and no length of time. */
export function isTimeOfDay(value: string, unit: string | undefined, before: string, after: string): boolean {
  if (!TIME.test(value)) return false;
  if (value.includes(':') || OF_TIME.test(after)) return true;
  return AT_TIME.has(before) ? unit === undefined || unit === 'h' : unit === 'h' && BEFORE_HOURS.has(before);
}

const DIMENSIONS = new Map([
  ...['ms', 's', 'min', 'h', 'day', 'week', 'month', 'year'].map((unit) => [unit, 'time'] as const),
  ...['mb', 'gb', 'tb'].map((unit) => [unit, 'size'] as const),
]);

export function dimensionOf(unit: string | undefined): string | undefined {
  return unit === undefined ? undefined : (DIMENSIONS.get(unit) ?? unit);
}
