/**
 * Who a read is for. A person sees all of it, or one space and the user scope beside it. An agent (`audience=agent`) sees
 * what the permission matrix lets it read of the space it works in, and of the user scope; without a space the user scope
 * alone. Spaces that a person linked are read like its own; an app's reach ends with its own space. Records that a session
 * made are of no scope: an agent sees those of the spaces it reads, and those of no space only when it works in none itself;
 * an app's are its own. What is marked sensitive, or has decayed until it is inactive, is for people.
 */
import type { Context } from 'hono';
import { appOf, callerFor } from '../memory/app.ts';
import { isActive } from '../memory/decay.ts';
import { CarryoverError } from '../memory/error.ts';
import type { AppId, SpaceId } from '../memory/ids.ts';
import type { Learning } from '../memory/learning.ts';
import { permission } from '../memory/permission.ts';
import type { MemoryRecord } from '../memory/record.ts';
import type { Space } from '../memory/space.ts';
import { isHiddenLearning, isWithheld, type Withholding } from '../memory/withheld.ts';
import type { AppCaller } from './access.ts';
import type { ApiDependencies } from './api.ts';
import type { HttpEnvironment } from './request.ts';
import { scopeOf } from './workspace.ts';

export const AUDIENCES = ['person', 'agent'] as const;

interface Place extends Withholding {
  /** As for lists: a space and the user scope; null for the user scope alone; absent for all. */
  readonly workspace?: SpaceId | null;
  /** Set when it is an app. */
  readonly app?: AppId;
  /** Further spaces that an agent may read. */
  readonly linked?: readonly LinkedSpace[];
}

/** `now` is when an agent asks: what it is given depends on it. */
export type Reader = Place & ({ readonly audience: 'person' } | { readonly audience: 'agent'; readonly now: number });

export type LinkedSpace = Pick<Space, 'id' | 'name'>;

/** A record or a learning. Only a learning has a scope. */
type Kept =
  | (Pick<Learning, 'workspace' | 'scope'> & Partial<Pick<Learning, 'id' | 'evidence' | 'sessionId' | 'sensitive'>>)
  | (Pick<MemoryRecord, 'workspace' | 'id' | 'tags' | 'metadata'> & { readonly scope?: undefined });

type ReaderDependencies = Pick<ApiDependencies, 'resolveWorkspace' | 'linkedSpaces' | 'withholding'> & {
  readonly clock: Pick<ApiDependencies['clock'], 'now'>;
};

/** From `audience` and `workspace` of a query, and from who asks. */
export async function readerOf(
  context: Pick<Context<HttpEnvironment>, 'get'> & { readonly req: Pick<Context['req'], 'query'> },
  dependencies: ReaderDependencies,
): Promise<Reader> {
  const query = (name: string): string | undefined => context.req.query(name);
  const app = context.get('app');
  const now = dependencies.clock.now();
  if (app !== undefined)
    return {
      audience: 'agent',
      now,
      ...(await readerOfApp(app, query('workspace'), dependencies)),
      ...(await dependencies.withholding()),
    };
  const wanted = query('audience') ?? 'person';
  const audience = AUDIENCES.find((known) => known === wanted);
  if (audience === undefined) {
    throw new CarryoverError('audience is not known', {
      code: 'invalid-input',
      hint: `audience is one of ${AUDIENCES.join(', ')}`,
    });
  }
  const place = await scopeOf(query('workspace'), dependencies.resolveWorkspace);
  if (audience === 'person') return { audience, ...place, ...hiddenOf(await dependencies.withholding()) };
  const { workspace = null } = place;
  const linked = workspace === null ? [] : await dependencies.linkedSpaces(workspace);
  return {
    audience,
    now,
    workspace,
    ...(linked.length === 0 ? {} : { linked }),
    ...(await dependencies.withholding()),
  };
}

/** What is sensitive is for people; what is on its way out is for nobody. */
function hiddenOf({ hidden }: Withholding): Pick<Withholding, 'hidden'> {
  return hidden === undefined ? {} : { hidden };
}

/** An app may name its own space, and no other. */
export async function readerOfApp(
  { app, space }: AppCaller,
  workspace: string | undefined,
  { resolveWorkspace }: Pick<ReaderDependencies, 'resolveWorkspace'>,
): Promise<{ readonly workspace: SpaceId; readonly app: AppId }> {
  if (workspace === undefined || workspace === space || (await resolveWorkspace(workspace)) === space)
    return { workspace: space, app };
  throw new CarryoverError("this is not the app's space", {
    code: 'forbidden',
    hint: 'leave `workspace` out: an app is bound to one space',
  });
}

export function mayRead(reader: Reader, kept: Kept): boolean {
  const { audience, workspace, app, linked = [], givesSensitive = false } = reader;
  const isLinked = linked.some(({ id }) => id === kept.workspace);
  const isElsewhere = workspace !== undefined && kept.workspace !== null && kept.workspace !== workspace && !isLinked;
  if (isElsewhere || audience === 'person') return !isElsewhere;
  const caller = callerFor(app);
  if (kept.scope !== undefined && kept.id !== undefined) {
    const { id, evidence = [], sessionId = null } = kept;
    if (isHiddenLearning({ id, evidence, sessionId, workspace: kept.workspace }, reader.hidden)) return false;
  }
  if (kept.scope !== undefined)
    return (kept.sensitive !== true || givesSensitive) && permission(caller, 'read', kept.scope) === 'yes';
  if (isWithheld(kept, reader)) return false;
  const of = appOf(kept);
  if (of !== undefined && permission(caller, 'read', { kind: 'app', app: of }) !== 'yes') return false;
  // What was said in no project belongs to no agent's memory.
  return kept.workspace !== null && (isLinked || kept.workspace === workspace);
}

/** A learning as it is now: agents are given none that has decayed. One that was closed tells that it holds no more. */
export function isGiven(reader: Reader, learning: Learning): boolean {
  const isFit = reader.audience === 'person' || learning.validTo !== null || isActive(learning, reader.now);
  return isFit && mayRead(reader, learning);
}

/** The spaces whose facts and records it reads, its own first. */
export function spacesOf({ workspace, linked = [] }: Reader): readonly (SpaceId | null | undefined)[] {
  return [workspace, ...linked.map(({ id }) => id)];
}
