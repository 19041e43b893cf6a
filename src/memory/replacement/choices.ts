/** Things that have few values, all of them known: spoken languages, days, how often. Another one of the same kind is another value. */

/** Its kind and which of it. */
export type Choice = readonly [kind: string, value: string];

const LANGUAGES: readonly (readonly [string, string])[] = [
  ['english', 'english englisch anglais ingles inglese английск* 英语 英語 영어 en-us'],
  ['german', 'german deutsch allemand aleman tedesco alemao немецк* 德语 ドイツ語 독일어'],
  ['french', 'french franzosisch francais frances francese французск* 法语 フランス語 프랑스어'],
  ['spanish', 'spanish spanisch espagnol espanol spagnolo espanhol испанск* 西班牙语 スペイン語 스페인어'],
  ['italian', 'italian italienisch italien italiano итальянск* 意大利语 イタリア語 이탈리아어'],
  [
    'portuguese',
    'portuguese portugiesisch portugais portugues portoghese португальск* 葡萄牙语 ポルトガル語 포르투갈어',
  ],
  ['russian', 'russian russisch russe ruso russo русск* 俄语 ロシア語 러시아어'],
  ['chinese', 'chinese chinesisch chinois chino cinese chines китайск* 中文 中国語 중국어'],
  ['japanese', 'japanese japanisch japonais japones giapponese японск* 日语 日本語 일본어'],
  ['korean', 'korean koreanisch coreen coreano корейск* 韩语 韓国語 한국어 한국말'],
  ['dutch', 'dutch niederlandisch neerlandais holandes olandese голландск*'],
  ['polish', 'polish polnisch polonais polaco polacco польск*'],
];
const DAYS: readonly (readonly [string, string])[] = [
  ['1', 'monday* mon montag* lundi* lunes lunedi segunda* понедельник* 周一 星期一 月曜 월요일'],
  ['2', 'tuesday* tue dienstag* mardi* martes martedi terca* вторник* 周二 星期二 火曜 화요일'],
  ['3', 'wednesday* wed mittwoch* mercredi* miercoles mercoledi quarta* сред* 周三 星期三 水曜 수요일'],
  ['4', 'thursday* thu donnerstag* jeudi* jueves giovedi quinta* четверг* 周四 星期四 木曜 목요일'],
  ['5', 'friday* fri freitag* vendredi* viernes venerdi sexta* пятниц* 周五 星期五 金曜 금요일'],
  ['6', 'saturday* sat samstag* samedi* sabado* sabato суббот* 周六 星期六 土曜 토요일'],
  ['7', 'sunday* sun sonntag* dimanche* domingo* domenica воскресен* 周日 星期日 日曜 일요일'],
];
const RHYTHM: readonly (readonly [string, string])[] = [
  ['daily', 'daily taglich quotidien* diari* giornalier* ежедневн* 每天 毎日 매일 nightly'],
  ['weekly', 'weekly wochentlich* hebdomadaire* semanal* settimanal* еженедельн* 每周 毎週 매주'],
  ['monthly', 'monthly monatlich* mensuel* mensual* mensil* mensal* ежемесячн* 每月 毎月 매달 매월'],
  ['quarterly', 'quarterly vierteljahrlich* trimestr* ежеквартальн* 每季 四半期 분기'],
  ['yearly', 'yearly annual* jahrlich* annuel* anual* annual* ежегодн* 每年 毎年 매년'],
  ['hourly', 'hourly stundlich* horaire* почасов*'],
];
const CHOICES: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  ['language', LANGUAGES],
  ['day', DAYS],
  ['rhythm', RHYTHM],
];
const EXACT = new Map<string, Choice>();
const STEMS: (readonly [string, string, string])[] = [];
const WIDE_CHOICES: (readonly [string, string, string])[] = [];
for (const [kind, values] of CHOICES)
  for (const [value, words] of values)
    for (const word of words.split(' ')) {
      if (/[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]/u.test(word)) WIDE_CHOICES.push([word, kind, value]);
      else if (word.endsWith('*')) STEMS.push([word.slice(0, -1), kind, value]);
      else EXACT.set(word, [kind, value]);
    }

export function choiceOf(word: string): Choice | undefined {
  const exact = EXACT.get(word);
  if (exact !== undefined) return exact;
  const found = STEMS.find(([stem]) => word.startsWith(stem));
  return found === undefined ? undefined : [found[1], found[2]];
}

/** Those of scripts that put no blanks between words. */
export function choicesWithin(text: string): readonly Choice[] {
  return WIDE_CHOICES.filter(([word]) => text.includes(word)).map(([, kind, value]) => [kind, value]);
}
