/**
 * Who a read is for. A person sees all of it, or one space and the user scope beside it. An agent (`audience=agent`) sees
 * what the permission matrix lets a session read of the space it works in, and of the user scope; without a space the
 * user scope alone. Records are of no scope: an agent sees those of its own space, and those of no space only when it works
 * in none itself. What is marked sensitive is for people.
 */
import { CarryoverError } from '../memory/error.ts';
import type { SpaceId } from '../memory/ids.ts';
import { type Caller, permission, type Scope } from '../memory/permission.ts';
import type { ApiDependencies } from './api.ts';
import { scopeOf } from './workspace.ts';

const AUDIENCES = ['person', 'agent'] as const;
const SESSION: Caller = { kind: 'session' };

export interface Reader {
  readonly audience: (typeof AUDIENCES)[number];
  /** As for lists: a space and the user scope; null for the user scope alone; absent for all. */
  readonly workspace?: SpaceId | null;
}

/** A record or a learning. A record has no scope. */
interface Kept {
  readonly workspace: SpaceId | null;
  readonly scope?: Scope;
  readonly sensitive?: boolean;
}

/** From `audience` and `workspace` of a query. */
export async function readerOf(
  query: (name: string) => string | undefined,
  resolve: ApiDependencies['resolveWorkspace'],
): Promise<Reader> {
  const wanted = query('audience') ?? 'person';
  const audience = AUDIENCES.find((known) => known === wanted);
  if (audience === undefined) {
    throw new CarryoverError('audience is not known', {
      code: 'invalid-input',
      hint: `audience is one of ${AUDIENCES.join(', ')}`,
    });
  }
  const nowhere = audience === 'agent' ? { workspace: null } : {};
  return { audience, ...nowhere, ...(await scopeOf(query('workspace'), resolve)) };
}

export function mayRead({ audience, workspace }: Reader, kept: Kept): boolean {
  const isElsewhere = workspace !== undefined && kept.workspace !== null && kept.workspace !== workspace;
  if (isElsewhere || audience === 'person') return !isElsewhere;
  if (kept.sensitive === true) return false;
  // What was said in no project belongs to no agent's memory.
  if (kept.scope === undefined) return kept.workspace !== null && kept.workspace === workspace;
  return permission(SESSION, 'read', kept.scope) === 'yes';
}
