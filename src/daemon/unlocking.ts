/**
 * Opening a locked home with what a person gives: one try at a time, its half second of work on another thread, and
 * after each wrong one a wait that doubles up to 30 s. Nothing of what was given is kept, logged or repeated.
 */
import { CarryoverError } from '../memory/error.ts';
import { type HomeKeys, readKeyFile, unlockKeysAside } from '../platform/home-keys.ts';
import type { Foundation } from './context.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

export class Unlocking {
  readonly #foundation: Pick<Foundation, 'paths' | 'clock' | 'log'>;
  readonly #open: (keys: HomeKeys) => Promise<void>;
  #underWay = false;
  #waitMs = 0;
  #blockedUntil = 0;

  /** `open` goes on with what the daemon does when it has its keys. */
  constructor(foundation: Pick<Foundation, 'paths' | 'clock' | 'log'>, open: (keys: HomeKeys) => Promise<void>) {
    this.#foundation = foundation;
    this.#open = open;
  }

  /** 0 when memory is open; else how long to wait before the next try. Throws `wrong-key` for a wrong one. */
  async attempt(passphrase: string): Promise<number> {
    const leftMs = this.#blockedUntil - this.#foundation.clock.elapsed();
    if (leftMs > 0) return leftMs;
    if (this.#underWay)
      throw new CarryoverError('memory is being unlocked already', {
        code: 'busy',
        hint: '`carryover status` says when it is open',
      });
    this.#underWay = true;
    const secret = Buffer.from(passphrase, 'utf8');
    try {
      await this.#open(await this.#keysFor(secret));
      return 0;
    } finally {
      secret.fill(0);
      this.#underWay = false;
    }
  }

  async #keysFor(secret: Buffer): Promise<HomeKeys> {
    const { paths, clock, log } = this.#foundation;
    const file = readKeyFile(paths);
    if (file === undefined)
      throw new CarryoverError('this home is not encrypted any more', {
        code: 'not-found',
        hint: '`carryover daemon stop`, then `carryover daemon start`',
      });
    try {
      return await unlockKeysAside(file, secret);
    } catch (error) {
      this.#waitMs = Math.min(LONGEST_WAIT_MS, Math.max(FIRST_WAIT_MS, this.#waitMs * 2));
      this.#blockedUntil = clock.elapsed() + this.#waitMs;
      log.warn('unlock-refused', { waitMs: this.#waitMs });
      throw error;
    }
  }
}
