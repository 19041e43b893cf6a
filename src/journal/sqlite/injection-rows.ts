/** Injections with what is known of them, as rows and back. */

import {
  INJECTION,
  INJECTION_DETAIL,
  type Injection,
  type InjectionDetail,
  type StoredInjection,
} from '../../memory/injection.ts';
import { rows } from '../../store/table.ts';
import type { InjectionColumns, InjectionDetailColumns, Stored } from './tables.ts';

/** An injection beside its detail, if it has one. */
export type InjectionRow = Stored<InjectionColumns> & {
  readonly [Column in keyof Omit<InjectionDetailColumns, 'injection_id'>]: InjectionDetailColumns[Column] | null;
};

const INJECTIONS = rows('injections', INJECTION);
const DETAILS = rows('injection_details', INJECTION_DETAIL);

export const injectionColumns: (injection: Injection) => InjectionColumns = INJECTIONS.cells;

export function detailColumns({ id, items }: Injection, detail: InjectionDetail): InjectionDetailColumns {
  const { scores } = detail;
  if (scores.length !== items.length || !scores.every(Number.isFinite))
    throw new RangeError('an injection needs one score for each item');
  return { injection_id: id, ...DETAILS.cells(detail) };
}

export function injectionOf(row: InjectionRow): StoredInjection {
  const { scores, tokens, took_ms } = row;
  const isDetailed = scores !== null && tokens !== null && took_ms !== null;
  return {
    seq: row.seq,
    ...INJECTIONS.value(row),
    ...(isDetailed ? { detail: DETAILS.value({ ...row, scores, tokens, took_ms }) } : {}),
  };
}
