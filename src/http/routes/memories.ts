/**
 * `/memories` (C-050): learnings as a table that a person reads and keeps in order. Whatever is changed here can be taken back
 * with `POST /memories/undo` and the `undo` of the answer. An `:id` may be its beginning; what removes wants all of it.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { CarryoverError } from '../../memory/error.ts';
import type { ActId, LearningId, SpaceId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import { NO_SERVICE } from '../../memory/marker.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { confidenceHistory } from '../confidence-history.ts';
import { changeToWire } from '../knowledge-wire.ts';
import { changedToWire, memoryToWire } from '../memory-wire.ts';
import { listOf, outsideId, words } from '../openapi/list-query.ts';
import { route } from '../openapi/route.ts';
import { count, id, moment } from '../openapi/schemas/common.ts';
import { learningType } from '../openapi/schemas/knowledge.ts';
import { changedMemory, memory, memoryDetail, memoryList } from '../openapi/schemas/memories.ts';
import { readableLearning } from '../readable-by-id.ts';
import type { HttpEnvironment } from '../request.ts';
import { exactScope, placeFor, requireWorkspace } from '../workspace.ts';

const MOST_MEMORIES = 500;
const MEMORIES = 50;
/** More than a person picks. */
const MOST_AT_ONCE = 1_000;
const OBSERVATION_CHARS = 2_000;
const SERVICE_CHARS = 200;
const PERSON = { audience: 'person' } as const;
const tag = 'memories';

/** Null, or `general`, for what is about none of them. */
const service = z.string().trim().min(1).max(SERVICE_CHARS).nullable();
const observation = z.string().trim().min(1).max(OBSERVATION_CHARS);
const confidence = z.number().min(0).max(1);
const changes = {
  confidence: confidence.exactOptional(),
  active: z.boolean().exactOptional(),
  persistent: z.boolean().exactOptional(),
};
const createInput = z.strictObject({
  service,
  category: learningType,
  observation,
  ...changes,
  workspace: z.string().min(1).nullable().exactOptional(),
});
const changeInput = z.strictObject({
  observation: observation.exactOptional(),
  service: service.exactOptional(),
  category: learningType.exactOptional(),
  ...changes,
  workspace: z
    .string()
    .min(1)
    .nullable()
    .exactOptional()
    .describe('where it is to hold from now on: a folder or the id of a space; null: everywhere'),
  base_updated_at: moment.exactOptional(),
});
const ids = z.array(outsideId).min(1).max(MOST_AT_ONCE);
const ORDERS = ['updated', 'confidence'] as const;
const STATUSES = ['all', 'active', 'inactive'] as const;

type MemoryDependencies = Pick<
  ApiDependencies,
  'knowledge' | 'memories' | 'resolveWorkspace' | 'registerFolder' | 'clock'
>;

export function memoryRoutes(app: Hono<HttpEnvironment>, dependencies: MemoryDependencies): void {
  readingRoutes(app, dependencies);
  changingRoutes(app, dependencies);
  removingRoutes(app, dependencies);
}

function readingRoutes(app: Hono<HttpEnvironment>, { knowledge, resolveWorkspace, clock }: MemoryDependencies): void {
  route(
    app,
    {
      method: 'get',
      path: '/memories',
      summary: 'A page of memories',
      tag,
      page: true,
      query: z.object({
        ...listOf(MOST_MEMORIES, MEMORIES),
        service: z
          .string()
          .exactOptional()
          .describe(`what it is about; empty or ${NO_SERVICE} for nothing in particular`),
        category: learningType.exactOptional().describe('a category or a type of learning'),
        status: z
          .enum(STATUSES)
          .default('all')
          .describe(`one of ${STATUSES.join(', ')}`),
        replaced: z
          .enum(['true', 'false'])
          .default('false')
          .describe('`true` for those that another one has replaced, and no others'),
        q: words,
        order: z
          .enum(ORDERS)
          .default('updated')
          .describe(`one of ${ORDERS.join(', ')}`),
      }),
      answer: memoryList,
    },
    async (_, { query }) => {
      const { workspace, service: about, category, status, replaced, q, order, after, limit } = query;
      const scope = await exactScope(workspace, resolveWorkspace);
      if (scope === undefined) return answerJson(200, { memories: [], total: 0, next: null, partial: false });
      const now = clock.now();
      const filter = {
        ...scope,
        ...(about === undefined ? {} : { subject: serviceOf(about) }),
        ...(category === undefined ? {} : { types: [category] }),
        ...(status === 'all' ? {} : { status }),
        replaced: replaced === 'true',
        ...(q === undefined ? {} : { text: q }),
        now,
      };
      const page = await knowledge.memoryPage({ ...filter, order, limit, ...(after === undefined ? {} : { after }) });
      return answerJson(200, {
        memories: page.learnings.map((learning) => memoryToWire(learning, now)),
        total: await knowledge.memoryCount(filter),
        next: page.next ?? null,
        partial: page.isPartial,
      });
    },
  );

  route(
    app,
    {
      method: 'get',
      path: '/memories/:id',
      summary: 'One memory, what happened to it, and how sure it was when',
      tag,
      page: true,
      answer: memoryDetail,
    },
    async (_, { path }) => {
      const learning = await readableLearning(path.id, PERSON, knowledge);
      const history = await knowledge.learningHistory(learning.id);
      const now = clock.now();
      return answerJson(200, {
        ...memoryToWire(learning, now),
        history: history.map(changeToWire),
        confidence_history: confidenceHistory(history, now),
      });
    },
  );
}

function changingRoutes(
  app: Hono<HttpEnvironment>,
  { knowledge, memories, resolveWorkspace, registerFolder, clock }: MemoryDependencies,
): void {
  const merged = z.strictObject({ into: outsideId, from: ids });
  const taken = z.strictObject({ memories: z.array(memory) });

  route(
    app,
    {
      method: 'post',
      path: '/memories',
      needs: 'remember',
      summary: 'Adds one',
      tag,
      body: createInput,
      status: 201,
      answer: changedMemory,
    },
    async (_, { body }) => {
      const { workspace = null, ...wish } = body;
      const scope = workspace === null ? null : await knownSpace(workspace, resolveWorkspace);
      const created = await memories.create({ ...wish, workspace: scope });
      return answerJson(201, changedToWire(created, clock.now()));
    },
  );

  route(
    app,
    {
      method: 'put',
      path: '/memories/:id',
      needs: 'remember',
      summary: 'Changes one, or moves it between a project and everywhere',
      tag,
      body: changeInput,
      answer: changedMemory,
    },
    async (_, { path, body: { base_updated_at: base, workspace, ...change } }) => {
      if (Object.keys(change).length === 0 && workspace === undefined) {
        throw new CarryoverError('there is nothing to change', {
          code: 'invalid-input',
          hint: `the fields are ${Object.keys(changeInput.shape).join(', ')}`,
        });
      }
      const learning = await readableLearning(path.id, PERSON, knowledge);
      const place =
        typeof workspace === 'string' ? await placeFor(workspace, { resolveWorkspace, registerFolder }) : workspace;
      const wanted = place === undefined ? change : { ...change, workspace: place };
      return answerJson(200, changedToWire(await memories.change(learning.id, wanted, base), clock.now()));
    },
  );

  route(
    app,
    {
      method: 'post',
      path: '/memories/merge',
      needs: 'remember',
      summary: 'Puts some that say the same into one of them',
      tag,
      body: merged,
      answer: changedMemory,
    },
    async (_, { body }) =>
      answerJson(200, changedToWire(await memories.merge(body.into as LearningId, othersOf(body)), clock.now())),
  );

  route(
    app,
    {
      method: 'post',
      path: '/memories/undo',
      needs: 'remember',
      summary: 'Takes back what an edit here did; of several, those that were taken back before are passed over',
      tag,
      body: z.union([z.strictObject({ act: outsideId }), z.strictObject({ acts: ids })]),
      answer: taken,
    },
    async (_, { body }) => {
      const learnings: Learning[] = [];
      if ('act' in body) learnings.push(...(await memories.takeBack(body.act as ActId)));
      else for (const act of body.acts) learnings.push(...(await takenBack(act as ActId, memories)));
      return answerJson(200, { memories: learnings.map((learning) => memoryToWire(learning, clock.now())) });
    },
  );
}

function removingRoutes(app: Hono<HttpEnvironment>, { memories }: MemoryDependencies): void {
  route(
    app,
    {
      method: 'delete',
      path: '/memories/bulk',
      needs: 'remember',
      summary: 'Removes some; `undo` takes it back, only forgetting erases',
      tag,
      body: z.strictObject({ ids }),
      answer: z.strictObject({ deleted: count, unknown: z.array(id), undo: z.array(id) }),
    },
    async (_, { body }) => {
      const { dropped, unknown, acts } = await memories.drop(body.ids as LearningId[]);
      return answerJson(200, { deleted: dropped.length, unknown, undo: acts });
    },
  );

  route(
    app,
    {
      method: 'delete',
      path: '/memories/:id',
      needs: 'remember',
      summary: 'Removes one; `undo` takes it back, only forgetting erases',
      tag,
      answer: z.strictObject({ deleted: count, undo: id }),
    },
    async (_, { path }) => {
      const { dropped, acts } = await memories.drop([path.id as LearningId]);
      if (dropped.length > 0) return answerJson(200, { deleted: dropped.length, undo: acts[0] });
      throw new CarryoverError('there is no memory with this id', { code: 'not-found', hint: 'give the whole id' });
    },
  );
}

/** Nothing when it was before. */
async function takenBack(
  act: ActId,
  memories: Pick<MemoryDependencies['memories'], 'takeBack'>,
): Promise<readonly Learning[]> {
  try {
    return await memories.takeBack(act);
  } catch (error) {
    if (error instanceof CarryoverError && error.code === 'already-decided') return [];
    throw error;
  }
}

/** Whoever picks some of a list and one that stays may name that one among them. */
function othersOf({ into, from }: { readonly into: string; readonly from: readonly string[] }): readonly LearningId[] {
  return from.filter((one) => one !== into) as LearningId[];
}

function serviceOf(named: string): string | null {
  return named === '' || named === NO_SERVICE ? null : named;
}

async function knownSpace(workspace: string, resolve: MemoryDependencies['resolveWorkspace']): Promise<SpaceId> {
  const space = await requireWorkspace(workspace, resolve);
  if (space !== undefined) return space;
  throw new CarryoverError('no project is known there', {
    code: 'not-found',
    hint: 'POST /memory/space makes a folder known; null keeps it for every project',
  });
}
