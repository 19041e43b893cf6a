/**
 * Text from outside, made safe for a line of a log or a terminal: control characters (CR, LF, ANSI escapes), invisible
 * format characters (bidirectional overrides, zero-width, tags) and line separators become visible `\u{…}` escapes.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

export function printable(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
