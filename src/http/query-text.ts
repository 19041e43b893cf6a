/** The query of an address. What is asked is cut to what the server takes: a long paste is still a question. Pure. */

export type Query = { readonly [name: string]: string | number | undefined };

/** People paste whole files as a question: what is said first is asked, the rest is left out. */
const QUESTION_NAMES: readonly string[] = ['q', 'prompt'];
const QUESTION_CHARS = 16_000;
/** As it is encoded: the server takes 64 KB of headers, and a long path goes beside it. */
const QUESTION_ENCODED_CHARS = 48 * 1024;

export function queryOf(query: Query = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.set(name, QUESTION_NAMES.includes(name) ? fitting(String(value)) : String(value));
  }
  return given.size === 0 ? '' : `?${given}`;
}

function fitting(question: string): string {
  let text = question.slice(0, QUESTION_CHARS);
  for (let size = encodedSize(text); size > QUESTION_ENCODED_CHARS; size = encodedSize(text))
    text = text.slice(0, Math.floor((text.length * QUESTION_ENCODED_CHARS) / size));
  return text;
}

function encodedSize(text: string): number {
  return new URLSearchParams([[text, '']]).toString().length;
}
