/** Fail closed: what cannot be redacted is not kept, only its length is (RED-9, RED-10). */
import type { Redacted, Redactor } from './finding.ts';

export interface RedactedOrDropped extends Redacted {
  /** The rules failed and the text was dropped; the caller counts this and shows it. */
  readonly dropped: boolean;
}

export function redactOrDrop(redactor: Redactor, text: string): RedactedOrDropped {
  try {
    return { ...redactor.redact(text), dropped: false };
  } catch {
    // Not even the reason is kept: a message may quote the text.
    return { text: `[REDACTION-FAILED len=${text.length}]`, findings: [], dropped: true };
  }
}
