/**
 * Stemming: English after Snowball's "english" (Porter 2) rules plus a table of irregular forms; light suffix
 * stripping for Russian and for Arabic. The stem is an index key, never shown to anyone.
 * Input is one lower-case, accent-folded word.
 */

const cache = new Map<string, string>();
const CACHE_MAX = 50_000;

export function stem(word: string): string {
  const hit = cache.get(word);
  if (hit !== undefined) return hit;
  const out = compute(word);
  if (cache.size >= CACHE_MAX) cache.clear();
  cache.set(word, out);
  return out;
}

function compute(word: string): string {
  if (/^[a-z]+$/.test(word)) return english(IRREGULAR.get(word) ?? word);
  if (/^[\u0400-\u04ff]+$/.test(word)) return russian(word);
  if (/^[\u0600-\u06ff]+$/.test(word)) return arabic(word);
  return word;
}

// ---- English -------------------------------------------------------------------------------------------

/** Irregular form -> base form. Only forms whose other reading is rare. */
const IRREGULAR = new Map<string, string>();
for (const group of `
go went gone goes|buy bought|eat ate eaten|see saw seen|take took taken|give gave given|write wrote written|run ran
meet met|make made|find found|think thought|teach taught|bring brought|feel felt|keep kept|leave left|lose lost|win won
begin began begun|speak spoke spoken|break broke broken|choose chose chosen|drive drove driven|ride rode ridden|fly flew flown
grow grew grown|know knew known|draw drew drawn|sing sang sung|swim swam swum|sell sold|tell told|say said|send sent|spend spent
build built|sit sat|stand stood|sleep slept|catch caught|fight fought|wear wore worn|hold held|hear heard|become became
come came|fall fell fallen|get got gotten|forget forgot forgotten|hide hid hidden|lead led|mean meant|pay paid|throw threw thrown
understand understood|wake woke woken|drink drank drunk|seek sought|shake shook shaken|steal stole stolen|swear swore sworn
tear tore torn|bite bit bitten|blow blew blown|deal dealt|dig dug|feed fed|freeze froze frozen|hang hung|lend lent|light lit
rise rose risen|shoot shot|shine shone|slide slid|stick stuck|strike struck|sweep swept|rebuild rebuilt|overcome overcame
dream dreamt|learn learnt|burn burnt|child children|man men|woman women|person people|foot feet|tooth teeth|mouse mice|goose geese
life lives|wife wives|knife knives|leaf leaves|shelf shelves|half halves|wolf wolves|good better best|bad worse worst
criterion criteria|datum data|analysis analyses|crisis crises|thesis theses|hypothesis hypotheses|index indices|matrix matrices|vertex vertices
`.split(/[|\n]/)) {
  const [base, ...forms] = group.trim().split(/\s+/);
  if (base) for (const f of forms) IRREGULAR.set(f, base);
}
/** Words the rules would spoil or merge wrongly. */
const FIXED = new Map<string, string>(
  Object.entries({
    skis: 'ski',
    skies: 'sky',
    dying: 'die',
    lying: 'lie',
    tying: 'tie',
    idly: 'idl',
    gently: 'gentl',
    ugly: 'ugli',
    early: 'earli',
    only: 'onli',
    singly: 'singl',
    sky: 'sky',
    news: 'news',
    howe: 'howe',
    atlas: 'atlas',
    cosmos: 'cosmos',
    bias: 'bias',
    andes: 'andes',
    inning: 'inning',
    outing: 'outing',
    canning: 'canning',
    herring: 'herring',
    earring: 'earring',
    proceed: 'proceed',
    exceed: 'exceed',
    succeed: 'succeed',
  }),
);
const vowel = (w: string, i: number): boolean => 'aeiouy'.includes(w[i]!);

/** Start of the region after the first consonant that follows a vowel, searching from `from`. */
function region(w: string, from: number): number {
  for (let i = from + 1; i < w.length; i++) if (!vowel(w, i) && vowel(w, i - 1)) return i + 1;
  return w.length;
}
/** Ends in a short syllable: consonant, vowel, consonant other than w, x, Y; or a two-letter vowel+consonant word. */
function shortEnd(w: string): boolean {
  const n = w.length;
  if (n === 2) return vowel(w, 0) && !vowel(w, 1);
  return n > 2 && !vowel(w, n - 3) && vowel(w, n - 2) && !vowel(w, n - 1) && !'wxY'.includes(w[n - 1]!);
}
const hasVowel = (w: string): boolean => /[aeiouy]/.test(w);

const STEP2: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['iveness', 'ive'],
  ['ization', 'ize'],
  ['ousness', 'ous'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['tional', 'tion'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ation', 'ate'],
  ['entli', 'ent'],
  ['fulli', 'ful'],
  ['iviti', 'ive'],
  ['ousli', 'ous'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['anci', 'ance'],
  ['ator', 'ate'],
  ['enci', 'ence'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['ogi', 'og'],
  ['li', ''],
];
const STEP3: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['ative', ''],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];
const STEP4 = [
  'ement',
  'able',
  'ance',
  'ence',
  'ible',
  'ment',
  'ant',
  'ate',
  'ent',
  'ion',
  'ism',
  'iti',
  'ive',
  'ize',
  'ous',
  'al',
  'er',
  'ic',
];

function english(word: string): string {
  if (word.length < 3) return word;
  const fixed = FIXED.get(word);
  if (fixed !== undefined) return fixed;
  // y that acts as a consonant is written Y
  let w = word.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y');
  const pre = /^(gener|commun|arsen)/.exec(w);
  const r1 = pre ? pre[0].length : region(w, 0);
  const r2 = region(w, r1);

  // 1a plurals
  if (w.endsWith('sses')) w = w.slice(0, -2);
  else if (/(ied|ies)$/.test(w)) w = w.length > 4 ? w.slice(0, -2) : w.slice(0, -1);
  else if (w.endsWith('s') && !/(us|ss)$/.test(w) && hasVowel(w.slice(0, -2))) w = w.slice(0, -1);
  if (w === 'inning' || w === 'outing' || w === 'canning' || w === 'herring' || w === 'earring') return w;

  // 1b past and participle
  let m: RegExpExecArray | null;
  if ((m = /(eedly|eed)$/.exec(w))) {
    if (m.index >= r1) w = w.slice(0, m.index) + 'ee';
  } else if ((m = /(edly|ingly|ed|ing)$/.exec(w)) && hasVowel(w.slice(0, m.index))) {
    w = w.slice(0, m.index);
    if (/(at|bl|iz)$/.test(w)) w += 'e';
    else if (/(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(w)) w = w.slice(0, -1);
    else if (shortEnd(w) && r1 >= w.length) w += 'e';
  }
  // 1c final y
  if (w.length > 2 && /[yY]$/.test(w) && !vowel(w, w.length - 2)) w = w.slice(0, -1) + 'i';

  // 2
  for (const [suf, to] of STEP2) {
    if (!w.endsWith(suf)) continue;
    const at = w.length - suf.length;
    if (at >= r1) {
      if (suf === 'ogi') {
        if (w[at - 1] === 'l') w = w.slice(0, at) + to;
      } else if (suf === 'li') {
        if ('cdeghkmnrt'.includes(w[at - 1]!)) w = w.slice(0, at);
      } else w = w.slice(0, at) + to;
    }
    break;
  }
  // 3
  for (const [suf, to] of STEP3) {
    if (!w.endsWith(suf)) continue;
    const at = w.length - suf.length;
    if (at >= r1 && (suf !== 'ative' || at >= r2)) w = w.slice(0, at) + to;
    break;
  }
  // 4
  for (const suf of STEP4) {
    if (!w.endsWith(suf)) continue;
    const at = w.length - suf.length;
    if (at >= r2 && (suf !== 'ion' || w[at - 1] === 's' || w[at - 1] === 't')) w = w.slice(0, at);
    break;
  }
  // 5
  const n = w.length - 1;
  if (w[n] === 'e') {
    if (n >= r2 || (n >= r1 && !shortEnd(w.slice(0, n)))) w = w.slice(0, n);
  } else if (w[n] === 'l' && n >= r2 && w[n - 1] === 'l') w = w.slice(0, n);
  return w.replace(/Y/g, 'y');
}

// ---- Russian: strip the inflection, keep at least three letters ------------------------------------------

const RU =
  /(иями|ями|ами|ией|иям|ием|иях|ого|его|ому|ему|ыми|ими|ая|яя|ое|ее|ые|ие|ый|ий|ой|ей|ом|ем|ам|ям|ах|ях|ую|юю|ых|их|ым|им|ию|ия|ью|ья|ов|ев|а|е|и|й|о|у|ы|ь|ю|я)$/;
const RU_VERB =
  /(ейте|уйте|ила|ыла|ена|ите|или|ыли|ило|ыло|ено|ует|уют|ены|ить|ыть|ишь|ете|йте|ешь|нно|ла|на|ли|ло|но|ет|ют|ны|ть|ил|ыл|ен|ят|ит|ыт|л|н)$/;
function russian(word: string): string {
  let w = word.replace(/ё/g, 'е');
  w = w.replace(/(ся|сь)$/, '');
  const cut = (re: RegExp): boolean => {
    const m = re.exec(w);
    if (m && m.index >= 3) {
      w = w.slice(0, m.index);
      return true;
    }
    return false;
  };
  if (!cut(RU)) cut(RU_VERB);
  else cut(/(ость|ост|нн|н)$/) && cut(/(ован|ова)$/);
  return w;
}

// ---- Arabic: unify letter shapes, take off article, conjunction and the commonest endings ------------------

function arabic(word: string): string {
  let w = word
    .replace(/[\u0640\u064b-\u065f\u0670]/g, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه');
  const p = /^(وال|بال|كال|فال|لل|ال|و)/.exec(w);
  if (p && w.length - p[0].length >= 3) w = w.slice(p[0].length);
  for (const s of ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'يا', 'ه', 'ي']) {
    if (w.endsWith(s) && w.length - s.length >= 3) {
      w = w.slice(0, -s.length);
      break;
    }
  }
  return w;
}
