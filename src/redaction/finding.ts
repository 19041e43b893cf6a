/** The vocabulary of this room: what a rule reports and what a caller gets back. */

/** One secret that was found. Offsets are UTF-16 code units of the text that was given to `redact`. */
export interface Finding {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

export interface Redacted {
  readonly text: string;
  readonly findings: readonly Finding[];
}

export interface Redactor {
  /** Changes whenever another rule set, mode, user rule or allowed value could give another result. */
  readonly version: string;
  /** Pure. Throws only when a rule is broken; the caller then drops the text (see redact-or-drop.ts). */
  redact(text: string): Redacted;
  /** As `redact`, for a value whose field name is known: `('password', 'hunter…')` is a secret, the value alone is not. */
  redactField(name: string, value: string): Redacted;
}

/** Takes one finding from a rule. Ranges may overlap and come in any order. */
export type Report = (kind: string, start: number, end: number) => void;

/** Looks through a whole text. Has to be linear in its length, whatever the text is (RED-9). */
export type Rule = (text: string, report: Report) => void;
