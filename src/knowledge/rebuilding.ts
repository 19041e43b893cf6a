/**
 * The store beside the store: a file next to it that is filled while the other serves. As long as it is there, a rebuild
 * is unfinished, and the next one goes on with it; what cannot be read of it is begun anew.
 */
import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { CarryoverError } from '../memory/error.ts';
import { syncFolder } from '../platform/atomic-file.ts';
import type { KnowledgeConnections } from './connections.ts';

const SIDE_FILES = ['', '-wal', '-shm'];

export class Rebuilding {
  readonly #serving: KnowledgeConnections;
  readonly #path: string;
  #running = false;

  constructor(serving: KnowledgeConnections) {
    this.#serving = serving;
    this.#path = `${serving.path}.rebuild`;
  }

  isUnfinished(): boolean {
    return existsSync(this.#path);
  }

  async run(fill: (fresh: KnowledgeConnections) => Promise<void>): Promise<void> {
    if (this.#running) {
      throw new CarryoverError('knowledge is being rebuilt already', {
        code: 'rebuild-running',
        hint: 'wait until it is done',
        retryable: true,
      });
    }
    this.#running = true;
    try {
      const fresh = this.#open();
      // Before anything that needs it to be found after a power cut.
      syncFolder(dirname(this.#path));
      try {
        await fill(fresh);
      } finally {
        await fresh.close();
      }
    } finally {
      this.#running = false;
    }
  }

  #open(): KnowledgeConnections {
    try {
      return this.#serving.beside(this.#path);
    } catch (cause) {
      if (!(cause instanceof CarryoverError) || cause.code !== 'database-corrupt') throw cause;
      for (const suffix of SIDE_FILES) rmSync(this.#path + suffix, { force: true });
      return this.#serving.beside(this.#path);
    }
  }
}
