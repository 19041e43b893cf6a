/** Injections with what is known of them, as rows and back. */
import type { Injection, InjectionDetail, StoredInjection } from '../../memory/injection.ts';
import { fromJson, toJson } from './json-cells.ts';
import type { InjectionColumns, InjectionDetailColumns, Stored } from './tables.ts';

/** An injection beside its detail, if it has one. */
export type InjectionRow = Stored<InjectionColumns> & {
  readonly [Column in keyof Omit<InjectionDetailColumns, 'injection_id'>]: InjectionDetailColumns[Column] | null;
};

export function injectionColumns(injection: Injection): InjectionColumns {
  return {
    id: injection.id,
    ts: injection.ts,
    session_id: injection.sessionId,
    workspace: injection.workspace,
    kind: injection.kind,
    items: toJson(injection.items),
    text: injection.text,
  };
}

export function detailColumns({ id, items }: Injection, detail: InjectionDetail): InjectionDetailColumns {
  const { turnId, scores, tokens, tookMs } = detail;
  if (scores.length !== items.length || !scores.every(Number.isFinite))
    throw new RangeError('an injection needs one score for each item');
  return { injection_id: id, turn_id: turnId, scores: toJson(scores), tokens, took_ms: tookMs };
}

export function injectionOf(row: InjectionRow): StoredInjection {
  const detail = detailOf(row);
  return {
    seq: row.seq,
    id: row.id,
    ts: row.ts,
    sessionId: row.session_id,
    workspace: row.workspace,
    kind: row.kind,
    items: fromJson<Injection['items']>(row.items, 'injections', row.id),
    text: row.text,
    ...(detail === undefined ? {} : { detail }),
  };
}

function detailOf({ id, turn_id, scores, tokens, took_ms }: InjectionRow): InjectionDetail | undefined {
  if (scores === null || tokens === null || took_ms === null) return undefined;
  return {
    turnId: turn_id,
    scores: fromJson<InjectionDetail['scores']>(scores, 'injection_details', id),
    tokens,
    tookMs: took_ms,
  };
}
