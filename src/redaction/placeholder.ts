/**
 * What stands in a secret's place: `[REDACTED:kind:xxxx]`. `xxxx` are the first 4 hex digits of an HMAC under the key of
 * the installation, so the same secret is recognisable within one installation and cannot be recovered from the text.
 */
import { createHmac } from 'node:crypto';

const TAG_HEX_DIGITS = 4;
const PLACEHOLDER_SOURCE = String.raw`\[REDACTED:[a-z0-9-]{1,40}:[0-9a-f]{4}\]`;

export function renderPlaceholder(key: string | Uint8Array, kind: string, secret: string): string {
  const tag = createHmac('sha256', key).update(secret).digest('hex').slice(0, TAG_HEX_DIGITS);
  return `[REDACTED:${kind}:${tag}]`;
}

/** A fresh expression, because a global one carries state. */
export function placeholderPattern(): RegExp {
  return new RegExp(PLACEHOLDER_SOURCE, 'g');
}

export function mayHoldPlaceholder(text: string): boolean {
  return text.includes('[REDACTED:');
}

/** Behaves in every rule like a value that is no secret, and never like a word. */
const MASK = '\u0001';

/** The same text with placeholders blanked out in place: the word `password` inside one is no keyword. */
export function maskPlaceholders(text: string): string {
  return mayHoldPlaceholder(text) ? text.replace(placeholderPattern(), (found) => MASK.repeat(found.length)) : text;
}
