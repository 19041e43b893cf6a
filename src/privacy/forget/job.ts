/**
 * A forgetting under way, as it is kept so that a crash does not end it: what is asked for and how far it is in the journal,
 * what it takes in a file (`plan.ts`). Both are enciphered, under a key in a file of its own that goes first: what is left then is
 * noise, and a search of the home's bytes does not find the search itself. Each has its own key.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Journal } from '../../journal/journal.ts';
import type { Forgetting } from '../../journal/sqlite/forgetting.ts';
import type { ForgetCounts, Selection } from '../../memory/forgetting.ts';
import type { ActId } from '../../memory/ids.ts';
import { decipher, encipher } from '../../platform/aes-gcm.ts';
import { syncFolder, writeFileAtomically } from '../../platform/atomic-file.ts';
import type { Asked } from './gather.ts';
import type { Plan, SealedPlan } from './plan.ts';

/** `asked` nothing is known yet; `planned` what goes is known, and which words only it says; `erased` it is gone. */
type Step = 'asked' | 'planned' | 'erased';

export interface Job extends Asked {
  readonly id: ActId;
  readonly selection: Selection;
  readonly step: Step;
  /** What it takes, of one that an older version began: it had no file for it. */
  readonly notes?: Omit<Plan, 'recordHashes' | 'said' | 'keptEdits'>;
}

/** What the receipt tells besides. */
export type ErasedJob = Job & {
  readonly step: 'erased';
  readonly counts: ForgetCounts;
  readonly copiesOutside: readonly string[];
};

export function isErased(job: Job): job is ErasedJob {
  return job.step === 'erased';
}

type JobStore = Pick<Journal, 'forgettings' | 'keepForgetting'>;

export class JobKeeper {
  readonly #journal: JobStore;
  readonly #keyPath: string;

  /** `keyPath` is where the keys begin: each has the id of its job behind it. */
  constructor(journal: JobStore, keyPath: string) {
    this.#journal = journal;
    this.#keyPath = keyPath;
  }

  /** Oldest first; `lost` when its key is gone, and with it what it was about. */
  async unfinished(): Promise<readonly (Job | { readonly lost: ActId })[]> {
    return (await this.#journal.forgettings()).map((kept) => this.#read(kept) ?? { lost: kept.id });
  }

  async keep(job: Job): Promise<Job> {
    const note = encipher(this.#key(job.id), Buffer.from(JSON.stringify(job), 'utf8')).toString('base64');
    await this.#journal.keepForgetting({ id: job.id, note });
    return job;
  }

  /** Where what it takes is kept. */
  planOf({ id }: Pick<Job, 'id'>): SealedPlan {
    return { path: `${this.#keyPath}-${id}.plan`, key: this.#key(id) };
  }

  /** Keys and plans of those that have come to their end; also what a kill between the end and this has left. */
  async tidy(): Promise<void> {
    const kept = new Set((await this.#journal.forgettings()).map(({ id }) => id));
    const folder = dirname(this.#keyPath);
    const names = globSync(`${basename(this.#keyPath)}*`, { cwd: folder });
    const left = names.filter((name) => ![...kept].some((id) => name.includes(id)));
    if (kept.size > 0 && left.every((name) => name === basename(this.#keyPath))) return;
    // The key first.
    for (const name of left.toSorted((a, b) => a.length - b.length)) rmSync(join(folder, name), { force: true });
    if (left.length > 0) syncFolder(folder);
  }

  #read({ id, note }: Forgetting): Job | undefined {
    // One that was begun by a version before several could be under way had this key.
    for (const path of [this.#pathOf(id), this.#keyPath]) {
      try {
        const job = JSON.parse(decipher(readFileSync(path), Buffer.from(note, 'base64')).toString('utf8'));
        return fromOlder(job);
      } catch {
        // No key, or another than it was kept with.
      }
    }
    return undefined;
  }

  #key(id: ActId): Buffer {
    const path = this.#pathOf(id);
    if (!existsSync(path)) writeFileAtomically(path, randomBytes(32));
    return readFileSync(path);
  }

  #pathOf(id: ActId): string {
    return `${this.#keyPath}-${id}`;
  }
}

/** An older version kept what it takes with the job, and had more steps until it was known which words only it says. */
function fromOlder(job: Job): Job {
  const step: string = job.step;
  if (step === 'gathered') return { ...job, step: 'asked' };
  if (step === 'rare') return { ...job, step: 'planned' };
  // It is gone; what is looked for is known from here on by the plan alone.
  return job.step === 'erased' && job.notes !== undefined ? { ...job, step: 'planned' } : job;
}
