/**
 * In which file and section a learning stands. Tool-tier facts stand in none: they are labelled where they are given; nor does
 * what an app keeps for itself, nor operational memory, which has its own part of the boot block.
 */
import { isOperational, type Learning } from '../../memory/learning.ts';
import type { MemoryFileName } from '../../memory/memory-file.ts';
import { tierOf } from '../../memory/trust.ts';

export interface Placement {
  readonly name: MemoryFileName;
  readonly section: string;
}

export function placementOf({ scope, type, tags, trust }: Learning): Placement | undefined {
  const tier = tierOf(trust);
  if (tier === 'tool' || scope.kind === 'app' || isOperational(type)) return undefined;
  if (scope.kind === 'user') {
    // DESIGN §5.12: user.md takes new lines only from the user's own words.
    if (tier !== 'user') return undefined;
    if (type === 'PREFERENCE') return { name: 'user.md', section: 'Preferences' };
    return { name: 'user.md', section: type === 'CORRECTION' ? 'Corrections' : 'Facts' };
  }
  switch (type) {
    case 'CORRECTION':
      return { name: 'context.md', section: 'Corrections' };
    case 'PREFERENCE':
      return { name: 'context.md', section: 'Preferences' };
    case 'TOOL_INSTALL':
      return { name: 'tools.md', section: 'Installed' };
    case 'PATTERN':
      return { name: 'tools.md', section: tags.includes('fix') ? 'Fixes' : 'Commands' };
    case 'FACT':
      return { name: 'context.md', section: tags.includes('decision') ? 'Decisions' : 'Facts' };
    default:
      // Actions have their own place.
      return undefined;
  }
}
