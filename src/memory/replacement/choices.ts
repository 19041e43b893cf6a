/**
 * Things that have few values, all of them known: spoken languages, days, months, how often, colours, and the ways to answer
 * somebody (how long, how polite, in which form). Another one of the same kind is another value.
 */

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
  [
    '3',
    'wednesday* wed mittwoch* mercredi* miercoles mercoledi quarta quartas quarta-feira сред* 周三 星期三 水曜 수요일',
  ],
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
/** But for those that are another word elsewhere: `may`, `mai`. */
const MONTHS: readonly (readonly [string, string])[] = [
  ['1', 'january januar janvier enero gennaio janeiro январ*'],
  ['2', 'february februar fevrier febrero febbraio fevereiro феврал*'],
  ['3', 'march marz mars marzo март*'],
  ['4', 'april avril abril aprile апрел*'],
  ['5', 'mayo maggio maio'],
  ['6', 'june juni juin junio giugno junho июн*'],
  ['7', 'july juli juillet julio luglio julho июл*'],
  ['8', 'august aout agosto август*'],
  ['9', 'september septembre septiembre settembre setembro сентябр*'],
  ['10', 'october oktober octobre octubre ottobre outubro октябр*'],
  ['11', 'november novembre noviembre novembro ноябр*'],
  ['12', 'december dezember decembre diciembre dicembre dezembro декабр*'],
];
const COLOURS: readonly (readonly [string, string])[] = [
  ['red', 'red rot rote roten rouge* rojo* roja* rosso rossa rossi vermelh* красн* 红色 赤色 赤い 빨간 빨강'],
  ['blue', 'blue blau* bleu* azul* blu синий синяя синие синего синей 蓝色 青色 青い 파란 파랑'],
  ['green', 'green grun grune grunen gruner grunes vert verte verts verdes verde зелен* 绿色 緑色 초록 녹색'],
  ['yellow', 'yellow gelb* jaune* amarill* giallo gialla amarel* желт* 黄色 노란 노랑'],
  ['black', 'black schwarz* noir* negro negra nero nera preto preta черн* 黑色 黒色 黒い 검은 검정'],
  [
    'white',
    'white weis* blanc blanche blancs blanches blanco blanca blancos blancas bianco bianca bianchi bianche branco branca brancos brancas белый белая белые белого белой 白色 白い 흰색 하얀',
  ],
  ['grey', 'grey gray grau* gris grises grigio cinza* серый серые 灰色 グレー 회색'],
  ['orange', 'orange orangen naranja arancione laranja оранжев* 橙色 オレンジ 주황'],
  ['purple', 'purple lila violett violet* morado viola roxo фиолетов* 紫色 보라'],
  ['brown', 'brown braun* marron* marrone коричнев* 棕色 茶色 갈색'],
];
const EXTENT: readonly (readonly [string, string])[] = [
  [
    'short',
    'short shorter brief briefly concise terse kurz* knapp* courte courts courtes bref breve* corto corta cortas cortos conciso sintetic* curto curta curtos curtas concis* коротк* кратк* короче 简短 短い 短く 簡潔 手短 짧',
  ],
  [
    'long',
    'long longer detailed verbose extensive lang lange langen ausfuhrlich* detail* long* detall* largo larga largos largas extens* lung* dettagl* detalh* длинн* подробн* развернут* 详细 长一点 详尽 長い 長く 詳しく 詳細 길게 자세 상세',
  ],
];
const MANNER: readonly (readonly [string, string])[] = [
  ['formal', 'formal formally siezen gesiezt vouvoy* vouvoie usted formale вежлив* 敬语 敬語 丁寧 존댓말 존대 격식'],
  [
    'informal',
    'informal informally casual duzen geduzt tutoy* tutoie tutea* tuteo tuteame informale 口语 タメ口 くだけた 반말 편하게',
  ],
];
const DAYTIME: readonly (readonly [string, string])[] = [
  ['morning', 'morning* morgens vormittag* matin* mattin* manhas утром утра утро 早上 上午 午前 朝 아침 오전'],
  ['noon', 'noon midday mittags mittag midi mediodia mezzogiorno meio-dia полдень 中午 正午 정오'],
  ['afternoon', 'afternoon* nachmittag* apres-midi pomeriggio днем 下午 午後 오후'],
  ['evening', 'evening* abends abend* soir* serata noite вечером вечер* 晚上 夕方 저녁'],
  ['night', 'night nights nightly nachts nacht* nuit* noche* notte notti madrugada ночью ночь 夜里 半夜 夜中 深夜 밤'],
];
const SHAPE: readonly (readonly [string, string])[] = [
  ['points', 'bullets bullet stichpunkt* aufzahlung* puces vinetas elenco topicos маркирован* 列表 箇条書き 글머리'],
  ['prose', 'prose paragraph* fliestext satze satzen paragraphes parrafos paragrafi paragrafos абзац* 段落 문단 줄글'],
  ['table', 'table tables tabelle* tableau* tabla* tabella tabelle tabela* таблиц* 表格 表形式'],
];
const PRESENCE: readonly (readonly [string, string])[] = [
  ['online', 'online remote remotely virtual онлайн удаленно 线上 オンライン リモート 온라인 비대면'],
  ['present', 'onsite in-person presencial presentiel presenza prasenz* очно 线下 対面 오프라인 대면'],
];
const CHOICES: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  ['language', LANGUAGES],
  ['day', DAYS],
  ['rhythm', RHYTHM],
  ['month', MONTHS],
  ['colour', COLOURS],
  ['extent', EXTENT],
  ['manner', MANNER],
  ['daytime', DAYTIME],
  ['shape', SHAPE],
  ['presence', PRESENCE],
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
