/**
 * Takes spooled events into the journal: oldest first, each file removed only after its event is committed. An entry
 * that cannot be understood is put aside and shown in `status`; a journal that refuses leaves the rest for later, and so
 * does stopping: the entry under way is finished, the others wait for the next start. Sealed entries are opened with the
 * key of the unlocked home; without it they wait.
 */
import { basename } from 'node:path';
import { readEntry } from '../capture/sealed-spool.ts';
import { readSpool, removeSpooled, setAside } from '../capture/spool.ts';
import { CarryoverError, messageOf } from '../memory/error.ts';
import { outerText } from '../platform/json-cut.ts';
import type { Log } from '../platform/log.ts';
import { during } from '../platform/thread-watch.ts';

export interface SpoolTarget {
  /** Takes in what an entry tells; its bytes are JSON, and not sealed any more. The name is the entry's own. */
  replay(entry: Buffer, name: string): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
/** What the journal says of an entry that will never fit, however often it is offered. */
const ENTRY_FAULTS: ReadonlySet<string> = new Set(['invalid-input', 'invalid-json', 'invalid-record', 'not-unsealed']);

export class SpoolDrain {
  readonly #folder: string;
  readonly #targets: ReadonlyMap<string, SpoolTarget>;
  readonly #log: Log;
  readonly #privateKey: Buffer | undefined;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(folder: string, targets: ReadonlyMap<string, SpoolTarget>, log: Log, privateKey?: Buffer) {
    this.#folder = folder;
    this.#privateKey = privateKey;
    this.#targets = targets;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => void this.drain(), LOOK_EVERY_MS).unref();
    void this.drain();
  }

  /** One drain at a time; resolves when everything that was there has been tried, or it was stopped. */
  drain(): Promise<void> {
    this.#work = this.#work
      .then(() => during('spool', () => this.#drainOnce()))
      .catch((error: unknown) => this.#log.error('spool-drain-failed', { message: messageOf(error) }));
    return this.#work;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#work;
  }

  async #drainOnce(): Promise<void> {
    if (this.#stopped) return;
    for (const path of readSpool(this.#folder).files) {
      if (this.#stopped) return;
      try {
        await this.#take(path);
      } catch (error) {
        // From a time when the home was encrypted: it must not hold up the others.
        if (error instanceof CarryoverError && error.code === 'no-key') continue;
        if (!(error instanceof CarryoverError) || ENTRY_FAULTS.has(error.code)) {
          this.#log.error('spool-entry-refused', { message: messageOf(error) });
          setAside(path);
          continue;
        }
        // The journal is in trouble, not the entry: everything stays where it is.
        this.#log.warn('spool-waits', { code: error.code });
        return;
      }
    }
  }

  async #take(path: string): Promise<void> {
    const entry = await readEntry(path, this.#privateKey);
    const client = outerText(entry, 'client') ?? '';
    const target = this.#targets.get(client);
    if (target === undefined) throw new Error('no reader for the client of a spooled event');
    await target.replay(entry, basename(path));
    removeSpooled(path);
  }
}
