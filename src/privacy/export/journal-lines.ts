/**
 * Rows of the journal as lines of an export (docs/export.md), and lines as rows that another journal can take. A line has all
 * that is needed to put the row there, and nothing that differs between two journals that say the same: the order of lines is
 * the order of rows. An act is applied at every rebuild, so one with a hole in it would stop every rebuild to come: all of it
 * is checked as it is declared.
 */

import type * as z from 'zod';
import type { ExportRow, JournalRow } from '../../journal/sqlite/export-rows.ts';
import { CHECKPOINT, CURATION, EDIT, SCAN } from '../../memory/act.ts';
import * as field from '../../memory/fields.ts';
import { FORGET_RECEIPT, TOMBSTONE } from '../../memory/forgetting.ts';
import type { RecordId } from '../../memory/ids.ts';
import { INJECTION, INJECTION_DETAIL, type Injection } from '../../memory/injection.ts';
import { type ModelCall, type ModelCallEnd, SETTLED_CALL, type SettledCall } from '../../memory/model-call.ts';
import { RECORD } from '../../memory/record.ts';
import { SESSION_SUMMARY } from '../../memory/session.ts';
import { SPACE, SPACE_PLACE } from '../../memory/space.ts';
import { PORTABLE_TURN } from '../../memory/turn.ts';
import { line, toldOf } from '../../store/line.ts';
import type { Told } from '../../store/names.ts';

/** With what is known of one that was searched for, as fields of its own; items with their scores. */
const INJECTION_LINE = {
  id: INJECTION.id,
  ts: INJECTION.ts,
  sessionId: INJECTION.sessionId,
  workspace: INJECTION.workspace,
  givenAt: INJECTION.kind,
  turnId: INJECTION_DETAIL.turnId,
  tokens: field.nullable(INJECTION_DETAIL.tokens),
  tookMs: field.nullable(INJECTION_DETAIL.tookMs),
  block: INJECTION.text,
  items: field.list(field.object({ id: field.id<RecordId>(), score: field.nullable(field.number) })),
};

const ACTS = {
  curation: line('curation', CURATION),
  edit: line('edit', EDIT),
  scan: line('scan', SCAN),
  checkpoint: line('checkpoint', CHECKPOINT),
};

export const LINES = {
  space: line('space', SPACE),
  place: line('place', SPACE_PLACE, { kind: 'place_kind' }),
  session: line('session', SESSION_SUMMARY),
  record: line('record', RECORD),
  turn: line('turn', PORTABLE_TURN),
  injection: line('injection', INJECTION_LINE),
  'model-call': line('model-call', SETTLED_CALL),
  tombstone: line('tombstone', TOMBSTONE),
  'forget-receipt': line('forget-receipt', FORGET_RECEIPT),
};

export function journalLine({ kind, row }: ExportRow): object {
  switch (kind) {
    case 'space':
      return LINES.space.of(row);
    case 'place':
      return LINES.place.of(row);
    case 'session':
      return LINES.session.of(row);
    case 'record':
      return LINES.record.of(row);
    case 'turn':
      return LINES.turn.of(row);
    case 'injection':
      return LINES.injection.of(injectionTold(row));
    case 'act':
      return actLine(row);
    case 'model-call':
      return LINES['model-call'].of(row);
    case 'tombstone':
      return LINES.tombstone.of(row);
    case 'forget-receipt':
      return LINES['forget-receipt'].of(row);
  }
}

function actLine(act: Extract<ExportRow, { readonly kind: 'act' }>['row']): object {
  switch (act.kind) {
    case 'curation':
      return ACTS.curation.of(act);
    case 'edit':
      return ACTS.edit.of(act);
    case 'scan':
      return ACTS.scan.of(act);
    case 'checkpoint':
      return ACTS.checkpoint.of(act);
  }
}

function injectionTold({ detail, kind, text, ...injection }: Injection) {
  return {
    ...injection,
    givenAt: kind,
    turnId: detail?.turnId ?? null,
    tokens: detail?.tokens ?? null,
    tookMs: detail?.tookMs ?? null,
    block: text,
    items: injection.items.map((id, index) => ({ id: id as RecordId, score: detail?.scores[index] ?? null })),
  };
}

function injectionOf(told: field.EntityOf<typeof INJECTION_LINE>): Injection {
  const { givenAt, turnId, tokens, tookMs, block, items, ...injection } = told;
  const scores = items.map(({ score }) => score ?? 0);
  return {
    ...injection,
    kind: givenAt,
    items: items.map(({ id }) => id),
    text: block,
    ...(tokens === null || tookMs === null ? {} : { detail: { turnId, scores, tokens, tookMs } }),
  };
}

/** By the `kind` of a line. */
export const JOURNAL_SHAPES: { readonly [kind: string]: z.ZodType<JournalRow> } = {
  space: LINES.space.shape.transform((row) => ({ kind: 'space', row })),
  place: LINES.place.shape.transform((row) => ({ kind: 'place', row })),
  session: LINES.session.shape.transform(({ id, client, workspace, cwd, startedAt, metadata }) => ({
    kind: 'session',
    // The rest follows from its records.
    row: { id, client, workspace, cwd, startedAt, metadata },
  })),
  record: LINES.record.shape.transform((row) => ({ kind: 'record', row })),
  turn: LINES.turn.shape.transform((row) => ({ kind: 'turn', row })),
  injection: LINES.injection.shape.transform((told) => ({ kind: 'injection', row: injectionOf(told) })),
  curation: ACTS.curation.shape.transform((act) => ({ kind: 'act', row: { kind: 'curation', ...act } })),
  edit: ACTS.edit.shape.transform((act) => ({ kind: 'act', row: { kind: 'edit', ...act } })),
  scan: ACTS.scan.shape.transform((act) => ({ kind: 'act', row: { kind: 'scan', ...act } })),
  checkpoint: ACTS.checkpoint.shape.transform((act) => ({ kind: 'act', row: { kind: 'checkpoint', ...act } })),
  'model-call': LINES['model-call'].shape.transform(({ end, ...call }) => ({
    kind: 'model-call',
    row: { ...call, end: end && { callId: call.id, ...end } },
  })),
  tombstone: LINES.tombstone.shape.transform((row) => ({ kind: 'tombstone', row })),
  'forget-receipt': LINES['forget-receipt'].shape.transform((row) => ({ kind: 'forget-receipt', row })),
};

/** The space a row belongs to; undefined for what belongs to all of them. */
export function workspaceOf(entry: ExportRow): string | null | undefined {
  switch (entry.kind) {
    case 'space':
      return entry.row.id;
    case 'place':
      return entry.row.spaceId;
    case 'model-call':
    case 'tombstone':
    case 'forget-receipt':
      return undefined;
    case 'act':
      return entry.row.kind === 'checkpoint' ? undefined : entry.row.workspace;
    default:
      return entry.row.workspace;
  }
}

type CallFields = Told<ModelCall> & { readonly end: Told<Omit<ModelCallEnd, 'callId'>> | null };

/** A model call as it looks outside, here and in the API. */
export function callFields(call: SettledCall): CallFields {
  return toldOf(SETTLED_CALL, call) as CallFields;
}
