/**
 * A forgetting under way, as it is kept so that a crash does not end it. It needs the words it looks for until the end,
 * so they are kept enciphered, under a key in a file of its own that goes first: what is left then is noise, and a search
 * of the home's bytes does not find the search itself.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Forgetting, Journal } from '../../journal/journal.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { ForgetCounts, Selection } from '../../memory/forgetting.ts';
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
import { syncFolder, writeFileAtomically } from '../../platform/atomic-file.ts';
import type { Needles } from '../traces/needles.ts';
import type { Asked } from './gather.ts';

/** `asked` nothing is known yet; `gathered` what goes is known; `rare` also which words only it says; `erased` it is gone. */
type Step = 'asked' | 'gathered' | 'rare' | 'erased';

export interface JobNotes {
  readonly records: readonly RecordId[];
  readonly turns: readonly TurnId[];
  readonly sessions: readonly SessionId[];
  readonly learnings: readonly LearningId[];
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
  readonly counts: ForgetCounts;
}

export interface Job extends Asked {
  readonly id: ActId;
  readonly selection: Selection;
  readonly step: Step;
  readonly notes?: JobNotes;
}

/** Every step but the first has them. */
export function notesOf({ id, notes }: Job): JobNotes {
  if (notes !== undefined) return notes;
  throw new CarryoverError('nothing is known of this forgetting', { code: 'internal-error', subject: id });
}

export class JobKeeper {
  readonly #journal: Pick<Journal, 'forgetting' | 'keepForgetting'>;
  readonly #keyPath: string;

  constructor(journal: Pick<Journal, 'forgetting' | 'keepForgetting'>, keyPath: string) {
    this.#journal = journal;
    this.#keyPath = keyPath;
  }

  /** Undefined when there is none; `lost` when its key is gone, and with it what it was about. */
  async unfinished(): Promise<Job | { readonly lost: ActId } | undefined> {
    const kept = await this.#journal.forgetting();
    return kept === undefined ? undefined : (this.#read(kept) ?? { lost: kept.id });
  }

  async keep(job: Job): Promise<Job> {
    await this.#journal.keepForgetting({ id: job.id, note: this.#sealed(JSON.stringify(job)) });
    return job;
  }

  /** Also what a kill between the end and this has left. */
  removeKey(): void {
    if (!existsSync(this.#keyPath)) return;
    rmSync(this.#keyPath, { force: true });
    syncFolder(dirname(this.#keyPath));
  }

  #read({ note }: Forgetting): Job | undefined {
    try {
      return JSON.parse(decipher(readFileSync(this.#keyPath), Buffer.from(note, 'base64')).toString('utf8'));
    } catch {
      // No key, or another than it was kept with.
      return undefined;
    }
  }

  #sealed(text: string): string {
    return encipher(this.#key(), Buffer.from(text, 'utf8')).toString('base64');
  }

  #key(): Buffer {
    if (!existsSync(this.#keyPath)) writeFileAtomically(this.#keyPath, randomBytes(32));
    return readFileSync(this.#keyPath);
  }
}
