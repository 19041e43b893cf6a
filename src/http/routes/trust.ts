/**
 * What a person says about memory itself: `POST /memory/pin` {id, pinned?} or {content, workspace?, sensitive?};
 * `POST /memory/sensitive` {id, sensitive?}; `GET /memory/batches?k=`; `POST /memory/undo` {act | learning | source, confirm},
 * without `confirm` what it would take back; `POST /memory/space` {workspace}: the id of a space. A folder nobody has worked
 * in yet becomes known here as with a first session.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import type { UndoTarget } from '../../curator/undo.ts';
import { CarryoverError } from '../../memory/error.ts';
import { type ActId, isUuid, type RecordId } from '../../memory/ids.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { findById } from '../find-by-id.ts';
import { sourceNameOf } from '../forget-wire.ts';
import * as query from '../openapi/query.ts';
import { route } from '../openapi/route.ts';
import { id as idAnswer } from '../openapi/schemas/common.ts';
import { batch, markedLearning, markedRecord, undone } from '../openapi/schemas/knowledge.ts';
import { readableLearning, readableRecord } from '../readable-by-id.ts';
import type { HttpEnvironment } from '../request.ts';
import type { Marks } from '../trust-api.ts';
import { markedRecordToWire, rememberedToWire, undoingToWire } from '../trust-wire.ts';
import { placeFor } from '../workspace.ts';

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

const batchesQuery = z.object({
  // More than there are to give is no mistake.
  k: query
    .whole(Number.MAX_SAFE_INTEGER)
    .default(BATCHES)
    .transform((wanted) => Math.min(wanted, MOST_BATCHES))
    .describe(`a whole number from 1 on; at most ${MOST_BATCHES} are given`),
});
const marked = z.discriminatedUnion('kind', [markedLearning, markedRecord]);

type TrustDependencies = Pick<
  ApiDependencies,
  'curation' | 'knowledge' | 'journal' | 'resolveWorkspace' | 'registerFolder'
>;

export function trustRoutes(app: Hono<HttpEnvironment>, dependencies: TrustDependencies): void {
  const { trust } = dependencies.curation;

  route(
    app,
    {
      method: 'post',
      path: '/memory/pin',
      needs: 'remember',
      summary: "Keeps a learning or a record for good, or a person's own words",
      tag: 'knowledge',
      body: pinInput,
      answer: marked,
    },
    async (_context, { body: { id, pinned = true, content, workspace, sensitive = false } }) => {
      if ((id === undefined) === (content === undefined)) throw oneOf('id, content');
      if (id !== undefined) return answerJson(200, await mark(id, { pinned }, dependencies));
      const scope = typeof workspace === 'string' ? await placeFor(workspace, dependencies) : null;
      const learning = await trust.remember({ content: content ?? '', workspace: scope, sensitive });
      return answerJson(200, rememberedToWire(learning));
    },
  );

  route(
    app,
    {
      method: 'post',
      path: '/memory/sensitive',
      needs: 'remember',
      summary: 'Keeps a learning or a record from agents',
      tag: 'knowledge',
      body: sensitiveInput,
      answer: marked,
    },
    async (_context, { body: { id, sensitive = true } }) =>
      answerJson(200, await mark(id, { sensitive }, dependencies)),
  );

  route(
    app,
    {
      method: 'post',
      path: '/memory/space',
      needs: 'capture',
      summary: 'The id of a space; a folder nobody has worked in yet becomes known',
      tag: 'memory',
      body: spaceInput,
      answer: z.strictObject({ workspace: idAnswer }),
    },
    async (_context, { body }) => answerJson(200, { workspace: await placeFor(body.workspace, dependencies) }),
  );

  route(
    app,
    {
      method: 'get',
      path: '/memory/batches',
      summary: 'What the last batches and edits changed, newest first',
      tag: 'knowledge',
      query: batchesQuery,
      answer: z.strictObject({ batches: z.array(batch) }),
    },
    async (_context, { query: { k } }) => answerJson(200, { batches: await trust.batches(k) }),
  );

  route(
    app,
    {
      method: 'post',
      path: '/memory/undo',
      needs: 'files',
      onlyShows: ({ body }) => body.confirm !== true,
      summary: 'What would be taken back; with `confirm` it is',
      tag: 'knowledge',
      body: undoInput,
      answer: undone,
    },
    async (_context, { body: { confirm = false, ...target } }) =>
      answerJson(200, undoingToWire(await trust.undo(await targetOf(target, dependencies), confirm), confirm)),
  );
}

/** A learning or a record, by its id or the beginning of it. */
async function mark(id: string, marks: Marks, { curation, knowledge, journal }: TrustDependencies): Promise<object> {
  const { trust } = curation;
  const learning = await readableLearning(id, PERSON, knowledge).catch(unlessUnknown);
  if (learning !== undefined) {
    const marked = rememberedToWire(await trust.markLearning(learning, marks));
    if (marks.pinned === true) await showAgain(learning.evidence, journal);
    return marked;
  }
  const record = await readableRecord(id, PERSON, journal);
  const marked = markedRecordToWire(await trust.markRecord(record, marks));
  if (marks.pinned === true) await showAgain([record.id], journal);
  return marked;
}

/** What is pinned is never past its time. */
async function showAgain(ids: readonly RecordId[], journal: TrustDependencies['journal']): Promise<void> {
  const records = await Promise.all(ids.map((id) => journal.record(id)));
  const hidden = records.flatMap((record) => (record?.hidden === undefined ? [] : record.seq));
  if (hidden.length > 0) await journal.retention.showRecords(hidden);
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

function isActId(given: string): given is ActId {
  return isUuid(given);
}

function oneOf(fields: string): CarryoverError {
  return new CarryoverError('say what is meant, one thing at a time', {
    code: 'invalid-input',
    hint: `give one of ${fields}`,
  });
}
