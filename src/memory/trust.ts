/**
 * Trust is computed here from where evidence came from, never by a model (DESIGN §5.12). What a source may become is a
 * matter of its tier: the user's own words anything; what the agent said, or was seen to call, no wish and no
 * correction; text out of a tool, a file or an import a labelled fact and nothing else.
 */
import type { LearningType } from './learning.ts';
import { SOURCE_CLASSES, type SourceClass } from './source.ts';

export type Tier = 'user' | 'assistant' | 'tool';

const TIERS: Record<SourceClass, Tier> = {
  typed: 'user',
  // What somebody pasted is not their own voice, though they chose it.
  pasted: 'assistant',
  assistant: 'assistant',
  tool: 'tool',
  file: 'tool',
  import: 'tool',
};

const USER_ONLY: ReadonlySet<LearningType> = new Set<LearningType>(['PREFERENCE', 'CORRECTION']);

export function tierOf(source: SourceClass): Tier {
  return TIERS[source];
}

/** 0 is the most trusted. */
export function trustRank(source: SourceClass): number {
  return SOURCE_CLASSES.indexOf(source);
}

export function weakest(sources: readonly SourceClass[]): SourceClass {
  return sources.reduce<SourceClass>(
    (least, source) => (trustRank(source) > trustRank(least) ? source : least),
    'typed',
  );
}

export function mayBecome(source: SourceClass, type: LearningType): boolean {
  const tier = tierOf(source);
  if (tier === 'user') return true;
  return tier === 'assistant' ? !USER_ONLY.has(type) : type === 'FACT';
}
