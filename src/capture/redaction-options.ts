/** The redactor as this home's configuration wants it; the same in the daemon, its worker and the hook. */
import { createRedactor, type Redactor } from '../redaction/redactor.ts';

export interface RedactionOptions {
  /** Key of the placeholder hashes: per install, so two installs never show the same hash for one secret. */
  readonly key: string;
  readonly hex: 'code-aware' | 'strict';
  readonly patterns: readonly string[];
  readonly allow: readonly string[];
}

export function createConfiguredRedactor(options: RedactionOptions): Redactor {
  return createRedactor({
    key: options.key,
    hex: options.hex,
    extraRules: options.patterns.map((pattern) => ({ kind: 'custom', pattern })),
    allow: options.allow,
  });
}
