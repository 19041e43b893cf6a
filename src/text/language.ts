/**
 * Which language a text is in, by its alphabet, by letters only one language has, and by the small words every sentence
 * has: articles, pronouns, auxiliaries, how often. Undefined in doubt: a short text may have none of them, and names and
 * code have no language. Languages it does not know are undefined as well. Pure; reads the first `READ_CHARS`.
 */
const SMALL_WORDS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    en: `the and of to is are was be been being this that these those with for it its in on not you your have has had as
      by we i my me our us they them their he she his her do does don't did will would should must can could may might
      always never only every all any when if then from at or but so what which who how why please before after into
      than there here just also no an user prefers uses wants runs instead without during about out up`,
    de: `der die das und ist sind nicht mit für ein eine einen einem einer zu zum zur den dem des auf wir ich es im in von vom
      bei beim an am aus nach vor über unter als auch aber oder wenn weil dass daß nur noch schon immer nie niemals
      bitte mal kein keine keinen mein meine meinen unser unsere du dich dir mir mich uns ihr sie er werden wird wurde
      soll sollen sollte muss müssen kann können hat haben habe sein statt ohne jede jeder jedes jeden alle alles wie was
      wo hier dort so man doch dann jetzt gibt nimm mach mache`,
    fr: `le la les et est sont des une un du au aux pour dans pas que qui sur avec nous vous je tu il elle on ils ce cette
      ces mon ma mes notre nos votre ton ta tes son sa ses ne jamais toujours mais ou donc si comme plus sans chaque tout
      tous toute toutes par être avoir fait faire faut doit doivent sera était aussi très bien ici merci y en se lui leur
      quand avant après entre même déjà plutôt`,
    es: `el la los las y es son una un unos para en no que con por se del al lo su sus como más está están mi mis nuestro
      nuestra tu nos me te le les yo nosotros pero o si sin cada todo todos toda todas siempre nunca debe deben hay ser
      estar tiene tienen usa usamos cuando antes después aquí ya muy también porque este esta esto estos eso favor hacia
      desde entre hasta ni`,
    it: `il gli e è sono una un uno per non che con di della delle dei degli del nel nella si lo la le come più questo questa
      alla al ai dal dalla sul mio mia miei nostro nostra noi io tu ci mi ti ma o se senza ogni tutto tutti tutte sempre
      mai deve devono ha hanno essere quando prima dopo qui già molto anche perché però i da in fare usa usiamo su`,
    pt: `o os as e é são uma um para não que com por se do da dos das no na nos nas ao mais está isso meu minha meus minhas
      nosso nossa nós eu você me te mas ou sem cada todo todos toda todas sempre nunca deve devem há ser estar tem têm
      quando antes depois aqui já muito também porque este esta esse essa pelo pela de em use usamos até só`,
    pl: `i jest są nie na do się w z ze że to dla jak po przez od ale tylko być lub albo czy gdy jeśli bez każdy każda każde
      wszystkie zawsze nigdy proszę mój moja moje nasz nasza my ja ty mi mnie nam musi muszą powinien powinno można jego
      jej ich ten ta te tego tej o u za przed już też bo więc kiedy tutaj`,
    nl: `de het een en is zijn niet met voor op te van aan in uit bij naar als ook maar of omdat dat dit deze die alleen
      altijd nooit graag mijn onze ons wij we ik je jij jullie hij zij moet moeten kan kunnen wordt worden heeft hebben
      geen elke alle alles zonder wat waar hier er dan nu`,
  }).map(([language, list]) => [language, new Set(list.split(/\s+/))]),
);
/** Letters that stand in one of these languages alone. */
const OWN_LETTERS: readonly (readonly [string, RegExp])[] = [
  ['de', /[ßäöü]/gu],
  ['es', /[ñ¿¡]/gu],
  ['pt', /[ãõ]/gu],
  ['pl', /[łąęśżźćń]/gu],
  ['fr', /[œêûî]|\b[cdjlmnst]['’](?=\p{L})/gu],
];
const LANGUAGES = Object.keys(SMALL_WORDS);
/** By word, the languages that have it as their places in `LANGUAGES`: a text is gone through once for all of them. */
const LANGUAGES_WITH: ReadonlyMap<string, readonly number[]> = (() => {
  const places = new Map<string, number[]>();
  for (const [place, language] of LANGUAGES.entries())
    for (const word of SMALL_WORDS[language] ?? []) places.set(word, [...(places.get(word) ?? []), place]);
  return places;
})();
const WORD = /\p{L}+(?:['’]\p{L}+)?/gu;
/** In this order: Japanese has Han characters, too. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['ko', /\p{Script=Hangul}/u],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['zh', /\p{Script=Han}/u],
  ['ru', /\p{Script=Cyrillic}/u],
];
const CODE = /`[^`\n]*`/g;
const READ_CHARS = 1_000;

/** The likeliest; undefined unless it has twice the signs of any other, and `enough` of them. */
export function languageOf(text: string, enough = 1): string | undefined {
  const [best, other] = signsIn(text);
  return best !== undefined && best.count >= enough && best.count >= 2 * (other?.count ?? 0)
    ? best.language
    : undefined;
}

/** Whether a word, in lower case, is one that every sentence of this language may have. */
export function isSmallWord(word: string, language: string | undefined): boolean {
  return language !== undefined && SMALL_WORDS[language]?.has(word) === true;
}

/** Whether no language could be that of both; in doubt they are in one. */
export function areOtherLanguages(one: string, other: string): boolean {
  const [first, second] = [likelyOf(one), likelyOf(other)];
  return first.length > 0 && second.length > 0 && !first.some((language) => second.includes(language));
}

/** Those that have more than half as many signs as the likeliest: `es` and `pt` share their small words. */
function likelyOf(text: string): readonly string[] {
  const signs = signsIn(text);
  const most = signs[0]?.count ?? 0;
  return signs.filter(({ count }) => count > 0 && 2 * count > most).map(({ language }) => language);
}

/** The most first. */
function signsIn(text: string): readonly { readonly language: string; readonly count: number }[] {
  const read = text.slice(0, READ_CHARS).replace(CODE, ' ');
  const script = SCRIPTS.find(([, letters]) => letters.test(read))?.[0];
  if (script !== undefined) return [{ language: script, count: read.length }];
  const lower = read.toLowerCase().replaceAll('’', "'");
  const counts = LANGUAGES.map(() => 0);
  for (const word of lower.match(WORD) ?? [])
    for (const place of LANGUAGES_WITH.get(word) ?? []) counts[place] = (counts[place] ?? 0) + 1;
  return LANGUAGES.map((language, place) => {
    const letters = OWN_LETTERS.find(([own]) => own === language)?.[1];
    const own = letters === undefined ? 0 : (lower.match(letters)?.length ?? 0);
    return { language, count: (counts[place] ?? 0) + own };
  }).sort((a, b) => b.count - a.count);
}
