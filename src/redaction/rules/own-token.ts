/** Carryover's own tokens, known by value: all of them are 32 random bytes in base64url. The caller says which are held. */
import type { Rule } from '../finding.ts';

const CANDIDATE = /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g;

export function ownTokenRule(isOwnToken: (candidate: string) => boolean): Rule {
  return (text, report) => {
    for (const { 0: candidate, index } of text.matchAll(CANDIDATE))
      if (isOwnToken(candidate)) report('carryover-token', index, index + candidate.length);
  };
}
