/**
 * By what a removed statement is known again without keeping its words: the same for what differs in spaces and case, or
 * stands in a list.
 */
import { createHash } from 'node:crypto';

export function contentDigest(content: string): string {
  const folded = content
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[-*+] /, '')
    .toLowerCase();
  return createHash('sha256').update(folded).digest('hex');
}
