/**
 * Credentials of makers nobody has listed yet. Many follow one habit: a short lower-case maker, perhaps `live`, `pat` or
 * `key`, then a long generated part. Ids follow the same habit, so a telling word or a long mixed part is asked for.
 */
import type { Report } from '../finding.ts';
import { isMixedRandom, isRandom } from '../value/judge.ts';
import { isIdentifierOfAThing } from '../value/known-harmless.ts';

const MADE =
  /(?<![A-Za-z0-9_.$@-])((?:[a-z][a-z0-9]{1,14}[_-]){1,3})([A-Za-z0-9]{20,200})(?:_[A-Za-z0-9]{4,16})?(?![A-Za-z0-9_(])/g;
const TELLING =
  /(?:^|[_-])(?:live|pat|sk|rk|key|apikey|api|secret|token|tok|auth|access|oat|sat|refresh|priv|private|sandbox|whsec|whs|signing|svcacct|admin|personal)[_-]/;
const SLASH = 47;
/** Longer than the ids that services hand out. */
const LONG_MIXED = 32;
/** Makers of digests, file names and keys that are meant to be seen. */
const HARMLESS_MAKER =
  /^(?:pk|pub|public|publishable|anon|site|client|sha\d*|md5|css|jss|sc|svg|chunk|index|main|vendor|hash|commit|build|cache|node|next|webpack|turbo|linux|windows|macos|darwin|v\d+)[_-]/;

export function findGenericPrefixed(text: string, report: Report): void {
  MADE.lastIndex = 0;
  for (let match = MADE.exec(text); match; match = MADE.exec(text)) {
    const maker = match[1] ?? '';
    const body = match[2] ?? '';
    if (HARMLESS_MAKER.test(maker) || isIdentifierOfAThing(match[0])) continue;
    const telling = TELLING.test(maker);
    // A part of a path is a file name unless it says otherwise.
    if (!telling && text.charCodeAt(match.index - 1) === SLASH) continue;
    const believed = telling ? isRandom(body, 20) : isMixedRandom(body, LONG_MIXED);
    if (believed) report('api-key', match.index, match.index + match[0].length);
  }
}
