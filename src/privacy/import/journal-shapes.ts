/** Lines of an export as rows of a journal: what `export/journal-line.ts` writes, read back and checked. */
import * as z from 'zod';
import type { JournalRow } from '../../journal/sqlite/export-rows.ts';
import type { Curation, CurationSettings } from '../../memory/act.ts';
import type { ForgetCounts, Verification } from '../../memory/forgetting.ts';
import type { ActId, InjectionId, ModelCallId, RecordId, SessionId, SpaceId, TurnId } from '../../memory/ids.ts';
import { isObject } from '../../memory/json-guards.ts';
import { MEMORY_FILE_NAMES } from '../../memory/memory-file.ts';
import { type JsonObject, RECORD_TYPES } from '../../memory/record.ts';
import { SOURCE_CLASSES } from '../../memory/source.ts';
import { type ToolCallSummary, TURN_CLOSE_REASONS } from '../../memory/turn.ts';
import { asIs, count, editChange, id, moment, scopeState, share, space } from './knowledge-shapes.ts';

const usd = z.number().min(0).max(1e9);
const name = z.string().max(200);
/** Longer than any system's paths. */
const path = z.string().max(8_192);
const texts = z.array(z.string());
const freeJson = z.custom<JsonObject>(isObject, 'not an object');
const hash = z.string().regex(/^[\w+/=-]{16,128}$/);

const toolCall = z.strictObject({
  tool: z.string(),
  input: z.string(),
  outcome: z.enum(['ok', 'error', 'denied', 'unknown']),
  output: z.string(),
  path: z.string().optional(),
  agent: z.string().optional(),
});

export const recordLine = z.strictObject({
  kind: z.literal('record'),
  id: id<RecordId>(),
  ts: moment,
  type: z.enum(RECORD_TYPES),
  session_id: id<SessionId>(),
  workspace: space,
  turn_id: id<TurnId>().nullable(),
  source: z.enum(SOURCE_CLASSES),
  tool: z.string().nullable(),
  path: path.nullable(),
  content: z.string(),
  tags: texts,
  metadata: freeJson,
});

export const sessionLine = z.strictObject({
  kind: z.literal('session'),
  id: id<SessionId>(),
  client: name,
  workspace: space,
  cwd: path.nullable(),
  started_at: moment,
  ended_at: moment.nullable(),
  last_record_at: moment.nullable(),
  message_count: count,
  observation_count: count,
  metadata: freeJson,
});

export const placeLine = z.strictObject({
  kind: z.literal('place'),
  space_id: id<SpaceId>(),
  anchor: path,
  root: path,
  place_kind: z.enum(['git', 'folder']),
  fingerprint: z.string().max(500),
  seen_at: moment,
});

const act = { id: id<ActId>(), ts: moment, workspace: space };

/** By the `kind` of a line. */
export const JOURNAL_SHAPES: { readonly [kind: string]: z.ZodType<JournalRow> } = {
  space: z
    .strictObject({ kind: z.literal('space'), id: id<SpaceId>(), created_at: moment })
    .transform((line) => ({ kind: 'space' as const, row: { id: line.id, createdAt: line.created_at } })),
  place: placeLine.transform(({ anchor, root, fingerprint, ...line }) => ({
    kind: 'place' as const,
    row: { spaceId: line.space_id, anchor, root, kind: line.place_kind, fingerprint, seenAt: line.seen_at },
  })),
  session: sessionLine.transform((line) => ({
    kind: 'session' as const,
    row: {
      id: line.id,
      client: line.client,
      workspace: line.workspace,
      cwd: line.cwd,
      startedAt: line.started_at,
      metadata: line.metadata,
    },
  })),
  record: recordLine.transform(({ kind, session_id, turn_id, ...row }) => ({
    kind,
    row: { ...row, sessionId: session_id, turnId: turn_id },
  })),
  turn: z
    .strictObject({
      kind: z.literal('turn'),
      id: id<TurnId>(),
      rev: z.int().min(1),
      session_id: id<SessionId>(),
      workspace: space,
      sequence_num: count,
      timestamp: moment,
      closed_at: moment,
      close_reason: z.enum(TURN_CLOSE_REASONS),
      user_message: z.string(),
      tool_calls: asIs<readonly ToolCallSummary[]>(z.array(toolCall)),
      agent_response: z.string(),
      errors: texts,
      last_record_id: id<RecordId>().nullable(),
    })
    .transform((line) => ({
      kind: line.kind,
      row: {
        id: line.id,
        rev: line.rev,
        sessionId: line.session_id,
        workspace: line.workspace,
        sequenceNum: line.sequence_num,
        timestamp: line.timestamp,
        closedAt: line.closed_at,
        closeReason: line.close_reason,
        userMessage: line.user_message,
        toolCalls: line.tool_calls,
        agentResponse: line.agent_response,
        errors: line.errors,
        lastRecordId: line.last_record_id,
      },
    })),
  injection: z
    .strictObject({
      kind: z.literal('injection'),
      id: id<InjectionId>(),
      ts: moment,
      session_id: id<SessionId>(),
      workspace: space,
      given_at: z.enum(['boot', 'prompt', 'tool']),
      turn_id: id<TurnId>().nullable(),
      tokens: count.nullable(),
      took_ms: usd.nullable(),
      block: z.string(),
      items: z.array(z.strictObject({ id: id<RecordId>(), score: z.number().nullable() })),
    })
    .transform(({ id: injectionId, ts, workspace, tokens, ...line }) => ({
      kind: line.kind,
      row: {
        id: injectionId,
        ts,
        sessionId: line.session_id,
        workspace,
        kind: line.given_at,
        items: line.items.map((item) => item.id),
        text: line.block,
        ...(tokens === null || line.took_ms === null
          ? {}
          : {
              detail: {
                turnId: line.turn_id,
                scores: line.items.map(({ score }) => score ?? 0),
                tokens,
                tookMs: line.took_ms,
              },
            }),
      },
    })),
  curation: z
    .strictObject({
      kind: z.literal('curation'),
      ...act,
      curator: name,
      turns: z.array(z.strictObject({ id: id<TurnId>(), rev: count })),
      files: asIs<Curation['files']>(
        z.array(
          z.strictObject({
            name: z.enum(MEMORY_FILE_NAMES),
            workspace: space,
            version: count,
            whole: z.boolean().optional(),
          }),
        ),
      ),
      settings: asIs<CurationSettings>(
        z.strictObject({
          match: z.enum(['similar', 'slot']),
          preset: z.enum(['three', 'six', 'app']),
          root: path.nullable(),
          tracked: z.record(name, count).optional(),
          scope: z.literal('by-statement').optional(),
          extraction: z.literal(true).optional(),
        }),
      ),
      prompt_hash: name,
      answers: texts,
      input_tokens: count,
      output_tokens: count,
      cost_usd: usd,
    })
    .transform(({ prompt_hash, input_tokens, output_tokens, cost_usd, ...line }) => ({
      kind: 'act' as const,
      row: {
        ...line,
        promptHash: prompt_hash,
        inputTokens: input_tokens,
        outputTokens: output_tokens,
        costUsd: cost_usd,
      },
    })),
  edit: z.strictObject({ kind: z.literal('edit'), ...act, change: editChange }).transform(asAct),
  scan: z.strictObject({ kind: z.literal('scan'), ...act, paths: texts, partial: z.boolean() }).transform(asAct),
  checkpoint: z
    .strictObject({
      kind: z.literal('checkpoint'),
      ...act,
      cause: z.enum(['forget', 'retention']),
      scopes: z.array(space),
      state: scopeState,
    })
    .transform(asAct),
  'model-call': z
    .strictObject({
      kind: z.literal('model-call'),
      id: id<ModelCallId>(),
      ts: moment,
      provider: name,
      model: name,
      purpose: z.enum(['curate', 'extract', 'evaluate']),
      sessions: z.array(z.strictObject({ id: id<SessionId>(), share })),
      reserved_usd: usd,
      end: z
        .strictObject({
          ts: moment,
          outcome: z.enum(['answered', 'failed']),
          problem: name.nullable(),
          input_tokens: count,
          output_tokens: count,
          cost_usd: usd,
        })
        .nullable(),
    })
    .transform(({ kind, reserved_usd, end, ...call }) => ({
      kind,
      row: {
        ...call,
        reservedUsd: reserved_usd,
        end: end && {
          callId: call.id,
          ts: end.ts,
          outcome: end.outcome,
          problem: end.problem,
          inputTokens: end.input_tokens,
          outputTokens: end.output_tokens,
          costUsd: end.cost_usd,
        },
      },
    })),
  tombstone: z
    .strictObject({
      kind: z.literal('tombstone'),
      of: z.enum(['record', 'content', 'session']),
      hash,
      erased_at: moment,
    })
    .transform(({ kind, erased_at, ...row }) => ({ kind, row: { ...row, erasedAt: erased_at } })),
  'forget-receipt': z
    .strictObject({
      kind: z.literal('forget-receipt'),
      id: id<ActId>(),
      asked_at: moment,
      finished_at: moment,
      selection: z.enum(['record', 'learning', 'session', 'space', 'source']),
      counts: asIs<ForgetCounts>(
        z.strictObject({
          records: count,
          turns: count,
          sessions: count,
          learnings: count,
          actions: count,
          fileLines: count,
          injections: count,
          acts: count,
        }),
      ),
      copies_outside: texts,
      verification: asIs<Verification>(
        z.strictObject({ needles: count, leftOut: count.optional(), files: count, bytes: count, tracesIn: texts }),
      ),
    })
    .transform(({ kind, asked_at, finished_at, copies_outside, ...row }) => ({
      kind,
      row: { ...row, askedAt: asked_at, finishedAt: finished_at, copiesOutside: copies_outside },
    })),
};

function asAct<Row>(row: Row): { readonly kind: 'act'; readonly row: Row } {
  return { kind: 'act', row };
}
