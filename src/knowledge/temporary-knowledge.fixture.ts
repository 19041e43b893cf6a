/** Knowledge on SQLite in a folder of its own, for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../platform/clock.ts';
import type { KnowledgeOptions } from './connections.ts';
import type { OpenedKnowledge } from './contract/samples.fixture.ts';
import { openKnowledge } from './knowledge.ts';

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'carryover-knowledge-'));
}

export function knowledgeOptions(folder: string): KnowledgeOptions {
  return {
    path: join(folder, 'memory', 'memory.db'),
    backupFolder: join(folder, 'backups'),
    clock: systemClock,
  };
}

export async function openTemporaryKnowledge(): Promise<OpenedKnowledge> {
  const folder = temporaryFolder();
  const knowledge = await openKnowledge(knowledgeOptions(folder));
  return {
    knowledge,
    cleanup: async () => {
      await knowledge.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
