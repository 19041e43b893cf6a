/** The redactor as this home's configuration wants it; the same in the daemon, its worker and the hook. */
import { CarryoverError } from '../memory/error.ts';
import { createRedactor, type Redactor } from '../redaction/redactor.ts';
import { redactInSlices } from '../redaction/sliced.ts';
import { UserRuleError } from '../redaction/user-rules.ts';
import { createOwnTokenCheck } from './own-tokens.ts';

export interface RedactionOptions {
  /** Key of the placeholder hashes: per install, so two installs never show the same hash for one secret. */
  readonly key: string;
  readonly hex: 'code-aware' | 'strict';
  readonly patterns: readonly string[];
  readonly allow: readonly string[];
  /** Where the tokens of this home are kept, which are recognised by value. */
  readonly ownTokens?: readonly string[];
}

/** Refuses a pattern that cannot be used: with a hole in its rules nothing may be captured. */
export function createConfiguredRedactor({ key, hex, patterns, allow, ownTokens = [] }: RedactionOptions): Redactor {
  try {
    const extraRules = patterns.map((pattern) => ({ kind: 'custom', pattern }));
    const redactor = createRedactor({ key, hex, extraRules, allow, isOwnToken: createOwnTokenCheck(ownTokens) });
    return { ...redactor, redact: (text) => redactInSlices(redactor, text) };
  } catch (cause) {
    if (!(cause instanceof UserRuleError)) throw cause;
    throw new CarryoverError(`a pattern in redaction.patterns cannot be used: ${cause.message}`, {
      code: 'bad-config',
      hint: `${cause.hint} Change it: carryover config set redaction.patterns '[]'`,
      cause,
    });
  }
}
