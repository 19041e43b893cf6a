/**
 * Inputs that took a worker with them: which they were, how large, and why, never what they said. They are known again by
 * their length and a keyed digest of their ends, and are not read a second time, whichever way they come and however often
 * the daemon starts. Kept in a file of the home; a person who deletes it has them tried again.
 * Limits: the oldest of many fall out; a file that cannot be written holds until the daemon stops.
 */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isObject, text } from '../memory/json-guards.ts';
import { writeFileAtomically } from '../platform/atomic-file.ts';
import type { Clock } from '../platform/clock.ts';
import type { UnreadReason } from './reading.ts';

const MOST = 1_000;
/** Of each end. */
const DIGESTED_BYTES = 64 * 1024;
/** A person has seen it by then, and nothing is to be done about it. */
const SHOWN_MS = 7 * 24 * 60 * 60_000;
const DIGEST_CHARS = 32;

export interface QuarantinedInput {
  readonly at: number;
  /** Which way it came: `hook`, `transcript` … */
  readonly way: string;
  /** What it names itself by, where that could be told. */
  readonly id: string;
  readonly bytes: number;
  readonly reason: UnreadReason;
  readonly digest: string;
}

export interface QuarantineOptions {
  readonly path: string;
  readonly key: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Something was added. */
  onAdded(input: QuarantinedInput): void;
}

export class Quarantine {
  readonly #options: QuarantineOptions;
  #inputs: readonly QuarantinedInput[];

  constructor(options: QuarantineOptions) {
    this.#options = options;
    this.#inputs = readInputs(options.path);
  }

  find(bytes: Buffer): QuarantinedInput | undefined {
    const asLong = this.#inputs.filter((input) => input.bytes === bytes.length);
    if (asLong.length === 0) return undefined;
    const digest = this.#digestOf(bytes);
    return asLong.find((input) => input.digest === digest);
  }

  add(bytes: Buffer, about: Pick<QuarantinedInput, 'way' | 'id' | 'reason'>): void {
    const { path, clock, onAdded } = this.#options;
    const input = { at: clock.now(), ...about, bytes: bytes.length, digest: this.#digestOf(bytes) };
    this.#inputs = [...this.#inputs, input].slice(-MOST);
    onAdded(input);
    try {
      writeFileAtomically(path, JSON.stringify(this.#inputs));
    } catch {
      // A full or read-only disk: it is known while the daemon runs.
    }
  }

  /** Those that a person should hear of, oldest first. */
  recent(): readonly QuarantinedInput[] {
    const since = this.#options.clock.now() - SHOWN_MS;
    return this.#inputs.filter(({ at }) => at > since);
  }

  #digestOf(bytes: Buffer): string {
    return createHmac('sha256', this.#options.key)
      .update(bytes.subarray(0, DIGESTED_BYTES))
      .update(bytes.subarray(-DIGESTED_BYTES))
      .digest('hex')
      .slice(0, DIGEST_CHARS);
  }
}

function readInputs(path: string): readonly QuarantinedInput[] {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return Array.isArray(parsed) ? parsed.filter(isInput) : [];
  } catch {
    // None yet, or damaged: then each is tried once more.
    return [];
  }
}

function isInput(value: unknown): value is QuarantinedInput {
  return (
    isObject(value) && typeof value.at === 'number' && typeof value.bytes === 'number' && text(value.digest) !== ''
  );
}
