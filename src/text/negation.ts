/**
 * Words that deny what stands behind them. English is told apart from other languages: a text that is compared by its words
 * may leave out a denial only where somebody looks at denials, which is done in English. In: one word, in lower case, with
 * a straight apostrophe. Pure.
 */
const listed = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

const ENGLISH = listed('not no never none nor neither nothing nobody without cannot');
const CONTRACTED = /^(?:do|does|did|wo|ca|is|are|was|were|should|must|need|would|could|has|have|had)n'?t$/;
const OTHERS =
  listed(`nicht nie niemals kein keine keinen keiner ohne ne pas jamais sans nunca sin non mai senza não nem sem
  niet nooit geen zonder ikke aldri aldrig inte не нет никогда без`);
/** Verbs that tell not to do what follows, or not to want it. */
const REFUSALS = listed(`avoid avoids stop stops skip skips hate hates dislike dislikes refuse refuses forbid forbids
  forbidden unless`);
/** What is set against something else is as good as told not to be. */
const SET_AGAINST = /\b(?:instead of|rather than|as opposed to|over)\b/gi;
const FILLERS = listed('use using run to');

export function isEnglishNegation(word: string): boolean {
  return ENGLISH.has(word) || CONTRACTED.test(word);
}

/** In any language it knows. */
export function isNegation(word: string): boolean {
  return isEnglishNegation(word) || OTHERS.has(word);
}

export function isRefusal(word: string): boolean {
  return REFUSALS.has(word);
}

/** With `not` for `instead of` and the like. */
export function withPlainNegations(text: string): string {
  return text.replace(SET_AGAINST, 'not');
}

/** The word that each denial of an English text is about: `npm` of `not npm`, `never use npm`, `pnpm over npm`. */
export function deniedWords(text: string): readonly string[] {
  const words = withPlainNegations(text).toLowerCase().replaceAll('’', "'").split(/\s+/);
  return words.flatMap((word, at) => {
    if (!isEnglishNegation(word.replace(/^[^\p{L}]+/u, '')) && word !== 'avoid') return [];
    const behind = words[at + (FILLERS.has(words[at + 1] ?? '') ? 2 : 1)] ?? '';
    return /^[\w-]+/.exec(behind) ?? [];
  });
}
