/**
 * Any text to a legal FTS5 query (SRV-21). Every word becomes a quoted phrase, so nothing in it is an operator, a
 * column or a wildcard. Undefined when there is nothing to look for.
 */

/** More words than this make the query slow and the ranking no better. */
const TERMS_LIMIT = 32;
/** A phrase is matched word by word; a pasted blob without spaces would be one endless phrase. */
const TERM_CHARS_LIMIT = 256;

/** Words are alternatives. */
export function ftsQuery(text: string): string | undefined {
  const terms = termsOf(text);
  return terms.length === 0 ? undefined : terms.join(' OR ');
}

/** Half of everything begins with it. */
const ONE_LETTER = /^"[a-z0-9]"$/i;

/** Words that all have to be there; the last may be unfinished, as while somebody types it. */
export function ftsQueryOfAll(text: string): string | undefined {
  const terms = termsOf(text);
  const last = terms.at(-1);
  if (last === undefined) return undefined;
  return `${terms.join(' AND ')}${ONE_LETTER.test(last) ? '' : ' *'}`;
}

function termsOf(text: string): readonly string[] {
  return text
    .toWellFormed()
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter((term) => /[\p{L}\p{N}\p{Co}]/u.test(term))
    .slice(0, TERMS_LIMIT)
    .map((term) => `"${term.slice(0, TERM_CHARS_LIMIT).toWellFormed().replaceAll('"', '""')}"`);
}
