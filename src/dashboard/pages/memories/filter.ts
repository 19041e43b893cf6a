/** What the table of memories is asked for, read from the address and written back into it. */
import type { MemoryFilter } from '../../../knowledge/memory-page.ts';
import type { SpaceId } from '../../../memory/ids.ts';
import { LEARNED_TYPES, type LearningType, OPERATIONAL_CATEGORIES } from '../../../memory/learning.ts';
import { NO_SERVICE } from '../../../memory/marker.ts';
import type { Visit } from '../../page-server.tsx';

export const CATEGORIES: readonly LearningType[] = [...OPERATIONAL_CATEGORIES, ...LEARNED_TYPES];
const GROUPS = { operational: OPERATIONAL_CATEGORIES, learned: LEARNED_TYPES } as const;
const NAMES = ['q', 'service', 'category', 'status', 'workspace', 'order'] as const;

export type MemoryQuery = Readonly<Partial<Record<(typeof NAMES)[number] | 'after', string>>>;

export function queryOf({ query }: Pick<Visit, 'query'>): MemoryQuery {
  return Object.fromEntries([...NAMES, 'after'].map((name) => [name, query(name)]).filter(([, value]) => value));
}

export function addressOf(query: MemoryQuery, path = '/memories'): string {
  const parameters = new URLSearchParams(query).toString();
  return parameters === '' ? path : `${path}?${parameters}`;
}

export function isFiltered(query: MemoryQuery): boolean {
  return NAMES.some((name) => name !== 'order' && query[name] !== undefined);
}

export function filterOf({ q, service, category, status, workspace }: MemoryQuery, now: number): MemoryFilter {
  const types = typesOf(category);
  return {
    now,
    ...(q === undefined ? {} : { text: q }),
    ...(service === undefined ? {} : { subject: service === NO_SERVICE ? null : service }),
    ...(types === undefined ? {} : { types }),
    // The former wordings of what a person has put in other words would stand beside it.
    replaced: status === 'replaced',
    ...(status === 'active' || status === 'inactive' ? { status } : {}),
    ...(workspace === undefined ? {} : { workspace: workspace === 'user' ? null : (workspace as SpaceId) }),
  };
}

function typesOf(category: string | undefined): readonly LearningType[] | undefined {
  if (category === 'operational' || category === 'learned') return GROUPS[category];
  const known = CATEGORIES.find((type) => type === category);
  return known === undefined ? undefined : [known];
}
