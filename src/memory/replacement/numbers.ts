/** Numbers and units as ten languages write them, made comparable: `ninety`, `90` and `九十` are one value, `25s` and `25 Sekunden` one measure. */

const WORDS: readonly (readonly [number, string])[] = [
  [0, 'zero null нуль ноль'],
  [1, 'one eins une uno один одна одного одну'],
  [2, 'two zwei deux dos due dois duas два две двух twice zweimal'],
  [3, 'three drei trois tres tre три трех'],
  [4, 'four vier quatre cuatro quattro quatro четыре'],
  [5, 'five funf cinq cinco cinque пять'],
  [6, 'six sechs seis sei шесть'],
  [7, 'seven sieben sept siete sette sete семь'],
  [8, 'eight acht huit ocho otto oito восемь'],
  [9, 'nine neun neuf nueve nove девять'],
  [10, 'ten zehn dix diez dieci dez десять десяти'],
  [11, 'eleven elf onze once undici одиннадцать'],
  [12, 'twelve zwolf douze doce dodici doze двенадцать'],
  [13, 'thirteen dreizehn treize trece tredici treze тринадцать'],
  [14, 'fourteen vierzehn quatorze catorce quattordici catorze четырнадцать'],
  [15, 'fifteen funfzehn quinze quince quindici пятнадцать'],
  [16, 'sixteen sechzehn seize dieciseis sedici dezesseis шестнадцать'],
  [17, 'seventeen siebzehn diecisiete diciassette dezessete семнадцать'],
  [18, 'eighteen achtzehn dieciocho diciotto dezoito восемнадцать'],
  [19, 'nineteen neunzehn diecinueve diciannove dezenove девятнадцать'],
  [20, 'twenty zwanzig vingt veinte venti vinte двадцать'],
  [30, 'thirty dreisig trente treinta trenta trinta тридцать'],
  [35, 'trentacinque'],
  [40, 'forty vierzig quarante cuarenta quaranta quarenta сорок'],
  [50, 'fifty funfzig cinquante cincuenta cinquanta cinquenta пятьдесят'],
  [60, 'sixty sechzig soixante sesenta sessanta sessenta шестьдесят'],
  [70, 'seventy siebzig setenta settanta семьдесят'],
  [80, 'eighty achtzig ochenta ottanta oitenta восемьдесят'],
  [90, 'ninety neunzig noventa novanta девяносто'],
  [100, 'hundred hundert cent cien ciento cento cem сто'],
];

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

const BY_WORD = new Map(WORDS.flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)));
const UNIT_BY_WORD = new Map<string, string>();
const UNIT_BY_STEM: (readonly [string, string])[] = [];
for (const [unit, words] of UNITS)
  for (const word of words.split(' '))
    if (word.endsWith('*')) UNIT_BY_STEM.push([word.slice(0, -1), unit]);
    else UNIT_BY_WORD.set(word, unit);

const HAN_DIGITS = new Map([...'零一二三四五六七八九'].map((digit, value) => [digit, value]));
HAN_DIGITS.set('两', 2);

export function numberWord(word: string): number | undefined {
  return BY_WORD.get(word);
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

const DIMENSIONS = new Map([
  ...['ms', 's', 'min', 'h', 'day', 'week', 'month', 'year'].map((unit) => [unit, 'time'] as const),
  ...['mb', 'gb', 'tb'].map((unit) => [unit, 'size'] as const),
]);

export function dimensionOf(unit: string | undefined): string | undefined {
  return unit === undefined ? undefined : (DIMENSIONS.get(unit) ?? unit);
}
