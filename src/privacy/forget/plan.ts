/**
 * What a forgetting takes, as it was found: kept in a file while it is under way, so that a crash does not end it. It may be
 * megabytes, and it names what is to be forgotten: so it is written and read by the process that searches, enciphered with
 * the key of its job. Without the key, which goes first, it is noise.
 */
import { readFileSync } from 'node:fs';
import type { ForgetCounts } from '../../memory/forgetting.ts';
import type {
  ActId,
  ActionId,
  InjectionId,
  LearningId,
  RecordId,
  SessionId,
  SpaceId,
  TurnId,
} from '../../memory/ids.ts';
import { decipher, encipher } from '../../platform/aes-gcm.ts';
import { writeFileAtomically } from '../../platform/atomic-file.ts';
import type { Needles } from '../traces/search-terms.ts';

export interface Plan {
  readonly records: readonly RecordId[];
  /** Keyed hashes of what they say; null for one that was emptied. */
  readonly recordHashes: readonly (string | null)[];
  readonly turns: readonly TurnId[];
  readonly sessions: readonly SessionId[];
  readonly learnings: readonly LearningId[];
  /** Every wording of the learnings that a person named. */
  readonly said: readonly string[];
  readonly scopes: readonly (SpaceId | null)[];
  /** When the first of it was said. */
  readonly since: number;
  readonly injections: readonly InjectionId[];
  readonly copiesOutside: readonly string[];
  readonly needles: Needles;
  /** Learnings and actions that go; empty until that is known. */
  readonly gone: readonly (LearningId | ActionId)[];
  /** Keyed hashes of what they say. */
  readonly goneHashes: readonly string[];
  /** Edits of its scopes that say nothing of it. */
  readonly keptEdits: readonly ActId[];
  readonly counts: ForgetCounts;
}

/** What whoever erases needs of it. */
export type Erasing = Omit<Plan, 'needles' | 'said'>;

export interface SealedPlan {
  readonly path: string;
  readonly key: Buffer;
}

export function writePlan({ path, key }: SealedPlan, plan: Plan): void {
  writeFileAtomically(path, encipher(Buffer.from(key), Buffer.from(JSON.stringify(plan), 'utf8')));
}

export function readPlan({ path, key }: SealedPlan): Plan {
  return JSON.parse(decipher(Buffer.from(key), readFileSync(path)).toString('utf8'));
}
