/**
 * Fills the journal of a home before its daemon starts, which then makes its index from it as after an update. Also what
 * is found when the index has caught up: the last record holds a word of its own.
 */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { SpaceDirectory } from '../../src/capture/space-directory.ts';
import { prepareHome } from '../../src/daemon/home.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { deriveId, type RecordId, type SessionId, type TurnId } from '../../src/memory/ids.ts';
import type { JsonObject, RecordType } from '../../src/memory/record.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { HomePaths } from '../../src/platform/paths.ts';
import { type Api, searchRecords } from './api.ts';
import { showProgress } from './progress.ts';

const ROWS_PER_APPEND = 1_000;
const SECOND_MS = 1_000;
const POLL_MS = 5;
const PATIENCE_MS = 30 * 60_000;
const LAST_WORD = 'zyxlastplanted';

export interface FilledRow {
  readonly id: string;
  /** An absolute folder or a plain name. */
  readonly space: string;
  readonly session: string;
  readonly type: RecordType;
  readonly text: string;
  /** The turn it is part of; absent for what is between turns. */
  readonly turn?: TurnId;
  readonly metadata?: JsonObject;
}

/** `onBatch` sees the same rows, for a baseline that should hold them too. The newest happened so long ago. */
export async function fillJournal(
  paths: HomePaths,
  count: number,
  rowAt: (number: number) => FilledRow,
  onBatch: (rows: readonly FilledRow[]) => void = () => undefined,
  agoMs = 0,
): Promise<void> {
  prepareHome(paths);
  const clock = systemClock;
  const journal = await openJournal({ path: paths.journal, backupFolder: paths.backups, clock, exists: existsSync });
  const spaces = new SpaceDirectory(journal, clock);
  const progress = showProgress('fill the journal', count);
  const firstAt = clock.now() - agoMs - count * SECOND_MS;
  try {
    for (let done = 0; done < count; done += ROWS_PER_APPEND) {
      const rows = Array.from({ length: Math.min(ROWS_PER_APPEND, count - done) }, (_, at) => {
        const row = rowAt(done + at);
        return done + at === count - 1 ? { ...row, text: `${row.text} ${LAST_WORD}` } : row;
      });
      const ids = new Map<string, Awaited<ReturnType<typeof spaces.named>>>();
      for (const { space } of rows) if (!ids.has(space)) ids.set(space, await spaces.named(space));
      const records = rows.map(({ id, space, session, type, text, turn = null, metadata = {} }, at) => ({
        id: id as RecordId,
        ts: firstAt + (done + at) * SECOND_MS,
        type,
        sessionId: deriveId<SessionId>(space, session),
        workspace: ids.get(space) ?? null,
        turnId: turn,
        source: 'import' as const,
        tool: null,
        path: null,
        content: text,
        tags: [],
        metadata,
      }));
      const sessions = records.map(({ sessionId, workspace, ts }) => ({
        id: sessionId,
        client: 'bench',
        workspace,
        cwd: null,
        startedAt: ts,
        metadata: {},
      }));
      await journal.append({ sessions, records });
      onBatch(rows);
      progress.at(done);
    }
    progress.end();
  } finally {
    await journal.close();
  }
}

/** Milliseconds until a search in all spaces finds the word; by default that of the last row. */
export async function untilFound(api: Api, word = LAST_WORD): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < PATIENCE_MS) {
    if ((await searchRecords(api, word, 1)).hits.length > 0) return performance.now() - startedAt;
    await sleep(POLL_MS);
  }
  throw new Error(`waited ${PATIENCE_MS / 60_000} minutes in vain for ${word} to be found`);
}
