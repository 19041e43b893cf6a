/** Finds the cues of `cue-table.ts` in a text, and tells which words carry no subject. */
import { CUE_TABLE, type Cue, type Language } from './cue-table.ts';

export const CUES: readonly Cue[] = (Object.keys(CUE_TABLE) as Cue[]).filter((cue) => cue !== 'stop');
export const LATIN: readonly Language[] = ['en', 'de', 'fr', 'es', 'it', 'pt'];
const WIDE: ReadonlySet<Language> = new Set<Language>(['zh', 'ja', 'ko']);

/** Han characters that carry no subject, one by one; in Japanese they belong to words. */
export const EMPTY_HAN: ReadonlySet<string> = new Set(CUE_TABLE.stop.zh.split(' '));
/** What is a cue is no subject, but for what may be one in another form. */
const STOPS = new Map(
  (Object.keys(CUE_TABLE.stop) as Language[]).map((language) => [language, new Set(emptyWords(language))]),
);
interface Entry {
  readonly cue: Cue;
  readonly text: string;
  readonly isWhole: boolean;
}
/** By language and first letter: a text is gone through once. */
const ENTRIES = new Map(
  (Object.keys(CUE_TABLE.stop) as Language[]).map((language) => [
    language,
    Map.groupBy(entriesOf(language), ({ text }) => text[0]),
  ]),
);

function emptyWords(language: Language): readonly string[] {
  const cues = CUES.flatMap((cue) => CUE_TABLE[cue][language].split(',')).filter((entry) => /^\p{L}+$/u.test(entry));
  return [...CUE_TABLE.stop[language].split(' '), ...(WIDE.has(language) ? [] : cues)];
}

/** Words that carry no subject. */
export function stopsOf(language: Language): ReadonlySet<string> {
  return STOPS.get(language) ?? new Set();
}

/**
 * Where each cue stands in a text that was made plain (see `reading.ts`): a blank for every sign that is no letter, one before
 * and one after.
 */
export function cuesIn(plain: string, languages: readonly Language[]): ReadonlyMap<Cue, readonly number[]> {
  const found = new Map<Cue, number[]>();
  for (const language of languages) {
    const entries = ENTRIES.get(language);
    const isWide = WIDE.has(language);
    for (let at = 0; at < plain.length; at += 1)
      if (isWide || plain[at - 1] === ' ')
        for (const { cue, text, isWhole } of entries?.get(plain[at]) ?? [])
          if (plain.startsWith(text, at) && (!isWhole || plain[at + text.length] === ' ')) {
            const places = found.get(cue);
            if (places === undefined) found.set(cue, [at]);
            else places.push(at);
          }
  }
  return found;
}

function entriesOf(language: Language): readonly Entry[] {
  const isWide = WIDE.has(language);
  return CUES.flatMap((cue) =>
    CUE_TABLE[cue][language].split(',').map((entry) => ({
      cue,
      text: isWide ? entry : entry.trim().replace('*', ''),
      isWhole: !isWide && !entry.endsWith('*'),
    })),
  );
}
