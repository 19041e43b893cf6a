/** Reads the value behind a gap: where it begins and ends. Whether it is a secret says believable-value.ts. */
import type { Gap } from './assignment-syntax.ts';
import { queryValueEnd, unquotedEnd, wholeEnd, withoutTrailingMarks } from './unquoted-value.ts';

interface ValueSpan {
  readonly start: number;
  readonly end: number;
}

const LONGEST_QUOTED = 1024;
const SCHEME =
  /^(?:bearer|basic|token|apikey|api-key|key|digest|negotiate|ntlm|oauth|ssws|geniekey|splunk|bot|jwt|pat|password|[a-z]{2,12}-(?:oauthtoken|api-key|auth-key|token|key))[ \t]+/i;

export function valueSpan(text: string, gap: Gap, query: boolean): ValueSpan | undefined {
  if (gap.quote !== '') {
    const end = closingQuote(text, gap.valueStart, gap.quote);
    if (end !== undefined) return { start: gap.valueStart, end };
  }
  const end = query ? queryValueEnd(text, gap.valueStart) : unquotedEnd(text, gap.valueStart);
  if (end === gap.valueStart) return undefined;
  const bar = gap.kind === 'cell' ? text.slice(gap.valueStart, end).indexOf('|') : -1;
  if (bar >= 0) return { start: gap.valueStart, end: gap.valueStart + bar };
  return {
    start: gap.valueStart,
    end: gap.kind === 'env' || query ? end : withoutTrailingMarks(text, gap.valueStart, end),
  };
}

/** The place of the quote that ends the literal; undefined when it is not closed on this line. */
function closingQuote(text: string, from: number, quote: string): number | undefined {
  const last = Math.min(text.length, from + LONGEST_QUOTED);
  const manyLines = quote.length >= 3 && !quote.startsWith('\\');
  for (let at = from; at < last; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 && !manyLines) return undefined;
    if (text.startsWith(quote, at)) return at;
    if (code === 92 && !quote.startsWith('\\')) at++;
  }
  return undefined;
}

export function extendedEnd(text: string, gap: Gap, span: ValueSpan): number {
  return gap.quote === '' ? wholeEnd(text, span.start, span.end) : span.end;
}

/** Leaves out the scheme word of `Bearer …`. */
export function withoutScheme(text: string, span: ValueSpan): ValueSpan {
  const scheme = SCHEME.exec(text.slice(span.start, Math.min(span.end, span.start + 40)));
  return scheme ? { start: span.start + scheme[0].length, end: span.end } : span;
}
