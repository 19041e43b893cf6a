/** What the daemon answers about memory, by the functions that make it, so that both sides change together. */
import type {
  actionToWire,
  fileToWire,
  parkedToWire,
  problemToWire,
  queueToWire,
  reviewToWire,
  spendToWire,
  versionToWire,
} from '../http/knowledge-wire.ts';
import type { WireStatus } from '../http/wire.ts';
import { safe } from './terminal.ts';

export type FileAnswer = ReturnType<typeof fileToWire>;
export type FileContentAnswer = FileAnswer & { readonly content: string };
export type FileVersionAnswer = ReturnType<typeof versionToWire>;
export type ActionAnswer = ReturnType<typeof actionToWire>;
export type ReviewAnswer = ReturnType<typeof reviewToWire>;
export type SpendAnswer = ReturnType<typeof spendToWire>;
export type QueueAnswer = ReturnType<typeof queueToWire> & {
  readonly parked_turns: readonly ReturnType<typeof parkedToWire>[];
  readonly paused_until: number | null;
  readonly problem: ReturnType<typeof problemToWire>;
};

export interface CurationProgress {
  readonly curated: number;
  readonly parked: number;
  readonly waiting: number;
}
export interface CurationEnd extends CurationProgress {
  readonly done: true;
  readonly problem: ReturnType<typeof problemToWire>;
  readonly curator: string;
  readonly fallback: string | null;
}

export interface RebuildProgress {
  readonly done: number;
  readonly total: number;
}
export interface RebuildEnd {
  readonly finished: true;
  readonly acts: number;
  readonly learnings: number;
  readonly files: number;
}

export interface IndexRebuildEnd {
  readonly finished: true;
  readonly records: number;
  readonly facts: number;
}

/** `rules`, or provider and model. */
export function curatorName({ provider, model }: WireStatus['curator']): string {
  return safe(model === '' || provider === 'rules' ? provider : `${provider}/${model}`);
}
