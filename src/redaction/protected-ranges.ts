/**
 * Text that no rule may touch, however random it looks: our own placeholders, digests, public keys, images (RED-6).
 * The placeholders come as their own list, because a finding that holds one is cut around it instead of dropped.
 */
import { mayHoldPlaceholder, placeholderPattern } from './placeholder.ts';

export interface Range {
  readonly start: number;
  readonly end: number;
}

const HARMLESS =
  /\barn:aws[\w-]{0,10}:[^\s"']{8,200}|\bsha(?:1|224|256|384|512)[-:=][A-Za-z0-9+/=_-]{20,128}|\bdata:(?:image|font|audio|video)\/[\w.+-]{1,40};base64,[A-Za-z0-9+/=]{0,}|\b(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d{3}|sk-(?:ssh|ecdsa)-[\w@.-]{1,60}) AAAA[A-Za-z0-9+/=]{16,}|-----BEGIN (?:RSA )?(?:PUBLIC KEY|CERTIFICATE|CERTIFICATE REQUEST|PGP PUBLIC KEY BLOCK|PGP SIGNATURE|SSH SIGNATURE)-----(?:[A-Za-z0-9+/=\s]|\\[nr]){0,20000}/g;
const MAY_HOLD = /sha\d|data:|AAAA|BEGIN|arn:aws/;

export function placeholderRanges(text: string): Range[] {
  return mayHoldPlaceholder(text) ? rangesOf(placeholderPattern(), text) : [];
}

export function harmlessRanges(text: string): Range[] {
  if (!MAY_HOLD.test(text)) return [];
  HARMLESS.lastIndex = 0;
  return rangesOf(HARMLESS, text);
}

function rangesOf(pattern: RegExp, text: string): Range[] {
  return Array.from(text.matchAll(pattern), (match) => ({ start: match.index, end: match.index + match[0].length }));
}
