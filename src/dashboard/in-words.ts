/**
 * Errors as a page says them. Their hints are written for everybody who calls the API; those that tell of fields, ids and
 * routes help nobody who looks at a page, so they are left out there.
 */

const FOR_PROGRAMS = [
  /^the (?:fields|parameters|clients) are /,
  /^(?:send|check the method) /,
  /^give (?:it|more|one of|the) /,
  /^[a-z_]+ is (?:an?|one|`)\b/,
  /\b(?:GET|POST|PUT|DELETE) \//,
];

export function hintForPeople(hint: string | null | undefined): string | undefined {
  if (hint === null || hint === undefined || FOR_PROGRAMS.some((pattern) => pattern.test(hint))) return undefined;
  return sentence(hint);
}

/** Begins large and ends with a stop. */
export function sentence(text: string): string {
  const begun = text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
