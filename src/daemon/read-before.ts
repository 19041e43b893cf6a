/** Whether what waits is read before a session forgets: always at its end, and before the compactions that a person chose. */
import type { Forgetting } from '../capture/transcript-sync.ts';
import type { Config } from '../platform/config.ts';

export function isReadBefore(why: Forgetting, rule: Config['curator.preCompact']): boolean {
  return why === 'ended' || rule === 'both' || rule === why;
}
