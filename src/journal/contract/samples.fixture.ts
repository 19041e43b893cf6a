/** Values the contract's tests are made of: whole, plain, and different only where a test says so. */
import { deriveId, type RecordId, type SessionId, type SpaceId, type TurnId } from '../../memory/ids.ts';
import type { Injection } from '../../memory/injection.ts';
import type { MemoryRecord } from '../../memory/record.ts';
import type { Session } from '../../memory/session.ts';
import type { Journal } from '../journal.ts';
import type { ErasingRecords } from '../sqlite/erase.ts';

export interface OpenedJournal {
  readonly journal: Journal;
  /** Closes it and opens the same one again. */
  readonly reopen: () => Promise<Journal>;
  readonly cleanup: () => Promise<void>;
}
/** A new, empty journal whose `exists` asks the real file system. */
export type OpenEmptyJournal = () => Promise<OpenedJournal>;

export const NOW = 1_763_000_000_000;

export const SESSION = deriveId<SessionId>('session');
export const OTHER_SESSION = deriveId<SessionId>('other session');
export const TURN = deriveId<TurnId>('turn');
export const OTHER_TURN = deriveId<TurnId>('other turn');
export const SPACE = deriveId<SpaceId>('space');
export const OTHER_SPACE = deriveId<SpaceId>('other space');

export function sampleSession(different: Partial<Session> = {}): Session {
  return { id: SESSION, client: 'test', workspace: SPACE, cwd: '/p', startedAt: NOW, metadata: {}, ...different };
}

let made = 0;

export function sampleRecord(different: Partial<MemoryRecord> = {}): MemoryRecord {
  made += 1;
  return {
    id: deriveId<RecordId>('record', String(made)),
    ts: NOW + made,
    type: 'prompt',
    sessionId: SESSION,
    workspace: SPACE,
    turnId: TURN,
    source: 'typed',
    tool: null,
    path: null,
    content: `content ${made}`,
    tags: [],
    metadata: {},
    ...different,
  };
}

export function sampleInjection(different: Partial<Injection> = {}): Injection {
  made += 1;
  return {
    id: deriveId('injection', String(made)),
    ts: NOW + made,
    sessionId: SESSION,
    workspace: SPACE,
    kind: 'prompt',
    items: [],
    text: 'what was given',
    ...different,
  };
}

export function erasing(now: number, ...ids: readonly RecordId[]): ErasingRecords {
  return { ids, contentHashes: [], now };
}

/** Runs a test on a journal of its own, with the two sample sessions in it, and cleans up whatever happens. */
export async function onJournal(
  open: OpenEmptyJournal,
  test: (journal: Journal, reopen: OpenedJournal['reopen']) => Promise<void>,
): Promise<void> {
  const { journal, reopen, cleanup } = await open();
  try {
    await journal.append({ sessions: [sampleSession(), sampleSession({ id: OTHER_SESSION, workspace: OTHER_SPACE })] });
    await test(journal, reopen);
  } finally {
    await cleanup();
  }
}
