/**
 * Things of which one is used and not the other: what a correction replaces can be read from the answer before it when
 * that names another of the same group. The names are the same in every language.
 */
interface Group {
  /** What a learning about it is filed under. */
  readonly subject: string;
  readonly member: RegExp;
}

const GROUPS: readonly Group[] = [
  {
    subject: 'date format',
    member: /\b(?:dd?[/.-]mm?[/.-]yy(?:yy)?|mm?[/.-]dd?[/.-]yy(?:yy)?|yyyy[/.-]mm[/.-]dd)\b/gi,
  },
  { subject: 'package manager', member: /\b(?:npm|pnpm|yarn|bun)\b/gi },
  { subject: 'python packages', member: /\b(?:pip3?|uv|poetry|pipenv|conda)\b/gi },
  { subject: 'indentation', member: /\b(?:(?<!\b(?:the|open|browser) )tabs|(?:\d |two |four )?spaces)\b/gi },
  { subject: 'test runner', member: /\b(?:jest|vitest|mocha|pytest|unittest)\b/gi },
  { subject: 'database', member: /\b(?:postgres(?:ql)?|mysql|mariadb|sqlite|mongo(?:db)?)\b/gi },
  { subject: 'quotes', member: /\b(?:single|double) quotes\b/gi },
  { subject: 'spelling', member: /\b(?:british|american)(?= (?:english|spelling))/gi },
  { subject: 'units', member: /\b(?:metric|imperial)\b/gi },
  { subject: 'code host', member: /\b(?:github|gitlab|bitbucket)\b/gi },
  { subject: 'port', member: /\bport \d{2,5}\b/gi },
  { subject: 'http client', member: /\b(?:axios|fetch(?! (?:the|it|a|an|data|from|all|them)\b)|ky)\b/gi },
];

/** Enough of an answer to find what it got wrong. */
const CONTEXT_CHARS = 4_000;

export interface Alternative {
  readonly subject: string;
  readonly right: string;
  /** The one other member that was named before; null when there was none or several. */
  readonly wrong: string | null;
}

/** Null when the words name no member of a group. */
export function alternativeIn(words: string, before: string): Alternative | null {
  for (const { subject, member } of GROUPS) {
    const named = membersIn(words, member);
    const right = named[0];
    if (right === undefined) continue;
    const others = membersIn(before.slice(-CONTEXT_CHARS), member).filter((other) => !same(named, other));
    const [wrong, ...more] = others;
    return { subject, right, wrong: named.length === 1 && more.length === 0 ? (wrong ?? null) : null };
  }
  return null;
}

function membersIn(text: string, member: RegExp): string[] {
  const found: string[] = [];
  for (const [name] of text.matchAll(member)) if (!same(found, name)) found.push(name);
  return found;
}

function same(names: readonly string[], name: string): boolean {
  return names.some((known) => known.toLowerCase() === name.toLowerCase());
}
