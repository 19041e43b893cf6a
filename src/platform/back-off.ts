/** How long what failed waits: longer each time, never the same for two, and as long as the other side asks for. */
import { randomInt } from 'node:crypto';

const FIRST_MS = 5_000;
const LONGEST_MS = 30 * 60_000;

export function backOffMs(attempts: number, retryAfterMs: number | undefined): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(20, Math.max(0, attempts - 1)));
  // Half of it is chance, so that many that failed together do not come back together.
  const wait = Math.round(longest / 2) + randomInt(Math.ceil(longest / 2) + 1);
  return Math.max(wait, retryAfterMs ?? 0);
}
