/**
 * What a person says about memory itself: `POST /memory/pin` {id, pinned?} or {content, workspace?, sensitive?};
 * `POST /memory/sensitive` {id, sensitive?}; `GET /memory/batches?k=`; `POST /memory/undo` {act | learning | source, confirm},
 * without `confirm` what it would take back; `POST /memory/space` {workspace}: the id of a space. A folder nobody has worked
 * in yet becomes known here as with a first session.
 */
import { existsSync } from 'node:fs';
import type { Hono } from 'hono';
import * as z from 'zod';
import type { UndoTarget } from '../../curator/undo.ts';
import { CarryoverError } from '../../memory/error.ts';
import { type ActId, isUuid, type SpaceId } from '../../memory/ids.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { findById } from '../find-by-id.ts';
import { sourceNameOf } from '../forget-wire.ts';
import { parseBody } from '../parse-body.ts';
import { readableLearning, readableRecord } from '../readable-by-id.ts';
import type { HttpEnvironment } from '../request.ts';
import type { Marks } from '../trust-api.ts';
import { markedRecordToWire, rememberedToWire, undoingToWire } from '../trust-wire.ts';
import { requireWorkspace } from '../workspace.ts';

const MOST_CHARACTERS = 2_000;
const BATCHES = 20;
/** More than a person looks through. */
const MOST_BATCHES = 100;
const PERSON = { audience: 'person' } as const;

const text = z.string().trim().min(1).max(MOST_CHARACTERS);
const pinInput = z.strictObject({
  id: text.optional(),
  pinned: z.boolean().optional(),
  content: text.optional(),
  workspace: text.nullable().optional(),
  sensitive: z.boolean().optional(),
});
const sensitiveInput = z.strictObject({ id: text, sensitive: z.boolean().optional() });
const spaceInput = z.strictObject({ workspace: text });
const undoInput = z.strictObject({
  act: text.optional(),
  learning: text.optional(),
  source: text.optional(),
  confirm: z.boolean().optional(),
});

type TrustDependencies = Pick<
  ApiDependencies,
  'curation' | 'knowledge' | 'journal' | 'resolveWorkspace' | 'registerFolder'
>;

export function trustRoutes(app: Hono<HttpEnvironment>, dependencies: TrustDependencies): void {
  const { trust } = dependencies.curation;

  app.post('/memory/pin', async (context) => {
    const {
      id,
      pinned = true,
      content,
      workspace,
      sensitive = false,
    } = await parseBody(context.env.incoming, pinInput);
    if ((id === undefined) === (content === undefined)) throw oneOf('id, content');
    if (id !== undefined) return answerJson(200, await marked(id, { pinned }, dependencies));
    const scope = typeof workspace === 'string' ? await spaceOf(workspace, dependencies) : null;
    return answerJson(
      200,
      rememberedToWire(await trust.remember({ content: content ?? '', workspace: scope, sensitive })),
    );
  });

  app.post('/memory/sensitive', async (context) => {
    const { id, sensitive = true } = await parseBody(context.env.incoming, sensitiveInput);
    return answerJson(200, await marked(id, { sensitive }, dependencies));
  });

  app.post('/memory/space', async (context) => {
    const { workspace } = await parseBody(context.env.incoming, spaceInput);
    return answerJson(200, { workspace: await spaceOf(workspace, dependencies) });
  });

  app.get('/memory/batches', async (context) => {
    const wanted = Number(context.req.query('k') ?? BATCHES);
    const limit = Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, MOST_BATCHES) : BATCHES;
    return answerJson(200, { batches: await trust.batches(limit) });
  });

  app.post('/memory/undo', async (context) => {
    const { confirm = false, ...target } = await parseBody(context.env.incoming, undoInput);
    return answerJson(200, undoingToWire(await trust.undo(await targetOf(target, dependencies), confirm), confirm));
  });
}

/** A learning or a record, by its id or the beginning of it. */
async function marked(id: string, marks: Marks, { curation, knowledge, journal }: TrustDependencies): Promise<object> {
  const { trust } = curation;
  const learning = await readableLearning(id, PERSON, knowledge).catch(unlessUnknown);
  if (learning !== undefined) return rememberedToWire(await trust.markLearning(learning, marks));
  return markedRecordToWire(await trust.markRecord(await readableRecord(id, PERSON, journal), marks));
}

function unlessUnknown(error: unknown): undefined {
  if (error instanceof CarryoverError && error.code === 'not-found') return undefined;
  throw error;
}

async function targetOf(
  { act, learning, source }: Omit<z.infer<typeof undoInput>, 'confirm'>,
  { curation, knowledge }: TrustDependencies,
): Promise<UndoTarget> {
  if ([act, learning, source].filter((one) => one !== undefined).length !== 1) throw oneOf('act, learning, source');
  if (source !== undefined) return { kind: 'source', source: sourceNameOf(source) };
  if (learning !== undefined) {
    const { id } = await readableLearning(learning, PERSON, knowledge);
    return { kind: 'learning', id };
  }
  if (act !== undefined && isActId(act)) return { kind: 'act', id: act };
  const batches = (await curation.trust.batches(MOST_BATCHES)).map((batch) => ({ ...batch, id: batch.act }));
  return { kind: 'act', id: findById(batches, act ?? '', 'batch').id };
}

async function spaceOf(workspace: string, { resolveWorkspace, registerFolder }: TrustDependencies): Promise<SpaceId> {
  const space = await requireWorkspace(workspace, resolveWorkspace);
  if (space !== undefined) return space;
  if (existsSync(workspace)) return registerFolder(workspace);
  throw new CarryoverError('there is no such folder', {
    code: 'not-found',
    hint: 'give the absolute path of a folder that is there, or the id of a space',
  });
}

function isActId(given: string): given is ActId {
  return isUuid(given);
}

function oneOf(fields: string): CarryoverError {
  return new CarryoverError('say what is meant, one thing at a time', {
    code: 'invalid-input',
    hint: `give one of ${fields}`,
  });
}
