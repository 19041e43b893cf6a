/** The name of a text that tells nobody what it says: keyed by the home, so that the same text elsewhere has another. */
import { createHmac } from 'node:crypto';

/** White space around it does not make it another text. */
export function contentHash(redactionKey: string, content: string): string {
  return createHmac('sha256', redactionKey).update(content.trim()).digest('hex');
}
