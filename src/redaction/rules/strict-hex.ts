/** The strict mode of the specification: every run of 16 or more hex digits (D-061). Off by default: it also hits revisions and digests. */
import type { Report } from '../finding.ts';

const HEX_RUN = /[0-9a-fA-F]{16,}/g;

export function findStrictHex(text: string, report: Report): void {
  for (const match of text.matchAll(HEX_RUN)) report('hex', match.index, match.index + match[0].length);
}
