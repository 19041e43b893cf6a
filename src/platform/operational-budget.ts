/** How many tokens of operational memory an agent of a tier is given (C-060): its own number, or what all others are given. */
import type { Config } from './config.ts';

export function budgetForTier(
  config: Pick<Config, 'operational.budgetTokens' | 'operational.tiers'>,
  tier: number,
): number {
  const own = config['operational.tiers'].findLast((entry) => entry.startsWith(`${tier}=`));
  return own === undefined ? config['operational.budgetTokens'] : Number(own.slice(own.indexOf('=') + 1));
}
