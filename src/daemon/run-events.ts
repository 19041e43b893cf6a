/** What is kept of a run besides what is said in it: its start, its end and what it notes, each under an id that it has once. */
import type { RecordDraft } from '../capture/draft.ts';
import type { AppOrigin } from '../capture/record-input.ts';
import type { CooldownLimit } from '../memory/cooldown.ts';
import { deriveId, type RecordId, type SessionId } from '../memory/ids.ts';
import type { JsonObject } from '../memory/record.ts';
import { nameOf } from './cooldown-uses.ts';

export interface Run {
  readonly id: string;
  readonly startedAt: number;
  readonly cwd: string;
  readonly tier: number;
  readonly program: string;
  readonly app: AppOrigin | undefined;
}

export type Use = Pick<CooldownLimit, 'service' | 'action'>;

/** The use that a run was counted as when it began. */
export function useId(run: string, use: Use): RecordId {
  return deriveId<RecordId>('run-use', run, nameOf(use));
}

/** Where the agent has told of that one. */
export function namedId(run: string, use: Use): RecordId {
  return deriveId<RecordId>('run-use-named', run, nameOf(use));
}

export function saidDraft(id: RecordId, ts: number, content: string, metadata: JsonObject): RecordDraft {
  return { ...eventDraft(id, ts, content, metadata), source: 'assistant' };
}

/** The start of a run as its session has it. */
export function startId(run: string, sessionId: SessionId): RecordId {
  return deriveId<RecordId>('run-start', run, sessionId);
}

/** Of a session whose stream was heard: whoever reads its turns leaves events and uses to that. */
export function heardId(sessionId: SessionId): RecordId {
  return deriveId<RecordId>(sessionId, 'run');
}

export function startText({ program, app, tier }: Pick<Run, 'program' | 'app' | 'tier'>): string {
  return `run started: ${app === undefined ? program : `${app.app} (${program})`}, tier ${tier}`;
}

export function startMetadata({ id, app, tier }: Pick<Run, 'id' | 'app' | 'tier'>): JsonObject {
  return { event: 'run-start', run: id, name: app?.app ?? null, tier };
}

/** Of no turn: a run is around them. */
export function eventDraft(id: RecordId, ts: number, content: string, metadata: JsonObject): RecordDraft {
  return { id, ts, type: 'event', turnId: null, source: 'tool', tool: null, path: null, content, tags: [], metadata };
}
